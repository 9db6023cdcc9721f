/** Walks the steps of an internet card by asking the core. */
import type { AppError } from '#shared/app-error.ts'
import type { FavouriteOf } from '#shared/favourites.ts'
import { type Centimes, centimesFromDinars } from '#shared/money.ts'
import {
  type InternetNumber,
  type InternetType,
  type NumberProblem,
  operatorHint,
  parseInternetNumber,
  parseMobileNumber,
} from '#shared/phone.ts'
import { type InternetPractice, internetPractice } from '#shared/practice.ts'
import type { InternetProduct, Subscriber } from '#shared/products/internet.ts'
import { ok, type Result } from '#shared/result.ts'
import type { Client } from '../../client.ts'
import type { HandedOver, SellStep, ServiceFlow, Wizard } from '../../features/sell/flow.ts'
import {
  type DigitAhead,
  type EntryOf,
  padInto,
  type ServiceWizard,
  withDigit,
  wizardOf,
} from '../../features/sell/service-steps.ts'
import { numberTyped, type TypedNumberFor, textOfNumber } from '../../features/sell/typed-number.ts'
import type { ProductEntry } from '../flows.ts'
import type { MobileTake } from '../mobile/reading.ts'
import { type InternetTake, internetReader } from './reading.ts'

interface InternetEntry extends ProductEntry<'internet', InternetTake> {
  type(text: string): void
  erase(): void
  chooseType(type: InternetType): void
  /** The number is a mobile's by its shape, and a card for a 4G line is meant all the same. */
  sellAs4G(): void
  /** Asks whose line it is and which cards it takes. */
  check(): Promise<void>
  pick(product: InternetProduct): Promise<void>
}

type InternetWizard = ServiceWizard<InternetStep>

function createInternetEntry(sellWizard: Wizard): InternetEntry {
  const wizard = wizardOf<InternetStep>(sellWizard, 'internet')
  const { at, change } = wizard
  const sellAs4G = (): void => {
    change('number', (step) => ({ ...step, chosenType: '4G', problem: null }))
    void check(wizard)
  }
  return {
    ...createNumberField(wizard),
    check: () => check(wizard),
    pick: (product) => pick(wizard, product),
    startFavourite: (favourite) => startFavourite(wizard, favourite),
    take: (taken) => take(wizard, taken),
    handsOver,
    sellAs4G,
    goOn: () => void check(wizard),
    pickAt(digit) {
      if (at('number')) sellAs4G()
      const step = at('cards')
      const product = step && cardAt(step, digit)
      if (product) void pick(wizard, product)
    },
    remember: (digit) => change('checking', (step) => withDigit(step, digit)),
  }
}

function createNumberField({ change }: InternetWizard) {
  const edit = (make: (text: string) => string): void =>
    change('number', (step) => {
      const { digits, askedAmount } = numberTyped(step, make(textOfNumber(step)))
      const chosenType = digits === '' ? null : step.chosenType
      return { ...step, digits, askedAmount, chosenType, problem: null, error: null }
    })
  return {
    ...padInto(edit),
    type: (text: string) => edit(() => text),
    chooseType: (chosenType: InternetType) =>
      change('number', (step) => ({ ...step, chosenType, problem: null, error: null })),
  }
}

/** Asks about the line, then shows its cards; the one that was picked beforehand is priced at once. */
async function check(wizard: InternetWizard): Promise<void> {
  const { client, setStep, at } = wizard
  const step = at('number')
  if (!step) return
  if (asksWhatIsSold(step)) {
    setStep({ ...step, problem: 'is-mobile', error: null })
    return
  }
  const parsed = parseInternetNumber(step.digits, step.chosenType ?? undefined)
  if (!parsed.ok) {
    setStep({ ...step, problem: parsed.error, error: null })
    return
  }
  const typed = typedOf(step)
  const start = { ...firstInternetStep, ...typed }
  const { asked } = setStep({ ...start, at: 'checking', asked: parsed.value, digit: null } as const)
  const found = await askLine(client, asked)
  const still = at('checking')
  if (still?.asked !== asked) return
  if (!found.ok) {
    setStep({ ...start, error: found.error })
    return
  }
  const { kind, service } = start
  const cards = { kind, service, at: 'cards', typed, ...found.value, pricing: null, error: null } as const
  const product = still.digit === null ? cardAsked(cards, typed) : cardAt(cards, still.digit)
  if (product) await price(wizard, cards, product)
  else setStep<CardsStepState>(cards)
}

async function pick(wizard: InternetWizard, product: InternetProduct): Promise<void> {
  const step = wizard.at('cards')
  if (!step || step.pricing !== null || !product.available) return
  await price(wizard, step, product)
}

function price(
  wizard: InternetWizard,
  cards: CardsStepState,
  { valueCentimes }: InternetProduct,
): Promise<void> {
  const { type, number } = cards.line
  const settled = { ...cards, pricing: null, error: null }
  const asked = { kind: 'internet', type, number, valueCentimes } as const
  return wizard.price(asked, { ...settled, pricing: valueCentimes }, settled)
}

function startFavourite(wizard: InternetWizard, favourite: FavouriteOf<'internet'>): void {
  const cards = wizard.at('cards')
  const product = cards && favouriteCard(cards, favourite)
  if (product) void pick(wizard, product)
  const step = wizard.at('number')
  if (!step) return
  wizard.setStep({ ...step, favourite, problem: null, error: null })
  if (parseInternetNumber(step.digits, step.chosenType ?? undefined).ok) void check(wizard)
}

/** The number may be a mobile's: what its service begins with. */
function handsOver(step: SellStep): HandedOver | undefined {
  if (step.kind !== 'entry' || step.at !== 'number') return undefined
  const parsed = parseMobileNumber(step.digits)
  if (!parsed.ok) return undefined
  const take: MobileTake = {
    number: parsed.value,
    operator: operatorHint(parsed.value) ?? null,
    amount: step.askedAmount || null,
  }
  return { service: 'mobile', take }
}

/** Begins with what was typed into the one field: what kind of line it is was chosen there. */
function take(wizard: InternetWizard, { digits, type, favourite }: InternetTake): void {
  wizard.setStep<NumberStepState>({ ...firstInternetStep, digits, chosenType: type, favourite })
  void check(wizard)
}

/** The line and its cards, asked for at the same time. */
async function askLine(
  client: Client,
  asked: InternetNumber,
): Promise<Result<Pick<CardsStepState, 'line' | 'products'>, AppError>> {
  const [checked, listed] = await Promise.all([
    client.command('internet.check-number', asked),
    client.command('internet.products', { type: asked.type }),
  ])
  if (!checked.ok) return checked
  return listed.ok ? ok({ line: checked.value, products: listed.value.products }) : listed
}

// How an internet card is put together: the number, the line as the operator knows it, a card.

const entry = { kind: 'entry', service: 'internet' } as const
type Entry = EntryOf<typeof entry.service>

/** What stands in the number field, and the kind of line if it was chosen by hand. */
interface Typed extends TypedNumberFor<'internet'> {
  readonly chosenType: InternetType | null
}

/** The number is being typed. */
export interface NumberStepState extends Entry, Typed {
  readonly at: 'number'
  /** `is-mobile`: Enter was pressed while it is asked what is sold to a mobile number. */
  readonly problem: NumberProblem | 'is-mobile' | null
}

/** The service is asked about the number and its cards. */
export interface CheckingStepState extends Entry, Typed, DigitAhead {
  readonly at: 'checking'
  readonly asked: InternetNumber
}

/** The line is known; a card is to be picked. `pricing` is the card whose review is on its way. */
export interface CardsStepState extends Entry {
  readonly at: 'cards'
  readonly typed: Typed
  readonly line: InternetNumber & { readonly subscriber: Subscriber }
  readonly products: readonly InternetProduct[]
  readonly pricing: Centimes | null
}

export type InternetStep = NumberStepState | CheckingStepState | CardsStepState

export const firstInternetStep: NumberStepState = {
  ...entry,
  at: 'number',
  digits: '',
  chosenType: null,
  problem: null,
  error: null,
}

function backInInternet(step: InternetStep): InternetStep {
  switch (step.at) {
    case 'number':
      return firstInternetStep
    case 'checking':
      return { ...firstInternetStep, ...typedOf(step) }
    case 'cards':
      return step.pricing === null ? { ...firstInternetStep, ...step.typed } : { ...step, pricing: null }
  }
}

/** What stands in the field, of any step that holds it. */
const typedOf = ({ digits, askedAmount, chosenType, favourite }: Typed): Typed => ({
  digits,
  askedAmount,
  chosenType,
  favourite,
})

/** It is a mobile number by its shape, and nobody has said yet what is sold to it. */
export const asksWhatIsSold = ({ digits, chosenType }: Typed): boolean =>
  chosenType === null && parseMobileNumber(digits).ok

/** The digit that says, where that is asked, that a card for a 4G line is sold. */
export const digitOf4G = 4

/** The card that was asked for together with the number. */
function cardAsked(cards: CardsStepState, { askedAmount, favourite }: Typed): InternetProduct | undefined {
  const asked = askedAmount ? centimesFromDinars(askedAmount) : undefined
  if (!asked?.ok) return favouriteCard(cards, favourite)
  return cards.products.find(({ valueCentimes, available }) => available && valueCentimes === asked.value)
}

/** The card of a favourite, where this line takes it and there are any. */
const favouriteCard = (
  { line, products }: CardsStepState,
  favourite: Typed['favourite'],
): InternetProduct | undefined =>
  products.find(
    ({ valueCentimes, available }) =>
      available && line.type === favourite?.type && valueCentimes === favourite.valueCentimes,
  )

/** The card that a digit key picks: 1 for the first, none for one that is out of stock. */
function cardAt(step: CardsStepState, digit: number): InternetProduct | undefined {
  const product = step.products[digit - 1]
  return product?.available ? product : undefined
}

// The lines of service-api.md whose outcome is known, as the field and the help offer them.

/** An ordinary line of each type, and those that the training service answers otherwise. */
export const internetPracticeLines: readonly Pick<InternetPractice, 'type' | 'number' | 'ending'>[] = [
  { type: 'ADSL', number: '023456789', ending: 'delivered' },
  { type: '4G', number: '0300123456', ending: 'delivered' },
  ...internetPractice.filter(({ type }) => type === 'ADSL'),
]

export const internetFlow: ServiceFlow<InternetStep, InternetEntry, InternetTake> = {
  key: 'F2',
  reader: internetReader,
  firstStep: firstInternetStep,
  inputModes: { number: 'typing', checking: 'waiting', cards: 'choosing' },
  back: backInInternet,
  picksInField: (step, digit) => digit === digitOf4G && step.at === 'number' && asksWhatIsSold(step),
  isFieldEmpty: (step) => step.at === 'number' && step.digits === '',
  createEntry: createInternetEntry,
}

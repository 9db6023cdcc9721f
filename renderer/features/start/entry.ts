/**
 * The one field: what is typed before any service was opened. It asks every service what it makes of the text and knows none
 * of them. What it learns and finds meanwhile is kept beside the step, so that no key waits for it.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppError } from '#shared/app-error.ts'
import { favouriteOf, keyOfFavourite } from '#shared/favourites.ts'
import { inWesternDigits } from '#shared/folded-text.ts'
import { noFilters } from '#shared/history.ts'
import { productOf } from '#shared/products/orders.ts'
import { receiptTextMaxCharacters, refOfReceipt } from '#shared/receipt-proof.ts'
import type { SaleView } from '#shared/views.ts'
import type { ServiceEntry, ServiceFlow, Wizard } from '../sell/flow.ts'
import { noReader, type Reader, type Reading } from '../sell/reading.ts'
import { createLatest, padInto, wizardOf } from '../sell/service-steps.ts'
import type { flows as flowsOnSale, Service } from '../sell/services.ts'

/** Longer than any number, name or reference, than a link's address, and than the code of a slip. */
export const maxTextLength = receiptTextMaxCharacters

export interface StartStep {
  readonly kind: 'entry'
  readonly service: 'start'
  readonly at: 'start'
  readonly text: string
  /** The choice that the arrow keys went to, or that was chosen ahead; null where the best one is marked. */
  readonly chosen: number | null
  readonly problem: 'nothing-fits' | 'not-whole' | 'choose' | null
  /** Enter came before what is typed was looked up. */
  readonly isAwaited: boolean
  readonly error: AppError | null
}

export const firstStartStep: StartStep = {
  kind: 'entry',
  service: 'start',
  at: 'start',
  text: '',
  chosen: null,
  problem: null,
  isAwaited: false,
  error: null,
}

/** What a typed text may become: the beginning of a sale, the same as before for a number, or a sale that is there. */
export type Choice =
  | { readonly kind: 'reading'; readonly service: Service; readonly reading: Reading<unknown> }
  | { readonly kind: 'again'; readonly service: Service; readonly sale: SaleView; readonly take: unknown }
  | { readonly kind: 'sale'; readonly sale: SaleView }

export interface Looked {
  /** What each service looks names up in. */
  readonly known: Readonly<Partial<Record<Service, unknown>>>
  readonly isLearning: boolean
  /** The last sales to a number. */
  readonly past: { readonly number: string; readonly sales: readonly SaleView[] } | null
  /** The sale that a reference or a pick-up code is of. */
  readonly found: { readonly text: string; readonly sales: readonly SaleView[] } | null
}

/** What the field needs of the selling screen. */
export interface StartHand {
  /** The cashier stands at the service's first step, and comes back to the field from there. */
  begin(service: Service): void
  show(sale: SaleView): void
}

export interface StartEntry extends ServiceEntry {
  readonly looked: StoreApi<Looked>
  type(text: string): void
  erase(): void
  /** Takes one of the choices, counted from 0; one that the text is too short for is taken once it is whole. */
  take(place: number): void
  open(service: Service): void
}

/** The services on sale, and where what is taken begins. */
export interface OnSale {
  readonly flows: typeof flowsOnSale
  readonly takers: Readonly<Record<Service, Pick<ServiceEntry<unknown>, 'take'>>>
}

/** The keys of sales that are sold again begin here, whatever stands before them: they never move under a finger. */
export const firstAgainDigit = 7
const maxAgain = 3

/** A reader is given nothing but what it has learnt itself. */
const readerOf = (flows: OnSale['flows'], service: Service) => flows[service].reader as Reader<unknown>

const servicesOf = (flows: OnSale['flows']): readonly Service[] => Object.keys(flows) as Service[]

export const tidyText = (text: string): string =>
  inWesternDigits(text)
    .replace(/[\p{Cf}]/gu, '')
    .trim()

/** All that the text may become, those that are sure first; sales that are sold again stand at the end. */
export function choicesOf(flows: OnSale['flows'], { text }: StartStep, looked: Looked): readonly Choice[] {
  const tidy = tidyText(text)
  if (tidy === '') return []
  const readings = servicesOf(flows).flatMap((service) =>
    readerOf(flows, service)
      .read(tidy, looked.known[service])
      .map((reading) => ({ kind: 'reading', service, reading }) as const),
  )
  const found = looked.found?.text === tidy ? looked.found.sales : []
  return [
    ...found.map((sale) => ({ kind: 'sale', sale }) as const),
    ...readings.filter(({ reading }) => isSure(reading)),
    ...readings.filter(({ reading }) => !isSure(reading)),
    ...againOf(flows, readings, looked),
  ]
}

const isSure = ({ fit }: Reading<unknown>): boolean => fit === 'whole' || fit === 'found'

function againOf(
  flows: OnSale['flows'],
  readings: readonly { readonly reading: Reading<unknown> }[],
  { past }: Looked,
): readonly Choice[] {
  const isAsked = past !== null && readings.some(({ reading }) => reading.number === past.number)
  if (!isAsked) return []
  return past.sales.flatMap((sale): readonly Choice[] => {
    const service = sale.order.kind
    const take = readerOf(flows, service).again?.(sale.order) ?? null
    return take === null ? [] : [{ kind: 'again', service, sale, take }]
  })
}

/** The place of the choice that Enter takes; null where none is sure. */
export function markedOf({ chosen }: StartStep, choices: readonly Choice[]): number | null {
  if (chosen !== null && chosen < choices.length) return chosen
  const [first] = choices
  const isFirstSure = first?.kind === 'sale' || (first?.kind === 'reading' && isSure(first.reading))
  return isFirstSure ? 0 : null
}

/** The digit by which a choice is taken together with Alt; undefined where it has none. */
export function digitOf(choices: readonly Choice[], place: number): number | undefined {
  const firstAgain = choices.findIndex(({ kind }) => kind === 'again')
  if (firstAgain !== -1 && place >= firstAgain) return firstAgainDigit + place - firstAgain
  return place + 1 < firstAgainDigit ? place + 1 : undefined
}

/** What identifies it among the others, and is the same while the text grows. */
export const keyOf = (choice: Choice): string =>
  choice.kind === 'reading' ? `${choice.service} ${choice.reading.id}` : `${choice.kind} ${choice.sale.ref}`

/** Whether it can be chosen before the text is whole. */
export const isAhead = (choice: Choice | undefined): boolean =>
  choice?.kind === 'reading' && choice.reading.fit === 'ahead'

export const isBegun = (choice: Choice): boolean =>
  choice.kind === 'reading' && choice.reading.fit === 'begun'

export const canTake = (choice: Choice): boolean => !isBegun(choice) && !isAhead(choice)

export function createStartEntry(sellWizard: Wizard, onSale: OnSale, hand: StartHand): StartEntry {
  const wizard = wizardOf<StartStep>(sellWizard, 'start')
  const { at, change } = wizard
  const { flows } = onSale
  const lookUp = createLookUp(sellWizard, onSale, () => goOnAwaited())
  const { looked } = lookUp
  const choicesNow = () => choicesOf(flows, at('start') ?? firstStartStep, looked.getState())

  const edit = (make: (text: string) => string): void => {
    const chosen = at('start')?.chosen ?? null
    const before = chosen === null ? undefined : choicesNow()[chosen]
    change('start', ({ text }) => ({ ...firstStartStep, text: make(text).slice(0, maxTextLength) }))
    lookUp.ask(tidyText(at('start')?.text ?? ''), choicesNow())
    if (before && isAhead(before)) choose(choicesNow().findIndex((choice) => keyOf(choice) === keyOf(before)))
  }
  /** What was chosen ahead stays chosen as long as the text may become it, and is taken once it is whole. */
  const choose = (place: number): void => {
    const choice = choicesNow()[place]
    if (isAhead(choice)) change('start', (step) => ({ ...step, chosen: place, problem: null }))
    else take(place)
  }
  const take = (place: number): void => {
    const choice = at('start') && choicesNow()[place]
    if (choice === undefined || !canTake(choice)) return
    if (choice.kind === 'sale') {
      hand.show(choice.sale)
      return
    }
    hand.begin(choice.service)
    onSale.takers[choice.service].take?.(choice.kind === 'again' ? choice.take : choice.reading.take)
  }
  const goOn = (): void => {
    const step = at('start')
    if (!step || tidyText(step.text) === '') return
    const choices = choicesNow()
    const marked = markedOf(step, choices)
    const choice = marked === null ? undefined : choices[marked]
    if (marked !== null && choice && canTake(choice)) take(marked)
    else if (lookUp.isBusy()) change('start', (now) => ({ ...now, isAwaited: true }))
    else change('start', (now) => ({ ...now, isAwaited: false, problem: problemOf(choices) }))
  }
  function goOnAwaited(): void {
    if (at('start')?.isAwaited) goOn()
  }
  return {
    ...padInto(edit),
    looked,
    goOn,
    take: choose,
    type: (text) => edit(() => text),
    open: hand.begin,
    pickAt(digit) {
      const choices = choicesNow()
      const place = choices.findIndex((_, one) => digitOf(choices, one) === digit)
      if (place !== -1) choose(place)
    },
    remember: () => undefined,
    move(by) {
      const choices = choicesNow()
      change('start', (step) => ({ ...step, chosen: beside(choices, markedOf(step, choices), by) }))
    },
  }
}

function problemOf(choices: readonly Choice[]): StartStep['problem'] {
  if (choices.some(canTake)) return 'choose'
  return choices.length > 0 ? 'not-whole' : 'nothing-fits'
}

/** The next choice that can be taken, up or down; the same at either end. */
function beside(choices: readonly Choice[], marked: number | null, by: 1 | -1): number | null {
  const open = choices.flatMap((choice, place) => (canTake(choice) ? [place] : []))
  const at = marked === null ? (by === 1 ? -1 : open.length) : open.indexOf(marked)
  return open[at + by] ?? marked
}

// What the field learns and finds: catalogs for names, the last sales of a number, the sale of a reference. Each is asked once
// for a text; an answer that comes late is kept and moves nothing that stands on the screen.

/** As a slip shows them: a sale's whole reference, or its pick-up code with the dash. */
const referenceShape = /^(?:[0-7][0-9A-HJKMNP-TV-Z]{25}|[0-9A-Z]{3}-[0-9A-Z]{3})$/i

/** What the sale of a slip is found by, typed or scanned: its reference, bare or in the signed code, or its pick-up code. */
const slipIn = (text: string): string | undefined =>
  refOfReceipt(text) ?? (referenceShape.test(text) ? text : undefined)

function createLookUp({ client }: Wizard, { flows }: OnSale, onAnswer: () => void) {
  const looked = createStore<Looked>(() => ({ known: {}, isLearning: false, past: null, found: null }))
  const finding = createLatest()
  const calling = createLatest()
  let hasLearnt = false
  let askedNumber: string | undefined
  let isFinding = false

  const learn = async (): Promise<void> => {
    hasLearnt = true
    looked.setState({ isLearning: true })
    const learnt = await Promise.all(
      servicesOf(flows).map(async (service) => {
        const known = await readerOf(flows, service).learn?.(client)
        return known === undefined ? [] : [[service, known] as const]
      }),
    )
    // What could not be had now is asked for again with the next letter.
    hasLearnt = learnt.some((one) => one.length > 0)
    looked.setState(({ known }) => ({
      known: { ...known, ...Object.fromEntries(learnt.flat()) },
      isLearning: false,
    }))
    onAnswer()
  }
  const salesOf = async (query: string): Promise<readonly SaleView[]> => {
    const rows = 20
    const asked = await client.command('history.page', {
      query,
      filters: noFilters,
      from: { kind: 'newest' },
      rows,
    })
    return asked.ok ? asked.value.sales : []
  }
  const callBack = async (number: string): Promise<void> => {
    askedNumber = number
    const isLatest = calling.begin()
    const sales = await salesOf(number)
    if (isLatest()) looked.setState({ past: { number, sales: lastKinds(sales, number) } })
  }
  const find = async (text: string, slip: string): Promise<void> => {
    const isLatest = finding.begin()
    isFinding = true
    const sales = await salesOf(slip)
    if (!isLatest()) return
    isFinding = false
    looked.setState({ found: { text, sales: sales.slice(0, maxAgain) } })
    onAnswer()
  }
  return {
    looked,
    isBusy: () => looked.getState().isLearning || isFinding,
    ask(text: string, choices: readonly Choice[]): void {
      if (text === '') {
        // The next customer's names are looked up in what there is by then.
        hasLearnt = false
        askedNumber = undefined
        return
      }
      const slip = slipIn(text)
      if (slip === undefined) isFinding = false
      else if (looked.getState().found?.text !== text) void find(text, slip)
      if (!hasLearnt && !looked.getState().isLearning && /\p{L}/u.test(text)) void learn()
      const number = numberIn(choices)
      if (number !== undefined && number !== askedNumber) void callBack(number)
    },
  }
}

/** Whom the text is for, once that is whole. */
export const numberIn = (choices: readonly Choice[]): string | undefined =>
  choices
    .map((choice) => (choice.kind === 'reading' ? choice.reading.number : undefined))
    .find((number) => number !== undefined)

/** The last of each thing that was delivered to the number. */
function lastKinds(sales: readonly SaleView[], number: string): readonly SaleView[] {
  const last = new Map<string, SaleView>()
  for (const sale of sales) {
    const favourite = favouriteOf(sale.order)
    const isTheirs = productOf(sale.order).numberOf(sale.order) === number
    if (!isTheirs || favourite === null || sale.phase !== 'fulfilled') continue
    const key = keyOfFavourite(favourite)
    if (!last.has(key)) last.set(key, sale)
  }
  return [...last.values()].slice(0, maxAgain)
}

export const startFlow: Omit<ServiceFlow<StartStep, StartEntry>, 'key' | 'createEntry'> = {
  reader: noReader,
  firstStep: firstStartStep,
  inputModes: { start: 'typing' },
  back: () => firstStartStep,
}

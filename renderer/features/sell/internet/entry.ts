/** Walks the steps of an internet card by asking the core. */
import type { AppError } from '#shared/app-error.ts'
import type { FavouriteOf } from '#shared/favourites.ts'
import { type InternetNumber, type InternetType, parseInternetNumber } from '#shared/phone.ts'
import { ok, type Result } from '#shared/result.ts'
import type { InternetProduct } from '#shared/views.ts'
import type { Client } from '../../../client.ts'
import { cleanDigits } from '../typed-number.ts'
import type { ServiceEntry, Wizard } from '../wizard.ts'
import {
  type CardsStep,
  cardAt,
  favouriteCard,
  firstInternetStep,
  type InternetStep,
  typedOf,
} from './flow.ts'

export interface InternetEntry extends ServiceEntry {
  type(text: string): void
  erase(): void
  chooseType(type: InternetType): void
  /** Asks whose line it is and which cards it takes. */
  check(): Promise<void>
  pick(product: InternetProduct): Promise<void>
  /** Sells the favourite to the line whose number stands in the field, else to the one that is typed next. */
  startFavourite(favourite: FavouriteOf<'internet'>): void
}

export function createInternetEntry(wizard: Wizard): InternetEntry {
  const { client, setStep } = wizard
  const now = (): InternetStep | undefined => {
    const step = wizard.now()
    return step.kind === 'entry' && step.service === 'internet' ? step : undefined
  }

  const type = (text: string): void => {
    const step = now()
    if (step?.at !== 'number') return
    const digits = cleanDigits(text)
    const chosenType = digits === '' ? null : step.chosenType
    setStep({ ...step, digits, chosenType, problem: null, error: null })
  }
  const edit = (change: (digits: string) => string): void => {
    const step = now()
    if (step?.at === 'number') type(change(step.digits))
  }

  const price = (cards: CardsStep, { valueCentimes }: InternetProduct): Promise<void> => {
    const { type, number } = cards.line
    const settled = { ...cards, pricing: null, error: null }
    return wizard.price(
      { kind: 'internet', type, number, valueCentimes },
      { ...settled, pricing: valueCentimes },
      settled,
    )
  }

  const check = async (): Promise<void> => {
    const step = now()
    if (step?.at !== 'number') return
    const parsed = parseInternetNumber(step.digits, step.chosenType ?? undefined)
    if (!parsed.ok) {
      setStep({ ...step, problem: parsed.error, error: null })
      return
    }
    const typed = typedOf(step)
    const start = { ...firstInternetStep, ...typed }
    const { asked } = setStep({ ...start, at: 'checking', asked: parsed.value, digit: null } as const)
    const found = await askLine(client, asked)
    const still = now()
    if (still?.at !== 'checking' || still.asked !== asked) return
    if (!found.ok) {
      setStep({ ...start, error: found.error })
      return
    }
    const { kind, service } = start
    const cards = { kind, service, at: 'cards', typed, ...found.value, pricing: null, error: null } as const
    const product = still.digit === null ? favouriteCard(cards, typed.favourite) : cardAt(cards, still.digit)
    if (product) await price(cards, product)
    else setStep<CardsStep>(cards)
  }

  const pick = async (product: InternetProduct): Promise<void> => {
    const step = now()
    if (step?.at !== 'cards' || step.pricing !== null || !product.available) return
    await price(step, product)
  }

  const startFavourite = (favourite: FavouriteOf<'internet'>): void => {
    const step = now()
    const product = step?.at === 'cards' ? favouriteCard(step, favourite) : undefined
    if (product) void pick(product)
    if (step?.at !== 'number') return
    setStep({ ...step, favourite, problem: null, error: null })
    if (parseInternetNumber(step.digits, step.chosenType ?? undefined).ok) void check()
  }

  return {
    startFavourite,
    type,
    pressDigit: (digit) => edit((digits) => digits + digit),
    erase: () => edit((digits) => digits.slice(0, -1)),
    chooseType: (chosenType) => {
      const step = now()
      if (step?.at === 'number') setStep({ ...step, chosenType, problem: null, error: null })
    },
    check,
    pick,
    goOn: () => void check(),
    pickAt: (digit) => {
      const step = now()
      const product = step?.at === 'cards' ? cardAt(step, digit) : undefined
      if (product) void pick(product)
    },
    remember: (digit) => {
      const step = now()
      if (step?.at === 'checking' && step.digit === null && digit > 0) setStep({ ...step, digit })
    },
  }
}

/** The line and its cards, asked for at the same time. */
async function askLine(
  client: Client,
  asked: InternetNumber,
): Promise<Result<Pick<CardsStep, 'line' | 'products'>, AppError>> {
  const [checked, listed] = await Promise.all([
    client.command('internet.check-number', asked),
    client.command('internet.products', { type: asked.type }),
  ])
  if (!checked.ok) return checked
  return listed.ok ? ok({ line: checked.value, products: listed.value.products }) : listed
}

/**
 * The selling screen's store: walks the steps of flow.ts by asking the core. Invariant: an answer counts only if the
 * cashier still stands where it was asked, except the confirmation's, which always counts.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type AppError, adviceFor } from '#shared/app-error.ts'
import { type InternetNumber, type InternetType, parseInternetNumber } from '#shared/phone.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { InternetProduct, SaleView } from '#shared/views.ts'
import type { Client, CommandResult } from '../../client.ts'
import {
  type CardsStep,
  type ConfirmingStep,
  cardAt,
  firstStep,
  type LostStep,
  type ReviewStep,
  type SellStep,
  stepBack,
} from './flow.ts'
import { cleanDigits } from './typed-number.ts'

/** A confirmation that takes longer than this is shown as lost, though its answer still counts when it comes. */
export const confirmPatienceMs = 8_000

/** The journal that does not answer in this time is asked again by the cashier. */
const findPatienceMs = 10_000

export interface Selling {
  readonly store: StoreApi<{ readonly step: SellStep }>
  type(text: string): void
  pressDigit(digit: string): void
  erase(): void
  chooseType(type: InternetType): void
  check(): Promise<void>
  /** Keeps a digit that was typed before the cards were there: the first one, until the check is over. */
  rememberDigit(digit: number): void
  pick(product: InternetProduct): Promise<void>
  /** Makes a new review of the same card, after one that expired. */
  lookAgain(): Promise<void>
  confirm(): Promise<void>
  askJournal(): Promise<void>
  /** Leaves a lost confirmation once the journal has said that there is no trace of it. */
  resume(): void
  back(): void
  next(): void
  /** Gives the outcome on the screen the sale's new view. */
  refresh(sale: SaleView): void
}

export interface SellingOptions {
  readonly client: Client
  readonly wait: (delayMs: number) => Promise<void>
}

export function createSelling({ client, wait }: SellingOptions): Selling {
  const store = createStore<{ readonly step: SellStep }>(() => ({ step: firstStep }))
  const stand = <Step extends SellStep>(step: Step): Step => {
    store.setState({ step })
    return step
  }
  const now = (): SellStep => store.getState().step

  const type = (text: string): void => {
    const step = now()
    if (step.kind !== 'number') return
    const digits = cleanDigits(text)
    const chosenType = digits === '' ? null : step.chosenType
    stand({ ...step, digits, chosenType, problem: null, error: null })
  }

  const price = async (cards: CardsStep, product: InternetProduct): Promise<void> => {
    const asked = stand<CardsStep>({ ...cards, pricing: product.valueCentimes, error: null })
    const { type, number } = asked.line
    const { valueCentimes } = product
    const review = await client.command('sale.review', { kind: 'internet', type, number, valueCentimes })
    if (now() !== asked) return
    const settled = { ...asked, pricing: null }
    if (review.ok) stand({ kind: 'review', cards: settled, review: review.value, error: null })
    else stand({ ...settled, error: review.error })
  }

  return {
    store,
    type,
    pressDigit: (digit) => {
      const step = now()
      if (step.kind === 'number') type(step.digits + digit)
    },
    erase: () => {
      const step = now()
      if (step.kind === 'number') type(step.digits.slice(0, -1))
    },
    chooseType: (chosenType) => {
      const step = now()
      if (step.kind === 'number') stand({ ...step, chosenType, problem: null, error: null })
    },
    check: async () => {
      const step = now()
      if (step.kind !== 'number') return
      const parsed = parseInternetNumber(step.digits, step.chosenType ?? undefined)
      if (!parsed.ok) {
        stand({ ...step, problem: parsed.error, error: null })
        return
      }
      const typed = { digits: step.digits, chosenType: step.chosenType }
      const { asked } = stand({ kind: 'checking', ...typed, asked: parsed.value, digit: null })
      const found = await askLine(client, asked)
      const still = now()
      if (still.kind !== 'checking' || still.asked !== asked) return
      if (!found.ok) {
        stand({ ...firstStep, ...typed, error: found.error })
        return
      }
      const cards: CardsStep = { kind: 'cards', typed, ...found.value, pricing: null, error: null }
      const product = still.digit === null ? undefined : cardAt(cards, still.digit)
      if (product) await price(cards, product)
      else stand(cards)
    },
    rememberDigit: (digit) => {
      const step = now()
      if (step.kind === 'checking' && step.digit === null) stand({ ...step, digit })
    },
    pick: async (product) => {
      const step = now()
      if (step.kind !== 'cards' || step.pricing !== null || !product.available) return
      await price(step, product)
    },
    lookAgain: async () => {
      const step = now()
      if (step.kind !== 'review') return
      const { order } = step.review
      if (order.kind !== 'internet') return
      const { valueCentimes } = order
      const product = step.cards.products.find((one) => one.valueCentimes === valueCentimes)
      if (product) await price(step.cards, product)
    },
    ...confirmation({ client, wait }, now, stand),
    back: () => {
      stand(stepBack(now()))
    },
    next: () => {
      if (now().kind === 'outcome') stand(firstStep)
    },
    refresh: (sale) => {
      const step = now()
      if (step.kind === 'outcome' && step.sale.ref === sale.ref) stand({ ...step, sale })
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

type Stand = <Step extends SellStep>(step: Step) => Step

/** The part of selling in which money moves. */
function confirmation(
  { client, wait }: SellingOptions,
  now: () => SellStep,
  stand: Stand,
): Pick<Selling, 'confirm' | 'askJournal' | 'resume'> {
  /** The review this answer belongs to is still what the screen waits for. */
  const waitsFor = (from: ReviewStep): ConfirmingStep | LostStep | undefined => {
    const step = now()
    return (step.kind === 'confirming' || step.kind === 'lost') && step.from === from ? step : undefined
  }

  const settle = (from: ReviewStep, answer: CommandResult<'sale.confirm'>): void => {
    if (!waitsFor(from)) return
    if (answer.ok) stand({ kind: 'outcome', sale: answer.value })
    else if (adviceFor[answer.error.kind].money === 'unknown') stand(lost(from, answer.error, true))
    else stand({ ...from, error: answer.error })
  }

  return {
    confirm: async () => {
      const from = now()
      // The step changes before anything is sent: a second press finds nothing to confirm.
      if (from.kind !== 'review') return
      stand({ kind: 'confirming', from })
      void wait(confirmPatienceMs).then(() => {
        const step = waitsFor(from)
        if (step?.kind === 'confirming') stand(lost(from, { kind: 'internal' }, false))
      })
      settle(from, await client.command('sale.confirm', { reviewId: from.review.reviewId }))
    },
    askJournal: async () => {
      const step = now()
      if (step.kind !== 'lost' || step.asked === 'asking') return
      stand({ ...step, asked: 'asking' })
      const { reviewId } = step.from.review
      const found = await Promise.race([
        client.command('sale.find', { reviewId }),
        wait(findPatienceMs).then(() => err<AppError>({ kind: 'internal' })),
      ])
      const still = waitsFor(step.from)
      if (still?.kind !== 'lost') return
      if (found.ok && found.value.sale) stand({ kind: 'outcome', sale: found.value.sale })
      // Only the journal's own word counts: an error says nothing about the sale.
      else stand({ ...still, asked: found.ok ? 'no-trace' : 'not-yet' })
    },
    resume: () => {
      const step = now()
      if (step.kind === 'lost' && step.answered && step.asked === 'no-trace') stand(step.from)
    },
  }
}

const lost = (from: ReviewStep, error: AppError, answered: boolean): LostStep => ({
  kind: 'lost',
  from,
  error,
  answered,
  asked: 'not-yet',
})

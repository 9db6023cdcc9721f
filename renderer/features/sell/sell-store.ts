/**
 * The selling screen's store: walks the steps of flow.ts by asking the core. Invariant: an answer counts only if the
 * cashier still stands where it was asked, except the confirmation's, which always counts.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type AppError, adviceFor } from '#shared/app-error.ts'
import { type InternetType, parseInternetNumber } from '#shared/phone.ts'
import type { Ref } from '#shared/ref.ts'
import type { InternetProduct } from '#shared/views.ts'
import type { Client, CommandResult } from '../../client.ts'
import type { Counter } from '../../store.ts'
import {
  type CardsStep,
  type ConfirmingStep,
  findTrace,
  firstStep,
  type LostStep,
  type ReviewStep,
  type SellStep,
  stepBack,
} from './flow.ts'
import { cleanDigits } from './typed-number.ts'

/** A confirmation that takes longer than this is shown as lost, though its answer still counts when it comes. */
export const confirmPatienceMs = 8_000

export interface Selling {
  readonly store: StoreApi<{ readonly step: SellStep }>
  type(text: string): void
  pressDigit(digit: string): void
  erase(): void
  chooseType(type: InternetType): void
  check(): Promise<void>
  pick(product: InternetProduct): Promise<void>
  /** Makes a new review of the same card, after one that expired. */
  lookAgain(): Promise<void>
  confirm(): Promise<void>
  askJournal(): Promise<void>
  /** Leaves a lost confirmation once the journal has said that there is no trace of it. */
  resume(): void
  back(): void
  next(): void
}

export interface SellingOptions {
  readonly client: Client
  readonly counter: Counter
  readonly wait: (delayMs: number) => Promise<void>
}

export function createSelling({ client, counter, wait }: SellingOptions): Selling {
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
      const asked = stand({ kind: 'checking', ...typed, asked: parsed.value })
      const [checked, listed] = await Promise.all([
        client.command('internet.check-number', parsed.value),
        client.command('internet.products', { type: parsed.value.type }),
      ])
      if (now() !== asked) return
      if (!checked.ok) stand({ ...firstStep, ...typed, error: checked.error })
      else if (!listed.ok) stand({ ...firstStep, ...typed, error: listed.error })
      else {
        const { products } = listed.value
        stand({ kind: 'cards', typed, line: checked.value, products, pricing: null, error: null })
      }
    },
    pick: async (product) => {
      const step = now()
      if (step.kind !== 'cards' || step.pricing !== null || !product.available) return
      await price(step, product)
    },
    lookAgain: async () => {
      const step = now()
      if (step.kind !== 'review') return
      const { valueCentimes } = step.review.order
      const product = step.cards.products.find((one) => one.valueCentimes === valueCentimes)
      if (product) await price(step.cards, product)
    },
    ...confirmation({ client, counter, wait }, now, stand),
    back: () => {
      stand(stepBack(now()))
    },
    next: () => {
      if (now().kind === 'outcome') stand(firstStep)
    },
  }
}

type Stand = <Step extends SellStep>(step: Step) => Step

/** The part of selling in which money moves. */
function confirmation(
  { client, counter, wait }: SellingOptions,
  now: () => SellStep,
  stand: Stand,
): Pick<Selling, 'confirm' | 'askJournal' | 'resume'> {
  let refsBefore: ReadonlySet<Ref> = new Set()

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
      refsBefore = new Set(counter.store.getState().mirror?.sales.map((sale) => sale.ref))
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
      const level = await counter.resync()
      const still = waitsFor(step.from)
      if (still?.kind !== 'lost') return
      const sales = counter.store.getState().mirror?.sales ?? []
      const trace = level ? findTrace(sales, refsBefore, step.from.review) : undefined
      if (trace) stand({ kind: 'outcome', sale: trace })
      else stand({ ...still, asked: level ? 'no-trace' : 'not-yet' })
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

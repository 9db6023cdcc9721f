/**
 * Where the cashier stands in a sale, as data. Each step holds what the steps behind it need, so that Esc goes back one
 * step without asking anything again. Invariant: no step here moves money; only `confirming` has asked for it.
 */
import type { AppError } from '#shared/app-error.ts'
import type { Centimes } from '#shared/money.ts'
import type { InternetNumber, InternetType, NumberProblem } from '#shared/phone.ts'
import { unreachable } from '#shared/result.ts'
import type { InternetProduct, ReviewView, SaleView, Subscriber } from '#shared/views.ts'

/** What stands in the number field: digits as typed, and the kind of line if it was chosen by hand. */
export interface Typed {
  readonly digits: string
  readonly chosenType: InternetType | null
}

/** The number is being typed. */
export interface NumberStep extends Typed {
  readonly kind: 'number'
  readonly problem: NumberProblem | null
  readonly error: AppError | null
}

/** The service is asked about the number and its cards. */
export interface CheckingStep extends Typed {
  readonly kind: 'checking'
  readonly asked: InternetNumber
  /** The first digit typed meanwhile: it picks its card once the cards are there, and does nothing more. */
  readonly digit: number | null
}

/** The line is known; a card is to be picked. `pricing` is the card whose review is on its way. */
export interface CardsStep {
  readonly kind: 'cards'
  readonly typed: Typed
  readonly line: InternetNumber & { readonly subscriber: Subscriber }
  readonly products: readonly InternetProduct[]
  readonly pricing: Centimes | null
  readonly error: AppError | null
}

/** The last look before money moves. */
export interface ReviewStep {
  readonly kind: 'review'
  readonly cards: CardsStep
  readonly review: ReviewView
  readonly error: AppError | null
}

/** The core was asked to record the sale. Nothing on the keyboard can undo that. */
export interface ConfirmingStep {
  readonly kind: 'confirming'
  readonly from: ReviewStep
}

/** No usable answer to the confirmation: the journal is asked, the sale is never made again from here. */
export interface LostStep {
  readonly kind: 'lost'
  readonly from: ReviewStep
  readonly error: AppError
  /** Whether the core has answered at all; until it has, "no trace" proves nothing. */
  readonly answered: boolean
  readonly asked: 'not-yet' | 'asking' | 'no-trace'
}

/** The sale is in the journal: `sale` as the confirmation gave it; the mirror knows newer. */
export interface OutcomeStep {
  readonly kind: 'outcome'
  readonly sale: SaleView
}

export type SellStep =
  | NumberStep
  | CheckingStep
  | CardsStep
  | ReviewStep
  | ConfirmingStep
  | LostStep
  | OutcomeStep

export const firstStep: NumberStep = {
  kind: 'number',
  digits: '',
  chosenType: null,
  problem: null,
  error: null,
}

/** One step back. A sale that was asked for stays as it is: going back never cancels money in flight. */
export function stepBack(step: SellStep): SellStep {
  switch (step.kind) {
    case 'number':
    case 'outcome':
      return firstStep
    case 'checking':
      return { ...firstStep, digits: step.digits, chosenType: step.chosenType }
    case 'cards':
      return step.pricing === null ? { ...firstStep, ...step.typed } : { ...step, pricing: null }
    case 'review':
      return { ...step.cards, pricing: null, error: null }
    case 'confirming':
    case 'lost':
      return step
    default:
      return unreachable(step)
  }
}

/** Whether the sale was asked for, so that it must stay on the screen whatever else happens. */
export const holdsMoney = (step: SellStep): boolean =>
  step.kind === 'confirming' || step.kind === 'lost' || step.kind === 'outcome'

/** The card that a digit key picks: 1 for the first, none for one that is out of stock. */
export function cardAt(step: CardsStep, digit: number): InternetProduct | undefined {
  const product = step.products[digit - 1]
  return product?.available ? product : undefined
}

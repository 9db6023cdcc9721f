/**
 * Where the cashier stands in a sale, as data. What is sold is put together in the steps of its service; the review and
 * all that follows are the same for every service. Each step holds what the steps behind it need, so that Esc goes back
 * one step without asking anything again. Invariant: no step here moves money; only `confirming` has asked for it.
 */
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { type Centimes, centimes, sumCentimes, zeroCentimes } from '#shared/money.ts'
import type { Ref } from '#shared/ref.ts'
import { unreachable } from '#shared/result.ts'
import type { CustomerView } from '#shared/till/carnet.ts'
import type { PaymentMeans } from '#shared/till/cash.ts'
import type { ReviewView, SaleView } from '#shared/views.ts'
import type { Client } from '../../client.ts'
import type { Reader } from './reading.ts'
import type { EntryStep, Place, Service } from './services.ts'

/** Money of an earlier sale, whole: `isUsed` where it is to pay the sale that is looked at. */
export interface MoneyDue {
  readonly ref: Ref
  readonly amountCentimes: Centimes
  readonly isUsed: boolean
}

/** The same once the sale is in the journal: whether it was recorded that it pays this sale. */
export type DueAfter = Pick<MoneyDue, 'ref' | 'amountCentimes'> &
  ({ readonly used: 'no' | 'asked' | 'done' } | { readonly used: 'refused'; readonly error: AppError })

/** What is due pays a sale that is paid now, and none on account. */
export const dueFor = ({ due, means }: ReviewStep): MoneyDue | undefined =>
  due?.isUsed && means !== 'on-account' ? due : undefined

/** The last look before money moves. */
export interface ReviewStep {
  readonly kind: 'review'
  /** Where the way back leads. */
  readonly from: EntryStep
  readonly asked: ReviewInput
  readonly review: ReviewView
  /** What the customer pays with, where the cashier has said it; cash otherwise. */
  readonly means?: PaymentMeans
  /** What the customer has handed over, where the cashier has said it. */
  readonly givenCentimes?: Centimes
  /** The sales just before that are paid together with this one. */
  readonly joined?: readonly SaleView[]
  /** Who buys, where the cashier has said it, as they stood then. */
  readonly customer?: CustomerView
  /** What the shop owes the same customer for the sale in whose place this one is sold. */
  readonly due?: MoneyDue
  readonly error: AppError | null
  /** How many digits were typed here. */
  readonly digits?: number
}

/** What the customer pays of the sale in cash: what is due to them pays its part. */
export const cashFor = (step: ReviewStep): Centimes =>
  (step.means ?? 'cash') === 'cash'
    ? centimes(step.review.priceCentimes - (dueFor(step)?.amountCentimes ?? 0))
    : zeroCentimes

export const sumOf = (sales: readonly SaleView[]): Centimes =>
  sumCentimes(sales.map(({ priceCentimes }) => priceCentimes))

/** What was handed over beyond what is paid together; less than nothing while it does not suffice. */
export const changeOf = (step: ReviewStep): Centimes =>
  centimes((step.givenCentimes ?? 0) - cashFor(step) - sumOf(step.joined ?? []))

/** So many digits choose nothing at a review: somebody types a number, and looks at no screen. */
const digitsOfNumber = 4

/** A number was typed at this review: no Enter leads to its button. */
export const isTypedOver = ({ digits = 0 }: ReviewStep): boolean => digits >= digitsOfNumber

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

/** The sale is in the journal; the store has it by its ref. */
export interface OutcomeStep {
  readonly kind: 'outcome'
  readonly service: Place
  readonly ref: Ref
  readonly due?: DueAfter
  /** The cards whose codes were in sight, by their keys. */
  readonly seen?: readonly string[]
  /** The cashier was warned of unseen codes when the sale had so many cards. */
  readonly warnedOf?: number
  /** What was typed for the next sale while the codes were warned of. */
  readonly typed?: string
  /** What goes back to the customer of what they handed over for it. */
  readonly changeCentimes?: Centimes
}

/** Whether a code of the sale's cards was never in sight at its outcome. What is on paper is not looked at. */
export const hasUnseenCodes = ({ seen }: OutcomeStep, { cards }: Pick<SaleView, 'cards'>): boolean =>
  cards.some((card, place) => !seen?.includes(cardKeyOf(card, place)))

/** A card of a sale. One that comes later may stand before it: then it is another key, and its code is shown anew. */
export const cardKeyOf = ({ codeTail, serialTail }: SaleView['cards'][number], place: number): string =>
  [place, codeTail, serialTail ?? ''].join(' ')

export type SellStep = EntryStep | ReviewStep | ConfirmingStep | LostStep | OutcomeStep

export function serviceOf(step: SellStep): Place {
  switch (step.kind) {
    case 'entry':
    case 'outcome':
      return step.service
    case 'review':
      return step.from.service
    case 'confirming':
    case 'lost':
      return step.from.from.service
    default:
      return unreachable(step)
  }
}

/** The step's name, whatever its service. */
export const nameOfStep = (step: SellStep): string => (step.kind === 'entry' ? step.at : step.kind)

/** The sale was asked for, and the journal has not answered yet: nothing else takes its place. */
export const awaitsJournal = (step: SellStep): boolean => step.kind === 'confirming' || step.kind === 'lost'

/** Whether the sale was asked for, so that it must stay on the screen whatever else happens. */
export const holdsMoney = (step: SellStep): boolean => awaitsJournal(step) || step.kind === 'outcome'

// What the selling screen and a service's own steps are to one another.

/** What stands in a field of one service and is of another: what that one's `take` begins with. */
export interface HandedOver {
  readonly service: Service
  readonly take: unknown
}

export type ReviewInput = CommandInput<'sale.review'>

/** The selling screen, as a service's own steps use it: the cashier is at the step that was set last. */
export interface Wizard {
  readonly client: Client
  now(): SellStep
  setStep<Step extends SellStep>(step: Step): Step
  /**
   * Has the core price what was put together. The cashier stands at `waiting` meanwhile, and then at the review, from which
   * the way back leads to `settled`; or at `settled` with the error. An answer counts only for who still waits for it.
   * `inPlaceOf`: the sale in whose place this one is sold, whose money may be due.
   */
  price(asked: ReviewInput, waiting: EntryStep, settled: EntryStep, inPlaceOf?: Ref): Promise<void>
}

/** A service on sale: how it is put together, step by step. */
export interface ServiceFlow<Step extends { readonly at: string }, Entry, Take = never> {
  /** The key that opens it. */
  readonly key: string
  /** What it makes of a text that is typed before a service was opened. */
  readonly reader: Reader<Take>
  readonly firstStep: Step
  readonly inputModes: Readonly<Record<Step['at'], InputMode>>
  back(step: Step): Step
  /** The digit answers a question beside the field, and is not typed into it. */
  picksInField?(step: Step, digit: number): boolean
  /** A scanner has typed this text where the step takes it without a field. */
  takesScan?(step: Step, text: string): boolean
  /** What was scanned waits for the choice of the step: no text begins another sale there. */
  holdsScan?(step: Step): boolean
  /** The field of the step is still empty: Enter in it is no mistake and does nothing. What is missing is said by the button. */
  isFieldEmpty?(step: Step): boolean
  createEntry(wizard: Wizard): Entry
}

/** What the keyboard may do in the steps of any service; each does nothing where it has no meaning. */
export interface ServiceEntry<Take = never> {
  /** Begins at the first step with what its reader made of a text. */
  take?(taken: Take): void
  /** What another service begins with that is opened from this step, where what stands there is of that service. */
  handsOver?(step: SellStep): HandedOver | undefined
  /**
   * The cashier stands at the first step: what it shows is asked for here. `isOpened`: they came from another service, not
   * from a sale of this one.
   */
  begin?(isOpened: boolean): void
  /** The cashier goes to another service from this step: what has to last is kept here. */
  leave?(step: SellStep): void
  /** Enter, where something is typed or marked. */
  goOn(): void
  /** A digit, where there is a choice: 1 for the first, and 0 for all where several can be marked. */
  pickAt(digit: number): void
  /** A digit that came before its choice was there. */
  remember(digit: number): void
  /** The pad's, into the field of the step; or a character's that was held until the field stood there. */
  pressDigit(digit: string): void
  /** A text that a scanner has typed, at a step whose flow takes it. */
  scan?(text: string): void
  /** An arrow key in a field that has a list beside it: one further down or up. */
  move?(by: 1 | -1): void
}

/**
 * What a step takes from the keyboard: text into its field, a digit for one of its choices, digits that mark some of them
 * until Enter goes on, nothing but Enter, or nothing but a first digit while an answer is on its way.
 */
export type InputMode = 'typing' | 'choosing' | 'marking' | 'reading' | 'waiting'

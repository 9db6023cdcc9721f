/**
 * The steps of payment links: a reference is typed and its payment watched, or a new link is made and watched. No sale comes
 * of them: the customer pays the service by card, and the counter only looks.
 */
import { paymentLinkLifetimeMs } from '#shared/limits.ts'
import { centimesFromDinars, dinarsOf } from '#shared/money.ts'
import {
  checkLinkAmount,
  type FeeMode,
  feeModes,
  isLinkOver,
  type LinkAmountProblem,
  type NewPaymentLink,
  type PaymentLinkView,
  type PaymentRefProblem,
} from '#shared/payment-link.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { EntryOf } from '../sell/service-steps.ts'

const entry = { kind: 'entry', service: 'payment-link' } as const
type Entry = EntryOf<typeof entry.service>

/** A reference is typed, pasted or scanned. */
export interface RefStepState extends Entry {
  readonly at: 'link-ref'
  readonly typed: string
  readonly problem: PaymentRefProblem | null
  /** The reference of the link of this session that Enter opens; null: what is typed counts. */
  readonly marked: string | null
  /** Links can be made here; false until that is known. */
  readonly canMake: boolean
}

/** The service is asked where the payment stands. */
export interface AskingStepState extends Entry {
  readonly at: 'link-asking'
  readonly from: RefStepState
  readonly paymentRef: string
}

/** The payment is watched. */
export interface StatusStepState extends Entry {
  readonly at: 'link-status'
  readonly from: RefStepState
  readonly link: PaymentLinkView
  /** Where the customer pays; null for a link that was made elsewhere. */
  readonly paymentUrl: string | null
  /** Who waits for the look that is on its way. */
  readonly looking: 'cashier' | 'screen' | null
}

const formFields = ['amount', 'title'] as const
export type FormField = (typeof formFields)[number]

type AmountProblem = LinkAmountProblem | 'amount-missing' | 'not-an-amount'
type FormProblems = { readonly amount?: AmountProblem; readonly title?: 'link-title-missing' }

/** A new link is put together. */
export interface FormStepState extends Entry {
  readonly at: 'link-form'
  readonly from: RefStepState
  /** Where typing goes. */
  readonly field: FormField
  /** As typed. */
  readonly amount: string
  readonly title: string
  readonly feeMode: FeeMode
  readonly problems: FormProblems
  /** The link was asked for: it may be there already, whatever is pressed. */
  readonly isMaking: boolean
  /** One link of this form may have been made: another is the cashier's deliberate choice. */
  readonly isDoubted: boolean
}

export type PaymentLinkStep = RefStepState | AskingStepState | StatusStepState | FormStepState

export const firstPaymentLinkStep: RefStepState = {
  ...entry,
  at: 'link-ref',
  typed: '',
  problem: null,
  marked: null,
  canMake: false,
  error: null,
}

export function backInPaymentLinks(step: PaymentLinkStep): PaymentLinkStep {
  switch (step.at) {
    case 'link-ref':
      return { ...step, typed: '', marked: null, problem: null, error: null }
    case 'link-asking':
    case 'link-status':
      return step.from
    case 'link-form':
      return step.isMaking ? step : step.from
  }
}

/** The payment of a link, before it is looked at again. */
export const statusOf = (
  from: RefStepState,
  link: PaymentLinkView,
  paymentUrl: string | null,
): StatusStepState => ({
  ...entry,
  at: 'link-status',
  from,
  link,
  paymentUrl,
  looking: null,
  error: null,
})

export const formOf = (from: RefStepState): FormStepState => ({
  ...entry,
  at: 'link-form',
  from,
  field: 'amount',
  amount: '',
  title: '',
  feeMode: 'NO_FEE',
  problems: {},
  isMaking: false,
  isDoubted: false,
  error: null,
})

/** The link came to nothing, and a new one can be made here. */
export const offersAgain = ({ link, from }: StatusStepState): boolean =>
  from.canMake && isLinkOver(link) && link.phase !== 'paid'

/** The form of another link like the one that is watched; it begins at what is not known of that one. */
export function formAgain({ from, link }: StatusStepState, title: string | null): FormStepState {
  const { amountCentimes } = link
  const blank = formOf({ ...from, typed: '', marked: null, problem: null, error: null })
  if (amountCentimes === null) return { ...blank, title: title ?? '' }
  return { ...blank, field: 'title', amount: String(dinarsOf(amountCentimes)), title: title ?? '' }
}

/** Nothing is typed nor marked, and Enter makes a new link. */
export const offersForm = ({ typed, marked, canMake }: RefStepState): boolean =>
  canMake && marked === null && typed.trim() === ''

/** Of the first step only where Enter neither opens a marked link nor makes a new one. */
export function isFieldEmpty(step: PaymentLinkStep): boolean {
  if (step.at === 'link-form') return step[step.field] === ''
  return step.at === 'link-ref' && step.typed === '' && step.marked === null && !step.canMake
}

/** The next of the links that can be opened, up or down the list; none above the first. */
export function linkBeside(
  marked: string | null,
  links: readonly PaymentLinkView[],
  by: 1 | -1,
): string | null {
  const refs = links.map(({ paymentRef }) => paymentRef)
  const place = marked === null ? -1 : refs.indexOf(marked)
  if (place + by < 0) return null
  return refs[place + by] ?? refs[place] ?? null
}

/** The next of the ways to bear the fee, up or down; the same at either end. */
export const feeModeBeside = ({ feeMode }: FormStepState, by: 1 | -1): FeeMode =>
  feeModes[feeModes.indexOf(feeMode) + by] ?? feeMode

/** What is asked for, or what is wrong with the form. */
export function readForm({ amount, title, feeMode }: FormStepState): Result<NewPaymentLink, FormProblems> {
  const amountCentimes = readAmount(amount)
  const isUntitled = title.trim() === ''
  if (amountCentimes.ok && !isUntitled)
    return ok({ title: title.trim(), amountCentimes: amountCentimes.value, feeMode })
  return err({
    ...(amountCentimes.ok ? {} : { amount: amountCentimes.error }),
    ...(isUntitled ? { title: 'link-title-missing' as const } : {}),
  })
}

function readAmount(typed: string): Result<NewPaymentLink['amountCentimes'], AmountProblem> {
  if (typed === '') return err('amount-missing')
  const amount = centimesFromDinars(typed)
  return amount.ok ? checkLinkAmount(amount.value) : amount
}

// How much time an untouched link has left, as a clock that runs down.

const SECOND_MS = 1_000

/** `19:05`, and `0:00` once it is over; never more than a link's life, however wrong a clock is. */
export function timeLeft(endsByMs: number, nowMs: number): string {
  const leftMs = Math.min(Math.max(endsByMs - nowMs, 0), paymentLinkLifetimeMs)
  const seconds = Math.ceil(leftMs / SECOND_MS)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

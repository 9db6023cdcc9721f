/**
 * Money that goes back to customers, as the commands use it. Owns that what is due of a sale is given back once and whole:
 * the amount that was shown is compared with what is due now, and the journal refuses a second time whatever was compared; and
 * that the carnet of no other customer than the sale's, or than the one that it was credited to, takes it.
 */
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import type { MoneyMeans, PaymentMeans } from '#shared/till/cash.ts'
import {
  countedPartOf,
  fitsBalance,
  givenOf,
  owedOf,
  type RefundView,
  standingOf,
} from '#shared/till/refunds.ts'
import type { TillProblem } from '#shared/till/till.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { RefundEntryBody } from '../journal/till-entry.ts'
import { type Actor, needsOwner, type Signature, signatureOf } from './actor.ts'
import { problemOfDebt, takerOf } from './carnet.ts'
import { knownAct, openShiftIn, recordOnce, refuse, type TillParts } from './shifts.ts'

type Answer = Result<RefundView & { readonly isNew: boolean }, AppError>

export function giveBack(asked: CommandInput<'till.give-back'>, actor: Actor, parts: TillParts): Answer {
  const { actId, ref, amountCentimes, means, forRef, customerId, who } = asked
  return once('refund-given', asked, parts, (sale) => {
    const signed = signatureOf(actor, who)
    if (!signed.ok) return signed
    const problem = problemOfGiving(sale, asked, parts)
    if (problem) return refuse(problem)
    if (needsOwner(actor, amountCentimes, parts.settings().till.limits.refundCentimes))
      return refuse('needs-owner')
    const base = { kind: 'refund-given', actId, ref, amountCentimes } as const
    if (customerId !== undefined) {
      const done = signOf(signed.value, 'on-account', parts)
      return recordOnce(parts, { ...base, ...done, how: 'credited', customer: customerId })
    }
    const done = signOf(signed.value, means ?? meansOf(sale), parts)
    const body = { ...base, ...done, how: forRef === undefined ? 'paid' : 'reused' } as const
    return recordOnce(parts, forRef === undefined ? body : { ...body, forRef })
  })
}

function problemOfGiving(
  sale: StoredSale,
  { amountCentimes, forRef, customerId, means = meansOf(sale) }: CommandInput<'till.give-back'>,
  parts: TillParts,
): TillProblem | undefined {
  const { refund, state, balanceCentimes } = standingIn(sale, parts)
  if (state === 'given-back') return 'already-given-back'
  if (state !== 'due') return 'nothing-due'
  if (!fitsBalance(balanceCentimes, amountCentimes, sale.priceCentimes)) return 'amount-changed'
  if (customerId !== undefined) {
    const taker = takerOf(refund, customerId, parts)
    return taker.ok ? undefined : taker.error
  }
  if (sale.till?.means === 'on-account') return 'customer-missing'
  return forRef === undefined || canPay(forRef, sale, means, parts) ? undefined : 'cannot-reuse'
}

export type MoneyDue = NonNullable<CommandInput<'sale.confirm'>['due']>

/** The sale that is paid: it is not in the journal yet. */
export interface PaidSale {
  readonly reviewId: string
  readonly ref: Ref
  readonly means: PaymentMeans
}

/**
 * The entry by which all that is due for a sale pays another one, for the commit that records that one. Its id is made of the
 * review's: asked for again as an act of its own it is the same.
 */
export function payByDue(
  { ref, amountCentimes, who }: MoneyDue,
  { reviewId, ref: forRef, means }: PaidSale,
  actor: Actor,
  parts: TillParts,
): Result<RefundEntryBody, AppError> {
  const sale = parts.journal.readSale(ref)
  if (!sale) return err({ kind: 'sale-not-found', ref })
  const no = (problem: TillProblem) => err<AppError>({ kind: 'till', problem, ref })
  const actId = `due-${reviewId}`
  const signed = signatureOf(actor, who)
  if (!signed.ok) return signed
  if (parts.journal.till.findAct(actId)) return no('act-taken')
  if (means === 'on-account') return no('cannot-reuse')
  const problem = problemOfGiving(sale, { actId, ref, amountCentimes, means }, parts)
  if (problem) return no(problem)
  if (needsOwner(actor, amountCentimes, parts.settings().till.limits.refundCentimes)) return no('needs-owner')
  const base = { kind: 'refund-given', actId, ref, amountCentimes } as const
  return ok({ ...base, ...signOf(signed.value, means, parts), how: 'reused', forRef })
}

export function takeBack(asked: CommandInput<'till.take-back'>, actor: Actor, parts: TillParts): Answer {
  const { actId, ref, amountCentimes, means, customerId, who } = asked
  return once('refund-repaid', asked, parts, (sale) => {
    const signed = signatureOf(actor, who)
    if (!signed.ok) return signed
    const { refund, state, balanceCentimes, givenCentimes } = standingIn(sale, parts)
    if (state !== 'debt') return refuse('no-debt')
    if (!fitsBalance(balanceCentimes, amountCentimes, givenCentimes)) return refuse('amount-changed')
    const body = { kind: 'refund-repaid', actId, ref, amountCentimes } as const
    if (customerId !== undefined) {
      const problem = problemOfDebt(refund, { customerId, amountCentimes }, actor, parts)
      if (problem) return refuse(problem)
      const done = signOf(signed.value, 'on-account', parts)
      return recordOnce(parts, { ...body, ...done, customer: customerId })
    }
    return recordOnce(parts, { ...body, ...signOf(signed.value, means ?? meansOf(sale), parts) })
  })
}

/** Does it where the act is not there yet, and answers how the sale's refund stands then. */
function once(
  kind: 'refund-given' | 'refund-repaid',
  { actId, ref, amountCentimes, forRef, customerId }: CommandInput<'till.give-back'>,
  parts: TillParts,
  act: (sale: StoredSale) => Result<unknown, AppError>,
): Answer {
  const { journal } = parts
  const sale = journal.readSale(ref)
  if (!sale) return err({ kind: 'sale-not-found', ref })
  const known = knownAct(journal, actId, kind, { ref, amountCentimes, forRef, customer: customerId })
  const done = known ?? act(sale)
  if (!done.ok) return { ok: false, error: { ...done.error, ref } }
  const refund = journal.till.readRefund(ref)
  if (!refund) throw new Error(`the refund of ${ref} was recorded and is not there`)
  return ok({ ...refund, isNew: !known })
}

function standingIn(sale: StoredSale, { journal }: TillParts) {
  const refund = journal.till.readRefund(sale.ref)
  const givenCentimes = givenOf(refund)
  return { refund, ...standingOf(owedOf(sale, countedPartOf(refund)), givenCentimes), givenCentimes }
}

/** What was paid by card goes back to the card unless somebody says otherwise. */
const meansOf = ({ till }: StoredSale): MoneyMeans =>
  till === undefined || till.means === 'on-account' ? 'cash' : till.means

function signOf<Means extends PaymentMeans>(signature: Signature, means: Means, parts: TillParts) {
  const shift = openShiftIn(parts)?.shift
  return { ...signature, means, ...(shift === undefined ? {} : { shift }) }
}

/**
 * The sale that is paid by it is another one, was or may be delivered, and is paid by the means by which this money would go
 * back: one on account would stay owed, and of other means both counts would differ.
 */
function canPay(forRef: Ref, { ref }: StoredSale, means: MoneyMeans, { journal }: TillParts): boolean {
  const other = forRef === ref ? undefined : journal.readSale(forRef)
  if (other === undefined || (other.till?.means ?? 'cash') !== means) return false
  return [...openSaleStates, 'fulfilled', 'partly-fulfilled'].includes(other.state)
}

/**
 * What stands between a request and a second payment of the same thing (service-api.md, "Bill payment error codes" and
 * "POST /v3/bills/pay", rules 3 and 8). Invariant: no bill that was paid is paid again, and no two live transactions share a ref.
 */
import { type Centimes, dinarsOf } from '#shared/money.ts'
import type { BillPartner, BillServerState } from '#shared/products/bill.ts'
import { type Refusal, refuse } from '../answer.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import type { Call } from '../call.ts'
import { isRefConsumed } from '../store.ts'
import { transactionStep } from './outcome.ts'
import {
  type AccountKey,
  type BillTransaction,
  listByAnyRef,
  listPaymentsOfAccount,
  listPaymentsOfBill,
} from './transactions.ts'

/**
 * "Unique among live transactions for that partner", discovery refs and payment refs together. What live means is not said:
 * a transaction that failed or was refunded gives its refs free, or none ever does. One that succeeded keeps them in any
 * case, so that a ref always leads to the money that it moved.
 */
export function isRefTaken(
  { store, holder, nowMs, behaviour }: Call,
  { partner, ref }: { readonly partner: BillPartner; readonly ref: string },
): boolean {
  const dead = deadStates[behaviour.refsFreed]
  return (
    isRefConsumed(store, holder.environment, ref, partner) ||
    listByAnyRef(store, holder.environment, partner, ref).some(
      (one) => !dead.includes(transactionStep(one, nowMs).status),
    )
  )
}

const deadStates: Readonly<Record<Behaviour['refsFreed'], readonly BillServerState[]>> = {
  'failed-and-refunded': ['FAILED', 'REFUNDED'],
  never: [],
}

type PaymentGuard = 'paid' | 'under-way' | 'free'

type GuardingCall = Pick<Call, 'store' | 'holder' | 'nowMs' | 'behaviour'>

/** What became of the payments of one bill, whichever order it was a line of. */
export const guardOfBill = (call: GuardingCall, billId: string): PaymentGuard =>
  guardOf(listPaymentsOfBill(call.store, call.holder.environment, billId), call)

/** Whether any payment of this account has not finished. */
export const isAccountUnderWay = (call: GuardingCall, account: AccountKey): boolean =>
  listPaymentsOfAccount(call.store, call.holder.environment, account).some(
    (one) => guardOf([one], call) === 'under-way',
  )

/** Whether UNKNOWN is under way: it may yet be paid, and its completedAt is set. */
const unfinishedStates: Readonly<Record<Behaviour['unknownGuard'], readonly BillServerState[]>> = {
  'under-way': ['PROCESSING', 'UNKNOWN'],
  finished: ['PROCESSING'],
}

function guardOf(
  payments: readonly BillTransaction[],
  { nowMs, behaviour }: Pick<Call, 'nowMs' | 'behaviour'>,
): PaymentGuard {
  const statuses = payments.map((one) => transactionStep(one, nowMs).status)
  if (statuses.includes('SUCCESS')) return 'paid'
  const unfinished = unfinishedStates[behaviour.unknownGuard]
  return statuses.some((status) => unfinished.includes(status)) ? 'under-way' : 'free'
}

// The refusals that discovery and payment share (service-api.md, "Bill payment error codes"). All come before anything is charged.

export const refusals = {
  duplicatedRef: () => refuse(403, 'DUPLICATED_REF', 'This ref was already used for this partner'),
  invalidAccount: (partner: string) =>
    refuse(400, 'INVALID_ACCOUNT', `This identifier cannot be used for ${partner}`),
  /** Without Retry-After. */
  partnerUnavailable: (partner: string) =>
    refuse(503, 'PARTNER_UNAVAILABLE', `${partner} cannot be reached; nothing was charged`),
  paymentInProgress: () => refuse(409, 'PAYMENT_IN_PROGRESS', 'Another payment has not finished yet'),
  alreadyPaid: () => refuse(409, 'BILL_ALREADY_PAID', 'This is already paid'),
  notFound: (what = 'No such transaction') => refuse(404, 'NOT_FOUND', what),
  /** The document does not name it on this host; practice shows it, as on the platform. */
  balance: (requiredCentimes: Centimes, availableCentimes: Centimes) =>
    refuse(403, 'INSUFFICIENT_BALANCE', 'The balance is too low', {
      required: dinarsOf(requiredCentimes),
      available: dinarsOf(availableCentimes),
    }),
} as const satisfies Readonly<Record<string, (...about: never[]) => Refusal>>

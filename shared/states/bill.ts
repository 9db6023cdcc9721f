/**
 * A bill payment transaction at the service, verbatim from service-api.md, "States and transitions". Observed, never
 * stepped: an observation is judged by `reachable` over `billObservedTable`. A discovery becomes the payment in place.
 */
import type { ServerRow } from './server-row.ts'

export const billServerStates = [
  'PENDING',
  'READY',
  'PROCESSING',
  'UNKNOWN',
  'SUCCESS',
  'FAILED',
  'REFUNDED',
] as const
export type BillServerState = (typeof billServerStates)[number]

export const billTransactionTypes = ['discovery', 'payment'] as const
export type BillTransactionType = (typeof billTransactionTypes)[number]

/** The states that a transaction of each type can be in. */
export const billStatesOfType: Readonly<Record<BillTransactionType, readonly BillServerState[]>> = {
  discovery: ['PENDING', 'READY', 'FAILED'],
  payment: ['PROCESSING', 'SUCCESS', 'FAILED', 'REFUNDED', 'UNKNOWN'],
}

export const billServerTable: readonly ServerRow<
  BillServerState,
  BillServerState | '(none)' | 'a payment state'
>[] = [
  {
    from: '(none)',
    movedBy: 'POST /v3/bills/discover accepted',
    condition: 'partner ACTIVE, account acceptable',
    to: 'PENDING',
    also: 'type discovery',
  },
  {
    from: 'PENDING',
    movedBy: 'discovery finishes',
    condition: '',
    to: 'READY',
    also: 'bills filled (possibly empty); completedAt set',
  },
  { from: 'PENDING', movedBy: 'discovery fails', condition: '', to: 'FAILED', also: '' },
  {
    from: 'READY',
    movedBy: 'POST /v3/bills/pay accepted',
    condition: 'billId(s) all on this transaction; guards pass',
    to: 'PROCESSING',
    also: 'type becomes payment; selectedBill and total set',
  },
  {
    from: 'PROCESSING',
    movedBy: 'payment confirmed',
    condition: '',
    to: 'SUCCESS',
    also: 'receiptUrl and operationId set; completedAt set',
  },
  {
    from: 'PROCESSING',
    movedBy: 'payment declined or failed',
    condition: '',
    to: 'FAILED',
    also: 'error set; completedAt set; no money moved',
  },
  {
    from: 'PROCESSING',
    movedBy: 'outcome unconfirmed',
    condition: '',
    to: 'UNKNOWN',
    also: 'completedAt set; keep polling, never treat as failure',
  },
  {
    from: 'a payment state',
    movedBy: 'refund completed',
    condition: '',
    to: 'REFUNDED',
    also: 'error set; completedAt set',
  },
]

/** The states after which the service changes nothing more. */
export const billFinalStates: readonly BillServerState[] = ['SUCCESS', 'FAILED', 'REFUNDED']

/** "Money moved only in SUCCESS and REFUNDED": in REFUNDED it came back. */
export const billMoneyMovedStates: readonly BillServerState[] = ['SUCCESS', 'REFUNDED']

/**
 * What one observation may follow another. The document leaves open from where REFUNDED is entered, and how UNKNOWN
 * ends: public practice shows SUCCESS or REFUNDED. FAILED moved no money, so nothing of it can be refunded.
 */
export const billObservedTable: readonly {
  readonly from: BillServerState | '(none)'
  readonly to: BillServerState
}[] = [
  ...billServerTable.flatMap(({ from, to }) => (from === 'a payment state' ? [] : [{ from, to }])),
  { from: 'UNKNOWN', to: 'SUCCESS' },
  { from: 'PROCESSING', to: 'REFUNDED' },
  { from: 'UNKNOWN', to: 'REFUNDED' },
  { from: 'SUCCESS', to: 'REFUNDED' },
]

/** The codes of a transaction's own error ("Bill payment error codes", rule 3). */
export const billTransactionErrors = [
  'PAYMENT_DECLINED',
  'PARTNER_UNAVAILABLE',
  'INVALID_ACCOUNT',
  'BILL_ALREADY_PAID',
] as const
export type BillTransactionError = (typeof billTransactionErrors)[number]

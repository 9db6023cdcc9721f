/** POST /v3/bills/pay: pays one or several bills of a READY discovery (service-api.md, its rules 1 to 8). */
import * as z from 'zod'
import {
  billIdSchema,
  billIdsSchema,
  oneOfBillIdsMessage,
  repeatedBillIdMessage,
  serviceRefSchema,
  transactionIdSchema,
} from '#shared/ids.ts'
import { type Centimes, sumCentimes } from '#shared/money.ts'
import { meetsOrderMinimum } from '#shared/products/bill.ts'
import { type FieldProblem, found, type Host, type Refusal, type Reply, refuseFields } from '../answer.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { paceOf } from '../behaviour/times.ts'
import { postLater, readSpendable } from '../books.ts'
import { type Call, isRefusal, problemsOf } from '../call.ts'
import { consumeRef, type Store } from '../store.ts'
import { isOpen } from './discover.ts'
import { guardOfBill, isAccountUnderWay, isRefTaken, refusals } from './guards.ts'
import { paymentEnds, type Step, transactionStep } from './outcome.ts'
import { orderFee } from './owed.ts'
import { listedBillId } from './record.ts'
import {
  type BillLine,
  type BillTransaction,
  billKind,
  changeEnding,
  findTransaction,
  insertPayment,
} from './transactions.ts'

/** What will be paid: bills of the transaction in the order asked for, their sum and the one fee on it. */
interface Order {
  readonly transaction: BillTransaction
  readonly bills: readonly BillLine[]
  /** Every bill that was asked for is on the transaction. */
  readonly isWhole: boolean
  readonly amountCentimes: Centimes
  readonly feeCentimes: Centimes
  readonly ref: string
}

/**
 * Takes a payment and acknowledges it. Refuses, before anything is charged: ERR_VALIDATION, NOT_FOUND of the transaction,
 * and what the checks find, in the order that this service has.
 */
export function payBills(call: Call): Reply {
  const body = readPayBody(call.host, call.body)
  if (isRefusal(body)) return body
  return call.store
    .transaction(() => {
      const order = findOrder(call, body)
      if (isRefusal(order)) return order
      const refusal = refuseOrder(call, order)
      if (refusal) consumeRefused(call, order, refusal)
      return refusal ?? take(call, order)
    })
    .immediate()
}

/** Where the partner cannot be reached the ref is not consumed; of the other refusals nothing is said. */
function consumeRefused({ store, behaviour }: Call, { transaction, ref }: Order, { code }: Refusal): void {
  if (behaviour.refusedRef === 'used' && code !== 'PARTNER_UNAVAILABLE' && code !== 'DUPLICATED_REF')
    consumeRef(store, transaction.environment, ref, transaction.partner)
}

function findOrder(
  { store, holder, behaviour }: Call,
  { transactionId, billIds, ref }: PayBody,
): Order | Refusal {
  const transaction = findTransaction(store, holder.environment, transactionId)
  if (!transaction) return refusals.notFound()
  const bills = billIds.flatMap(
    (id) => transaction.lines.find((line) => listedBillId(transaction, line, behaviour) === id) ?? [],
  )
  const amounts = bills.map(({ amountCentimes }) => amountCentimes)
  return {
    transaction,
    bills,
    isWhole: bills.length === billIds.length,
    amountCentimes: sumCentimes(amounts),
    feeCentimes: orderFee(transaction.partner, amounts, behaviour),
    ref,
  }
}

type Check = (call: Call, order: Order) => Refusal | undefined

const checkRef: Check = (call, { transaction, ref }) =>
  isRefTaken(call, { partner: transaction.partner, ref }) ? refusals.duplicatedRef() : undefined

const STALE_AFTER_MS = 600_000

const checkState: Check = ({ nowMs, behaviour }, { transaction, isWhole }) => {
  const { status, sinceMs } = transactionStep(transaction, nowMs)
  if (status !== 'READY') return refusals.notFound('This transaction is not READY')
  const isStale = behaviour.staleBills === 'ten-minutes' && nowMs - sinceMs > STALE_AFTER_MS
  return isWhole && !isStale ? undefined : refusals.notFound('A bill is not on this transaction')
}

const checkPartner: Check = ({ store }, { transaction: { environment, partner, ending } }) =>
  ending === 'unavailable-at-payment' || !isOpen(store, environment, partner)
    ? refusals.partnerUnavailable(partner)
    : undefined

const checkGuards: Check = (call, { transaction, bills }) => {
  const guards = bills.map(({ billId }) => guardOfBill(call, billId))
  if (guards.includes('paid')) return refusals.alreadyPaid()
  const isUnderWay =
    guards.includes('under-way') ||
    (call.behaviour.payGuard === 'account' && isAccountUnderWay(call, transaction))
  return isUnderWay ? refusals.paymentInProgress() : undefined
}

/** The document does not say which is looked at first, and so which of several problems is reported. */
const checksInOrder: Readonly<Record<Behaviour['payChecks'], readonly Check[]>> = {
  'ref-first': [checkRef, checkState, checkPartner, checkGuards],
  'state-first': [checkState, checkRef, checkPartner, checkGuards],
  'partner-first': [checkPartner, checkRef, checkState, checkGuards],
  'guards-first': [checkGuards, checkRef, checkState, checkPartner],
}

function refuseOrder(call: Call, order: Order): Refusal | undefined {
  for (const check of checksInOrder[call.behaviour.payChecks]) {
    const refusal = check(call, order)
    if (refusal) return refusal
  }
  return refuseAmount(call, order)
}

function refuseAmount(call: Call, order: Order): Refusal | undefined {
  const { partner } = order.transaction
  if (!meetsOrderMinimum(partner, [order.amountCentimes])) {
    const reason = `the selected bills do not reach the minimum of ${partner}`
    return refuseFields(call.host, [{ field: 'billIds', value: null, reason }])
  }
  const { isShort, totalCentimes, spendableCentimes } = weigh(call, order)
  return isShort && call.behaviour.payBalance !== 'declined'
    ? refusals.balance(totalCentimes, spendableCentimes)
    : undefined
}

const totalOf = ({ amountCentimes, feeCentimes }: Order) => sumCentimes([amountCentimes, feeCentimes])

/** Whether the balance is too low for an order. The sandbox spends none. */
function weigh({ store }: Call, order: Order) {
  const { environment } = order.transaction
  const totalCentimes = totalOf(order)
  const spendableCentimes = readSpendable(store, environment)
  const isShort = environment === 'production' && spendableCentimes < totalCentimes
  return { isShort, totalCentimes, spendableCentimes }
}

function take(call: Call, order: Order): Reply {
  const { store, nowMs, speed, behaviour } = call
  const { id, ref } = order.transaction
  const { amountCentimes, feeCentimes } = order
  const billIds = order.bills.map(({ billId }) => billId)
  const paid = {
    amountCentimes,
    feeCentimes,
    acceptedAtMs: nowMs,
    speed: speed / paceOf[behaviour.paymentPace],
  }
  const ending = weigh(call, order).isShort ? 'declined' : order.transaction.ending
  insertPayment(store, id, { ...paid, ref: order.ref }, billIds)
  changeEnding(store, id, ending)
  planMoney(store, order, paymentEnds(ending, paid))
  return found({ transactionId: id, ref, status: 'PROCESSING' })
}

/**
 * "Money moved only in SUCCESS and REFUNDED": the total is debited when one of them is reached, and in REFUNDED it comes
 * back. Until then it is spoken for and cannot be spent on anything else.
 */
function planMoney(store: Store, order: Order, steps: readonly Step[]): void {
  const { id, ref, environment } = order.transaction
  const total = { environment, orderId: id, ref, kind: billKind, amountCentimes: totalOf(order) }
  const debited = steps.find(({ status }) => status === 'SUCCESS' || status === 'REFUNDED')
  const refunded = steps.find(({ status }) => status === 'REFUNDED')
  if (debited) postLater(store, { ...total, type: 'DEBIT', atMs: debited.sinceMs })
  if (refunded) postLater(store, { ...total, type: 'REFUND', atMs: refunded.sinceMs })
}

// The body of a payment (service-api.md, "POST /v3/bills/pay"): every failed field is reported, and rule 1 in the document's
// own words.

interface PayBody {
  readonly transactionId: string
  /** One entry is equivalent to billId (rule 4). */
  readonly billIds: readonly string[]
  readonly ref: string
}

const fieldsSchema = z.object({
  transactionId: transactionIdSchema,
  billId: billIdSchema.optional(),
  billIds: billIdsSchema.optional(),
  ref: serviceRefSchema,
})
const namesSchema = z.object({ billId: z.unknown(), billIds: z.unknown() }).partial()

/** The messages that the document gives word for word: they are the error's own where they apply. */
const documented: readonly string[] = [oneOfBillIdsMessage, repeatedBillIdMessage]

/** The body, or ERR_VALIDATION with every field that does not fit. */
function readPayBody(host: Host, body: unknown): PayBody | Refusal {
  const parsed = fieldsSchema.safeParse(body)
  const oneOf = oneOfProblem(body)
  if (parsed.success && !oneOf) {
    const { transactionId, billId, billIds, ref } = parsed.data
    return { transactionId, billIds: billIds ?? (billId === undefined ? [] : [billId]), ref }
  }
  const [first, ...more] = [
    ...(oneOf ? [oneOf] : []),
    ...(parsed.success ? [] : problemsOf(parsed.error, body)),
  ]
  const refusal = refuseFields(host, [
    first ?? { field: 'body', value: null, reason: 'does not fit' },
    ...more,
  ])
  const message = documented.find((text) => [first, ...more].some((problem) => problem?.reason === text))
  return message === undefined ? refusal : { ...refusal, message }
}

/** Reported beside the other fields, and not only once they fit. A body that is no object has no such problem. */
function oneOfProblem(body: unknown): FieldProblem | undefined {
  const names = namesSchema.safeParse(body)
  if (!names.success) return undefined
  const { billId, billIds } = names.data
  if ((billId === undefined) !== (billIds === undefined)) return undefined
  return { field: 'billId, billIds', value: null, reason: oneOfBillIdsMessage }
}

/** POST /v3/bills/pay: pays one or several bills of a READY discovery (service-api.md, its rules 1 to 8). */
import { meetsOrderMinimum } from '#shared/fees.ts'
import { type Centimes, sumCentimes } from '#shared/money.ts'
import { found, type Refusal, type Reply, refuseFields } from '../answer.ts'
import { postLater, readSpendable } from '../books.ts'
import type { Call } from '../call.ts'
import { isRefusal } from '../fields.ts'
import type { Store } from '../store.ts'
import { guardOfBill, isRefTaken } from './guards.ts'
import { paymentEnd, type Step, transactionStep } from './outcome.ts'
import { orderFee } from './owed.ts'
import { isOpen } from './partners.ts'
import { type PayBody, readPayBody } from './pay-body.ts'
import { refusals } from './refusals.ts'
import {
  type BillLine,
  type BillTransaction,
  billKind,
  findTransaction,
  insertPayment,
} from './transactions.ts'

/** What will be paid: bills of the transaction in the order asked for, their sum and the one fee on it. */
interface Order {
  readonly transaction: BillTransaction
  readonly bills: readonly BillLine[]
  readonly amountCentimes: Centimes
  readonly feeCentimes: Centimes
  readonly ref: string
}

/**
 * Takes a payment and acknowledges it. Refuses, in this order and before anything is charged: ERR_VALIDATION, NOT_FOUND
 * of the transaction, DUPLICATED_REF, NOT_FOUND of a READY state or of a bill, PARTNER_UNAVAILABLE, BILL_ALREADY_PAID,
 * PAYMENT_IN_PROGRESS, ERR_VALIDATION below the biller's minimum, INSUFFICIENT_BALANCE. A refused ref is not consumed.
 */
export function payBills(call: Call): Reply {
  const body = readPayBody(call.host, call.body)
  if (isRefusal(body)) return body
  return call.store
    .transaction(() => {
      const order = findOrder(call, body)
      if (isRefusal(order)) return order
      return refuseOrder(call, order) ?? take(call, order)
    })
    .immediate()
}

function findOrder(call: Call, { transactionId, billIds, ref }: PayBody): Order | Refusal {
  const { store, holder, nowMs } = call
  const transaction = findTransaction(store, holder.environment, transactionId)
  if (!transaction) return refusals.notFound()
  const { partner, lines } = transaction
  if (isRefTaken(store, holder.environment, { partner, ref }, nowMs)) return refusals.duplicatedRef()
  if (transactionStep(transaction, nowMs).status !== 'READY') {
    return refusals.notFound('This transaction is not READY')
  }
  const bills = billIds.flatMap((id) => lines.find(({ billId }) => billId === id) ?? [])
  if (bills.length < billIds.length) return refusals.notFound('A bill is not on this transaction')
  const amounts = bills.map(({ amountCentimes }) => amountCentimes)
  return {
    transaction,
    bills,
    amountCentimes: sumCentimes(amounts),
    feeCentimes: orderFee(partner, amounts),
    ref,
  }
}

function refuseOrder({ host, store, nowMs }: Call, order: Order): Refusal | undefined {
  const { environment, partner, ending } = order.transaction
  if (ending === 'unavailable-at-payment' || !isOpen(store, environment, partner)) {
    return refusals.partnerUnavailable(partner)
  }
  const guards = order.bills.map(({ billId }) => guardOfBill(store, environment, billId, nowMs))
  if (guards.includes('paid')) return refusals.alreadyPaid()
  if (guards.includes('under-way')) return refusals.paymentInProgress()
  if (!meetsOrderMinimum(partner, [order.amountCentimes])) {
    const reason = `the selected bills do not reach the minimum of ${partner}`
    return refuseFields(host, [{ field: 'billIds', value: null, reason }])
  }
  if (environment !== 'production') return undefined
  const totalCentimes = totalOf(order)
  const spendableCentimes = readSpendable(store, environment)
  return spendableCentimes < totalCentimes ? refusals.balance(totalCentimes, spendableCentimes) : undefined
}

const totalOf = ({ amountCentimes, feeCentimes }: Order) => sumCentimes([amountCentimes, feeCentimes])

function take({ store, nowMs, speed }: Call, order: Order): Reply {
  const { id, ref } = order.transaction
  const { amountCentimes, feeCentimes } = order
  const billIds = order.bills.map(({ billId }) => billId)
  const payment = { ref: order.ref, amountCentimes, feeCentimes, acceptedAtMs: nowMs, speed }
  insertPayment(store, id, payment, billIds)
  planMoney(store, order, paymentEnd(order.transaction.ending, payment))
  return found({ transactionId: id, ref, status: 'PROCESSING' })
}

/**
 * "Money moved only in SUCCESS and REFUNDED": the total is debited when one of them is reached, and in REFUNDED it comes
 * back in the same moment. Until then it is spoken for and cannot be spent on anything else.
 */
function planMoney(store: Store, order: Order, { status, sinceMs }: Step): void {
  const { id, ref, environment } = order.transaction
  const movement = {
    environment,
    orderId: id,
    ref,
    kind: billKind,
    amountCentimes: totalOf(order),
    atMs: sinceMs,
  }
  if (status === 'SUCCESS' || status === 'REFUNDED') postLater(store, { ...movement, type: 'DEBIT' })
  if (status === 'REFUNDED') postLater(store, { ...movement, type: 'REFUND' })
}

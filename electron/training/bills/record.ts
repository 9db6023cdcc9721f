/** A bill transaction as every reader is told it (service-api.md, "Bill payment transaction"): each field exactly when the table says. */
import { createHash } from 'node:crypto'
import { transactionAccountKeys } from '#shared/bill-partners.ts'
import { centimes, dinarsOf } from '#shared/money.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { billTime } from '../behaviour/times.ts'
import { ownIdOf } from '../made-up.ts'
import { type Step, transactionStep } from './outcome.ts'
import type { BillLine, BillPayment, BillTransaction } from './transactions.ts'

/** `origin` is the base address that was called, for the receipt's link. */
export function describeTransaction(
  transaction: BillTransaction,
  origin: string,
  nowMs: number,
  behaviour: Behaviour,
) {
  const isoTime = (atMs: number) => billTime(behaviour, atMs)
  const { id, ref, partner, accountValue, createdAtMs, payment } = transaction
  const step = transactionStep(transaction, nowMs)
  return {
    transactionId: id,
    ref,
    type: payment ? 'payment' : 'discovery',
    status: step.status,
    partner,
    account: { [transactionAccountKeys[partner]]: accountValue },
    currency: 'DZD',
    ...(step.status === 'READY'
      ? { bills: transaction.lines.map((line) => describeBill(transaction, line, behaviour)) }
      : {}),
    ...(payment ? describePayment(transaction, payment, behaviour) : {}),
    ...describeEnd(id, step, origin),
    createdAt: isoTime(createdAtMs),
    updatedAt: isoTime(step.sinceMs),
    completedAt: step.status === 'PENDING' || step.status === 'PROCESSING' ? null : isoTime(step.sinceMs),
  }
}

/** The bills of an order in the order in which they were asked for. */
export const paidLines = ({ lines }: BillTransaction): readonly BillLine[] =>
  lines
    .filter(({ paidPlace }) => paidPlace !== null)
    .toSorted((a, b) => (a.paidPlace ?? 0) - (b.paidPlace ?? 0))

/** The biller's own reference of a payment that succeeded. */
export const operationIdOf = (transactionId: string): string =>
  `OP${createHash('sha256').update(`operation ${transactionId}`).digest('hex').slice(0, 12).toUpperCase()}`

/** For several bills the first one stands for the order, with the sum of their amounts and the one fee on it. */
function describePayment(
  transaction: BillTransaction,
  { amountCentimes, feeCentimes }: BillPayment,
  behaviour: Behaviour,
) {
  const selected = paidLines(transaction)
  const [first] = selected
  if (!first) throw new Error(`a payment without bills: ${transaction.id}`)
  const order = selected.length === 1 ? first : { ...first, amountCentimes, feeCentimes }
  const describe = (line: BillLine) => {
    const bill = describeBill(transaction, line, behaviour)
    return behaviour.selectedBillId === 'own' ? { ...bill, billId: ownIdOf(bill.billId) } : bill
  }
  return {
    selectedBill: describe(order),
    ...(selected.length > 1 ? { selectedBills: selected.map(describe) } : {}),
    total: dinarsOf(centimes(amountCentimes + feeCentimes)),
  }
}

function describeEnd(id: string, { status, error }: Step, origin: string) {
  if (status === 'SUCCESS') {
    const receiptUrl = `${origin}/v3/bills/transactions/${id}/receipt`
    return { receiptUrl, operationId: operationIdOf(id) }
  }
  return error === undefined ? {} : { error: { code: error, message: errorMessages[error] } }
}

const errorMessages: Readonly<Record<NonNullable<Step['error']>, string>> = {
  PAYMENT_DECLINED: 'The biller declined the payment',
  PARTNER_UNAVAILABLE: 'The biller could not be reached',
  INVALID_ACCOUNT: 'The biller does not know this account',
  BILL_ALREADY_PAID: 'The bill was paid elsewhere',
}

/** The id under which a bill is listed: its own, or one that this discovery gave it. */
export const listedBillId = (
  { id }: BillTransaction,
  { billId }: BillLine,
  { billIds }: Behaviour,
): string => (billIds === 'by-account' ? billId : ownIdOf(`${id} ${billId}`))

function describeBill(transaction: BillTransaction, line: BillLine, behaviour: Behaviour) {
  const { amountCentimes, feeCentimes, label, period } = line
  const billId = listedBillId(transaction, line, behaviour)
  const bill = { billId, amount: dinarsOf(amountCentimes), fee: dinarsOf(feeCentimes) }
  if (behaviour.billExtras === 'absent') return bill
  const named = { ...bill, label, period }
  return transaction.partner === 'AADL' ? { ...named, breakdown: breakdownOf(line) } : named
}

/** The parts of AADL's one bill as practice shows them; they add up to its amount. */
function breakdownOf({ amountCentimes, period }: BillLine) {
  const charges = Math.floor(amountCentimes / 5)
  return {
    totalRent: dinarsOf(centimes(amountCentimes - charges)),
    totalCharges: dinarsOf(centimes(charges)),
    totalPenalties: 0,
    unpaidPeriods: 1,
    site: 'Site 12, Sidi Abdellah',
    dueDate: `30/${period}`,
  }
}

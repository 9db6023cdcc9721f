/** A bill transaction as it is answered (service-api.md, "Bill payment transaction"): each field exactly when the table says. */
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { serviceRefSchema } from '#shared/ids.ts'
import { billListLimit, billListOffset } from '#shared/limits.ts'
import { centimes, dinarsOf } from '#shared/money.ts'
import { billPartners, billServerStates, transactionAccountKeys } from '#shared/products/bill.ts'
import { found, type Reply } from '../answer.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { billClockErrorMs, billTime, lagMs } from '../behaviour/times.ts'
import { type Call, isRefusal, readFields } from '../call.ts'
import { digitsFrom, ownIdOf } from '../ids.ts'
import { isoMoment } from '../paging.ts'
import { refusals } from './guards.ts'
import { paymentEnds, type Step, transactionStep } from './outcome.ts'
import {
  type BillLine,
  type BillPayment,
  type BillTransaction,
  findByDiscoveryRef,
  findTransaction,
  listTransactions,
} from './transactions.ts'

/** `origin` is the base address that was called, for the receipt's link. */
function describeTransaction(
  transaction: BillTransaction,
  origin: string,
  nowMs: number,
  behaviour: Behaviour,
) {
  const isoTime = (atMs: number) => billTime(behaviour, atMs)
  const { id, ref, partner, createdAtMs, payment } = transaction
  const step = shownStep(transaction, nowMs, behaviour)
  const isReady = step.status === 'READY'
  return {
    ...(behaviour.absentBillFields === 'null' ? nothingThere : {}),
    transactionId: id,
    ref,
    type: payment ? 'payment' : 'discovery',
    status: step.status,
    partner,
    account: { [transactionAccountKeys[partner]]: shownAccount(transaction, behaviour) },
    currency: 'DZD',
    ...(isReady
      ? { bills: transaction.lines.map((line) => describeBill(transaction, line, behaviour)) }
      : {}),
    ...(payment ? describePayment(transaction, payment, behaviour) : {}),
    ...describeEnd(transaction, step, origin, behaviour),
    createdAt: isoTime(createdAtMs),
    updatedAt: isoTime(step.sinceMs),
    completedAt: step.status === 'PENDING' || step.status === 'PROCESSING' ? null : isoTime(step.sinceMs),
  }
}

/** What is there in some states alone. */
const nothingThere = {
  ...{ bills: null, selectedBill: null, selectedBills: null, total: null },
  ...{ receiptUrl: null, operationId: null, error: null },
}

/** Of forms that have no such field, the key that the document gives the partner may hold what the form named, or the biller's own. */
const formsOfAnotherKey: readonly string[] = [
  'electronic_payment_key',
  'sonelgaz.invoice_number',
  'ade.sub_id',
]

const shownAccount = (
  { accountField, accountValue }: BillTransaction,
  { transactionAccount }: Behaviour,
): string =>
  transactionAccount === 'own' && formsOfAnotherKey.includes(accountField)
    ? digitsFrom(`account ${accountValue}`, 12)
    : accountValue

/** What becomes of UNKNOWN is not shown: the biller may be asked anew, and the payment be PROCESSING again, before it ends. */
function shownStep(transaction: BillTransaction, nowMs: number, { unknownLeft }: Behaviour): Step {
  const step = transactionStep(transaction, nowMs)
  const { payment, ending } = transaction
  if (unknownLeft === 'at-its-end' || step.status !== 'UNKNOWN' || payment === null) return step
  const endMs = paymentEnds(ending, payment).at(-1)?.sinceMs ?? step.sinceMs
  const againMs = Math.ceil((step.sinceMs + endMs) / 2)
  return nowMs < againMs ? step : { status: 'PROCESSING', sinceMs: againMs }
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
    ...(selected.length > 1 ? { selectedBills: inOrder(selected, behaviour).map(describe) } : {}),
    total: dinarsOf(centimes(amountCentimes + feeCentimes)),
  }
}

/** The document says which id stands for the order, and not in which order its bills are listed. */
const inOrder = (lines: readonly BillLine[], { selectedOrder }: Behaviour): readonly BillLine[] =>
  selectedOrder === 'as-asked' ? lines : lines.toReversed()

function describeEnd(
  { id, payment }: BillTransaction,
  { status, error }: Step,
  origin: string,
  { paymentErrorCode }: Behaviour,
) {
  if (status === 'SUCCESS') {
    const receiptUrl = `${origin}/v3/bills/transactions/${id}/receipt`
    return { receiptUrl, operationId: operationIdOf(id) }
  }
  if (error === undefined) return {}
  const code = payment === null ? error : paymentErrorCode
  return { error: { code, message: errorMessages[code] } }
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

// Reading bill transactions: one by its id, one by its discovery ref, and the list (service-api.md).

/** GET /v3/bills/transactions/{transactionId}: one's own, of the key's environment, or NOT_FOUND. */
export function readTransaction(call: Call): Reply {
  const { store, holder, params } = call
  return describe(call, findTransaction(store, holder.environment, params['transactionId'] ?? ''))
}

const partner = z.enum(billPartners, `must be exactly one of ${billPartners.join(', ')}`)
const byRefQuerySchema = z.object({ ref: serviceRefSchema, partner })

/** GET /v3/bills/transactions/by-ref?ref=&partner=: by the discovery's ref; a payment's ref is never found. */
export function readTransactionByRef(call: Call): Reply {
  const query = readFields(call.host, byRefQuerySchema, Object.fromEntries(call.query))
  if (isRefusal(query)) return query
  const { store, holder } = call
  return describe(call, findByDiscoveryRef(store, holder.environment, query.partner, query.ref))
}

function describe(call: Call, transaction: BillTransaction | undefined): Reply {
  const { origin, nowMs, behaviour } = call
  const shown = transaction && asShown(call, transaction)
  return shown ? found(describeTransaction(shown, origin, nowMs, behaviour)) : refusals.notFound()
}

/** What was just written need not be read at once: the transaction is not there, or is as it was before it was paid. */
function asShown({ nowMs, behaviour }: Call, transaction: BillTransaction): BillTransaction | undefined {
  const { createdAtMs, payment } = transaction
  if (nowMs < createdAtMs + lagMs[behaviour.transactionLag]) return undefined
  const isPaid = payment !== null && nowMs >= payment.acceptedAtMs + lagMs[behaviour.paymentLag]
  return isPaid ? transaction : { ...transaction, payment: null }
}

const wholeNumber = (min: number, max: number, rule: string) =>
  z
    .string()
    .regex(/^[0-9]{1,15}$/, rule)
    .transform(Number)
    .pipe(z.number().min(min, rule).max(max, rule))

const limitRule = `must be a whole number from ${billListLimit.min} to ${billListLimit.max}`
const offsetRule = `must be a whole number from ${billListOffset.min}`

/** A bound of the list is compared with times as they are shown. */
const byServiceClock = (atMs: number | undefined, { billClock }: Behaviour): number | undefined =>
  atMs === undefined ? undefined : atMs - billClockErrorMs[billClock]

const listQuerySchema = z.object({
  status: z.enum(billServerStates, `must be one of ${billServerStates.join(', ')}`).optional(),
  partner: partner.optional(),
  from: isoMoment('first').optional(),
  to: isoMoment('last').optional(),
  limit: wholeNumber(billListLimit.min, billListLimit.max, limitRule).default(billListLimit.default),
  offset: wholeNumber(billListOffset.min, Number.MAX_SAFE_INTEGER, offsetRule).default(
    billListOffset.default,
  ),
})

/** GET /v3/bills/transactions: newest first, with the count of all that fit in meta.total. */
export function listBillTransactions(call: Call): Reply {
  const query = readFields(call.host, listQuerySchema, Object.fromEntries(call.query))
  if (isRefusal(query)) return query
  const { store, holder, origin, nowMs } = call
  const { limit, offset, status } = query
  const filter = {
    environment: holder.environment,
    partner: query.partner,
    fromMs: byServiceClock(query.from, call.behaviour),
    toMs: byServiceClock(query.to, call.behaviour),
  }
  const fitting = listTransactions(store, filter)
    .flatMap((one) => asShown(call, one) ?? [])
    .filter((one) => status === undefined || shownStep(one, nowMs, call.behaviour).status === status)
  const page = fitting.slice(offset, offset + limit)
  return found(
    page.map((one) => describeTransaction(one, origin, nowMs, call.behaviour)),
    { total: fitting.length, limit, offset },
  )
}

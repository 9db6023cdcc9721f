/** The reading of one bill (service-api.md, "Bill object"): its id and figures must be whole, its words may be left out. */
import * as z from 'zod'
import { billIdSchema, serviceRefSchema, transactionIdSchema } from '#shared/ids.ts'
import { billIds } from '#shared/limits.ts'
import { billStatesOfType, transactionAccountKeys } from '#shared/products/bill.ts'
import { dinars, text, wordOrNumber } from '../../api/envelope.ts'
import { isoTimeMs } from '../../api/iso-time.ts'
import { readBy } from '../../api/reading.ts'
import type { Bill, BillBreakdown, BillPayment, BillTransaction, FigureProblem } from './records.ts'

const optionalText = text.nullish().catch(null)
const optionalDinars = dinars.nullish().catch(null)

/** AADL's, from public practice: the document names it and does not show it. */
const breakdownSchema = z
  .object({
    totalRent: optionalDinars,
    totalCharges: optionalDinars,
    totalPenalties: optionalDinars,
    unpaidPeriods: wordOrNumber.nullish().catch(null),
    site: optionalText,
    dueDate: optionalText,
  })
  .transform(
    (breakdown): BillBreakdown => ({
      rentCentimes: breakdown.totalRent ?? null,
      chargesCentimes: breakdown.totalCharges ?? null,
      penaltiesCentimes: breakdown.totalPenalties ?? null,
      unpaidPeriods: breakdown.unpaidPeriods ?? null,
      site: breakdown.site ?? null,
      dueDate: breakdown.dueDate ?? null,
    }),
  )

export const billSchema = z
  .object({
    billId: billIdSchema,
    amount: dinars.refine((amount) => amount > 0),
    fee: dinars.refine((fee) => fee >= 0),
    label: optionalText,
    period: optionalText,
    breakdown: breakdownSchema.nullish().catch(null),
  })
  .transform(
    (bill): Bill => ({
      billId: bill.billId,
      amountCentimes: bill.amount,
      feeCentimes: bill.fee,
      label: bill.label ?? null,
      period: bill.period ?? null,
      breakdown: bill.breakdown ?? null,
    }),
  )

// Whether the figures of a payment agree with each other (service-api.md, "Bill payment transaction": total is amount
// and fee; of an order of several the amount is their sum and the id the first one's, in whichever order they are listed). Pure.

/** The parts of a record that speak of its payment, as they came. */
interface PaymentParts {
  readonly type: string
  readonly status: string
  readonly selectedBill?: unknown
  readonly selectedBills?: unknown
  readonly total?: unknown
}

const orderSchema = z.array(billSchema).min(1).max(billIds.maxCount)

/** Judges what a record says of its payment. Total: any values may be asked. */
function judgePayment(parts: PaymentParts): BillPayment {
  const { selectedBill, selectedBills, total } = parts
  const silent = selectedBill == null && total == null && isNone(selectedBills)
  if (silent && !isPayment(parts)) return { kind: 'none' }
  if (selectedBill == null || total == null) return unusable('missing')
  const bill = readBy(billSchema, selectedBill)
  const totalCentimes = readBy(dinars, total)
  const order = isNone(selectedBills) ? null : readBy(orderSchema, selectedBills)
  if (!bill.success || !totalCentimes.success || order?.success === false) return unusable('unreadable')
  if (bill.data.amountCentimes + bill.data.feeCentimes !== totalCentimes.data)
    return unusable('total-disagrees')
  const bills = order === null ? [bill.data] : order.data
  if (!comesTo(bill.data, bills)) return unusable('bills-disagree')
  return { kind: 'known', bill: bill.data, bills, totalCentimes: totalCentimes.data }
}

const { discovery, payment } = billStatesOfType
const paymentAlone: readonly string[] = payment.filter((status) => !discovery.includes(status))

/** Either word is enough: a SUCCESS that calls itself a discovery has taken money all the same. */
const isPayment = ({ type, status }: PaymentParts): boolean =>
  type === 'payment' || paymentAlone.includes(status)

/** An order of one bill may leave the list out or send it empty. */
const isNone = (bills: unknown): boolean => bills == null || (Array.isArray(bills) && bills.length === 0)

/** Added up without the bound on amounts of our own: any figures may come, and fifty of them stay exact. */
function comesTo(bill: Bill, bills: readonly Bill[]): boolean {
  const sum = bills.reduce((before, { amountCentimes }) => before + amountCentimes, 0)
  const ids = new Set(bills.map(({ billId }) => billId))
  return ids.has(bill.billId) && bill.amountCentimes === sum && ids.size === bills.length
}

const unusable = (problem: FigureProblem): BillPayment => ({ kind: 'unusable', problem })

// The reading of one bill payment transaction (service-api.md, "Bill payment transaction"; practice from its public
// clients). Who it is and how it stands must be there; what may be paid must be whole where it is READY; everything else
// that is odd is left out, so that it never hides a status.

const optionalWord = wordOrNumber.nullish().catch(null)

/** Bills are distinguished by their ids alone: two with one id cannot be. */
const billsSchema = z
  .array(billSchema)
  .refine((bills) => new Set(bills.map(({ billId }) => billId)).size === bills.length)

/** Times are the record's own; one that is not ISO 8601 is left out. */
const timeMs = z.union([isoTimeMs, z.iso.date().transform((date) => Date.parse(date))])
const optionalTimeMs = timeMs.nullish().catch(null)

/** Longer than any address that the service makes. */
const MAX_URL_LENGTH = 2_048
const MAX_MESSAGE_LENGTH = 500

const errorSchema = z.object({
  code: text,
  message: z
    .string()
    .transform((message) => message.slice(0, MAX_MESSAGE_LENGTH))
    .catch(''),
})

/** The document's keys, and the spellings of the requests, which practice repeats in answers. */
const accountKeys: readonly string[] = [
  ...Object.values(transactionAccountKeys),
  'code_client',
  'aadlNumber',
  'phone_number',
  'contract_number',
]

const accountNumberSchema = z.record(z.string(), z.unknown()).transform((account): string | null => {
  for (const key of accountKeys) {
    const accountNumber = account[key] == null ? undefined : readBy(wordOrNumber, account[key]).data
    if (accountNumber !== undefined) return accountNumber
  }
  return null
})

const recordSchema = z.object({
  transactionId: transactionIdSchema,
  ref: serviceRefSchema,
  type: text,
  status: text,
  /** A partner of a later day is kept as it is spelled. */
  partner: text.transform((partner) => partner.normalize('NFC')),
  currency: z.literal('DZD'),
  account: accountNumberSchema.nullish().catch(null),
  bills: billsSchema.nullish().catch(null),
  /** Judged together, because each may belie the others. */
  selectedBill: z.unknown().optional(),
  selectedBills: z.unknown().optional(),
  total: z.unknown().optional(),
  operationId: optionalWord,
  receiptUrl: z.string().min(1).max(MAX_URL_LENGTH).nullish().catch(null),
  error: errorSchema.nullish().catch(null),
  createdAt: optionalTimeMs,
  updatedAt: optionalTimeMs,
  completedAt: optionalTimeMs,
})

const asTransaction = (record: z.output<typeof recordSchema>): BillTransaction => ({
  transactionId: record.transactionId,
  ref: record.ref,
  type: record.type,
  status: record.status,
  partner: record.partner,
  accountNumber: record.account ?? null,
  bills: record.bills ?? null,
  payment: judgePayment(record),
  operationId: record.operationId ?? null,
  receiptUrl: record.receiptUrl ?? null,
  error: record.error ?? null,
  createdAtMs: record.createdAt ?? null,
  updatedAtMs: record.updatedAt ?? null,
  completedAtMs: record.completedAt ?? null,
})

/** READY without readable bills is no answer: taken for an empty list it would say that nothing is owed. */
export const billTransactionSchema: z.ZodType<BillTransaction> = recordSchema
  .refine(({ status, bills }) => status !== 'READY' || bills != null, 'READY tells its bills')
  .transform(asTransaction)

/**
 * The same as a row of the list, where practice leaves the bills out or sends an empty list for them: that says
 * nothing, and the transaction is read by its id before it is acted upon.
 */
export const billListRecordSchema: z.ZodType<BillTransaction> = recordSchema.transform((record) => {
  const transaction = asTransaction(record)
  return transaction.bills?.length === 0 ? { ...transaction, bills: null } : transaction
})

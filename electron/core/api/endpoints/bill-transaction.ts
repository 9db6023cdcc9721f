/**
 * The reading of one bill payment transaction (service-api.md, "Bill payment transaction"; practice from its public
 * clients). Who it is and how it stands must be there; what may be paid must be whole where it is READY; everything else
 * that is odd is left out, so that it never hides a status.
 */
import * as z from 'zod'
import { transactionAccountKeys } from '#shared/bill-partners.ts'
import { serviceRefSchema, transactionIdSchema } from '#shared/ids.ts'
import type { BillTransaction } from '../bill-records.ts'
import { text, wordOrNumber } from '../envelope.ts'
import { readBy } from '../read-by.ts'
import { billSchema } from './bill.ts'
import { judgePayment } from './bill-payment.ts'

const optionalWord = wordOrNumber.nullish().catch(null)

/** Bills are told apart by their ids alone: two with one id cannot be. */
const billsSchema = z
  .array(billSchema)
  .refine((bills) => new Set(bills.map(({ billId }) => billId)).size === bills.length)

/** Times are the record's own; one that is not ISO 8601 is not told. */
const timeMs = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).transform((told) => Date.parse(told))
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
    const told = account[key] == null ? undefined : readBy(wordOrNumber, account[key]).data
    if (told !== undefined) return told
  }
  return null
})

const told = z.object({
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

const asTransaction = (record: z.output<typeof told>): BillTransaction => ({
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
export const billTransactionSchema: z.ZodType<BillTransaction> = told
  .refine(({ status, bills }) => status !== 'READY' || bills != null, 'READY tells its bills')
  .transform(asTransaction)

/**
 * The same as a row of the list, where practice leaves the bills out or sends an empty list for them: nothing there is
 * told, and the transaction is read by its id before it is acted upon.
 */
export const billListRecordSchema: z.ZodType<BillTransaction> = told.transform((record) => {
  const transaction = asTransaction(record)
  return transaction.bills?.length === 0 ? { ...transaction, bills: null } : transaction
})

/**
 * The endpoints of bill payment (service-api.md, "Bill payment endpoints"). Discover and pay are acknowledged only: what
 * became of them is read from the transaction. A request that breaks a rule of its form is never built.
 */

import { createHash } from 'node:crypto'
import * as z from 'zod'
import { billIdSchema, billIdsSchema, serviceRefSchema, transactionIdSchema } from '#shared/ids.ts'
import { billListLimit, billListOffset } from '#shared/limits.ts'
import { type BillPartner, billPartners, billServerStates } from '#shared/products/bill.ts'
import { billAccountSchema, fitsPartner, formOfAccount } from '#shared/products/bill-account.ts'
import { type Ref, refSchema } from '#shared/ref.ts'
import type { Call } from '../../api/call.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { successOf } from '../../api/envelope.ts'
import { proveFileType, safeFileName } from '../../api/file-kind.ts'
import type { BindingReason } from '../../api/key-account-binding.ts'
import type { CallOutcome } from '../../api/outcome.ts'
import { type AnsweredFile, readBy } from '../../api/reading.ts'
import { listBillPartners, validateBillKey } from './bill-account.ts'
import type {
  BillAcknowledgement,
  BillDiscoverBody,
  BillList,
  BillListFilter,
  BillListRow,
  BillPayBody,
  BillReceipt,
  BillTransaction,
} from './records.ts'
import { billListRecordSchema, billTransactionSchema } from './transaction.ts'

const partner = z.enum(billPartners)

/** Any other word than the document's is no acknowledgement: the transaction is looked up instead. */
const acknowledged = (status: string): z.ZodType<BillAcknowledgement> =>
  successOf(
    z
      .object({ transactionId: transactionIdSchema, ref: serviceRefSchema, status: z.literal(status) })
      .transform(({ transactionId, ref }) => ({ transactionId, ref })),
  )

export const discoverBills: Endpoint<BillDiscoverBody, BillAcknowledgement> = {
  name: 'discoverBills',
  host: 'bills',
  method: 'POST',
  path: '/v3/bills/discover',
  class: 'known-by-ref',
  request: z
    .strictObject({ partner, account: billAccountSchema, ref: refSchema })
    .refine((body) => fitsPartner(body.partner, body.account)),
  answers: { 200: acknowledged('PENDING') },
  isOffered({ partner: biller, account }, { billForms }) {
    const form = formOfAccount(account)
    return billForms[biller].includes(form === 'phone_number' ? 'phoneNumber' : form)
  },
  agrees: (asked, answered) => answered.ref === asked.ref,
}

/** Strict objects, so that a body with both or neither fits none. */
const payBody = z.union([
  z.strictObject({ transactionId: transactionIdSchema, billId: billIdSchema, ref: refSchema }),
  z.strictObject({ transactionId: transactionIdSchema, billIds: billIdsSchema, ref: refSchema }),
])

/** The payment's ref is not in the answer: only the transaction says whose it is. */
export const payBills: Endpoint<BillPayBody, BillAcknowledgement> = {
  name: 'payBills',
  host: 'bills',
  method: 'POST',
  path: '/v3/bills/pay',
  class: 'known-by-ref',
  request: payBody,
  answers: { 200: acknowledged('PROCESSING') },
  agrees: (asked, answered) => answered.transactionId === asked.transactionId,
}

const byId = z.strictObject({ transactionId: transactionIdSchema })

export const findBill: Endpoint<z.infer<typeof byId>, BillTransaction> = {
  name: 'findBill',
  host: 'bills',
  method: 'GET',
  path: '/v3/bills/transactions/{transactionId}',
  class: 'read',
  request: byId,
  answers: { 200: successOf(billTransactionSchema) },
  agrees: (asked, answered) => answered.transactionId === asked.transactionId,
}

const byRef = z.strictObject({ ref: refSchema, partner })

/** By the discovery's ref alone: a payment's is always NOT_FOUND. */
export const findBillByRef: Endpoint<z.infer<typeof byRef>, BillTransaction> = {
  name: 'findBillByRef',
  host: 'bills',
  method: 'GET',
  path: { profile: 'billByRef' },
  class: 'read',
  request: byRef,
  answers: { 200: successOf(billTransactionSchema) },
  agrees: (asked, answered) => answered.ref === asked.ref && answered.partner === asked.partner,
}

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional()

const listRequest: z.ZodType<BillListFilter> = z.strictObject({
  status: z.enum(billServerStates).optional(),
  partner: partner.optional(),
  from: moment,
  to: moment,
  limit: z.int().min(billListLimit.min).max(billListLimit.max).optional(),
  offset: z.int().min(billListOffset.min).optional(),
})

const named = z.object({ transactionId: transactionIdSchema })

const row = z.unknown().transform((listed): BillListRow => {
  const read = readBy(billListRecordSchema, listed)
  if (read.success) return { kind: 'transaction', transaction: read.data }
  return { kind: 'unreadable', transactionId: readBy(named, listed).data?.transactionId ?? null }
})

const count = z.int().min(0)

const list = z
  .object({
    success: z.literal(true),
    data: z.array(row).max(billListLimit.max),
    meta: z.object({ total: count, limit: count, offset: count }),
  })
  .transform(
    ({ data, meta }): BillList => ({
      rows: data,
      totalCount: meta.total,
      limit: meta.limit,
      offset: meta.offset,
    }),
  )

/** Another page than the one asked for would leave transactions out unseen. The service may apply a smaller limit. */
export const listBills: Endpoint<BillListFilter, BillList> = {
  name: 'listBills',
  host: 'bills',
  method: 'GET',
  path: '/v3/bills/transactions',
  class: 'read',
  request: listRequest,
  answers: { 200: list },
  agrees: (asked, answered) =>
    answered.offset === (asked.offset ?? billListOffset.default) &&
    answered.rows.length <= Math.min(answered.limit, asked.limit ?? billListLimit.default),
}

/** One method an endpoint. */
export const billCalls = (call: Call) => ({
  validateBillKey: () => call(validateBillKey, {}),
  listBillPartners: () => call(listBillPartners, {}),
  /** Begins a discovery. In doubt is settled by findBillByRef. */
  discoverBills: ({ partner, account, ref }: BillDiscoverBody) =>
    onceNamed(call, () => call(discoverBills, { partner, account, ref })),
  /** Begins a payment of discovered bills. In doubt is settled by findBill: a payment's own ref finds nothing. */
  payBills: (body: BillPayBody) => onceNamed(call, () => call(payBills, body)),
  findBill: (transactionId: string) => call(findBill, { transactionId }),
  /** Looks a transaction up by its discovery's ref. */
  findBillByRef: (ref: Ref, partner: BillPartner) => call(findBillByRef, { ref, partner }),
  listBills: (filter: BillListFilter = {}) => call(listBills, filter),
  /** The receipt of a SUCCESS. Refused with NOT_FOUND while it is not ready yet, so that it is asked for again. */
  downloadReceipt: (transactionId: string) => call(downloadReceipt, { transactionId }),
})

const notNamed: BindingReason = 'bill-host-unknown'

/** Begins what the bill host works at. A host that has not named this key's environment is asked first; nothing left before. */
async function onceNamed<Value>(
  call: Call,
  begin: () => Promise<CallOutcome<Value>>,
): Promise<CallOutcome<Value>> {
  const outcome = await begin()
  if (outcome.kind !== 'not-sent' || outcome.reason !== notNamed) return outcome
  const named = await call(validateBillKey, {})
  return named.kind === 'accepted' ? begin() : outcome
}

// The receipt download (service-api.md, "GET /v3/bills/transactions/{transactionId}/receipt"). A file is accepted whole
// or not at all: its length and type must be what its headers say. 404 may also mean "not yet".

const answeredFile = z.custom<AnsweredFile>(
  (content) => typeof content === 'object' && content !== null && 'bytes' in content && 'headers' in content,
)

const receipt: z.ZodType<BillReceipt> = answeredFile.transform((file, context) => {
  const { bytes, headers } = file
  const type = proveFileType(headers['content-type'], bytes)
  if (type === undefined || !isWhole(file)) {
    context.addIssue('not a whole file of a known type')
    return z.NEVER
  }
  const name = safeFileName(headers['content-disposition'], type)
  return { bytes, type, name, sha256: createHash('sha256').update(bytes).digest('hex') }
})

/**
 * The transport ends a body that falls short of its Content-Length; a file that comes without one, and not in chunks
 * either, may have been cut anywhere. Bytes that a proxy has packed are not the file.
 */
function isWhole({ bytes, headers }: AnsweredFile): boolean {
  const length = headers['content-length']
  const ended =
    length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) === bytes.length
  return bytes.length > 0 && ended && (headers['content-encoding'] ?? 'identity') === 'identity'
}

const request = z.strictObject({ transactionId: transactionIdSchema })

const downloadReceipt: Endpoint<z.infer<typeof request>, BillReceipt> = {
  name: 'downloadReceipt',
  host: 'bills',
  method: 'GET',
  path: '/v3/bills/transactions/{transactionId}/receipt',
  class: 'read',
  request,
  answers: { 200: receipt },
  answerKind: 'file',
}

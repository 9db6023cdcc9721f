/** Reading bill transactions: one by its id, one by its discovery ref, and the list (service-api.md). */
import * as z from 'zod'
import { billPartners } from '#shared/bill-partners.ts'
import { serviceRefSchema } from '#shared/ids.ts'
import { billListLimit, billListOffset } from '#shared/limits.ts'
import { billServerStates } from '#shared/states/bill.ts'
import { found, type Reply } from '../answer.ts'
import { lagMs } from '../behaviour/times.ts'
import type { Call } from '../call.ts'
import { isRefusal, readFields } from '../fields.ts'
import { isoMoment } from './iso-moment.ts'
import { transactionStep } from './outcome.ts'
import { describeTransaction } from './record.ts'
import { refusals } from './refusals.ts'
import {
  type BillTransaction,
  findByDiscoveryRef,
  findTransaction,
  listTransactions,
} from './transactions.ts'

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
  const told = transaction && asTold(call, transaction)
  return told ? found(describeTransaction(told, origin, nowMs, behaviour)) : refusals.notFound()
}

/** What was just written need not be read at once: the transaction is not there, or is as it was before it was paid. */
function asTold({ nowMs, behaviour }: Call, transaction: BillTransaction): BillTransaction | undefined {
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
    fromMs: query.from,
    toMs: query.to,
  }
  const fitting = listTransactions(store, filter)
    .flatMap((one) => asTold(call, one) ?? [])
    .filter((one) => status === undefined || transactionStep(one, nowMs).status === status)
  const page = fitting.slice(offset, offset + limit)
  return found(
    page.map((one) => describeTransaction(one, origin, nowMs, call.behaviour)),
    { total: fitting.length, limit, offset },
  )
}

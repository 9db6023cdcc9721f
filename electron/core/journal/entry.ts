/**
 * The journal's entries: what happened, once, in order, never changed. Each body holds all that its projections need, so
 * that the tables the screens read can be rebuilt from entries alone.
 */
import * as z from 'zod'
import { centimesSchema } from '#shared/money.ts'
import { internetTypes } from '#shared/phone.ts'
import { refSchema } from '#shared/ref.ts'
import { environments, internetOrderSchema, subscriberSchema } from '#shared/views.ts'

const requestId = z.string().nullable()
const attempt = z.int().positive()
const bySale = { ref: refSchema }

/** The exact body that a sale sends. */
export const saleRequestSchema = z.strictObject({
  type: z.enum(internetTypes),
  number: z.string(),
  value: z.number(),
  ref: refSchema,
})

export const entryBodySchema = z.discriminatedUnion('kind', [
  /** Entry 1 of every journal. A journal never changes its environment or account. */
  z.strictObject({
    kind: z.literal('journal-created'),
    journalId: z.string(),
    environment: z.enum(environments),
    account: z.string(),
  }),
  /** A confirmed sale, with the exact request it will send. Always in one commit with its first `attempt-started`. */
  z.strictObject({
    kind: z.literal('sale-recorded'),
    ...bySale,
    reviewId: z.string(),
    order: internetOrderSchema,
    subscriber: subscriberSchema.nullable(),
    priceCentimes: centimesSchema,
    costCentimes: centimesSchema,
    request: saleRequestSchema,
  }),
  z.strictObject({ kind: z.literal('attempt-started'), ...bySale, attempt }),
  z.strictObject({ kind: z.literal('accepted'), ...bySale, attempt, topupId: z.string(), requestId }),
  z.strictObject({
    kind: z.literal('refused'),
    ...bySale,
    attempt,
    code: z.string(),
    message: z.string(),
    requestId,
  }),
  z.strictObject({ kind: z.literal('not-sent'), ...bySale, attempt, reason: z.string() }),
  z.strictObject({ kind: z.literal('doubted'), ...bySale, reason: z.string(), requestId }),
  /** Look-ups found nothing under this ref, for long enough to believe it. */
  z.strictObject({ kind: z.literal('not-found'), ...bySale, lookUps: z.int().positive(), requestId }),
  /** A look-up saw a status that differs from the last one seen. `expected` is false where the specification's table
   * cannot reach it from the last one. */
  z.strictObject({
    kind: z.literal('observed'),
    ...bySale,
    status: z.string(),
    expected: z.boolean(),
    topupId: z.string().nullable(),
    transactionNumber: z.string().nullable(),
    cardTail: z.string().nullable(),
    requestId,
  }),
  z.strictObject({ kind: z.literal('cancelled'), ...bySale }),
])
export type EntryBody = z.infer<typeof entryBodySchema>
export type SaleEntryBody = Exclude<EntryBody, { kind: 'journal-created' }>

export interface Entry {
  /** From 1, without gaps. */
  readonly sequence: number
  readonly atMs: number
  readonly body: EntryBody
  /** SHA-256 over the previous entry's hash and this entry's canonical bytes, in hexadecimal. */
  readonly hash: string
}

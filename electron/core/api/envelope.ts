/**
 * The shapes that every answer shares (service-api.md, "Response envelope"). Owns the reading of money and of free text
 * at the edge: what is not a whole number of centimes is not an amount. Fields the document does not name are let pass.
 */
import * as z from 'zod'
import { type Centimes, centimesFromDinars, nearestCentimes } from '#shared/money.ts'
import type { Result } from '#shared/result.ts'

/** A success whose `data` has this shape; the value is `data` alone. */
export const successOf = <Data>(data: z.ZodType<Data>): z.ZodType<Data> =>
  z.object({ success: z.literal(true), data }).transform((body) => body.data)

const amountReadBy = (read: (value: number) => Result<Centimes, 'not-an-amount'>, otherwise: string) =>
  z.number().transform((value, context) => {
    const amount = read(value)
    if (amount.ok) return amount.value
    context.addIssue(otherwise)
    return z.NEVER
  })

/** Dinars as a JSON number, read into whole centimes. */
export const dinars = amountReadBy(centimesFromDinars, 'not a whole number of centimes')

/** What moved on the account or stands on it: to the nearest centime, because nothing says that the service rounds it. */
export const accountDinars = amountReadBy(nearestCentimes, 'not an amount')

/** Longer than any name or number of the document, short enough for a journal entry. */
const MAX_TEXT_LENGTH = 200
export const text = z.string().min(1).max(MAX_TEXT_LENGTH)

/** A number or word that some answers spell as a JSON number. */
export const wordOrNumber = z.union([text, z.number().transform(String)])

const MAX_MESSAGE_LENGTH = 500

/** The error shape. What its details say is read, and bounded, by shared/service-refusal.ts; the rest goes no further. */
export const failureSchema = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string().min(1).max(MAX_TEXT_LENGTH),
    message: z.string().transform((message) => message.slice(0, MAX_MESSAGE_LENGTH)),
    details: z.unknown().default(null),
  }),
})
export type Failure = z.output<typeof failureSchema>

/** What any body may say about itself, whatever else it holds. */
export const aboutSchema = z.object({
  requestId: z.unknown().optional(),
  meta: z
    .object({ timestamp: z.unknown().optional(), requestId: z.unknown().optional() })
    .optional()
    .catch(undefined),
})

/**
 * The body of a payment (service-api.md, "POST /v3/bills/pay"): every failed field is told, and rule 1 in the document's
 * own words.
 */
import * as z from 'zod'
import {
  billIdSchema,
  billIdsSchema,
  oneOfBillIdsMessage,
  repeatedBillIdMessage,
  serviceRefSchema,
  transactionIdSchema,
} from '#shared/ids.ts'
import { type FieldProblem, type Host, type Refusal, refuseFields } from '../answer.ts'
import { problemsOf } from '../fields.ts'

export interface PayBody {
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
export function readPayBody(host: Host, body: unknown): PayBody | Refusal {
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

/** Told beside the other fields, and not only once they fit. A body that is no object has no such problem. */
function oneOfProblem(body: unknown): FieldProblem | undefined {
  const names = namesSchema.safeParse(body)
  if (!names.success) return undefined
  const { billId, billIds } = names.data
  if ((billId === undefined) !== (billIds === undefined)) return undefined
  return { field: 'billId, billIds', value: null, reason: oneOfBillIdsMessage }
}

/**
 * What a call's answer proves. Pure. Only two answers are definite: a 200 that fits its schema and speaks of what was
 * asked, and a refusal in the document's error shape that the table knows to come before any charge. Everything else is
 * in doubt, for reads as for sends: a reader's caller takes it as no usable answer.
 */
import { explainServiceError, findServiceError } from '#shared/service-errors.ts'
import type { Endpoint } from './endpoint.ts'
import { failureSchema } from './envelope.ts'
import type { CallEvidence, CallOutcome, ServiceError } from './outcome.ts'
import type { Reading } from './reading.ts'

/** Why an answer is in doubt, beside the transport's own reasons and the codes of the table that prove nothing. */
export type DoubtReason =
  | 'empty-answer'
  | 'not-json'
  | 'not-text'
  | 'wrong-shape'
  | 'answer-disagrees'
  | 'success-false'
  | 'redirected'
  | 'unknown-code'
  | 'unexpected-status'

/** Judges the reading of the answer to `asked`. */
export function classify<Input, Value>(
  endpoint: Endpoint<Input, Value>,
  asked: Input,
  reading: Reading,
  evidence: CallEvidence,
): CallOutcome<Value> {
  if (reading.kind === 'not-sent') return { kind: 'not-sent', reason: reading.reason, evidence }
  const { status } = reading
  if (status !== null && status >= 300 && status < 400) return doubt('redirected', evidence)
  if (reading.kind === 'unreadable') return { kind: 'in-doubt', reason: reading.reason, evidence }
  if (status === 200) return judgeSuccess(endpoint, asked, reading.content, evidence)
  const failure = failureSchema.safeParse(reading.content)
  if (!failure.success) return doubt('wrong-shape', evidence)
  return judgeFailure(endpoint, reading.status, failure.data.error, evidence)
}

function judgeSuccess<Input, Value>(
  endpoint: Endpoint<Input, Value>,
  asked: Input,
  content: unknown,
  evidence: CallEvidence,
): CallOutcome<Value> {
  const answer = endpoint.answers[200].safeParse(content)
  if (!answer.success) {
    return doubt(failureSchema.safeParse(content).success ? 'success-false' : 'wrong-shape', evidence)
  }
  if (endpoint.agrees?.(asked, answer.data) === false) return doubt('answer-disagrees', evidence)
  return { kind: 'accepted', value: answer.data, evidence }
}

function judgeFailure<Input, Value>(
  endpoint: Endpoint<Input, Value>,
  status: number,
  error: ServiceError,
  evidence: CallEvidence,
): CallOutcome<Value> {
  const { host } = endpoint
  const row = explainServiceError(host, status, error.code)
  if (row === undefined) {
    return doubt(findServiceError(host, error.code) ? 'unexpected-status' : 'unknown-code', evidence)
  }
  const proves = row.money === 'no' && (row.on === 'any' || endpoint.class === 'read')
  if (!proves) {
    return { kind: 'in-doubt', reason: row.code.toLowerCase().replaceAll('_', '-'), evidence }
  }
  /** Without a ref the service cannot know a request again: a second one would be a second order. */
  const refReusable = row.refReusable && endpoint.class !== 'starts-again'
  return { kind: 'refused', error, refReusable, evidence }
}

const doubt = (reason: DoubtReason, evidence: CallEvidence) =>
  ({ kind: 'in-doubt', reason, evidence }) as const

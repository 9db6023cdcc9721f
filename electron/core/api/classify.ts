/**
 * What a call's answer proves. Pure. Only two answers are definite: a success that fits its schema and speaks of what was
 * asked, and a refusal in the document's error shape that the table knows to come before any charge. Everything else is
 * in doubt, for reads as for sends: a reader's caller takes it as no usable answer.
 */
import { findServiceError } from '#shared/service-errors.ts'
import { readServiceRefusal } from '#shared/service-refusal.ts'
import type { Endpoint } from './endpoint.ts'
import { type Failure, failureSchema } from './envelope.ts'
import type { CallEvidence, CallOutcome } from './outcome.ts'
import { type Reading, readBy } from './reading.ts'

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
  if (reading.status >= 200 && reading.status < 300)
    return judgeSuccess(endpoint, asked, reading.content, evidence)
  const failure = readBy(failureSchema, reading.content)
  if (!failure.success) return doubt('wrong-shape', evidence)
  return judgeFailure(endpoint, reading, failure.data.error, evidence)
}

function judgeSuccess<Input, Value>(
  endpoint: Endpoint<Input, Value>,
  asked: Input,
  content: unknown,
  evidence: CallEvidence,
): CallOutcome<Value> {
  const answer = readBy(endpoint.answers[200], content)
  if (!answer.success) {
    return doubt(readBy(failureSchema, content).success ? 'success-false' : 'wrong-shape', evidence)
  }
  if (endpoint.agrees?.(asked, answer.data) === false) return doubt('answer-disagrees', evidence)
  return { kind: 'accepted', value: answer.data, evidence }
}

function judgeFailure<Input, Value>(
  endpoint: Endpoint<Input, Value>,
  { status, retryAfter }: Extract<Reading, { kind: 'message' }>,
  error: Failure['error'],
  evidence: CallEvidence,
): CallOutcome<Value> {
  const { host, codeOfStatus } = endpoint
  const answer = { ...error, status, retryAfter }
  const refusal = readServiceRefusal(host, answer, evidence.endedAtMs, codeOfStatus)
  const { code, meaning } = refusal
  if (code === 'unexplained') {
    return doubt(findServiceError(host, error.code) ? 'unexpected-status' : 'unknown-code', evidence)
  }
  const answersThis = meaning.on === 'any' || endpoint.class === 'read'
  if (meaning.money === 'unknown' || !answersThis) {
    return { kind: 'in-doubt', reason: code.toLowerCase().replaceAll('_', '-'), evidence }
  }
  return { kind: 'refused', refusal, evidence }
}

const doubt = (reason: DoubtReason, evidence: CallEvidence) =>
  ({ kind: 'in-doubt', reason, evidence }) as const

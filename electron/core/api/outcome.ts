/**
 * The four ways a call can end, and nothing else. The heart of the rule that only a definite answer is an outcome:
 * whatever cannot be proved to be one of the first three is in doubt.
 */
import type { ExplainedRefusal } from '#shared/service-refusal.ts'

/** What is kept of a call for support and for the journal. Never a header, never the key. */
export interface CallEvidence {
  readonly endpoint: string
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly httpStatus: number | null
  readonly requestId: string | null
}

export type CallOutcome<T> =
  /** A success whose body fits its schema. */
  | { readonly kind: 'accepted'; readonly value: T; readonly evidence: CallEvidence }
  /**
   * A definite refusal in the document's error shape: this delivery of the request charged nothing. What stands between may
   * deliver a request twice, so of one that starts work it says nothing of the other delivery.
   */
  | { readonly kind: 'refused'; readonly refusal: ExplainedRefusal; readonly evidence: CallEvidence }
  /** No byte of the request left this machine. */
  | { readonly kind: 'not-sent'; readonly reason: string; readonly evidence: CallEvidence }
  /** Anything else. */
  | { readonly kind: 'in-doubt'; readonly reason: string; readonly evidence: CallEvidence }

/**
 * The four ways a call can end, and nothing else. The heart of the rule that only a definite answer is an outcome:
 * whatever cannot be proved to be one of the first three is in doubt.
 */

/** What is kept of a call for support and for the journal. Never a header, never the key. */
export interface CallEvidence {
  readonly endpoint: string
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly httpStatus: number | null
  readonly requestId: string | null
}

export interface ServiceError {
  /** As the service spells it. */
  readonly code: string
  readonly message: string
  readonly details: unknown
}

export type CallOutcome<T> =
  /** 200 with a body that fits its schema. */
  | { readonly kind: 'accepted'; readonly value: T; readonly evidence: CallEvidence }
  /** A definite refusal in the document's error shape: nothing was charged. `refReusable`: the same ref may be sent again. */
  | {
      readonly kind: 'refused'
      readonly error: ServiceError
      readonly refReusable: boolean
      readonly evidence: CallEvidence
    }
  /** No byte of the request left this machine. */
  | { readonly kind: 'not-sent'; readonly reason: string; readonly evidence: CallEvidence }
  /** Anything else. */
  | { readonly kind: 'in-doubt'; readonly reason: string; readonly evidence: CallEvidence }

/**
 * Whether a call is tried again, and when. Pure. Keeps that a POST never is: only a question may be asked twice. A try
 * that ran out of time is not repeated either: a person waits for the answer, and whoever polls asks again in its turn.
 */
import { retryAfterMs } from '#shared/service-refusal.ts'
import type { LostReason, NotSentReason, TransportResult } from './transport.ts'

export interface RetryLimits {
  /** Tries of one call, the first included. */
  readonly maxTries: number
  /** The wait after the first try; it doubles with each. */
  readonly retryBaseMs: number
  /** A next try begins this long after the call at the latest, whatever Retry-After says. */
  readonly retryWithinMs: number
}

export interface Tried {
  readonly method: 'GET' | 'POST'
  readonly result: TransportResult
  /** How many tries there were, and how long they and the waits between them took. */
  readonly tries: number
  readonly spentMs: number
  /** How long the rate limit leaves no room for another try; 0 where there is some, or the call need not ask. */
  readonly rateWaitMs: number
  /** For a Retry-After that is a date. */
  readonly nowMs: number
  /** A number from 0 to 1 by chance, so that many counters do not come back together. */
  readonly random: number
}

/** A name that is refused or a certificate that nobody vouches for stays so; the others are a line that may come back. */
const passingNotSent: readonly NotSentReason[] = ['dns', 'connection-refused', 'no-route', 'connect-failed']
const passingLost: readonly LostReason[] = ['cut-before-answer', 'cut-in-answer']
const passingStatuses: readonly number[] = [500, 502, 503, 504]
/** Asked again only where the service says when: guessing would use up what others are short of. */
const tooManyRequests = 429
/** A refusal of the key even where the rest of the answer is lost: another try would be another failed attempt. */
const unauthorized = 401

/** The wait before the next try in milliseconds, or undefined where there is none. */
export function retryWaitMs(tried: Tried, limits: RetryLimits): number | undefined {
  const { method, result, tries, spentMs, rateWaitMs, nowMs, random } = tried
  if (method === 'POST' || tries >= limits.maxTries || !isPassing(result)) return undefined
  const askedMs =
    result.kind === 'not-sent' ? null : retryAfterMs(result.headers['retry-after'] ?? null, nowMs)
  if (askedMs === null && statusOf(result) === tooManyRequests) return undefined
  const backoffMs = limits.retryBaseMs * 2 ** (tries - 1) * (0.5 + random / 2)
  const waitMs = Math.ceil(Math.max(askedMs ?? 0, backoffMs, rateWaitMs))
  return spentMs + waitMs <= limits.retryWithinMs ? waitMs : undefined
}

function isPassing(result: TransportResult): boolean {
  if (result.kind === 'not-sent') return passingNotSent.includes(result.reason)
  if (result.kind === 'lost') return passingLost.includes(result.reason) && result.status !== unauthorized
  return passingStatuses.includes(result.status) || result.status === tooManyRequests
}

const statusOf = (result: TransportResult): number | null => ('status' in result ? result.status : null)

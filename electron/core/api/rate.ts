/**
 * The rate budget and who may spend it. Owns the rule that the cashier's calls never wait and whatever runs by itself does:
 * background work asks `backgroundWaitMs` first and leaves a share of the limit alone. What is left is known from the
 * service's headers (service-api.md, "Limits": X-RateLimit-Limit, -Remaining and -Reset in epoch seconds) and from our
 * own count of a minute, because the document does not show the window and not every answer carries the headers. Told in
 * the machine's own time, because the two clocks may differ.
 */
import { rateLimitCount } from '#shared/limits.ts'
import { retryAfterMs } from '#shared/service-refusal.ts'
import type { AnswerHeaders, TransportResult } from './transport.ts'

interface Told {
  readonly limit: number
  readonly remaining: number
  /** When the window starts anew, by the machine's clock. */
  readonly resetAtMs: number
}

/** Work that runs by itself: somebody waits for its answer at the counter, a sale does, or nothing does. */
export type Urgency = 'awaited' | 'backlog' | 'leisure'

/** The share of the limit that each leaves alone: for the counter, and for what comes before it. */
const sharesLeft: Readonly<Record<Urgency, number>> = { awaited: 0.25, backlog: 0.4, leisure: 0.6 }
/** The window of our own count. */
const MINUTE_MS = 60_000
/** No window and no pause is believed to be longer: a nonsensical header must not hold background work for days. */
const MAX_HOLD_MS = 3_600_000
/** Requests of a minute that are remembered; the limit is far below. */
const MAX_COUNTED = 1_000

export interface RateMeter {
  /** A request leaves; its end tells what came back and what the service's clock said. */
  begin(nowMs: number): (result: TransportResult, nowMs: number, serverTimeMs: number | null) => void
  /** How long background work waits before its next call, in milliseconds; 0: it may go. */
  backgroundWaitMs(nowMs: number, urgency?: Urgency): number
}

export function createRateMeter(): RateMeter {
  let told: Told | null = null
  let pausedUntilMs = 0
  let inFlight = 0
  let sentAtMs: readonly number[] = []

  function read(headers: AnswerHeaders, nowMs: number, serverTimeMs: number | null): void {
    const limit = count(headers['x-ratelimit-limit'])
    const remaining = count(headers['x-ratelimit-remaining'])
    const resetS = count(headers['x-ratelimit-reset'])
    if (limit === undefined || remaining === undefined || resetS === undefined) return
    const untilResetMs = hold(resetS * 1_000 - (serverTimeMs ?? nowMs))
    // What is still under way may not be counted yet.
    told = { limit, remaining: Math.max(0, remaining - inFlight), resetAtMs: nowMs + untilResetMs }
  }

  /** 429: nothing by itself until the window starts anew, and for a minute where nobody says when that is. */
  function pause(headers: AnswerHeaders, nowMs: number): void {
    const askedMs = retryAfterMs(headers['retry-after'] ?? null, nowMs) ?? 0
    const resetMs = told === null ? 0 : told.resetAtMs - nowMs
    pausedUntilMs = nowMs + hold(Math.max(askedMs, resetMs) || MINUTE_MS)
  }

  function minuteOf(nowMs: number): readonly number[] {
    // Either way round: a clock that was set back makes old requests old, not new.
    sentAtMs = sentAtMs.filter((atMs) => Math.abs(nowMs - atMs) < MINUTE_MS).slice(-MAX_COUNTED)
    return sentAtMs
  }

  return {
    begin(nowMs) {
      inFlight += 1
      sentAtMs = [...minuteOf(nowMs), nowMs]
      if (told !== null) told = { ...told, remaining: Math.max(0, told.remaining - 1) }
      return (result, endMs, serverTimeMs) => {
        inFlight -= 1
        if (result.kind === 'not-sent') return
        read(result.headers, endMs, serverTimeMs)
        if (result.status === 429) pause(result.headers, endMs)
      }
    },
    backgroundWaitMs(nowMs, urgency = 'awaited') {
      const shareLeft = sharesLeft[urgency]
      const known = told !== null && isAhead(told.resetAtMs, nowMs) ? told : null
      const limit = known?.limit ?? rateLimitCount
      const pausedMs = isAhead(pausedUntilMs, nowMs) ? pausedUntilMs - nowMs : 0
      const isShort = known !== null && known.remaining <= limit * shareLeft
      const resetMs = isShort ? known.resetAtMs - nowMs : 0
      return Math.max(pausedMs, resetMs, paceWaitMs(minuteOf(nowMs), limit * (1 - shareLeft), nowMs))
    },
  }
}

/** Until as many requests of the last minute have grown old as are above the share of background work. */
function paceWaitMs(minute: readonly number[], share: number, nowMs: number): number {
  const allowedCount = Math.max(1, Math.floor(share))
  const last = minute[minute.length - allowedCount]
  return last === undefined ? 0 : Math.max(1, last + MINUTE_MS - nowMs)
}

const hold = (ms: number): number => Math.min(Math.max(ms, 0), MAX_HOLD_MS)

/** A time further ahead than any hold was set by a clock that has been put back since. */
const isAhead = (atMs: number, nowMs: number): boolean => atMs > nowMs && atMs - nowMs <= MAX_HOLD_MS

const count = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined

/**
 * The rate budget and who may spend it. Owns the rule that the cashier's calls never wait and whatever runs by itself does:
 * background work asks `backgroundWaitMs` first and leaves a share of the limit alone. What is left is known from the
 * service's headers (service-api.md, "Limits": X-RateLimit-Limit, -Remaining and -Reset in epoch seconds) and from our
 * own count of a minute, because the document does not show the window and not every answer carries the headers. All times
 * are elapsed ones: a clock that a person sets, or the service's own, makes no pause longer or shorter.
 */
import { rateLimitCount } from '#shared/limits.ts'
import type { ServiceHost } from '#shared/service-errors.ts'
import { retryAfterMs } from '#shared/service-refusal.ts'
import type { Clock } from '../ports.ts'
import type { AnswerHeaders, TransportResult } from './transport.ts'

interface RateWindow {
  readonly limit: number
  readonly remaining: number
  /** When the window starts anew. */
  readonly resetAtMs: number
}

/** Work that runs by itself: somebody waits for its answer at the counter, a sale does, or nothing does. */
export type Urgency = 'awaited' | 'backlog' | 'leisure'

/** The share of the limit that each leaves alone: for the counter, and for what comes before it. */
const sharesLeft: Readonly<Record<Urgency, number>> = { awaited: 0.25, backlog: 0.4, leisure: 0.6 }
/** The window of our own count. */
const MINUTE_MS = 60_000
/** No pause is believed to be longer: a nonsensical header must not hold background work for days. */
const MAX_PAUSE_MS = 3_600_000
/**
 * No pause whose end nobody states grows longer. Of three counters with one key that each ask in the others' pauses some
 * two still leave a quarter of an hour between them, which ends a window that every refused request extends.
 */
const MAX_GROWN_MS = 60 * MINUTE_MS
/** Nor any window: its end is a time of the service's clock, which may be wrong by hours. */
const MAX_WINDOW_MS = 120_000
/** Requests of a minute that are remembered; the limit is far below. */
const MAX_COUNTED = 1_000

export interface RateMeter {
  /** A request leaves for the host; its end is given what came back and what the service's clock said. */
  begin(host: ServiceHost): (result: TransportResult, serverTimeMs: number | null) => void
  /** How long background work waits before its next call, in milliseconds; 0: it may go. */
  backgroundWaitMs(urgency?: Urgency): number
  /** How long 429 is all that the host has answered, in milliseconds; 0 where it let something in since. */
  refusedForMs(host: ServiceHost): number
}

export function createRateMeter(clock: Pick<Clock, 'nowMs' | 'elapsedMs'>): RateMeter {
  let reported: RateWindow | null = null
  let pausedUntilMs = 0
  /** The first of a host's 429 in a row. Each host may count by itself: what one lets in says nothing of the other. */
  const refusedSinceMs = new Map<ServiceHost, number>()
  let inFlight = 0
  /** Oldest first: no time elapses backwards. */
  const sentAtMs: number[] = []

  function read(headers: AnswerHeaders, serverTimeMs: number | null): void {
    const limit = count(headers['x-ratelimit-limit'])
    const remaining = count(headers['x-ratelimit-remaining'])
    const resetS = count(headers['x-ratelimit-reset'])
    if (limit === undefined || remaining === undefined || resetS === undefined) return
    const untilResetMs = untilReset(resetS * 1_000 - (serverTimeMs ?? clock.nowMs()))
    // What is still under way may not be counted yet.
    const left = Math.max(0, remaining - inFlight)
    reported = { limit, remaining: left, resetAtMs: clock.elapsedMs() + untilResetMs }
  }

  const refusedForMs = (host: ServiceHost) =>
    clock.elapsedMs() - (refusedSinceMs.get(host) ?? clock.elapsedMs())

  /**
   * 429: nothing by itself until the window starts anew, and for a minute where nobody says when that is. Where the same is
   * answered later, by a person's tries as well, the window is longer than was reported, or every refused request makes it so:
   * the pause is as long as the refusals have lasted.
   */
  function pause(host: ServiceHost, headers: AnswerHeaders): void {
    const nowMs = clock.elapsedMs()
    if (!refusedSinceMs.has(host)) refusedSinceMs.set(host, nowMs)
    const askedMs = retryAfterMs(headers['retry-after'] ?? null, clock.nowMs()) ?? 0
    const resetMs = reported === null ? 0 : reported.resetAtMs - nowMs
    const statedMs = Math.max(askedMs, resetMs) || MINUTE_MS
    const grownMs = Math.min(refusedForMs(host), MAX_GROWN_MS)
    pausedUntilMs = nowMs + within(Math.max(statedMs, grownMs), MAX_PAUSE_MS)
  }

  function minuteOf(nowMs: number): readonly number[] {
    const young = sentAtMs.findIndex((atMs) => nowMs - atMs < MINUTE_MS)
    sentAtMs.splice(0, young === -1 ? sentAtMs.length : Math.max(young, sentAtMs.length - MAX_COUNTED))
    return sentAtMs
  }

  return {
    refusedForMs,
    begin(host) {
      const nowMs = clock.elapsedMs()
      inFlight += 1
      minuteOf(nowMs)
      sentAtMs.push(nowMs)
      if (reported !== null) reported = { ...reported, remaining: Math.max(0, reported.remaining - 1) }
      return (result, serverTimeMs) => {
        inFlight -= 1
        if (result.kind === 'not-sent') return
        read(result.headers, serverTimeMs)
        if (result.status === 429) pause(host, result.headers)
        else if (result.status !== null) refusedSinceMs.delete(host)
      }
    },
    backgroundWaitMs(urgency = 'awaited') {
      const nowMs = clock.elapsedMs()
      const shareLeft = sharesLeft[urgency]
      const known = reported !== null && reported.resetAtMs > nowMs ? reported : null
      const limit = known?.limit ?? rateLimitCount
      const pausedMs = Math.max(0, pausedUntilMs - nowMs)
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

/**
 * What is left of a window. Where its end is long past, the clocks of the two differ: the window goes on, and nobody says how
 * long.
 */
const untilReset = (statedMs: number): number =>
  statedMs < -MINUTE_MS ? MAX_WINDOW_MS : within(statedMs, MAX_WINDOW_MS)

const within = (ms: number, mostMs: number): number => Math.min(Math.max(ms, 0), mostMs)

const count = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined

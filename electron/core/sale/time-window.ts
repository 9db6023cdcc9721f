/**
 * When an order of a sale can have been made, by the service's own clock. Pure. The machine's clock may be wrong and may be
 * set at any time, so an attempt's times are corrected by what the service's clock was ahead when it began, and by what it
 * is ahead now: where the two differ, nobody knows on which side of the change the attempt was. A supposed attempt was at
 * any moment of a time in which the clock may have been set as well, so its window spans all that is known of it.
 */
import { callLimits } from '../api/limits.ts'
import type { PastAttempt } from '../products/kind.ts'

/** Milliseconds since 1970 by the service's clock, both ends included. */
export interface TimeWindow {
  readonly fromMs: number
  readonly toMs: number
}

/** What the correction may be wrong by: half of a slow answer's way there and back, and the rounding of times. */
const CLOCK_SLACK_MS = 30_000
/** A request that was held up on its way is the sale's if it lands within this time. A later one may be another's. */
export const LANDS_WITHIN_MS = 5 * 60_000
/** From the commit to the end of a call whose end nobody saw. */
export const LONGEST_ATTEMPT_MS = callLimits.keyMs + callLimits.totalMs

/** The windows of each attempt. `nowOffsetMs`: by how much the service's clock is ahead now, null where that is unknown. */
export const windowsOf = (
  attempts: readonly PastAttempt[],
  nowOffsetMs: number | null,
): readonly TimeWindow[] =>
  attempts.flatMap((attempt) => {
    if (attempt.isSupposed) return [windowOfLoss(attempt, nowOffsetMs)]
    const sure = sureWindowsOf([attempt], nowOffsetMs)
    // The machine may have slept and its clock have been set as well: whatever lies between may be right.
    const doubted = spanOf((attempt.otherOffsetsMs ?? []).map((offsetMs) => windowAt(attempt, offsetMs)))
    return doubted ? [...sure, doubted] : sure
  })

/**
 * When the attempts were under way, as far as was seen of them: their requests arrived then, unless they were held up.
 * Where the service's clock is not known for sure, each time that may be right.
 */
export const spansOf = (
  attempts: readonly PastAttempt[],
  nowOffsetMs: number | null,
): readonly TimeWindow[] =>
  windowsOf(attempts, nowOffsetMs).map(({ fromMs, toMs }) => ({ fromMs, toMs: toMs - LANDS_WITHIN_MS }))

/** Those that hang neither on a doubt about the service's clock nor on entries that were lost. */
export const sureWindowsOf = (
  attempts: readonly PastAttempt[],
  nowOffsetMs: number | null,
): readonly TimeWindow[] =>
  attempts.flatMap((attempt) => {
    if (attempt.isSupposed) return []
    const known = [attempt.serverOffsetMs, nowOffsetMs].filter((offset) => offset !== null)
    const offsets = known.length > 0 || isInDoubt(attempt) ? known : [0]
    return offsets.map((offsetMs) => windowAt(attempt, offsetMs))
  })

const windowAt = (attempt: PastAttempt, offsetMs: number): TimeWindow => ({
  fromMs: attempt.startedAtMs + offsetMs - CLOCK_SLACK_MS,
  toMs: attempt.startedAtMs + offsetMs + lengthOf(attempt) + LANDS_WITHIN_MS + CLOCK_SLACK_MS,
})

function windowOfLoss(loss: PastAttempt, nowOffsetMs: number | null): TimeWindow {
  const { startedAtMs: sinceMs, endedAtMs, serverOffsetMs, otherOffsetsMs = [] } = loss
  const untilMs = endedAtMs ?? sinceMs
  const known = [serverOffsetMs, nowOffsetMs, ...otherOffsetsMs].filter((offset) => offset !== null)
  const offsets = known.length > 0 ? known : [0]
  const [least, most] = [Math.min(...offsets), Math.max(...offsets)]
  // A clock that was set back by more than anybody noted: each end may have been the first.
  const isReversed = sinceMs + least > untilMs + most
  return {
    fromMs: (isReversed ? untilMs : sinceMs) + least - CLOCK_SLACK_MS,
    toMs: (isReversed ? sinceMs : untilMs) + most + LANDS_WITHIN_MS + CLOCK_SLACK_MS,
  }
}

/** Why nobody knows when an attempt was, so that nothing found proves nothing; undefined where it is known of all. */
export function undatedBy(
  attempts: readonly PastAttempt[],
  nowOffsetMs: number | null,
): 'entries-lost' | 'clock-in-doubt' | undefined {
  if (attempts.some((attempt) => isUndatableLoss(attempt, nowOffsetMs))) return 'entries-lost'
  return attempts.some(isInDoubt) ? 'clock-in-doubt' : undefined
}

/** The clock went back over that time, or what the service's was ahead at its beginning or is ahead now is not known. */
const isUndatableLoss = (
  { isSupposed, startedAtMs, endedAtMs, serverOffsetMs }: PastAttempt,
  nowOffsetMs: number | null,
): boolean =>
  isSupposed === true &&
  (serverOffsetMs === null || nowOffsetMs === null || endedAtMs === null || startedAtMs > endedAtMs)

/** It began while the service's clock was in doubt: where the machine slept and its clock was set back as well, even both ends are wrong. */
const isInDoubt = ({ isSupposed, otherOffsetsMs = [] }: PastAttempt): boolean =>
  isSupposed !== true && otherOffsetsMs.length > 0

/** An end before its start was seen by a clock that had been set back meanwhile. */
function lengthOf({ startedAtMs, endedAtMs }: PastAttempt): number {
  const isKnown = endedAtMs !== null && endedAtMs >= startedAtMs
  return isKnown ? endedAtMs - startedAtMs : LONGEST_ATTEMPT_MS
}

export const isWithin = (windows: readonly TimeWindow[], atMs: number): boolean =>
  windows.some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs)

/** From the first window's beginning to the last one's end; undefined where there is none. */
export function spanOf(windows: readonly TimeWindow[]): TimeWindow | undefined {
  if (windows.length === 0) return undefined
  return {
    fromMs: Math.min(...windows.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...windows.map(({ toMs }) => toMs)),
  }
}

/** The fewest windows of the same times, in order. */
export function joined(windows: readonly TimeWindow[]): readonly TimeWindow[] {
  const all: TimeWindow[] = []
  for (const { fromMs, toMs } of windows.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = all.at(-1)
    if (last && fromMs <= last.toMs) all.splice(-1, 1, { ...last, toMs: Math.max(last.toMs, toMs) })
    else all.push({ fromMs, toMs })
  }
  return all
}

/** Zones are whole and half hours apart, and no two of them by more than this. */
const ZONE_STEP_MS = 30 * 60_000
export const ZONES_WITHIN_MS = 14 * 3_600_000

/** Whether a time that was given in another zone than it says would be in one of these windows, and is in none as it stands. */
export function isWithinElsewhere(windows: readonly TimeWindow[], atMs: number): boolean {
  const steps = ZONES_WITHIN_MS / ZONE_STEP_MS
  const shifts = Array.from({ length: 2 * steps + 1 }, (_, place) => (place - steps) * ZONE_STEP_MS)
  return !isWithin(windows, atMs) && shifts.some((shiftMs) => isWithin(windows, atMs + shiftMs))
}

/** Whether a time in it would be out of it if it were given in any other zone. */
export const isOfOneZone = ({ fromMs, toMs }: TimeWindow): boolean => toMs - fromMs < ZONE_STEP_MS

/** The least time that shows whose orders an account makes: what is of another counter's shows within a day. */
export const DAY_MS = 24 * 3_600_000

/**
 * The day before a window, the window itself and so much time after it, however far off the service reads the time that it is
 * asked for.
 */
export const dayBefore = ({ fromMs, toMs }: TimeWindow, afterMs = 0): TimeWindow => ({
  fromMs: fromMs - DAY_MS - ZONES_WITHIN_MS,
  toMs: toMs + afterMs + ZONES_WITHIN_MS,
})

const HOUR_MS = 3_600_000

/** The same window an hour earlier and an hour later: where a list is read that gives its times in the account's own zone. */
export const hoursBeside = ({ fromMs, toMs }: TimeWindow): readonly TimeWindow[] =>
  [-HOUR_MS, HOUR_MS].map((byMs) => ({ fromMs: fromMs + byMs, toMs: toMs + byMs }))

/** A window and as much on both sides. */
export const around = ({ fromMs, toMs }: TimeWindow, byMs: number): TimeWindow => ({
  fromMs: fromMs - byMs,
  toMs: toMs + byMs,
})

/** A window and an hour on both sides, which is what the account's own zone is off by. */
export const hourAround = (window: TimeWindow): TimeWindow => around(window, HOUR_MS)

/** The window as the platform's lists are asked for it: ISO 8601. */
export const askedBetween = ({
  fromMs,
  toMs,
}: TimeWindow): { readonly from: string; readonly to: string } => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
})

/** Either way round: a clock that was set back makes an old memory old, not young. */
export const isRecent = (atMs: number, nowMs: number, forMs: number): boolean =>
  Math.abs(nowMs - atMs) < forMs

/**
 * By how much the service's clock is ahead of the machine's, from the meta.timestamp of its answers. An answer that came
 * back quickly says it best, so the quickest of the last few counts. A person may set the machine's clock at any time: the
 * older answers are forgotten after a few, and at once where a newer one proves them wrong. Until there is one, the time
 * that has elapsed since shows that the clock jumped, but not why: it was set, or the machine slept, during which no time
 * elapses. The offset is in doubt then, and both ends of it are given.
 */
import type { Clock } from '../ports.ts'

/** How many answers are weighed against each other. */
const SAMPLES = 8
/** Answers may state times in whole seconds. */
const ROUNDING_MS = 1_000
/** A clock that is kept right by the network drifts by less. */
const DRIFT_MS = 1_000

interface Sample {
  readonly offsetMs: number
  readonly roundTripMs: number
}

export interface ServerClock {
  /** A question to the service leaves now. To be called with the time that the answer says, at the moment it came. */
  begin(): (serverTimeMs: number) => void
  /** Milliseconds that the service is ahead, at the most where that is in doubt; null before it is known. */
  offsetMs(): number | null
  /** What it is ahead at the least, null where there is no doubt: the clock jumped since the service last stated its time. */
  otherOffsetMs(): number | null
}

export function createServerClock(clock: Pick<Clock, 'nowMs' | 'elapsedMs'>): ServerClock {
  let samples: readonly Sample[] = []
  /** The machine's clock less the time elapsed, as the newest answer was asked for: by that clock it agrees with all that are kept. */
  let skewMs = 0

  /** What the best answer says: to a clock that stands as it did at the newest, and to one that was set since. */
  function possibleOffsets(): readonly number[] {
    const [best] = samples.toSorted((a, b) => a.roundTripMs - b.roundTripMs)
    if (best === undefined) return []
    const jumpMs = Math.round(clock.nowMs() - clock.elapsedMs() - skewMs)
    return Math.abs(jumpMs) > DRIFT_MS ? [best.offsetMs, best.offsetMs - jumpMs] : [best.offsetMs]
  }

  return {
    begin() {
      const [startedAtMs, startMs] = [clock.nowMs(), clock.elapsedMs()]
      return (serverTimeMs) => {
        // By the time elapsed: a clock that jumps on the way is no measure of it.
        const roundTripMs = clock.elapsedMs() - startMs
        const offsetMs = Math.round(serverTimeMs - startedAtMs - roundTripMs / 2)
        const newest = { offsetMs, roundTripMs }
        skewMs = startedAtMs - startMs
        samples = [...samples.filter((one) => canBothBeRight(one, newest)), newest].slice(-SAMPLES)
      }
    },
    offsetMs() {
      const offsets = possibleOffsets()
      return offsets.length > 0 ? Math.max(...offsets) : null
    },
    otherOffsetMs() {
      const offsets = possibleOffsets()
      return offsets.length > 1 ? Math.min(...offsets) : null
    },
  }
}

/** An answer's offset is wrong by half of its way there and back at the most. */
const canBothBeRight = (a: Sample, b: Sample): boolean =>
  Math.abs(a.offsetMs - b.offsetMs) <= (a.roundTripMs + b.roundTripMs) / 2 + ROUNDING_MS

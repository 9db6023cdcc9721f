/**
 * By how much the service's clock is ahead of the machine's, from the meta.timestamp of its answers. An answer that came
 * back quickly says it best, so the quickest of the last few counts. A person may set the machine's clock at any time: the
 * older answers are forgotten after a few, and at once where a newer one proves them wrong. Until there is one, the time
 * that has elapsed since tells of a clock that was set: what was said before is brought up by as much.
 */
import type { Clock } from '../ports.ts'

/** How many answers are weighed against each other. */
const SAMPLES = 8
/** Times may be told in whole seconds. */
const ROUNDING_MS = 1_000
/** A clock that is kept right by the network drifts by less. */
const DRIFT_MS = 1_000

interface Sample {
  readonly offsetMs: number
  readonly roundTripMs: number
}

export interface ServerClock {
  /** An answer that says `serverTimeMs`, asked for and received at these times of the machine's clock. */
  note(serverTimeMs: number, startedAtMs: number, endedAtMs: number): void
  /** Milliseconds that the service is ahead; null before it told its time. */
  offsetMs(): number | null
  /**
   * What it may be as well, null where there is no doubt: the clock went forward since the service last told its time. It
   * was set, or the machine slept, during which no time elapses.
   */
  otherOffsetMs(): number | null
}

export function createServerClock(clock: Pick<Clock, 'nowMs' | 'elapsedMs'>): ServerClock {
  let samples: readonly Sample[] = []
  /** The machine's clock less the time elapsed, at the newest answer: it has agreed with all that are kept. */
  let skewMs = 0

  /** The best answer, and by how much the clock went forward since the newest; less than 0 where it was set back. */
  const best = (): { readonly offsetMs: number; readonly jumpMs: number } | undefined => {
    const [sample] = samples.toSorted((a, b) => a.roundTripMs - b.roundTripMs)
    if (sample === undefined) return undefined
    const jumpMs = Math.round(clock.nowMs() - clock.elapsedMs() - skewMs)
    return { offsetMs: sample.offsetMs, jumpMs: Math.abs(jumpMs) > DRIFT_MS ? jumpMs : 0 }
  }

  return {
    note(serverTimeMs, startedAtMs, endedAtMs) {
      const roundTripMs = endedAtMs - startedAtMs
      // The clock was set back on the way: nothing can be told from this one.
      if (roundTripMs < 0) return
      const offsetMs = Math.round(serverTimeMs - (startedAtMs + endedAtMs) / 2)
      const newest = { offsetMs, roundTripMs }
      skewMs = endedAtMs - clock.elapsedMs()
      samples = [...samples.filter((one) => canBothBeRight(one, newest)), newest].slice(-SAMPLES)
    },
    offsetMs() {
      const told = best()
      return told === undefined ? null : told.offsetMs - Math.min(0, told.jumpMs)
    },
    otherOffsetMs() {
      const told = best()
      return told === undefined || told.jumpMs <= 0 ? null : told.offsetMs - told.jumpMs
    },
  }
}

/** An answer's offset is wrong by half of its way there and back at the most. */
const canBothBeRight = (a: Sample, b: Sample): boolean =>
  Math.abs(a.offsetMs - b.offsetMs) <= (a.roundTripMs + b.roundTripMs) / 2 + ROUNDING_MS

/**
 * By how much the service's clock is ahead of the machine's, from the meta.timestamp of its answers. An answer that came
 * back quickly says it best, so the quickest of the last few counts. A person may set the machine's clock at any time: the
 * older answers are forgotten after a few, and at once where a newer one proves them wrong.
 */

/** How many answers are weighed against each other. */
const SAMPLES = 8
/** Times may be told in whole seconds. */
const ROUNDING_MS = 1_000

interface Sample {
  readonly offsetMs: number
  readonly roundTripMs: number
}

export interface ServerClock {
  /** An answer that says `serverTimeMs`, asked for and received at these times of the machine's clock. */
  note(serverTimeMs: number, startedAtMs: number, endedAtMs: number): void
  /** Milliseconds that the service is ahead; null before it told its time. */
  offsetMs(): number | null
}

export function createServerClock(): ServerClock {
  let samples: readonly Sample[] = []
  return {
    note(serverTimeMs, startedAtMs, endedAtMs) {
      const roundTripMs = endedAtMs - startedAtMs
      // The clock was set back on the way: nothing can be told from this one.
      if (roundTripMs < 0) return
      const offsetMs = Math.round(serverTimeMs - (startedAtMs + endedAtMs) / 2)
      const newest = { offsetMs, roundTripMs }
      samples = [...samples.filter((one) => canBothBeRight(one, newest)), newest].slice(-SAMPLES)
    },
    offsetMs() {
      const best = samples.toSorted((a, b) => a.roundTripMs - b.roundTripMs)[0]
      return best?.offsetMs ?? null
    },
  }
}

/** An answer's offset is wrong by half of its way there and back at the most. */
const canBothBeRight = (a: Sample, b: Sample): boolean =>
  Math.abs(a.offsetMs - b.offsetMs) <= (a.roundTripMs + b.roundTripMs) / 2 + ROUNDING_MS

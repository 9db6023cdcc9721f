/**
 * By how much the service's clock is ahead of the machine's, from the meta.timestamp of its answers. An answer that came
 * back quickly says it best, so the quickest of the last few counts; the older ones are forgotten, because a person may
 * set the machine's clock at any time.
 */

/** How many answers are weighed against each other. */
const SAMPLES = 8

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
      samples = [...samples, { offsetMs, roundTripMs }].slice(-SAMPLES)
    },
    offsetMs() {
      const best = samples.toSorted((a, b) => a.roundTripMs - b.roundTripMs)[0]
      return best?.offsetMs ?? null
    },
  }
}

/**
 * Long work in small steps: done at once where everything waits for it, or in slices while the counter sells. Owns the
 * length of a slice. The work does not know which of the two it is in.
 */
import type { Clock } from '../ports.ts'

/** Work that may be put down at each `yield` and taken up again. What it holds open it lets go in its `finally`. */
export type Steps<T> = Generator<void, T, undefined>

/** What a slice may take of the one thread that also sells: no key press waits longer on its account. */
const SLICE_MS = 8

/** Does all of it now. Throws what a step throws. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Does it slice by slice, with everything else let in between two. Rejects with what a step throws, and with the reason of
 * `signal` where that is aborted: the work is put down in that very moment, so that what it held open is free at once.
 * `clock` measures how long a slice has taken.
 */
export async function inSlices<T>(
  steps: Steps<T>,
  signal: AbortSignal,
  clock: Pick<Clock, 'elapsedMs'>,
): Promise<T> {
  const putDown = () => void steps.return(undefined as T)
  signal.addEventListener('abort', putDown)
  try {
    for (;;) {
      signal.throwIfAborted()
      const slice = takeSlice(steps, clock)
      if (slice.done) return slice.value
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
  } finally {
    signal.removeEventListener('abort', putDown)
    putDown()
  }
}

function takeSlice<T>(steps: Steps<T>, clock: Pick<Clock, 'elapsedMs'>): IteratorResult<void, T> {
  const endsAt = clock.elapsedMs() + SLICE_MS
  for (;;) {
    const step = steps.next()
    if (step.done || clock.elapsedMs() >= endsAt) return step
  }
}

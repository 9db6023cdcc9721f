/** Clocks for tests: one that runs faster than the day, one that stands still until it is told to go on. */
import type { Clock } from '#core/ports.ts'

/** This morning at ten in the shop: what a test lets go by does not end its day, at whatever hour the test runs. */
export const morningMs = (): number => new Date().setUTCHours(9, 0, 0, 0)

/** A clock that runs `speed` times as fast: an hour's patience in a moment, with real calls going on. */
export function fastClock(speed: number, bornAtMs = Date.now()): Clock {
  const startedAt = performance.now()
  return {
    nowMs: () => Math.floor(bornAtMs + (performance.now() - startedAt) * speed),
    elapsedMs: () => (performance.now() - startedAt) * speed,
    after(delayMs, work) {
      const timer = setTimeout(work, delayMs / speed)
      return () => clearTimeout(timer)
    },
  }
}

/** The same waits under a time of day that a person can set. */
export function settableClock(clock: Clock): Clock & { setBy(ms: number): void } {
  let offsetMs = 0
  return {
    nowMs: () => clock.nowMs() + offsetMs,
    elapsedMs: clock.elapsedMs,
    after: clock.after,
    setBy(ms) {
      offsetMs += ms
    },
  }
}

export interface SteppedClock extends Clock {
  /** Lets time go by and runs what falls due, in order; what that work plans is run too when it falls due in time. */
  pass(ms: number): Promise<void>
  /** A person sets the clock: the time of day jumps, and no wait gets shorter or longer. */
  setBy(ms: number): void
  readonly waits: () => number
}

export function steppedClock(startMs = Date.UTC(2026, 0, 5, 9)): SteppedClock {
  let elapsedMs = 0
  let offsetMs = startMs
  let timers: { readonly atMs: number; readonly work: () => void }[] = []
  return {
    nowMs: () => offsetMs + elapsedMs,
    elapsedMs: () => elapsedMs,
    after(delayMs, work) {
      const timer = { atMs: elapsedMs + delayMs, work }
      timers = [...timers, timer].sort((a, b) => a.atMs - b.atMs)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
    async pass(ms) {
      const endMs = elapsedMs + ms
      for (let next = timers[0]; next && next.atMs <= endMs; next = timers[0]) {
        timers = timers.slice(1)
        elapsedMs = next.atMs
        next.work()
        await settle()
      }
      elapsedMs = endMs
      await settle()
    },
    setBy(ms) {
      offsetMs += ms
    },
    waits: () => timers.length,
  }
}

/** Lets promises that are already resolved run on. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * The machine that the counter stands on, as its two clocks tell of it: the time of day, which a person may set and which goes
 * on while the machine sleeps, and the time elapsed, which stands still meanwhile.
 */
import type { Timeline } from './timeline.ts'
import type { Trace } from './trace.ts'

export interface Machine {
  readonly wallMs: () => number
  readonly elapsedMs: () => number
  /** A person sets the time of day. */
  readonly setClockBy: (ms: number) => void
  /** Resolves when it wakes up. */
  readonly sleepFor: (ms: number) => Promise<void>
}

interface MachineOptions {
  readonly timeline: Timeline
  readonly trace: Trace
  readonly beganMs: number
  readonly clockErrorMs: number
}

export function createMachine({ timeline, trace, beganMs, clockErrorMs }: MachineOptions): Machine {
  let errorMs = clockErrorMs
  let sleptMs = 0
  let asleepSinceMs: number | undefined
  return {
    wallMs: () => beganMs + timeline.nowMs() + errorMs,
    elapsedMs: () => (asleepSinceMs ?? timeline.nowMs()) - sleptMs,
    setClockBy(ms) {
      errorMs = Math.max(errorMs + ms, -beganMs)
      trace.tell('clock', () => `set by ${ms}`)
    },
    async sleepFor(ms) {
      asleepSinceMs = timeline.nowMs()
      await timeline.pause(ms)
      sleptMs += timeline.nowMs() - asleepSinceMs
      asleepSinceMs = undefined
    },
  }
}

/**
 * The machine that the counter stands on, as its two clocks show it: the time of day, which a person may set and which goes
 * on while the machine sleeps, and the time elapsed, which stands still meanwhile. A process that stands still alone hears of
 * nothing as well, and both clocks go on.
 */
import type { Timeline } from './timeline.ts'
import type { Trace } from './trace.ts'

export interface Machine {
  readonly wallMs: () => number
  readonly elapsedMs: () => number
  /** A person sets the time of day. */
  readonly setClockBy: (ms: number) => void
  readonly setClockRight: () => void
  /** Resolves when it wakes up. */
  readonly sleepFor: (ms: number) => Promise<void>
  /** The counter's process stands still while the machine goes on. Resolves when it goes on as well. */
  readonly freezeFor: (ms: number) => Promise<void>
  /** Runs the work now, or when a process that stands still goes on. */
  readonly whenGoingOn: (work: () => void) => void
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
  let isStill = false
  let held: (() => void)[] = []
  async function standStill(ms: number) {
    isStill = true
    await timeline.pause(ms)
    isStill = false
  }
  function goOn() {
    const due = held
    held = []
    for (const work of due) work()
  }
  return {
    wallMs: () => beganMs + timeline.nowMs() + errorMs,
    elapsedMs: () => (asleepSinceMs ?? timeline.nowMs()) - sleptMs,
    setClockBy(ms) {
      errorMs = Math.max(errorMs + ms, -beganMs)
      trace.write('clock', () => `set by ${ms}`)
    },
    setClockRight() {
      errorMs = 0
      trace.write('clock', () => 'set right')
    },
    async sleepFor(ms) {
      asleepSinceMs = timeline.nowMs()
      await standStill(ms)
      sleptMs += timeline.nowMs() - asleepSinceMs
      asleepSinceMs = undefined
      goOn()
    },
    async freezeFor(ms) {
      trace.write('machine', () => `the counter stands still for ${ms}`)
      await standStill(ms)
      goOn()
    },
    whenGoingOn: (work) => (isStill ? held.push(work) : work()),
  }
}

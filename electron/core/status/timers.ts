/** The waits of the connection by name: one of a name at a time, and none after the stop. */
import type { Clock } from '../ports.ts'

type TimerName = 'check' | 'balance' | 'rest'

export interface Timers {
  /** In place of what the name waited for. */
  later(name: TimerName, delayMs: number, work: () => void): void
  cancel(name: TimerName): void
  areStopped(): boolean
  stop(): void
}

export function createTimers(clock: Clock): Timers {
  const cancels = new Map<TimerName, () => void>()
  let areStopped = false
  return {
    later(name, delayMs, work) {
      cancels.get(name)?.()
      if (!areStopped) cancels.set(name, clock.after(delayMs, work))
    },
    cancel: (name) => cancels.get(name)?.(),
    areStopped: () => areStopped,
    stop() {
      areStopped = true
      for (const cancel of cancels.values()) cancel()
    },
  }
}

/** Whether a look may go out: the line is open, and the rate leaves room for it. Where it leaves none it is asked again by itself. */
import type { Urgency } from '../api/rate.ts'
import type { Clock } from '../ports.ts'

/** The rate is asked again after this long at the latest, because it may leave room earlier than it said. */
const MAX_RATE_WAIT_MS = 30_000

interface LookGateOptions {
  readonly clock: Clock
  rateWaitMs(urgency: Urgency): number
  /** The gate may be open by now: it is to be asked again. */
  onAsk(): void
}

export function createLookGate({ clock, rateWaitMs, onAsk }: LookGateOptions) {
  const waits = new Map<Urgency, () => void>()
  let isLineOpen = false
  return {
    isOpenFor(urgency: Urgency): boolean {
      if (!isLineOpen) return false
      const waitMs = rateWaitMs(urgency)
      if (waitMs > 0 && !waits.has(urgency)) {
        const ask = () => {
          waits.delete(urgency)
          onAsk()
        }
        waits.set(urgency, clock.after(Math.min(waitMs, MAX_RATE_WAIT_MS), ask))
      }
      return waitMs === 0
    },
    setLine(open: boolean): void {
      isLineOpen = open
    },
    stop(): void {
      for (const cancel of waits.values()) cancel()
    },
  }
}

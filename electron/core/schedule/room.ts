/** Whether a look may go out: the gate is open, and the rate leaves room. Where it leaves none it is asked again by itself. */
import type { Urgency } from '../api/rate.ts'
import type { Clock } from '../ports.ts'

/** The rate is asked again after this long at the latest, because room may come earlier than it was told. */
const MAX_RATE_WAIT_MS = 30_000

interface RoomOptions {
  readonly clock: Clock
  rateWaitMs(urgency: Urgency): number
  /** Room may have come: it is to be asked for again. */
  onAsk(): void
}

export function createRoom({ clock, rateWaitMs, onAsk }: RoomOptions) {
  const waits = new Map<Urgency, () => void>()
  let isGateOpen = false
  return {
    isThere(urgency: Urgency): boolean {
      if (!isGateOpen) return false
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
    setGate(open: boolean): void {
      isGateOpen = open
    },
    stop(): void {
      for (const cancel of waits.values()) cancel()
    },
  }
}

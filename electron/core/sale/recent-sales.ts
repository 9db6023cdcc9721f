/**
 * The sales that this process confirmed a moment ago, by waits and not by the clock: a clock that is set ahead must not
 * hide the sale that was made just before.
 */
import type { Ref } from '#shared/ref.ts'
import type { Clock } from '../ports.ts'

export const RECENT_FOR_MS = 10 * 60_000

export interface RecentSales {
  add(ref: Ref): void
  list(): readonly Ref[]
  /** Forgets all of them and waits for nothing more. */
  stop(): void
}

export function createRecentSales(clock: Clock): RecentSales {
  /** The end of each wait, by ref. As many as a counter confirms in ten minutes. */
  const waits = new Map<Ref, () => void>()
  return {
    add(ref) {
      waits.get(ref)?.()
      const cancel = clock.after(RECENT_FOR_MS, () => waits.delete(ref))
      waits.set(ref, cancel)
    },
    list: () => [...waits.keys()],
    stop() {
      for (const cancel of waits.values()) cancel()
      waits.clear()
    },
  }
}

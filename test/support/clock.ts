/** Clocks for tests whose counter is a process of its own, or meets real devices. Others use virtual time: virtual-clock.ts. */
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

/** The Clock and RefSource ports on the machine's own clock and random bytes. */
import { randomBytes } from 'node:crypto'
import type { Clock, RefSource } from '#core/ports.ts'
import { makeRef } from '#shared/ref.ts'

/** Node fires a longer delay at once instead of late; nothing here waits for more than days. */
const maxDelayMs = 2 ** 31 - 1

/**
 * The machine's clock. A development build may run it `speed` times as fast: the time of day, the time elapsed and the
 * waits alike, so that none of them contradicts another.
 */
export function createClock(speed = 1): Clock {
  const startedAtMs = performance.now()
  const aheadMs = () => (performance.now() - startedAtMs) * (speed - 1)
  return {
    nowMs: () => Date.now() + Math.floor(aheadMs()),
    elapsedMs: () => performance.now() + aheadMs(),
    after(delayMs, work) {
      const timer = setTimeout(work, Math.min(Math.max(0, delayMs / speed), maxDelayMs))
      return () => clearTimeout(timer)
    },
  }
}

export const createRefSource = (clock: Clock): RefSource => ({
  newRef: () => makeRef(clock.nowMs(), randomBytes(10)),
})

/** The Clock and RefSource ports on the machine's own clock and chance. */
import { randomBytes } from 'node:crypto'
import type { Clock, RefSource } from '#core/ports.ts'
import { makeRef } from '#shared/ref.ts'

/** Node fires a longer delay at once instead of late; nothing here waits for more than days. */
const maxDelayMs = 2 ** 31 - 1

export const createClock = (): Clock => ({
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  after(delayMs, work) {
    const timer = setTimeout(work, Math.min(Math.max(0, delayMs), maxDelayMs))
    return () => clearTimeout(timer)
  },
})

export const createRefSource = (clock: Clock): RefSource => ({
  newRef: () => makeRef(clock.nowMs(), randomBytes(10)),
})

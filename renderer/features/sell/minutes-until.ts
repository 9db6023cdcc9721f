/** How many minutes to wait are told. Keeps to whole minutes from one to the length of a block, however wrong a clock is. */
import { addressBlockMs } from '#shared/limits.ts'

const MINUTE_MS = 60_000

/** Rounded up: who comes back after that many minutes does not come too early. */
export const minutesUntil = (fromMs: number, nowMs: number): number =>
  Math.ceil(Math.min(Math.max(fromMs - nowMs, 1), addressBlockMs) / MINUTE_MS)

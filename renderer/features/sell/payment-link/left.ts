/** How much time an untouched link has left, as a clock that runs down. */
import { paymentLinkLifetimeMs } from '#shared/limits.ts'

const SECOND_MS = 1_000

/** `19:05`, and `0:00` once it is over; never more than a link's life, however wrong a clock is. */
export function timeLeft(endsByMs: number, nowMs: number): string {
  const leftMs = Math.min(Math.max(endsByMs - nowMs, 0), paymentLinkLifetimeMs)
  const seconds = Math.ceil(leftMs / SECOND_MS)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

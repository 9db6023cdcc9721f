/**
 * How many failed attempts the shop's address has left before the service blocks it (service-api.md, "Authentication", 5).
 * Pure. One count for both base addresses and all keys: what is blocked is the calling address, and the last attempt of
 * one host must not be spent at the other. Never higher than what is known for sure, so that the last attempt is not
 * spent by mistake.
 */
import { addressBlockMs, failedAttemptsMaxCount } from '#shared/limits.ts'
import type { RefusedBy } from './key-refusal.ts'

export interface AttemptsLeft {
  readonly count: number
  /** Whether it goes back to a figure of the service's, or is by our own count alone. */
  readonly isTold: boolean
  /** When the last attempt was refused. */
  readonly atMs: number
}

export const allAttemptsLeft: AttemptsLeft = { count: failedAttemptsMaxCount, isTold: false, atMs: 0 }

/**
 * Waiting brings attempts back only where none is left: the document gives the block fifteen minutes, and the counter no
 * end. A 401 that says nothing of what is left is no reason to believe otherwise.
 */
export const comesBack = ({ count }: AttemptsLeft): boolean => count === 0

/** Whether as much time has gone by as a block takes, either way round: a clock may be set back. */
export const isRested = (left: AttemptsLeft, nowMs: number): boolean =>
  comesBack(left) && Math.abs(nowMs - left.atMs) >= addressBlockMs

/**
 * What is left after one more refusal. `told` is the service's own figure. The first one after good times is believed as it
 * stands; while the key stands refused the lowest is, because answers that were under way together come in any order.
 */
export function afterRefusal(
  left: AttemptsLeft,
  by: RefusedBy,
  told: number | null,
  isFirst: boolean,
  nowMs: number,
): AttemptsLeft {
  if (by === 'place') return left
  const before = isRested(left, nowMs) ? allAttemptsLeft : left
  const isTold = told !== null || before.isTold
  if (by === 'address') return { count: 0, isTold, atMs: nowMs }
  const counted = Math.max(0, before.count - 1)
  const lowest = told === null ? counted : Math.min(told, before.count)
  return { count: isFirst && told !== null ? told : lowest, isTold, atMs: nowMs }
}

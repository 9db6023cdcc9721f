/**
 * The auth brake: after five failed attempts the service blocks the shop's address for fifteen minutes
 * (service-api.md, "Authentication", 5), so a key that was refused is not tried again by calls that run by themselves.
 * Keeps no key, only its digest.
 */
import { createHash } from 'node:crypto'
import { addressBlockMs, failedAttemptsMaxCount } from '#shared/limits.ts'
import { readServiceRefusal } from '#shared/service-refusal.ts'
import type { CallOutcome } from './outcome.ts'

/** The refusals that count as failed attempts, or follow from them. */
const failedAttempts: readonly string[] = ['INVALID_ACCESS_TOKEN', 'MISSING_ACCESS_TOKEN', 'IP_BLOCKED']

/** These refuse the key for another reason: every call would fail, but asking again harms nothing. */
const refusedPlaces: readonly string[] = ['IP_NOT_ALLOWED', 'API_DISABLED']

/** With the refusal that closed the brake this makes two of five: a person may press once too often and still sell. */
const FREE_FURTHER_ATTEMPTS = 1

/** The last attempt is never used up: it is the one that blocks. Calls that were under way together may come close. */
const ATTEMPTS_KEPT = 1

interface Closed {
  readonly digest: string
  /** Whether the refusal counts towards the block. */
  readonly counted: boolean
  readonly furtherAttempts: number
  /** Before the block: as the service said, or by our own count where it did not. */
  readonly attemptsLeft: number
  readonly lastAttemptAtMs: number
}

export interface AuthBrake {
  /** Whether a call with this key may go out now. A call that proves the key passes now and then, the others never. */
  admits(key: string, provesKey: boolean, nowMs: number): boolean
  /** Closes on a refusal of the key, opens on the success of a call that proves it. */
  watch(key: string, provesKey: boolean, outcome: CallOutcome<unknown>, nowMs: number): void
}

/** Makes a brake that is open. It forgets at the end of the process. */
export function createAuthBrake(): AuthBrake {
  let closed: Closed | undefined
  return {
    admits(key, provesKey, nowMs) {
      if (closed === undefined || closed.digest !== digestOf(key)) return true
      if (!provesKey || !closed.counted) return provesKey
      if (isRested(closed, nowMs)) return true
      return closed.furtherAttempts < FREE_FURTHER_ATTEMPTS && closed.attemptsLeft > ATTEMPTS_KEPT
    },
    watch(key, provesKey, outcome, nowMs) {
      const digest = digestOf(key)
      const before = closed?.digest === digest ? closed : undefined
      if (refusesKey(outcome)) {
        const furtherAttempts = before === undefined ? 0 : before.furtherAttempts + Number(provesKey)
        const counted = countsAsAttempt(outcome)
        const leftBefore = before && !isRested(before, nowMs) ? before.attemptsLeft : failedAttemptsMaxCount
        const attemptsLeft = Math.min(
          leftBefore - Number(counted),
          toldLeft(outcome) ?? failedAttemptsMaxCount,
        )
        closed = { digest, counted, furtherAttempts, attemptsLeft, lastAttemptAtMs: nowMs }
        return
      }
      if (before && provesKey && outcome.kind === 'accepted') closed = undefined
    },
  }
}

/** Once as much time has gone by as a block takes, the service counts anew. */
const isRested = (closed: Closed, nowMs: number): boolean =>
  Math.abs(nowMs - closed.lastAttemptAtMs) >= addressBlockMs

function toldLeft(outcome: CallOutcome<unknown>): number | null {
  if (outcome.kind !== 'refused') return null
  const { httpStatus, endedAtMs } = outcome.evidence
  const answer = { ...outcome.error, status: httpStatus ?? 0, retryAfter: null }
  const refusal = readServiceRefusal('platform', answer, endedAtMs)
  return refusal.code === 'INVALID_ACCESS_TOKEN' ? refusal.attemptsLeft : null
}

/** A 401 whose code no table knows refuses the key all the same. */
const unknown401 = (outcome: CallOutcome<unknown>): boolean =>
  outcome.kind === 'in-doubt' && outcome.reason === 'unknown-code' && outcome.evidence.httpStatus === 401

const countsAsAttempt = (outcome: CallOutcome<unknown>): boolean =>
  unknown401(outcome) || (outcome.kind === 'refused' && failedAttempts.includes(outcome.error.code))

const refusesKey = (outcome: CallOutcome<unknown>): boolean =>
  countsAsAttempt(outcome) || (outcome.kind === 'refused' && refusedPlaces.includes(outcome.error.code))

const digestOf = (key: string): string => createHash('sha256').update(key).digest('base64')

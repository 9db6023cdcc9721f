/** What the end of a call says against its key. Pure: the service's words as the auth lockout counts them. */
import type { ServiceErrorCode } from '#shared/service-errors.ts'
import type { CallOutcome } from './outcome.ts'

/**
 * `key`: a failed attempt. `address`: the block that follows from too many. `place`: every call would fail, but asking again
 * costs no attempt. API_DISABLED is none of them: it costs no attempt, and what is switched off at one base address may be
 * on at the other, so each call hears it for itself.
 */
export type RefusedBy = 'key' | 'address' | 'place'

const refusals: Readonly<Partial<Record<ServiceErrorCode, RefusedBy>>> = {
  INVALID_ACCESS_TOKEN: 'key',
  MISSING_ACCESS_TOKEN: 'key',
  IP_BLOCKED: 'address',
  IP_NOT_ALLOWED: 'place',
}

/** Any 401 is a failed attempt, whatever its body says or fails to say: the service may have counted it. */
export const isUnauthorized = ({ evidence }: CallOutcome<unknown>): boolean => evidence.httpStatus === 401

/** Who was refused, or undefined where the outcome has nothing against the key. service-api.md, "Authentication". */
export function refusedBy(outcome: CallOutcome<unknown>): RefusedBy | undefined {
  if (isUnauthorized(outcome)) return 'key'
  return outcome.kind === 'refused' ? refusals[outcome.refusal.code] : undefined
}

/** How many attempts the service says are left before it blocks the address; null where it does not say. */
export function attemptsTold(outcome: CallOutcome<unknown>): number | null {
  if (outcome.kind !== 'refused') return null
  const { refusal } = outcome
  return refusal.code === 'INVALID_ACCESS_TOKEN' ? refusal.attemptsLeft : null
}

/**
 * The auth lockout: after five failed attempts the service blocks the shop's address for fifteen minutes
 * (service-api.md, "Authentication", 5). Keeps that a key that was refused is tried again by persons alone and once, that
 * another key is proved before anything else is asked with it, and that the last attempt is spent by nobody but a person
 * who gave another key, across restarts too. Keeps no key, only its salted digest.
 */
import { addressBlockMs, failedAttemptsMaxCount } from '#shared/limits.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { NextCheck } from '#shared/views.ts'
import { digestOfKey, newSalt, type RefusedBy, refusedBy, reportedAttemptsLeft } from './key.ts'
import type { CallOutcome } from './outcome.ts'
import { noMemory, type RefusedKeyMemory } from './refused-key-file.ts'

/** With the refusal that began the lockout this makes two of five: a person may press once too often and still sell. */
const FREE_FURTHER_ATTEMPTS = 1

/** The last attempt is never used up: it is the one that blocks. Calls that were under way together may come close. */
const ATTEMPTS_KEPT = 1

interface Closed {
  readonly by: RefusedBy
  /** Of the key that was refused last. */
  readonly digest: string
  readonly furtherAttempts: number
}

/** A call that asks to go out. */
interface KeyedCall {
  readonly key: string
  /** Its success proves the key good. */
  readonly provesKey: boolean
  /** No person asked for it. */
  readonly byItself: boolean
}

/** A call that may go out. */
export interface Attempt {
  /** Whether another try of it may go out: not once a key was refused. */
  mayGoOn(): boolean
  /** Asked when its first byte would leave: a key that was refused while it waited for a connection holds it back. */
  heldBack(): HeldReason | undefined
  /** Called once with how the call ended; undefined where a fault of ours hides it. */
  end(outcome: CallOutcome<unknown> | undefined, nowMs: number): void
}

/** What is kept of a call until it ends. */
interface UnderWay {
  /** Of its key: made where it is asked for, since a good key is never compared with another. */
  digest(): string
  readonly provesKey: boolean
  /** It left during a lockout. */
  readonly isFurther: boolean
  /** How many lockouts had begun by then: what left before the last one proves nothing since. */
  readonly closings: number
}

/** How a person stands who would ask again. `attemptsLeft` as far as the service reported it. */
export interface KeyStanding {
  readonly attemptsLeft: number | null
  readonly next: NextCheck
}

export type HeldReason = 'key-refused' | 'address-blocked'

export interface AuthLockout {
  /** Lets a call out, or says why it is held back. */
  admit(call: KeyedCall, nowMs: number): Result<Attempt, HeldReason>
  /** undefined while no attempt is counted. */
  standing(nowMs: number): KeyStanding | undefined
}

/** Makes a lockout that stands as `memory` has it: off, or begun by what an earlier start was refused. */
export function createAuthLockout(memory: RefusedKeyMemory = noMemory): AuthLockout {
  const remembered = memory.recall()
  const salt = remembered?.salt ?? newSalt()
  let closed: Closed | undefined = remembered
  let left: AttemptsLeft = remembered?.left ?? allAttemptsLeft
  let closings = 0
  /** One attempt at a time during a lockout: two together would be one too many. */
  let isProving = false

  const heldReason = (): HeldReason => (closed?.by === 'address' ? 'address-blocked' : 'key-refused')

  function isHeld({ provesKey, byItself }: KeyedCall, digest: () => string, nowMs: number): boolean {
    if (closed === undefined) return false
    if (!provesKey) return true
    if (closed.by === 'place') return false
    return isProving || !mayProve(closed, left, { digest: digest(), byItself }, nowMs)
  }

  function close(call: UnderWay, by: RefusedBy, reportedCount: number | null, nowMs: number): void {
    const before = closed
    const { isFurther } = call
    const digest = call.digest()
    const wasRefused = before?.by === 'key' && before.digest === digest
    if (before === undefined) closings += 1
    left = afterRefusal(left, by, reportedCount, before === undefined || before.by === 'place', nowMs)
    closed = {
      // A refused key stays refused, whatever else the service has against the shop.
      by: wasRefused ? 'key' : by,
      digest,
      furtherAttempts: wasRefused ? before.furtherAttempts + Number(isFurther && by !== 'place') : 0,
    }
    remember(closed)
  }

  /** A place that is refused costs no attempt: what was kept of a key before stays kept. */
  function remember({ by, digest, furtherAttempts }: Closed): void {
    if (by !== 'place') memory.keep({ salt, digest, by, furtherAttempts, left })
  }

  function open(call: UnderWay): void {
    if (closed === undefined || call.closings !== closings) return
    closed = undefined
    left = allAttemptsLeft
    memory.forget()
  }

  /** The answer is lost that would have said whether a doubted key is good: it may have been a refusal. */
  function countLost({ digest, isFurther }: UnderWay, nowMs: number): void {
    if (!isFurther || closed?.by !== 'key') return
    left = afterRefusal(left, 'key', null, false, nowMs)
    if (closed.digest === digest()) closed = { ...closed, furtherAttempts: closed.furtherAttempts + 1 }
    remember(closed)
  }

  function end(call: UnderWay, outcome: CallOutcome<unknown> | undefined, nowMs: number): void {
    if (call.isFurther) isProving = false
    const by = outcome && refusedBy(outcome)
    if (outcome === undefined || isLost(outcome)) countLost(call, nowMs)
    else if (by !== undefined) close(call, by, reportedAttemptsLeft(outcome), nowMs)
    else if (call.provesKey && outcome.kind === 'accepted') open(call)
  }

  return {
    admit(call, nowMs) {
      const digest = () => digestOfKey(call.key, salt)
      if (isHeld(call, digest, nowMs)) return err(heldReason())
      const wasOpen = closed === undefined
      const isFurther = closed !== undefined && closed.by !== 'place'
      const underWay = { digest, provesKey: call.provesKey, isFurther, closings }
      if (isFurther) isProving = true
      return ok({
        mayGoOn: () => closed === undefined,
        heldBack: () => (wasOpen && closed !== undefined ? heldReason() : undefined),
        end: (outcome, endMs) => end(underWay, outcome, endMs),
      })
    },
    standing(nowMs) {
      if (closed === undefined || closed.by === 'place') return undefined
      const isKnown = closed.by === 'key' && left.isTold && !isRested(left, nowMs)
      return { attemptsLeft: isKnown ? left.count : null, next: nextCheck(closed, left, nowMs) }
    },
  }
}

/** What a person may do who has no other key. */
function nextCheck({ by, furtherAttempts }: Closed, left: AttemptsLeft, nowMs: number): NextCheck {
  const isFree = by === 'key' && furtherAttempts < FREE_FURTHER_ATTEMPTS && left.count > ATTEMPTS_KEPT
  if (isFree || isRested(left, nowMs)) return { kind: 'once' }
  return comesBack(left) ? { kind: 'later', fromMs: left.atMs + addressBlockMs } : { kind: 'new-key' }
}

/** Whether a proof may go out now. Another key is a person's doing; a refused one waits for a person's press. */
function mayProve(
  closed: Closed,
  left: AttemptsLeft,
  { digest, byItself }: { readonly digest: string; readonly byItself: boolean },
  nowMs: number,
): boolean {
  const isOther = digest !== closed.digest
  if (isOther && left.count > 0) return true
  if (byItself && closed.by === 'key' && !isOther) return false
  return nextCheck(closed, left, nowMs).kind === 'once'
}

/** It left, and no word of the service's came back. */
const isLost = (outcome: CallOutcome<unknown>): boolean =>
  outcome.kind === 'in-doubt' && outcome.evidence.httpStatus === null

// How many failed attempts the shop's address has left before the service blocks it (service-api.md, "Authentication", 5).
// Pure. One count for both base addresses and all keys: what is blocked is the calling address, and the last attempt of
// one host must not be spent at the other. Never higher than what is known for sure, so that the last attempt is not
// spent by mistake.

interface AttemptsLeft {
  readonly count: number
  /** Whether it goes back to a figure of the service's, or is by our own count alone. */
  readonly isTold: boolean
  /** When the last attempt was refused. */
  readonly atMs: number
}

const allAttemptsLeft: AttemptsLeft = { count: failedAttemptsMaxCount, isTold: false, atMs: 0 }

/**
 * Waiting brings attempts back only where none is left: the document gives the block fifteen minutes, and the counter no
 * end. A 401 that says nothing of what is left is no reason to believe otherwise.
 */
const comesBack = ({ count }: AttemptsLeft): boolean => count === 0

/** Whether as much time has gone by as a block takes, either way round: a clock may be set back. */
const isRested = (left: AttemptsLeft, nowMs: number): boolean =>
  comesBack(left) && Math.abs(nowMs - left.atMs) >= addressBlockMs

/**
 * What is left after one more refusal. `reportedCount` is the service's own figure. The first after good times is believed as
 * it stands; while the key stands refused the lowest is, because answers that were under way together come in any order.
 */
function afterRefusal(
  left: AttemptsLeft,
  by: RefusedBy,
  reportedCount: number | null,
  isFirst: boolean,
  nowMs: number,
): AttemptsLeft {
  if (by === 'place') return left
  const before = isRested(left, nowMs) ? allAttemptsLeft : left
  const isTold = reportedCount !== null || before.isTold
  if (by === 'address') return { count: 0, isTold, atMs: nowMs }
  const counted = Math.max(0, before.count - 1)
  const lowest = reportedCount === null ? counted : Math.min(reportedCount, before.count)
  return { count: isFirst && reportedCount !== null ? reportedCount : lowest, isTold, atMs: nowMs }
}

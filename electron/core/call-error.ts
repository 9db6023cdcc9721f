/** What a call that moves no money becomes for the cashier when it did not end in an answer. */
import { type AppError, serviceUnavailable } from '#shared/app-error.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { BindingReason } from './api/key-account-binding.ts'
import type { CallOutcome } from './api/outcome.ts'
import { isMaintenance } from './api/service-words.ts'

/** Every end of a call but the accepted one. */
export type CallFailure = Exclude<CallOutcome<unknown>, { kind: 'accepted' }>

/** The service's own word that it holds no such record: its code, or its status, for which the platform's table has no code. */
export const isNotFound = (outcome: CallOutcome<unknown>): boolean =>
  outcome.kind === 'refused' && (outcome.refusal.code === 'NOT_FOUND' || outcome.evidence.httpStatus === 404)

/** What was held back until the key, or the bill host, is judged: the words are under `closed` in the locales. */
const closings: Readonly<Record<BindingReason, string>> = {
  'key-unknown': 'connecting',
  'bill-host-unknown': 'bills-unknown',
  'bill-host-elsewhere': 'bills-elsewhere',
}
const isHeldBack = (reason: string): reason is BindingReason => Object.hasOwn(closings, reason)

export const heldBackError = (reason: BindingReason): AppError => ({
  kind: 'selling-closed',
  why: closings[reason],
})

/** A definite refusal keeps the code that the table knows it by; anything else is "no usable answer". Carries the requestId. */
export function callError(failure: CallFailure): AppError {
  if (failure.kind === 'not-sent' && isHeldBack(failure.reason)) return heldBackError(failure.reason)
  const { requestId } = failure.evidence
  const evidence = requestId === null ? {} : { requestId }
  if (failure.kind !== 'refused') {
    const reason = isMaintenance(failure) ? serviceUnavailable : failure.reason
    return { kind: 'unreachable', reason, ...evidence }
  }
  const { refusal } = failure
  const attemptsLeft = refusal.code === 'INVALID_ACCESS_TOKEN' ? refusal.attemptsLeft : null
  const address = refusal.code === 'IP_NOT_ALLOWED' ? refusal.address : null
  return {
    kind: 'refused',
    code: refusal.code,
    message: refusal.message,
    ...(attemptsLeft === null ? {} : { attemptsLeft }),
    ...(address === null ? {} : { address }),
    ...evidence,
  }
}

// How a call that moves no money becomes an answer for the screens: the connection learns what failed, too.

export type OnFailure = (failure: CallFailure) => void

/** The value of an accepted call, or its failure in the cashier's terms. */
export function answered<Value>(outcome: CallOutcome<Value>, onFailure: OnFailure): Result<Value, AppError> {
  if (outcome.kind === 'accepted') return ok(outcome.value)
  onFailure(outcome)
  return err(callError(outcome))
}

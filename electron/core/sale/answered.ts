/** How a call that moves no money becomes an answer for the screens: what failed is told to the connection, too. */
import type { AppError } from '#shared/app-error.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { CallOutcome } from '../api/outcome.ts'
import { type CallFailure, callError } from '../call-error.ts'

export type OnFailure = (failure: CallFailure) => void

/** The value of an accepted call, or its failure in the cashier's terms. */
export function answered<Value>(outcome: CallOutcome<Value>, onFailure: OnFailure): Result<Value, AppError> {
  if (outcome.kind === 'accepted') return ok(outcome.value)
  onFailure(outcome)
  return err(callError(outcome))
}

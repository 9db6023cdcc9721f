/** What a call that moves no money becomes for the cashier when it did not end in an answer. */
import * as z from 'zod'
import type { AppError } from '#shared/app-error.ts'
import type { CallOutcome } from './api/outcome.ts'

/** Every end of a call but the accepted one. */
export type CallFailure = Exclude<CallOutcome<unknown>, { kind: 'accepted' }>

const attemptsLeftSchema = z.object({ attemptsLeft: z.int() })

/** A definite refusal keeps the service's code; anything else is "no usable answer". Carries the requestId. */
export function callError(failure: CallFailure): AppError {
  const { requestId } = failure.evidence
  const evidence = requestId === null ? {} : { requestId }
  if (failure.kind !== 'refused') return { kind: 'unreachable', reason: failure.reason, ...evidence }
  const { code, message, details } = failure.error
  const left = attemptsLeftSchema.safeParse(details)
  return {
    kind: 'refused',
    code,
    message,
    ...(left.success ? { attemptsLeft: left.data.attemptsLeft } : {}),
    ...evidence,
  }
}

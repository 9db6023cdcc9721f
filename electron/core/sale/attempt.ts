/** How an attempt ended, as the entry that says so. Pure: the rule that only a definite answer is an outcome, written down. */
import type { Ref } from '#shared/ref.ts'
import { unreachable } from '#shared/result.ts'
import type { CallOutcome } from '../api/outcome.ts'
import type { SaleEntryBody } from '../journal/entry.ts'

/**
 * house.md, "Money and truth", rule 3. A refusal under which the same ref may be sent again leaves the sale unsent with
 * the service's code as its reason; any other refusal is final.
 */
export function entryOfAttempt(
  ref: Ref,
  attempt: number,
  outcome: CallOutcome<{ readonly topupId: string }>,
): SaleEntryBody {
  const { requestId } = outcome.evidence
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted', ref, attempt, topupId: outcome.value.topupId, requestId }
    case 'refused':
      return outcome.refReusable
        ? { kind: 'not-sent', ref, attempt, reason: outcome.error.code }
        : {
            kind: 'refused',
            ref,
            attempt,
            code: outcome.error.code,
            message: outcome.error.message,
            requestId,
          }
    case 'not-sent':
      return { kind: 'not-sent', ref, attempt, reason: outcome.reason }
    case 'in-doubt':
      return { kind: 'doubted', ref, reason: outcome.reason, requestId }
    default:
      return unreachable(outcome)
  }
}

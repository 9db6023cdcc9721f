/** An attempt's beginning and its end, as the entries that say so. Pure: the rule that only a definite answer is an outcome. */
import type { Ref } from '#shared/ref.ts'
import { unreachable } from '#shared/result.ts'
import type { ServiceClient } from '../api/client.ts'
import type { CallOutcome } from '../api/outcome.ts'
import type { SaleEntryBody } from '../journal/entry.ts'
import type { StoredSale } from '../journal/journal.ts'

/** `client` tells by how much the service's clock is ahead now. `sentTo`: the host's address. */
export function beginningOfAttempt(
  ref: Ref,
  attempt: number,
  client: Pick<ServiceClient, 'serverOffsetMs' | 'otherServerOffsetMs'>,
  sentTo: string | undefined,
): Extract<SaleEntryBody, { kind: 'attempt-started' }> {
  const serverOffsetMs = client.serverOffsetMs()
  const otherOffsetMs = client.otherServerOffsetMs()
  return {
    ...{ kind: 'attempt-started', ref, attempt },
    ...(serverOffsetMs === null ? {} : { serverOffsetMs }),
    ...(otherOffsetMs === null ? {} : { otherOffsetMs }),
    ...(sentTo === undefined ? {} : { sentTo }),
  }
}

/**
 * house.md, "Money and truth", rule 3. A refusal under which the same ref may be sent again leaves the sale unsent with
 * the service's code as its reason; any other refusal is final, unless an earlier attempt ended in doubt: its request may
 * still land (and may be why this one was refused), so the sale is in doubt with the code as its reason.
 */
export function entryOfAttempt(
  sale: StoredSale,
  outcome: CallOutcome<{ readonly serviceId: string | null }>,
): SaleEntryBody {
  const { ref, attempts: attempt } = sale
  const { requestId } = outcome.evidence
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted', ref, attempt, serviceId: outcome.value.serviceId, requestId }
    case 'refused':
      return entryOfRefusal(sale, outcome)
    case 'not-sent':
      return { kind: 'not-sent', ref, attempt, reason: outcome.reason }
    case 'in-doubt':
      return { kind: 'doubted', ref, reason: outcome.reason, requestId }
    default:
      return unreachable(outcome)
  }
}

function entryOfRefusal(
  { ref, attempts: attempt, everDoubted }: StoredSale,
  { refusal: { code, message }, refReusable, evidence }: Extract<CallOutcome<unknown>, { kind: 'refused' }>,
): SaleEntryBody {
  const { requestId } = evidence
  if (refReusable) return { kind: 'not-sent', ref, attempt, reason: code }
  if (everDoubted) return { kind: 'doubted', ref, reason: code, requestId }
  return { kind: 'refused', ref, attempt, code, message, requestId }
}

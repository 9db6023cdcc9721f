/** An attempt's beginning and its end, as the entries that say so. Pure: the rule that only a definite answer is an outcome. */
import type { Ref } from '#shared/ref.ts'
import { unreachable } from '#shared/result.ts'
import type { ServiceClient } from '../api/client.ts'
import type { CallOutcome } from '../api/outcome.ts'
import type { SaleEntryBody } from '../journal/entry.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { Look, ServiceNames } from '../products/kind.ts'

/** `client` says by how much the service's clock is ahead now. `sentTo`: the host's address. */
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

type SendOutcome = CallOutcome<ServiceNames>

/**
 * Whether a refusal may be the last word on every request that ever left under the sale's ref: what is wrong with the request
 * is wrong with every delivery of it. Not where an earlier delivery may be why this one was refused, nor where the same ref
 * may be sent again: a few looks end that doubt. Not after an earlier attempt ended in doubt: its request may still land.
 */
export const mayBeFinal = (
  { everDoubted }: StoredSale,
  outcome: SendOutcome,
): outcome is Extract<SendOutcome, { kind: 'refused' }> =>
  outcome.kind === 'refused' && outcome.refusal.meaning.resend === 'never' && !everDoubted

/**
 * ARCHITECTURE.md, "Rules for money", 3. A refusal is final only where it may be and `look`, where one was taken, found no order
 * all the same. Otherwise the sale is in doubt, the code its reason.
 */
export function entryOfAttempt(
  sale: StoredSale,
  outcome: SendOutcome,
  look: Look | undefined,
): SaleEntryBody {
  const { ref, attempts: attempt } = sale
  const { requestId } = outcome.evidence
  switch (outcome.kind) {
    case 'accepted': {
      const { serviceId, serviceRef = ref } = outcome.value
      const own = serviceRef === ref ? {} : { serviceRef }
      return { kind: 'accepted', ref, attempt, serviceId, ...own, requestId }
    }
    case 'refused': {
      const { code, message } = outcome.refusal
      return mayBeFinal(sale, outcome) && (look === undefined || look.kind === 'absent')
        ? { kind: 'refused', ref, attempt, code, message, requestId }
        : { kind: 'doubted', ref, reason: code, requestId }
    }
    case 'not-sent':
      return { kind: 'not-sent', ref, attempt, reason: outcome.reason }
    case 'in-doubt':
      return { kind: 'doubted', ref, reason: outcome.reason, requestId }
    default:
      return unreachable(outcome)
  }
}

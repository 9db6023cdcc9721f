/**
 * What the engine does next about one sale. Pure: the sale as the journal holds it and a few facts in, one effect out.
 * Keeps two invariants: a sale is sent only in the process and at the moment that committed its attempt, and an order is
 * believed absent only after look-ups have failed to find it for long enough.
 */
import { unreachable } from '#shared/result.ts'
import type { StoredSale } from '../journal/journal.ts'

/** Look-ups that must have found nothing before an order is believed absent, and the time they must span. */
export const ABSENT_AFTER_LOOK_UPS = 3
export const ABSENT_AFTER_MS = 20_000

/** A cancelled sale is looked up for this long: a request that was held up on its way would surface in that time. */
export const LATE_REQUEST_WATCH_MS = 48 * 3_600_000

/** The service said that it knows this ref: see service-api.md, "Platform error codes", DUPLICATED_REF. */
export const DUPLICATED_REF_REASON = 'duplicated-ref'

export interface SaleFacts {
  /** This process's part in the last attempt: committed and about to leave, on its way, or none. */
  readonly attempt: 'due' | 'in-flight' | 'none'
  /** The attempt ended and the disk refused to take its end. */
  readonly unrecorded: boolean
  /** Look-ups in a row that found nothing, in this phase. */
  readonly notFoundLookUps: number
  /** How long the sale has been watched in this phase: waits that ran to their end, summed. */
  readonly watchedMs: number
  readonly nowMs: number
}

export type SaleEffect =
  /** Sends the committed request: the attempt that was just recorded. */
  | { readonly kind: 'send' }
  | { readonly kind: 'look-up-by-ref' }
  | { readonly kind: 'look-up-by-id'; readonly topupId: string }
  /** Nobody in this process knows how the attempt ended. */
  | { readonly kind: 'doubt'; readonly reason: 'restart' }
  | { readonly kind: 'record-again' }
  /** An attempt is on its way. */
  | { readonly kind: 'wait' }
  /** Nothing more will happen to this sale by itself. */
  | { readonly kind: 'rest' }

/** house.md, "Money and truth", rules 1 to 4. */
export function decideEffect(sale: StoredSale, facts: SaleFacts): SaleEffect {
  if (facts.unrecorded) return { kind: 'record-again' }
  switch (sale.state) {
    case 'sending':
      return decideSending(facts.attempt)
    case 'in-doubt':
    case 'unsent':
      return { kind: 'look-up-by-ref' }
    case 'following':
      return sale.topupId !== null && facts.notFoundLookUps === 0
        ? { kind: 'look-up-by-id', topupId: sale.topupId }
        : { kind: 'look-up-by-ref' }
    case 'cancelled':
      return facts.nowMs - sale.changedAtMs < LATE_REQUEST_WATCH_MS
        ? { kind: 'look-up-by-ref' }
        : { kind: 'rest' }
    case 'fulfilled':
    case 'refunded':
    case 'refused':
      return { kind: 'rest' }
    default:
      return unreachable(sale.state)
  }
}

function decideSending(attempt: SaleFacts['attempt']): SaleEffect {
  if (attempt === 'due') return { kind: 'send' }
  return attempt === 'in-flight' ? { kind: 'wait' } : { kind: 'doubt', reason: 'restart' }
}

/**
 * Whether an in-doubt sale may be taken as not being at the service. Never where the service itself said that it knows
 * the ref: that word outweighs any number of look-ups that do not find it.
 */
export function believesAbsent(sale: StoredSale, facts: SaleFacts): boolean {
  return (
    sale.state === 'in-doubt' &&
    sale.reason !== DUPLICATED_REF_REASON &&
    facts.notFoundLookUps >= ABSENT_AFTER_LOOK_UPS &&
    facts.watchedMs >= ABSENT_AFTER_MS
  )
}

/**
 * What the engine does next about one sale that it visits. Pure: the sale as the journal holds it and a few facts in, one
 * effect out. Keeps two invariants: a visit never sends, for an attempt is sent where it was committed, and an order is
 * believed absent only after look-ups that are able to find an order have failed to find it for long enough.
 */
import { endsByDecision, type ManualReviewReason } from '#shared/decisions.ts'
import { productOf } from '#shared/products/orders.ts'
import { unreachable } from '#shared/result.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { Ways } from '../products/kind.ts'
import { kindOf } from '../products/kinds.ts'
import { lacksOfDelivery, mayBeRefundedLate } from './delivery.ts'

/**
 * A cancelled or refused sale is looked up for this long, by waits and not by the clock: a request that was held up on its way
 * would surface in that time. So is one that ended by a person's word, which the service may contradict, and a paid one that
 * may be refunded yet.
 */
export const LATE_REQUEST_WATCH_MS = 48 * 3_600_000

/** The service said that it knows this ref: see service-api.md, "Platform error codes", DUPLICATED_REF. */
export const DUPLICATED_REF_REASON = 'duplicated-ref'

/** The reason of a doubt about a sale that was sent to other addresses than those that are asked now. */
export const ELSEWHERE_REASON = 'addresses-changed' satisfies ManualReviewReason

/** A record that cannot be this sale's was found in its place. */
export const STRANGER_REASON = 'stranger-seen'

/** Reasons that override any number of look-ups which find nothing, each as the doubt that it is to a person. */
const overridingReasons: Readonly<Record<string, ManualReviewReason>> = {
  [DUPLICATED_REF_REASON]: 'duplicated-ref-unseen',
  'duplicated-ref-unseen': 'duplicated-ref-unseen',
  [STRANGER_REASON]: 'stranger-found',
  'stranger-found': 'stranger-found',
}

/** The doubt that overrides looks which find nothing, or bring no answer at all; undefined where the sale has none such. */
export const overridingReasonOf = (
  { reason }: Pick<StoredSale, 'reason'>,
  { strangerFound }: Pick<SaleFacts, 'strangerFound'>,
): ManualReviewReason | undefined =>
  overridingReasons[reason ?? ''] ?? (strangerFound ? 'stranger-found' : undefined)

/** The reason of a doubt about an attempt whose end no living process has seen. */
export const RESTART_REASON = 'restart'

export interface SaleFacts {
  /** This process has sent the last attempt, and waits for its end. */
  readonly isSending: boolean
  /** The attempt ended and the disk refused to take its end. */
  readonly unrecorded: boolean
  /** Look-ups that came to an end, in this phase, and how many of the last ones in a row found nothing. */
  readonly looks: number
  readonly notFoundLookUps: number
  /** A record that cannot be this sale's was once found in its place. */
  readonly strangerFound: boolean
  /** A look-up by ref has found an order of this kind: its path exists. service-api.md does not show it. */
  readonly byRefProven: boolean
  /** How long the sale has been watched in this phase: waits that ran to their end, summed. */
  readonly watchedMs: number
}

export type SaleEffect =
  /** Looks at the service in these ways, one after the other until one of them finds something. */
  | { readonly kind: 'look-up'; readonly ways: Ways }
  /** Nobody in this process knows how the attempt ended. */
  | { readonly kind: 'doubt'; readonly reason: typeof RESTART_REASON }
  | { readonly kind: 'record-again' }
  /** An attempt is on its way. */
  | { readonly kind: 'wait' }
  /** Nothing more will happen to this sale by itself. */
  | { readonly kind: 'rest' }

/** ARCHITECTURE.md, "Rules for money", 1 to 4. */
export function decideEffect(sale: StoredSale, facts: SaleFacts): SaleEffect {
  if (facts.unrecorded) return { kind: 'record-again' }
  if (endsByDecision(sale)) return lateLook(sale, facts)
  switch (sale.state) {
    case 'sending':
      return facts.isSending ? { kind: 'wait' } : { kind: 'doubt', reason: RESTART_REASON }
    case 'in-doubt':
    case 'unsent':
    case 'following':
      return { kind: 'look-up', ways: waysInOrder(sale, facts) }
    case 'cancelled':
      return lateLook(sale, facts)
    case 'refused':
      return mayStillSurface(sale) ? lateLook(sale, facts) : { kind: 'rest' }
    case 'fulfilled':
    case 'partly-fulfilled':
      if (lacksOfDelivery(sale)) return { kind: 'look-up', ways: waysInOrder(sale, facts) }
      return mayBeRefundedLate(sale) ? lateLook(sale, facts) : { kind: 'rest' }
    case 'refunded':
      return { kind: 'rest' }
    default:
      return unreachable(sale.state)
  }
}

const lateLook = (sale: StoredSale, facts: SaleFacts): SaleEffect =>
  facts.watchedMs < LATE_REQUEST_WATCH_MS
    ? { kind: 'look-up', ways: waysInOrder(sale, facts) }
    : { kind: 'rest' }

/** Not what the service itself has ended, nor an order without a name: nothing would distinguish it from another's. */
const mayStillSurface = (refused: StoredSale): boolean =>
  productOf(refused.order).isNamed && refused.serverStatus === null

/** An accepted order is there to be found: the first look at it goes by ref, so that this way proves itself. */
function waysInOrder(sale: StoredSale, { byRefProven, looks }: SaleFacts): Ways {
  const ways = kindOf(sale).ways(sale)
  if (byRefProven || looks > 0 || !ways.includes('by-ref')) return ways
  return ['by-ref', ...ways.filter((way) => way !== 'by-ref')]
}

/**
 * Whether an in-doubt sale may be taken as not being at the service, by the number of its looks and their time; that their path
 * has proved itself is for `recordAbsent` (look-up.ts). Never where the service itself said that it knows the ref, or showed a
 * record in its place that cannot be ours: that overrides any number of look-ups that find nothing.
 */
export function isConfirmedAbsent(sale: StoredSale, facts: SaleFacts): boolean {
  const { lookUps, spanMs, silentMs } = kindOf(sale).absence
  return (
    sale.state === 'in-doubt' &&
    overridingReasonOf(sale, facts) === undefined &&
    facts.notFoundLookUps >= lookUps &&
    facts.watchedMs >= spanMs + silentMs
  )
}

/**
 * Asks the service about one sale that no list shows. Owns when an absence is believed: where the path that found nothing
 * has found an order that is there, because one that does not exist answers "not found" to everything.
 */
import type { OrderKind } from '#shared/orders.ts'
import type { OrderSide } from '#shared/reconciliation.ts'
import type { ServiceCalls } from '../api/client.ts'
import type { CallOutcome } from '../api/outcome.ts'
import { type CallFailure, isNotFound } from '../call-error.ts'
import type { StoredSale } from '../journal/journal.ts'
import { billSide, giftCardSide, internetSide, mobileSide } from './sides.ts'

export type Answer =
  | { readonly kind: 'found'; readonly order: OrderSide }
  | { readonly kind: 'absent' }
  /** There is no way to ask, or no answer that tells. */
  | { readonly kind: 'failed'; readonly failure: CallFailure }
  | { readonly kind: 'no-way' }

/** By its id, and where that finds nothing by its ref: an order has both names. */
export async function askSale(client: ServiceCalls, sale: StoredSale): Promise<Answer> {
  const { serviceId, ref, order } = sale
  switch (order.kind) {
    case 'bill':
      return answerOf(await client.findBill(order.transactionId), billSide)
    case 'gift-card':
      if (serviceId === null) return { kind: 'no-way' }
      return answerOf(await client.findGiftCardOrder(serviceId), giftCardSide)
    case 'mobile':
      return firstFound(
        () => serviceId !== null && client.findMobileById(serviceId),
        () => client.findMobileByRef(ref),
        mobileSide,
      )
    case 'internet':
      return firstFound(
        () => serviceId !== null && client.findInternetById(serviceId),
        () => client.findInternetByRef(ref),
        (record) => internetSide(record, sale),
      )
  }
}

async function firstFound<Record>(
  byId: () => Promise<CallOutcome<Record>> | false,
  byRef: () => Promise<CallOutcome<Record>>,
  sideOf: (record: Record) => OrderSide,
): Promise<Answer> {
  const asked = byId()
  const first = asked && answerOf(await asked, sideOf)
  return first && first.kind !== 'absent' ? first : answerOf(await byRef(), sideOf)
}

function answerOf<Record>(
  outcome: CallOutcome<Record>,
  sideOf: (record: Record) => OrderSide | undefined,
): Answer {
  if (outcome.kind !== 'accepted') return isNotFound(outcome) ? { kind: 'absent' } : failedBy(outcome)
  const order = sideOf(outcome.value)
  return order ? { kind: 'found', order } : { kind: 'absent' }
}

const failedBy = (failure: CallFailure): Answer =>
  failure.kind === 'not-sent' && failure.reason === 'invalid-request'
    ? { kind: 'no-way' }
    : { kind: 'failed', failure }

/** Bills are read by a path that the document shows. */
export const isProvenByItself = (kind: OrderKind): boolean => kind === 'bill'

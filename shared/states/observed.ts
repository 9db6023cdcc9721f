/**
 * What the service's own words mean for a sale, by the table of its kind. A word that is not here is `unknown`: the order is
 * there, it stays open, it is polled, and it is never a failure.
 */
import { type OrderKind, products } from '../products/orders.ts'
import type { Meaning, Status } from '../products/product.ts'
import { reachable } from '../transition.ts'
import { nextSaleState, type SaleEvent, type SalePhase, type SaleState } from './sale.ts'

const eventOf: Readonly<Record<Meaning, SaleEvent>> = {
  handling: 'found-open',
  queued: 'found-open',
  unknown: 'found-open',
  fulfilled: 'found-fulfilled',
  'partly-fulfilled': 'found-partly',
  refunded: 'found-refunded',
  failed: 'found-failed',
}

/** What is known of a word of the service's for a kind of order; undefined where the kind has no such word. */
export const statusOf = (kind: OrderKind, status: string): Status | undefined => {
  const { statuses } = products[kind]
  return Object.hasOwn(statuses, status) ? statuses[status] : undefined
}

const meaningOf = (kind: OrderKind, status: string): Meaning => statusOf(kind, status)?.means ?? 'unknown'

/** What finding this status does to a sale of this kind. */
export const eventOfStatus = (kind: OrderKind, status: string): SaleEvent => eventOf[meaningOf(kind, status)]

/** Whether the specification's table can come from the last status seen (null: none) to this one. */
export function isExpectedStatus(kind: OrderKind, from: string | null, to: string): boolean {
  const { observedTable } = products[kind]
  const known = observedTable.some((row) => row.from === to || row.to === to)
  return known && reachable(observedTable, from ?? '(none)', to)
}

/** What the cashier is shown: the local state, refined by the service's own word while it works. */
export function phaseOf(state: SaleState, kind: OrderKind, serverStatus: string | null): SalePhase {
  if (state !== 'following') return state
  if (serverStatus === null) return 'handling'
  const meaning = meaningOf(kind, serverStatus)
  return meaning === 'handling' || meaning === 'queued' ? meaning : 'unknown'
}

/** What the cashier would be shown of a sale whose order has this status. */
export const phaseOfOrder = (kind: OrderKind, status: string): SalePhase =>
  phaseOf(nextSaleState('following', eventOfStatus(kind, status)) ?? 'following', kind, status)

/** Whose an order or a movement is by the names that it tells, and under what name it is itself known. */
import type { MovementSide, OrderSide } from '#shared/reconciliation.ts'
import { isRef } from '#shared/ref.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import { digestOf } from './finding.ts'
import { kindToldBy } from './sides.ts'

export type NamedSales = Pick<Journal, 'readSale' | 'findSaleByTransaction' | 'reconciled'>

/** What has neither an id nor a ref is told by what it is of, and when; a movement, by all that is told of it. */
export const orderName = ({ kind, orderId, ref, subject, atMs }: OrderSide): string =>
  `order:${kind}/${orderId ?? ref ?? `${subject}@${atMs}`}`
export const movementName = (side: MovementSide): string =>
  side.objectId === null ? `movement:${side.id ?? digestOf(side)}` : `object:${side.objectId}`

export function saleOfOrder(
  { kind, orderId, ref }: Pick<OrderSide, 'kind' | 'orderId' | 'ref'>,
  journal: NamedSales,
): StoredSale | undefined {
  const byRef = ref !== null && isRef(ref) ? journal.readSale(ref) : undefined
  if (byRef?.order.kind === kind) return byRef
  if (orderId === null) return undefined
  const byId = journal.reconciled.findByServiceId(orderId).find((sale) => sale.order.kind === kind)
  const payer = byId ?? journal.findSaleByTransaction(orderId)
  return payer?.order.kind === kind ? payer : undefined
}

/** A movement may name the service's id of an order, or our ref; of a bill the discovery's, which its transaction keeps. */
export function saleOfObject(
  objectId: string,
  { type }: Pick<MovementSide, 'type'>,
  journal: NamedSales,
): StoredSale | undefined {
  const known = journal.reconciled.findByServiceId(objectId)
  const kind = kindToldBy(type)
  const fits = known.find((sale) => sale.order.kind === kind) ?? known[0]
  return (
    fits ??
    journal.findSaleByTransaction(objectId) ??
    (isRef(objectId)
      ? (journal.readSale(objectId) ?? journal.reconciled.findByDiscovery(objectId))
      : undefined)
  )
}

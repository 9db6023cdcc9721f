/** Whose an order or a movement is by the names that it has, and under what name it is itself known. */
import type { MovementSide, OrderSide } from '#shared/reconciliation.ts'
import { isRef } from '#shared/ref.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import { digestOf } from './finding.ts'
import { contentOf, kindNamedBy, mayHaveCost } from './sides.ts'

export type NamedSales = Pick<Journal, 'readSale' | 'findSaleByTransaction' | 'listSales' | 'reconciled'>

/** What has neither an id nor a ref is known by what it is of, and when; a movement, by all that is listed of it. */
export const orderName = ({ kind, orderId, ref, subject, atMs }: OrderSide): string =>
  `order:${kind}/${orderId ?? ref ?? `${subject}@${atMs}`}`
export const movementName = (side: MovementSide): string =>
  side.objectId === null ? `movement:${side.id ?? digestOf(contentOf(side))}` : `object:${side.objectId}`

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

type TypeAndAmount = Pick<MovementSide, 'type' | 'amountCentimes'>

/**
 * A movement may name the service's id of an order, or our ref; of a bill the discovery's, which its transaction keeps. The
 * service may number the orders of each kind for themselves: of several sales the word says which it is, or the amount.
 */
export function saleOfObject(
  objectId: string,
  { type, amountCentimes }: TypeAndAmount,
  journal: NamedSales,
): StoredSale | undefined {
  const known = journal.reconciled.findByServiceId(objectId)
  const kind = kindNamedBy(type)
  const fits =
    known.find((sale) => sale.order.kind === kind) ??
    known.find((sale) => mayHaveCost(sale, amountCentimes)) ??
    known[0]
  return (
    fits ??
    journal.findSaleByTransaction(objectId) ??
    (isRef(objectId)
      ? (journal.readSale(objectId) ?? journal.reconciled.findByDiscovery(objectId))
      : undefined)
  )
}

/** Whether the movement is this sale's, or nobody's whom the journal knows: one of another's is that one's alone. */
export function mayBelongTo({ ref }: StoredSale, side: MovementSide, journal: NamedSales): boolean {
  const owner = side.objectId === null ? undefined : saleOfObject(side.objectId, side, journal)
  return owner === undefined || owner.ref === ref
}

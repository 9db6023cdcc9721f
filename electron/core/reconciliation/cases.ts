/**
 * Puts together what belongs together: a sale with the service's orders under its names and the movements for them. Owns
 * whose an order or a movement is. Every case that a day touches is found, whatever its own day: a refund of today may be of
 * a sale of last month.
 */
import type { MovementSide, OrderSide } from '#shared/reconciliation.ts'
import { shopDayOf } from '#shared/reconciliation.ts'
import { isRef, type Ref } from '#shared/ref.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import { digestOf } from './finding.ts'
import type { Case, LookedUp, Seen } from './judge.ts'
import { kindPaidBy } from './sides.ts'
import type { Workbook } from './workbook.ts'

/** Two orders of the same thing within this time may be one sale's. */
const TWIN_WITHIN_MS = 15 * 60_000
/** A sale in doubt may have been sent again long after it was recorded. */
const AWAITED_WITHIN_MS = 48 * 3_600_000

export interface NamedCase extends Case {
  /** All names under which a finding of it may have been kept; the first is its own. */
  readonly names: readonly [string, ...string[]]
  readonly day: string
}

export interface CaseParts {
  readonly journal: Pick<Journal, 'readSale' | 'findSaleByTransaction' | 'reconciled'>
  readonly workbook: Pick<Workbook, 'rows' | 'readLook'>
  /** By how much the service's clock is ahead of the counter's. */
  readonly offsetMs: number
  /** Whether the shop says that other counters use the same key: an order like one of ours is theirs then. */
  sharedKey(): boolean
}

/** What has neither an id nor a ref is told by what it is of, and when; a movement, by all that is told of it. */
export const orderName = ({ kind, orderId, ref, subject, atMs }: OrderSide): string =>
  `order:${kind}/${orderId ?? ref ?? `${subject}@${atMs}`}`
export const movementName = (side: MovementSide): string =>
  side.objectId === null ? `movement:${side.id ?? digestOf(side)}` : `object:${side.objectId}`

export function caseOfSale(sale: StoredSale, { workbook }: Pick<CaseParts, 'workbook'>): NamedCase {
  const { ref, serviceId, order } = sale
  const transactionId = order.kind === 'bill' ? order.transactionId : null
  const ownNames = [ref, serviceId, transactionId].filter((name) => name !== null)
  const listed = workbook.rows.findOrders(ownNames).filter(({ side }) => side.kind === order.kind)
  const look = workbook.readLook(ref)
  const orders = ownFirst(look?.kind === 'found' ? withLook(listed, { ...look, side: look.order }) : listed)
  const objectIds = [...ownNames, ...orders.flatMap(({ side }) => side.orderId ?? [])]
  return {
    ...{ sale, orders, movements: workbook.rows.findMovements([...new Set(objectIds)]) },
    look: look === undefined || look.kind === 'found' ? null : (look.kind satisfies LookedUp),
    ...{ twin: null, isAwaited: false, day: shopDayOf(sale.recordedAtMs) },
    names: [
      `sale:${ref}`,
      ...orders.map(({ side }) => orderName(side)),
      ...objectIds.map((id) => `object:${id}`),
    ],
  }
}

/** A row whose id cannot be read speaks of a sale only where no order that has one does. */
const ownFirst = (orders: readonly Seen<OrderSide>[]): readonly Seen<OrderSide>[] =>
  orders.toSorted((a, b) => Number(a.side.orderId === null) - Number(b.side.orderId === null))

/** A look at one order is newer than the list that shows it, or tells of one that no list shows. */
function withLook(listed: readonly Seen<OrderSide>[], look: Seen<OrderSide>): readonly Seen<OrderSide>[] {
  const { orderId } = look.side
  const others = listed.filter(({ side }) => orderId !== null && side.orderId !== orderId)
  const same = listed.find((one) => !others.includes(one))
  const newest = same && same.readAtMs >= look.readAtMs ? same : look
  return [newest, ...others]
}

/** The case of an order that a list shows; undefined where it is of a time before the journal. */
export function caseOfOrder(order: Seen<OrderSide>, day: string, parts: CaseParts): NamedCase | undefined {
  const { side } = order
  const sale = saleOfOrder(side, parts)
  if (sale) return caseOfSale(sale, parts)
  const atMs = side.atMs === null ? null : side.atMs - parts.offsetMs
  if (atMs !== null && atMs < parts.journal.reconciled.createdAtMs) return undefined
  const names = side.orderId === null ? [] : [side.orderId]
  return {
    ...{ sale: null, orders: [order], movements: parts.workbook.rows.findMovements(names), look: null },
    ...alikeOf(side, atMs, parts),
    day: atMs === null ? day : shopDayOf(atMs),
    names: [orderName(side), ...names.map((id) => `object:${id}`)],
  }
}

/** The case of a movement; undefined where it is of a time before the journal. */
export function caseOfMovement(one: Seen<MovementSide>, parts: CaseParts): NamedCase | undefined {
  const { side } = one
  const { objectId } = side
  const sale = objectId === null ? undefined : saleOfObject(objectId, side, parts)
  if (sale) return caseOfSale(sale, parts)
  const { rows } = parts.workbook
  const [order] =
    objectId === null
      ? []
      : rows.findOrders([objectId]).filter(({ side: { orderId } }) => orderId === objectId)
  const atMs = side.atMs - parts.offsetMs
  if (order) return caseOfOrder(order, shopDayOf(atMs), parts)
  const movements = objectId === null ? alikeTo(one, parts) : rows.findMovements([objectId])
  const firstMs = Math.min(...movements.map((each) => each.side.atMs)) - parts.offsetMs
  if (firstMs < parts.journal.reconciled.createdAtMs) return undefined
  return {
    ...{ sale: null, orders: [], movements, look: null, twin: null, isAwaited: false },
    day: shopDayOf(firstMs),
    names: [movementName(side)],
  }
}

/** Movements that nothing tells apart are one case, and each of them is money. */
function alikeTo(one: Seen<MovementSide>, { workbook, offsetMs }: CaseParts): readonly Seen<MovementSide>[] {
  const { id, atMs } = one.side
  if (id !== null) return [one]
  const name = movementName(one.side)
  const near = workbook.rows.findOwnerless(shopDayOf(atMs - offsetMs), atMs)
  const alike = near.filter(({ side }) => movementName(side) === name)
  return alike.length > 0 ? alike : [one]
}

function saleOfOrder({ kind, orderId, ref }: OrderSide, { journal }: CaseParts): StoredSale | undefined {
  const byRef = ref !== null && isRef(ref) ? journal.readSale(ref) : undefined
  if (byRef?.order.kind === kind) return byRef
  if (orderId === null) return undefined
  const byId = journal.reconciled.findByServiceId(orderId).find((sale) => sale.order.kind === kind)
  return byId ?? (kind === 'bill' ? journal.findSaleByTransaction(orderId) : undefined)
}

function saleOfObject(
  objectId: string,
  { type }: MovementSide,
  { journal }: CaseParts,
): StoredSale | undefined {
  const known = journal.reconciled.findByServiceId(objectId)
  const kind = kindPaidBy(type.replace(/^REFUND-/, ''))
  const fits = known.find((sale) => sale.order.kind === kind) ?? known[0]
  return fits ?? journal.findSaleByTransaction(objectId)
}

/** Sales of the same thing and time as an order that names none: only gift cards are ordered without a ref of ours. */
function alikeOf(
  { kind, subject, orderId }: OrderSide,
  atMs: number | null,
  { journal, sharedKey }: CaseParts,
): Pick<Case, 'twin' | 'isAwaited'> {
  if (kind !== 'gift-card' || subject === null || atMs === null) return { twin: null, isAwaited: false }
  const span = { fromMs: atMs - AWAITED_WITHIN_MS, toMs: atMs + TWIN_WITHIN_MS }
  const alike = journal.reconciled.listAlike(subject, span).flatMap((ref: Ref) => journal.readSale(ref) ?? [])
  const isAwaited = alike.some(
    (sale) => sale.serviceId === null && openSaleStates.includes(sale.state) && !isRuledOut(sale),
  )
  if (sharedKey()) return { twin: null, isAwaited }
  const twin = alike.find(
    (sale) =>
      sale.serviceId !== null &&
      sale.serviceId !== orderId &&
      Math.abs(sale.recordedAtMs - atMs) <= TWIN_WITHIN_MS,
  )
  return { twin: twin ?? null, isAwaited }
}

/** A sale that only waits for the cashier, after a person said that none of the orders is its own. */
const isRuledOut = ({ state, reason }: StoredSale): boolean => state === 'unsent' && reason === 'not-received'

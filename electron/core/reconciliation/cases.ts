/**
 * Puts together what belongs together: a sale with the service's orders under its names and the movements for them. Owns
 * whose an order or a movement is. Every case that a day touches is found, whatever its own day: a refund of today may be of
 * a sale of last month.
 */
import type { Centimes } from '#shared/money.ts'
import { type OrderKind, productOf, products } from '#shared/products/orders.ts'
import { type MovementSide, type OrderSide, shopDayOf } from '#shared/reconciliation.ts'
import type { Ref } from '#shared/ref.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import type { Attribution } from './attribution.ts'
import { keptOf, sentAt } from './claims.ts'
import type { Case, Seen } from './judge.ts'
import { mayBelongTo, movementName, type NamedSales, orderName, saleOfObject, saleOfOrder } from './names.ts'
import { kindNamedBy, mayBeRefundOf, movedBy } from './sides.ts'
import type { Workbook } from './workbook.ts'
import type { ListedMovement } from './workbook-rows.ts'

/** Two orders of the same thing within this time may be one sale's. */
const TWIN_WITHIN_MS = 15 * 60_000
/** A sale may be in doubt about an order for so long before it is sent again. */
const AWAITED_WITHIN_MS = 48 * 3_600_000
/** By then a sale in doubt has been put before a person. */
const AWAITED_FOR_MS = 24 * 3_600_000

export interface NamedCase extends Case {
  /** All names under which a finding of it may have been kept; the first is its own. */
  readonly names: readonly [string, ...string[]]
  readonly day: string
}

export interface CaseParts {
  readonly journal: NamedSales & Pick<Journal, 'readEntries'>
  readonly workbook: Pick<Workbook, 'rows' | 'readLook'>
  /** By how much the service's clock is ahead of the counter's. */
  readonly offsetMs: number
  readonly nowMs: () => number
  /** Whether the shop says that other counters use the same key: an order that is not ours is theirs then. */
  sharedKey(): boolean
  /** Whose movements without a name are. */
  readonly attribution: Attribution
}

/** A case of nothing, before anything is known to belong to it. */
const nothing: Omit<NamedCase, 'names' | 'day'> = {
  ...{ sale: null, lastSentAtMs: null, orders: [], movements: [], look: null, twin: null, suspect: null },
  ...{ isAwaited: false, isShared: false, isUncertain: false, mayBeGivenBack: false },
  isListedOtherwise: false,
}

export function caseOfSale(
  sale: StoredSale,
  { workbook, attribution, journal }: Pick<CaseParts, 'workbook' | 'attribution' | 'journal'>,
): NamedCase {
  const { ref, serviceId, order } = sale
  const transaction = productOf(order).transactionOf(order)
  const inTransaction = transaction ? [transaction.transactionId, transaction.discoveryRef] : []
  const ownNames = [ref, serviceId, ...inTransaction].filter((name) => name !== null)
  const listed = workbook.rows.findOrders(ownNames).filter(({ side }) => side.kind === order.kind)
  const look = workbook.readLook(ref)
  const orders = ownFirst(look?.kind === 'found' ? withLook(listed, { ...look, side: look.order }) : listed)
  // A record may call itself otherwise than the list does, and a movement go by either.
  const orderIds = [...listed, ...orders].flatMap(({ side }) => side.orderId ?? [])
  const objectIds = [...new Set([...ownNames, ...orderIds])]
  const named = workbook.rows.findMovements(objectIds).filter(({ side }) => mayBelongTo(sale, side, journal))
  const sides = orders.map(({ side }) => side)
  const kept = keptOf(sale, sides)
  return {
    ...{ ...nothing, sale, orders, look: look?.kind ?? null, day: shopDayOf(sale.recordedAtMs) },
    lastSentAtMs: lastSentAt(sale, journal),
    movements: [
      ...withRefunds(withWays(named), order.kind, kept, attribution),
      ...(attribution.movementsOf.get(ref) ?? []),
    ],
    isUncertain: attribution.uncertain.has(ref),
    isListedOtherwise: attribution.listedOtherwise.has(ref),
    names: [
      `sale:${ref}`,
      ...orders.map(({ side }) => orderName(side)),
      ...objectIds.map((id) => `object:${id}`),
    ],
  }
}

/** Where no movement of a sale says that it is its debit, the first is; one without a way, under another word, is its refund. */
function withWays(movements: readonly Seen<MovementSide>[]): readonly Seen<MovementSide>[] {
  const debit =
    movements.find(({ side }) => side.direction === 'out') ??
    movements.find(({ side }) => side.direction === 'unknown')
  return movements.map((one) => {
    if (one.side.direction !== 'unknown') return one
    const isDebit = one === debit || one.side.type === debit?.side.type
    return { ...one, side: { ...one.side, direction: isDebit ? 'out' : 'in' } }
  })
}

/**
 * A refund may have the word of its debit. Of a sale or an order that ended without all of its debit, the later movements under
 * that word are what came back, where the history shows refunds no otherwise and the sums fit. They may be further debits as well.
 */
function withRefunds(
  movements: readonly Seen<MovementSide>[],
  kind: OrderKind,
  kept: Centimes | null,
  { refundedKinds }: Attribution,
): readonly Seen<MovementSide>[] {
  const isShown = refundedKinds.has(kind) || movements.some(({ side }) => side.direction === 'in')
  if (kept === null || isShown) return movements
  const inTime = movements
    .filter(({ side }) => side.amountCentimes > 0)
    .toSorted((a, b) => a.side.atMs - b.side.atMs || b.side.amountCentimes - a.side.amountCentimes)
  const sums = inTime.map((_, count) =>
    movedBy(inTime.map(({ side }, at) => (at < count ? side : asRefund(side)))),
  )
  const count = sums.findIndex(
    (sum, debits) =>
      debits > 0 && sum === kept && inTime.slice(debits).every(({ side }) => mayBeRefundOf(kind, side)),
  )
  const back = new Set(count < 0 ? [] : inTime.slice(count))
  return movements.map((one) => (back.has(one) ? { ...one, side: asRefund(one.side) } : one))
}

const asRefund = (side: MovementSide): MovementSide => ({ ...side, direction: 'in' })

/** A row whose id cannot be read speaks of a sale only where no order that has one does. */
const ownFirst = (orders: readonly Seen<OrderSide>[]): readonly Seen<OrderSide>[] =>
  orders.toSorted((a, b) => Number(a.side.orderId === null) - Number(b.side.orderId === null))

/**
 * A look at one order is newer than the list that shows it, or finds one that no list shows. The list may have ids of its own:
 * the only row under the sale's ref is the order that is found by it.
 */
function withLook(listed: readonly Seen<OrderSide>[], look: Seen<OrderSide>): readonly Seen<OrderSide>[] {
  const { orderId, ref } = look.side
  const ofId = listed.filter(({ side }) => orderId === null || side.orderId === orderId)
  const ofRef = listed.filter(({ side }) => ref !== null && side.ref === ref)
  const same = ofId.length > 0 || ofRef.length > 1 ? ofId : ofRef
  const others = listed.filter((one) => !same.includes(one))
  const newest = same.find(({ readAtMs }) => readAtMs >= look.readAtMs) ?? look
  return [newest, ...others]
}

/** The case of an order that a list shows; undefined where it is of a time before the journal. */
export function caseOfOrder(order: Seen<OrderSide>, day: string, parts: CaseParts): NamedCase | undefined {
  const { side } = order
  const sale = saleOfOrder(side, parts.journal)
  if (sale) return caseOfSale(sale, parts)
  // The service is asked about its sale, which no list names.
  if (parts.attribution.explained.has(orderName(side))) return undefined
  const names = side.orderId === null ? [] : [side.orderId]
  const nameless = parts.attribution.movementsOf.get(orderName(side)) ?? []
  const named = parts.workbook.rows.findMovements(names)
  if (isOrderBefore(side, [...named, ...nameless], parts)) return undefined
  const movements = [...withRefunds(named, side.kind, keptOf(null, [side]), parts.attribution), ...nameless]
  const atMs = side.atMs === null ? null : side.atMs - parts.offsetMs
  return {
    ...{ ...nothing, orders: [order], isShared: parts.sharedKey() },
    movements,
    ...alikeOf(side, atMs, parts),
    day: atMs === null ? day : shopDayOf(atMs),
    names: [orderName(side), ...names.map((id) => `object:${id}`)],
  }
}

/**
 * Whether an order is of a time before the journal. One whose time cannot be read is where all that was paid under its name is: the
 * shop's own time, printed without its zone, is read as a later one. Another kind's order may have the same name.
 */
function isOrderBefore(
  { kind, atMs }: OrderSide,
  movements: readonly Seen<MovementSide>[],
  parts: CaseParts,
): boolean {
  if (atMs !== null) return isBefore(atMs, parts)
  const paid = movements.filter(({ side }) => side.direction !== 'in')
  const isOfKind = paid.every(({ side }) => (kindNamedBy(side.type) ?? kind) === kind)
  return paid.length > 0 && isOfKind && paid.every(({ side }) => isBefore(side.atMs, parts))
}

/** Whether the journal was not begun by then, by whatever clock: what the account did before is no business of it. */
export const isBefore = (
  atMs: number,
  { journal, offsetMs }: Pick<CaseParts, 'journal' | 'offsetMs'>,
): boolean => atMs < journal.reconciled.earliestBirthMs(offsetMs)

/** The case of a movement; undefined where it is of a time before the journal. */
export function caseOfMovement(one: ListedMovement, parts: CaseParts): NamedCase | undefined {
  const { side, rowName } = one
  const { objectId } = side
  if (parts.attribution.rows.has(rowName)) return caseOfNameless(one, parts)
  const sale = objectId === null ? undefined : saleOfObject(objectId, side, parts.journal)
  if (sale) return caseOfSale(sale, parts)
  const { rows } = parts.workbook
  const named = objectId === null ? [] : rows.findOrders([objectId])
  const order = named.find(({ side: { orderId, ref } }) => orderId === objectId || ref === objectId)
  if (order) return caseOfOrder(order, shopDayOf(side.atMs - parts.offsetMs), parts)
  return caseOfNobody(side, objectId === null ? [one] : rows.findMovements([objectId]), parts)
}

/** Of movements that nothing distinguishes those that are somebody's explain themselves, and each of the others is money. */
function caseOfNameless({ side, rowName }: ListedMovement, parts: CaseParts): NamedCase | undefined {
  const { attribution } = parts
  const isUncertain = attribution.uncertain.has(rowName)
  const mayBeGivenBack = attribution.mayBeGivenBack(side)
  const one = caseOfNobody(side, attribution.restOf.get(movementName(side)) ?? [], parts)
  return one && { ...one, isUncertain, mayBeGivenBack }
}

/** Movements that belong to no sale and to no order that is known. */
function caseOfNobody(
  side: MovementSide,
  movements: readonly Seen<MovementSide>[],
  parts: CaseParts,
): NamedCase | undefined {
  const firstMs = Math.min(side.atMs, ...movements.map((each) => each.side.atMs))
  if (isBefore(firstMs, parts)) return undefined
  return {
    ...{ ...nothing, movements, isShared: parts.sharedKey(), suspect: suspectOf(side, parts) },
    day: shopDayOf(firstMs - parts.offsetMs),
    names: [movementName(side)],
  }
}

/** A sale of ours that counts as never sent, refused or given up, and would have been debited like this. */
function suspectOf(side: MovementSide, { journal, offsetMs }: CaseParts): StoredSale | null {
  if (side.direction === 'in') return null
  const atMs = side.atMs - offsetMs
  const kind = kindNamedBy(side.type)
  const span = { fromMs: atMs - TWIN_WITHIN_MS, toMs: atMs + TWIN_WITHIN_MS }
  const refs = journal.reconciled.listRefsRecordedOrChanged(span)
  const sales = refs.flatMap((ref) => journal.readSale(ref) ?? [])
  const fits = (sale: StoredSale) =>
    isDenied(sale) &&
    sale.costCentimes === side.amountCentimes &&
    (kind ?? sale.order.kind) === sale.order.kind
  return sales.find(fits) ?? null
}

const deniedStates: readonly StoredSale['state'][] = ['unsent', 'refused', 'cancelled']
const isDenied = ({ state, serviceId }: StoredSale): boolean =>
  deniedStates.includes(state) && serviceId === null

/** More sales are never in doubt at once. */
const MAX_IN_DOUBT = 1_000

/** Whether a person is asked about the order: it may be a sale's under other names than it was ordered by. */
const isOffered = ({ orderId }: OrderSide, { journal }: Pick<CaseParts, 'journal'>): boolean =>
  journal
    .listSales({ states: ['in-doubt'], limit: MAX_IN_DOUBT })
    .some(({ candidates }) => candidates.some(({ serviceId }) => serviceId === orderId))

/** Sales of the same thing and time as an order that names none: some kinds are ordered without a name of ours. */
function alikeOf(
  side: OrderSide,
  atMs: number | null,
  parts: CaseParts,
): Pick<Case, 'twin' | 'suspect' | 'isAwaited'> {
  const { kind, subject, orderId } = side
  const { journal, sharedKey, nowMs } = parts
  if (products[kind].isNamed || subject === null || atMs === null)
    return { twin: null, suspect: null, isAwaited: false }
  const isRecent = nowMs() - atMs < AWAITED_FOR_MS
  const span = { fromMs: atMs - AWAITED_WITHIN_MS, toMs: atMs + TWIN_WITHIN_MS }
  const alike = journal.reconciled.listAlike(subject, span).flatMap((ref: Ref) => journal.readSale(ref) ?? [])
  const isAwaited = alike.some(
    (sale) => sale.serviceId === null && openSaleStates.includes(sale.state) && !isRuledOut(sale),
  )
  const near = alike.filter((sale) =>
    sentAt(sale, parts).some((sentAtMs) => Math.abs(sentAtMs - atMs) <= TWIN_WITHIN_MS),
  )
  const twin = near.find(({ serviceId }) => serviceId !== null && serviceId !== orderId)
  return {
    twin: sharedKey() ? null : (twin ?? null),
    suspect: near.find(isDenied) ?? null,
    isAwaited: isRecent && (isAwaited || isOffered(side, parts)),
  }
}

/** When the sale was recorded or sent last, by the machine's clock. */
const lastSentAt = (sale: StoredSale, journal: CaseParts['journal']): number =>
  Math.max(...sentAt(sale, { journal }))

/** Whether a sale is in doubt about its order, and has not been put before a person for long. */
export const isAwaiting = (
  sale: StoredSale,
  { journal, nowMs }: Pick<CaseParts, 'journal' | 'nowMs'>,
): boolean =>
  sale.state === 'in-doubt' && sale.serviceId === null && nowMs() - lastSentAt(sale, journal) < AWAITED_FOR_MS

/** A sale that only waits for the cashier, after a person said that none of the orders is its own. */
const isRuledOut = ({ state, reason }: StoredSale): boolean => state === 'unsent' && reason === 'not-received'

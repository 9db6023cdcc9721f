/**
 * Which of the service's gift card orders is a sale's. Pure. The service knows no ref of ours, so an order is known by
 * what was ordered and when. Keeps that an order which may be somebody else's is never taken, and that nothing which may be
 * ours lets the sale be believed absent: where that cannot be told a person is shown what there is, or the match is unclear.
 */
import type { GiftCardOrder } from '#shared/orders.ts'
import { faceValueOf } from '#shared/orders.ts'
import type { AccountTransaction, GiftCardOrder as GiftCardRecord, Row } from '../../api/platform-records.ts'
import { isWithin, type TimeWindow } from './time-window.ts'

export interface Search {
  /** What was ordered. */
  readonly order: GiftCardOrder
  /** When the sale's requests can have arrived. */
  readonly windows: readonly TimeWindow[]
  /** The service's list. */
  readonly rows: readonly Row<GiftCardRecord>[]
  /** Orders that belong to other sales, and those that a person has ruled out for this one. */
  readonly taken: ReadonlySet<string>
  /** Other counters use the same key: an order that fits alone may be theirs. */
  readonly sharedKey: boolean
  /** Sales of the same thing whose claim comes first: what may be theirs is not taken from them. */
  readonly rivals: readonly Rival[]
}

interface Rival {
  readonly windows: readonly TimeWindow[]
  readonly ruledOut: ReadonlySet<string>
}

export type Match =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly record: GiftCardRecord }
  /** Only a person can tell: which of several it is, or whether it is the one that there is. */
  | { readonly kind: 'several'; readonly records: readonly GiftCardRecord[] }
  | {
      readonly kind: 'unclear'
      readonly why: 'unreadable-row' | 'perhaps-of-another-sale'
    }

export function matchGiftCardOrder(search: Search): Match {
  const { order, windows, rows, taken, rivals, sharedKey } = search
  const free = rows.filter((row) => !taken.has(idOf(row) ?? ''))
  if (free.some(({ kind }) => kind === 'unreadable')) return { kind: 'unclear', why: 'unreadable-row' }
  const alike = once(free).filter(
    (record) => isAlike(order, record) && mayFallIn(windows, record.orderedAtMs),
  )
  const ours = alike.filter((record) => !rivals.some((rival) => mayHold(rival, record)))
  const [first, another] = ours
  if (first && !another && !sharedKey && isSure(order, first)) return { kind: 'one', record: first }
  if (first) return { kind: 'several', records: ours }
  return alike.length > 0 ? { kind: 'unclear', why: 'perhaps-of-another-sale' } : { kind: 'none' }
}

const mayHold = ({ windows, ruledOut }: Rival, { orderId, orderedAtMs }: GiftCardRecord): boolean =>
  !ruledOut.has(orderId) && mayFallIn(windows, orderedAtMs)

/** A list that grew while its pages were read shows a row twice. */
function once(rows: readonly Row<GiftCardRecord>[]): readonly GiftCardRecord[] {
  const byId = new Map(
    rows.flatMap((row) => (row.kind === 'item' ? [[row.item.orderId, row.item] as const] : [])),
  )
  return [...byId.values()]
}

const idOf = (row: Row<GiftCardRecord>): string | null => (row.kind === 'item' ? row.item.orderId : row.id)

/** What the record does not tell it does not contradict. */
function isAlike(order: GiftCardOrder, { productId, typeId, quantity }: GiftCardRecord): boolean {
  return (
    (productId ?? order.productId) === order.productId &&
    (typeId ?? order.typeId) === order.typeId &&
    (quantity ?? order.quantity) === order.quantity
  )
}

const mayFallIn = (windows: readonly TimeWindow[], atMs: number | null): boolean =>
  atMs === null ? windows.length > 0 : isWithin(windows, atMs)

/** All is told, and the price too is the one at which the sale was made: it may change between a review and its order. */
const isSure = (order: GiftCardOrder, record: GiftCardRecord): boolean =>
  record.productId !== null &&
  record.typeId !== null &&
  record.quantity !== null &&
  record.orderedAtMs !== null &&
  record.priceCentimes === order.unitCentimes

/** The word by which the account's history calls the payment of a gift card order. */
const ORDER_MOVEMENT = 'ORDER'

/** The second witness: whether the account paid for an order such as this, and for none that is explained otherwise. */
export function mayHavePaid(
  { order, windows }: Pick<Search, 'order' | 'windows'>,
  movements: readonly Row<AccountTransaction>[],
  explained: ReadonlySet<string>,
): boolean {
  return movements.some((row) => {
    if (row.kind === 'unreadable') return true
    const { type, amountCentimes, objectId, atMs } = row.item
    const isOfSuchAnOrder = type === ORDER_MOVEMENT && Math.abs(amountCentimes) === faceValueOf(order)
    return isOfSuchAnOrder && isWithin(windows, atMs) && !(objectId !== null && explained.has(objectId))
  })
}

/**
 * Which of the service's gift card orders is a sale's. Pure. The service knows no ref of ours, so an order is known by
 * what was ordered and when. Keeps that an order which may be somebody else's is never taken, and that nothing which may be
 * ours lets the sale be believed absent: where that is not known a person is shown what there is, or the match is unclear.
 */

import type { GiftCardOrder } from '#shared/products/gift-card.ts'
import { faceValueOf } from '#shared/products/orders.ts'
import type { AccountTransaction, GiftCardOrder as GiftCardRecord, Row } from '../../api/platform-records.ts'
import { directionOf, kindNamedBy } from '../../reconciliation/sides.ts'
import { around, DAY_MS, isWithin, isWithinElsewhere, type TimeWindow } from '../../sale/time-window.ts'

export interface Search {
  /** What was ordered. */
  readonly order: GiftCardOrder
  /** When the sale's requests can have arrived, and when its attempts were under way. */
  readonly windows: readonly TimeWindow[]
  readonly spans: readonly TimeWindow[]
  /** The service's list. */
  readonly rows: readonly Row<GiftCardRecord>[]
  /** Orders that belong to other sales, and those that a person has ruled out for this one. */
  readonly taken: ReadonlySet<string>
  /** Other sales of the same thing whose order is not known either. */
  readonly rivals: readonly RivalTimes[]
}

interface RivalTimes extends Pick<Search, 'windows' | 'spans'> {
  readonly ruledOut: ReadonlySet<string>
  /** What may be either's is left to it. */
  readonly comesFirst: boolean
}

export type Match =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly record: GiftCardRecord }
  /** Only a person can say: which of several it is, or whether it is the one that there is. */
  | { readonly kind: 'several'; readonly records: readonly GiftCardRecord[] }
  | {
      readonly kind: 'unclear'
      readonly why: 'unreadable-row' | 'perhaps-of-another-sale'
    }

export function matchGiftCardOrder(search: Search): Match {
  const { order, windows, rows, taken } = search
  const free = rows.filter((row) => !taken.has(idOf(row) ?? ''))
  if (free.some(({ kind }) => kind === 'unreadable')) return { kind: 'unclear', why: 'unreadable-row' }
  const alike = once(free).filter(
    (record) => isAlike(order, record) && mayFallIn(windows, record.orderedAtMs),
  )
  const ours = alike.filter((record) => ownerOf(record, search) !== 'other')
  const [first, another] = ours
  const isOne = first && !another && ownerOf(first, search) === 'this'
  if (isOne && isSure(order, first)) return { kind: 'one', record: first }
  if (first) return { kind: 'several', records: ours }
  return alike.length > 0 ? { kind: 'unclear', why: 'perhaps-of-another-sale' } : { kind: 'none' }
}

/**
 * Whose an order is that may be this sale's: this one's where no other sale may hold it, or where it was made while an
 * attempt of this sale alone was under way. A request that was held up looks like one of the other sale's.
 */
function ownerOf(record: GiftCardRecord, { spans, rivals }: Search): 'this' | 'other' | 'either' {
  const holders = rivals.filter((rival) => mayHold(rival, record))
  if (holders.length === 0) return 'this'
  const { orderedAtMs } = record
  const madeIn = (times: readonly TimeWindow[]) => orderedAtMs !== null && isWithin(times, orderedAtMs)
  const isTheirs = holders.some((rival) => madeIn(rival.spans))
  if (madeIn(spans) !== isTheirs) return isTheirs ? 'other' : 'this'
  return holders.some(({ comesFirst }) => comesFirst) ? 'other' : 'either'
}

const mayHold = (
  { windows, ruledOut }: Pick<RivalTimes, 'windows' | 'ruledOut'>,
  { orderId, orderedAtMs }: GiftCardRecord,
): boolean => !ruledOut.has(orderId) && mayFallIn(windows, orderedAtMs)

/** A list that grew while its pages were read shows a row twice. */
function once(rows: readonly Row<GiftCardRecord>[]): readonly GiftCardRecord[] {
  const byId = new Map(
    rows.flatMap((row) => (row.kind === 'item' ? [[row.item.orderId, row.item] as const] : [])),
  )
  return [...byId.values()]
}

const idOf = (row: Row<GiftCardRecord>): string | null => (row.kind === 'item' ? row.item.orderId : row.id)

/** What the record leaves out it does not contradict. */
export function isAlike(order: GiftCardOrder, { productId, typeId, quantity }: GiftCardRecord): boolean {
  return (
    (productId ?? order.productId) === order.productId &&
    (typeId ?? order.typeId) === order.typeId &&
    (quantity ?? order.quantity) === order.quantity
  )
}

const mayFallIn = (windows: readonly TimeWindow[], atMs: number | null): boolean =>
  atMs === null ? windows.length > 0 : isWithin(windows, atMs)

/** All is stated, and the price too is the one at which the sale was made: it may change between a review and its order. */
const isSure = (order: GiftCardOrder, record: GiftCardRecord): boolean =>
  record.productId !== null &&
  record.typeId !== null &&
  record.quantity !== null &&
  record.orderedAtMs !== null &&
  record.priceCentimes === order.unitCentimes

/**
 * Whether an order may have been made by this one's request although a list shows it otherwise: by another name of the type,
 * or at another price. The product or the sum is the same as far as they are stated.
 */
export function mayBeOrderedAs(order: GiftCardOrder, record: GiftCardRecord): boolean {
  const { productId, quantity, priceCentimes } = record
  const sumCentimes = priceCentimes === null || quantity === null ? null : priceCentimes * quantity
  return (
    (productId ?? order.productId) === order.productId ||
    (sumCentimes ?? faceValueOf(order)) === faceValueOf(order)
  )
}

/** What the clock that dates orders and payments may be off the one that answers show. */
const BESIDE_MS = 15 * 60_000

export const besideAll = (windows: readonly TimeWindow[]): readonly TimeWindow[] =>
  windows.map((window) => around(window, BESIDE_MS))

/** Within this an order usually ends. Of what is only like it, a longer time would bring in too much. */
const ENDS_WITHIN_MS = 60 * 60_000

/**
 * An order may be listed and debited at the time of its end alone, and how long it is worked at is not in the document: for so
 * long silence proves nothing.
 */
export const ENDS_AT_LAST_MS = DAY_MS

/** The same, and the time in which it may end. */
const untilItsEnd = (windows: readonly TimeWindow[], endsWithinMs: number): readonly TimeWindow[] =>
  windows.map(({ fromMs, toMs }) => ({ fromMs: fromMs - BESIDE_MS, toMs: toMs + endsWithinMs }))

/** The orders of a list that may be this sale's, although it states another time, in another zone, or another thing, or both. */
export function listedOtherwise({ order, windows, rows, taken }: Omit<Search, 'spans' | 'rivals'>): {
  /** The thing, or something of the product or of the sum, at a time that another zone would explain. */
  readonly inAnotherZone: readonly GiftCardRecord[]
  /** The thing, some minutes before, or after, until it may have ended. */
  readonly besideItsTime: readonly GiftCardRecord[]
  /** Something of the product, or of the sum, at the time, some minutes before, or after, until it may have ended. */
  readonly otherThing: readonly GiftCardRecord[]
} {
  const free = once(rows).filter(({ orderId }) => !taken.has(orderId))
  const wider = untilItsEnd(windows, ENDS_WITHIN_MS)
  const widest = untilItsEnd(windows, ENDS_AT_LAST_MS)
  const dated = free.flatMap((record) =>
    record.orderedAtMs === null ? [] : [{ ...record, orderedAtMs: record.orderedAtMs }],
  )
  return {
    inAnotherZone: dated.filter(
      (record) => mayBeOrderedAs(order, record) && isWithinElsewhere(windows, record.orderedAtMs),
    ),
    besideItsTime: dated.filter(
      (record) =>
        isAlike(order, record) &&
        !isWithin(windows, record.orderedAtMs) &&
        isWithin(widest, record.orderedAtMs),
    ),
    otherThing: dated.filter(
      (record) =>
        !isAlike(order, record) && mayBeOrderedAs(order, record) && isWithin(wider, record.orderedAtMs),
    ),
  }
}

/** What else was paid for: other sales of the journal's and listed orders of other things, which explain a movement that names none. */
export interface OtherPayment {
  readonly costCentimes: number
  /** When it was made, by the service's clock. */
  readonly atMs: number
}

/**
 * The second witness: whether the account paid for an order such as this, and for none that is explained otherwise. The
 * document names no word for it: a movement under the word of card orders counts whatever its sum, as a price may change
 * between the review and the order, and any other one by what some of the cards cost. A movement that names an order is explained
 * by that order; of those that name none, each other payment of the sum explains one.
 */
export function mayHavePaid(
  { order, windows }: Pick<Search, 'order' | 'windows'>,
  movements: readonly Row<AccountTransaction>[],
  isExplained: (objectId: string, movement: AccountTransaction) => boolean,
  others: readonly OtherPayment[],
): boolean {
  if (movements.some(({ kind }) => kind === 'unreadable')) return true
  const wider = untilItsEnd(windows, ENDS_WITHIN_MS)
  const paid = movements
    .flatMap((row) => (row.kind === 'item' ? [row.item] : []))
    // The service need not say which way money went: what does not surely come in may have paid.
    .filter((movement) => directionOf(movement) !== 'in' && isWithin(wider, movement.atMs))
    .filter((movement) => kindNamedBy(movement.type) === 'gift-card' || isOfSomeCards(order, movement))
  if (paid.some((one) => one.objectId !== null && !isExplained(one.objectId, one))) return true
  const unnamed = paid.filter(({ objectId }) => objectId === null).map(sumOf)
  const explained = others.filter(({ atMs }) => isWithin(wider, atMs)).map(({ costCentimes }) => costCentimes)
  const count = (sums: readonly number[], sum: number) => sums.filter((one) => one === sum).length
  return unnamed.some((sum) => count(unnamed, sum) > count(explained, sum))
}

const sumOf = ({ amountCentimes }: AccountTransaction): number => Math.abs(amountCentimes)

/** Of an order that is delivered in part the cards that came may be all that is debited. */
function isOfSomeCards({ unitCentimes, quantity }: GiftCardOrder, movement: AccountTransaction): boolean {
  const count = sumOf(movement) / unitCentimes
  return Number.isInteger(count) && count >= 1 && count <= quantity
}

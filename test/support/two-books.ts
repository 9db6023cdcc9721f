/**
 * One history, kept in two books: the sales of a counter, and the orders and movements that the service has of them. A test
 * changes the service's book and knows what has to be found. Both are written by the same model, so that where nothing is
 * changed they agree to the centime.
 */
import { inOneCommit, openForWriting } from '#core/journal/connection.ts'
import { appendEntry, type ChainEnd, readChainEnd, textOf } from '#core/journal/entries.ts'
import type { SaleEntryBody } from '#core/journal/entry.ts'
import { projectEntries } from '#core/journal/project.ts'
import { type Centimes, centimes, sumCentimes } from '#shared/money.ts'
import { faceValueOf, type Order, type OrderKind, requestOf } from '#shared/products/orders.ts'
import { makeRef, type Ref } from '#shared/ref.ts'
import { orderOf, transactionOf } from './journal-entries.ts'

/** Whose books they are. */
export const reconciledAccount = { environment: 'production', account: '0550000000' } as const

/** A person said how it ended. */
export const saidEnds = ['said-delivered', 'said-refunded'] as const
/** The sale counts as nothing that the service holds. */
export const unheldEnds = ['refused', 'not-sent', 'not-found', 'cancelled'] as const

export interface SoldItem {
  readonly ref: Ref
  readonly atMs: number
  readonly order: Order
  readonly serviceId: string
  readonly costCentimes: Centimes
  /**
   * How it ended, for the journal and for the service before a test changes its book; `open`: a mobile order that has not,
   * `accepted`: one of which no more is known; `doubted`: its answer was lost, and no look has found it; `unanswered`: delivered, and found by its ref alone, cards by the id that is listed; `found`: the same, and its record has an id. Of the others the journal has no order, and the service, if any, a delivered one.
   */
  readonly end:
    | 'delivered'
    | 'refunded'
    | 'open'
    | 'accepted'
    | 'doubted'
    | 'unanswered'
    | 'found'
    | (typeof saidEnds)[number]
    | (typeof unheldEnds)[number]
  /** No answer came before it ended: where a person said how, the journal has no id of the order. */
  readonly isUnanswered?: boolean
  /** By how much the counter's clock was ahead of the service's during the sale, as its attempt noted. */
  readonly clockAheadMs?: number
  /** It was sent so long after it was recorded: at first the line was down. */
  readonly sentAfterMs?: number
}

export interface BookOrder {
  readonly kind: OrderKind
  readonly id: string
  readonly ref: string
  readonly atMs: number
  readonly order: Order
  readonly status: string
  /** What the service says it sold and debited. */
  readonly faceCentimes: Centimes
  readonly debitCentimes: Centimes
}

export interface BookMovement {
  readonly orderId: string
  readonly kind: OrderKind
  readonly type: 'DEBIT' | 'REFUND' | 'CREDIT'
  readonly amountCentimes: Centimes
  readonly atMs: number
}

export interface ServiceBook {
  readonly orders: readonly BookOrder[]
  readonly movements: readonly BookMovement[]
  /** Movements that moved the balance and are not listed. */
  readonly hidden: readonly BookMovement[]
}

const hex = (number: number): string => number.toString(16).padStart(24, '0')

/** The n-th sale of a history: kinds take turns, every sale has another amount, one in `refundEvery` is refunded. */
export function soldItem(n: number, atMs: number, kind: OrderKind, end: SoldItem['end']): SoldItem {
  const ref = makeRef(
    atMs,
    Uint8Array.from([n >> 16, n >> 8, n, 7, 7, 7, 7, 7, 7, 7].map((byte) => byte & 255)),
  )
  const order = varied(orderOf(ref)[kind], n, atMs)
  const serviceId = kind === 'bill' ? transactionOf(ref) : hex(0xa00000 + n)
  return { ref, atMs, order, serviceId, costCentimes: costOf(order), end }
}

/** What a bill's discovery was called, a little before it was paid. */
const discoveredAs = (n: number, atMs: number) =>
  makeRef(atMs - 40_000, Uint8Array.from([n >> 8, n, 8, 8, 8, 8, 8, 8, 8, 8].map((byte) => byte & 255)))

function varied(order: Order, n: number, atMs: number): Order {
  const extra = (n % 977) * 100
  switch (order.kind) {
    case 'internet':
      return { ...order, valueCentimes: centimes(order.valueCentimes + extra) }
    case 'mobile':
      return { ...order, amountCentimes: centimes(order.amountCentimes + extra) }
    case 'gift-card':
      return { ...order, typeId: `type-${n % 50}`, unitCentimes: centimes(order.unitCentimes + extra) }
    case 'bill': {
      const [first] = order.bills
      if (!first) return order
      return {
        ...order,
        discoveryRef: discoveredAs(n, atMs),
        bills: [{ ...first, billId: `bill-${n}`, amountCentimes: centimes(first.amountCentimes + extra) }],
      }
    }
  }
}

function costOf(order: Order): Centimes {
  const face = faceValueOf(order)
  if (order.kind === 'bill') return sumCentimes([face, order.feeCentimes])
  return order.kind === 'gift-card' ? face : centimes(Math.floor((face * 98) / 10_000) * 100)
}

const delivered: Readonly<Record<OrderKind, string>> = {
  internet: 'FULFILLED',
  mobile: 'FULFILLED',
  'gift-card': 'FULFILLED',
  bill: 'SUCCESS',
}

export const statusOf = ({ order, end }: Pick<SoldItem, 'order' | 'end'>): string =>
  end === 'refunded' ? 'REFUNDED' : end === 'open' ? 'UNKNOWN_ERROR' : delivered[order.kind]

const ENDS_AFTER_MS = 5_000

/** The service's book of this history. */
export function bookOf(items: readonly SoldItem[]): ServiceBook {
  return {
    orders: items.map(bookOrder),
    movements: items.flatMap((item) => {
      const { serviceId: orderId, order, costCentimes: amountCentimes, atMs } = item
      const debit = { orderId, kind: order.kind, type: 'DEBIT', amountCentimes, atMs } as const
      const refund = { ...debit, type: 'REFUND', atMs: atMs + ENDS_AFTER_MS } as const
      return item.end === 'refunded' ? [debit, refund] : [debit]
    }),
    hidden: [],
  }
}

export function bookOrder(item: SoldItem): BookOrder {
  const { ref, atMs, order, serviceId: id, costCentimes } = item
  return {
    ...{ kind: order.kind, id, ref, atMs, order, status: statusOf(item) },
    ...{ faceCentimes: faceValueOf(order), debitCentimes: costCentimes },
  }
}

/** What a counter's journal holds of a sale. */
export function entriesOf(item: SoldItem): readonly [SaleEntryBody, ...SaleEntryBody[]] {
  const { ref, order, costCentimes, clockAheadMs } = item
  const noted = clockAheadMs === undefined ? {} : { serverOffsetMs: -clockAheadMs }
  return [
    {
      ...{ kind: 'sale-recorded', ref, reviewId: `review-${ref}`, order, subscriber: null },
      ...{ priceCentimes: faceValueOf(order), costCentimes, request: requestOf(order, ref) },
    },
    { kind: 'attempt-started', ref, attempt: 1, ...noted },
    ...afterTheAttempt(item),
  ]
}

function afterTheAttempt(item: SoldItem): readonly SaleEntryBody[] {
  const { ref, order, serviceId, end } = item
  const requestId = null
  const doubted: SaleEntryBody = { kind: 'doubted', ref, reason: 'no-answer-in-time', requestId }
  const absent: readonly SaleEntryBody[] = [doubted, { kind: 'not-found', ref, lookUps: 3, requestId }]
  if (end === 'refused')
    return [{ kind: 'refused', ref, attempt: 1, code: 'ERR_STOCK', message: '', requestId }]
  if (end === 'not-sent') return [{ kind: 'not-sent', ref, attempt: 1, reason: 'connection-refused' }]
  if (end === 'not-found') return absent
  if (end === 'cancelled') return [...absent, { kind: 'cancelled', ref }]
  if (end === 'doubted') return [doubted]
  const observed = observedOf(item)
  if (end === 'found') return [doubted, observed]
  if (end === 'unanswered')
    return [doubted, { ...observed, serviceId: order.kind === 'gift-card' ? serviceId : null }]
  const accepted: SaleEntryBody = { kind: 'accepted', ref, attempt: 1, serviceId, requestId }
  if (end === 'accepted') return [accepted]
  const isDecided = end === 'said-delivered' || end === 'said-refunded'
  return [item.isUnanswered ? doubted : accepted, isDecided ? decidedOf(ref, end) : observed]
}

function decidedOf(ref: Ref, end: (typeof saidEnds)[number]): SaleEntryBody {
  const decision = { kind: end === 'said-delivered' ? 'delivered' : 'refunded', saw: 'their list' } as const
  return { kind: 'decided', ref, decision, who: 'Amina', why: 'asked the service', seen: [] }
}

function observedOf(item: SoldItem): Extract<SaleEntryBody, { kind: 'observed' }> {
  const { ref, order, serviceId, costCentimes, end } = item
  const debitCentimes = end === 'delivered' && order.kind !== 'internet' ? costCentimes : null
  return {
    ...{ kind: 'observed', ref, status: statusOf(item), expected: true, serviceId, requestId: null },
    ...{ transactionNumber: null, cardTail: null, refundMessage: null, offers: [], errorCode: null },
    ...{ deliveredCount: null, debitCentimes, cards: [] },
  }
}

/** Writes the sales into a journal that nobody has open, each at its own time, and all of them to the disk at once. */
export function writeSales(path: string, items: readonly SoldItem[]): void {
  const db = openForWriting(path, { create: false })
  inOneCommit(db, () => {
    let end: ChainEnd = readChainEnd(db)
    for (const item of items) {
      const sentAtMs = item.atMs + (item.clockAheadMs ?? 0)
      for (const body of entriesOf(item)) {
        const atMs = body.kind === 'sale-recorded' ? sentAtMs - (item.sentAfterMs ?? 0) : sentAtMs
        const entry = appendEntry(db, end, textOf(body), atMs)
        projectEntries(db, [entry])
        end = entry
      }
    }
  })
  db.connection.close()
}

/**
 * The account's movements and the journal's sales, as sides of a comparison. Pure. What the service does not say is null and
 * is never made up.
 */
import { countDelivered } from '#shared/decisions.ts'
import { type Centimes, centimes, sumCentimes, zeroCentimes } from '#shared/money.ts'
import { faceValueOf, type OrderKind, orderKinds, productOf, products } from '#shared/products/orders.ts'
import type { MovementSide, SaleSide } from '#shared/reconciliation.ts'
import { isRef } from '#shared/ref.ts'
import type { AccountTransaction } from '../api/platform-records.ts'
import type { StoredSale } from '../journal/journal.ts'

const inWords: readonly string[] = ['DEPOSIT', 'RECEIVE', 'POINT-EXCHANGE']
const outWords: readonly string[] = ['WITHDRAW', 'SEND']

/** By its word: words are the service's own, and it may have others. */
export const isRefund = ({ type }: Pick<MovementSide, 'type'>): boolean => type.startsWith('REFUND')
/** Money that came back, under whatever word. */
export const isGivenBack = (side: Pick<MovementSide, 'type' | 'direction'>): boolean =>
  side.direction === 'in' && !isOfTheAccount(side)
/** Deposits and transfers, which no sale is the reason of. */
export const isOfTheAccount = ({ type }: Pick<MovementSide, 'type'>): boolean =>
  inWords.includes(type) || outWords.includes(type)
export const kindPaidBy = (type: string): OrderKind | undefined =>
  orderKinds.find((kind) => products[kind].paymentWord === type)
/** The kind of order that the word names, of a debit or of a refund; undefined where it names none. */
export const kindNamedBy = (type: string): OrderKind | undefined => kindPaidBy(type.replace(/^REFUND-/, ''))

/** The kinds of order whose refunds these words of incoming money show. A service with words for some refunds has them for all. */
export const refundedKindsIn = (types: readonly string[]): ReadonlySet<OrderKind> =>
  new Set(
    types.some((type) => isRefund({ type })) ? orderKinds : types.flatMap((type) => kindPaidBy(type) ?? []),
  )
/** By the word of the kind's debits, which is all that says where it went. */
export const mayBeRefundOf = (
  kind: OrderKind,
  { type, isOutByWord, amountCentimes }: MovementSide,
): boolean => isOutByWord === true && amountCentimes > 0 && kindPaidBy(type) === kind
/** Only the sums say that it came back: it may be another debit. */
export const isSupposedRefund = ({ direction, isOutByWord }: MovementSide): boolean =>
  direction === 'in' && isOutByWord === true
/** What a movement without an id is known by. Names that were recorded before `isOutByWord` was are the same. */
export const contentOf = ({ isOutByWord: _, ...content }: MovementSide): object => content

/** service-api.md, "Account transaction history item". Signs are the service's own, so the word says which way it went. */
export const movementSide = (record: AccountTransaction): MovementSide => ({
  ...{ id: record.id, type: record.type, direction: directionOf(record) },
  ...(isOutByWord(record) ? { isOutByWord: true } : {}),
  amountCentimes: centimes(Math.abs(record.amountCentimes)),
  // The note may hold our ref where no object is named.
  objectId: record.objectId ?? (record.note !== null && isRef(record.note) ? record.note : null),
  oldBalanceCentimes: record.oldBalanceCentimes,
  newBalanceCentimes: record.newBalanceCentimes,
  atMs: record.atMs,
})

/** Balances and the operation say it; words are the service's own, and a refund may have that of its debit. */
export const directionOf = (record: AccountTransaction): MovementSide['direction'] =>
  provenDirection(record) ?? directionByWord(record) ?? likelyDirection(record) ?? 'unknown'

/** Nothing but the word of a payment says it. */
const isOutByWord = (record: AccountTransaction): boolean =>
  kindPaidBy(record.type) !== undefined &&
  provenDirection(record) === undefined &&
  likelyDirection(record) === undefined

/** By a balance that moved by the amount, or by the operation. */
function provenDirection(record: AccountTransaction): 'in' | 'out' | undefined {
  const { operation, amountCentimes } = record
  const risen = risenBy(record)
  if (Math.abs(risen) === Math.abs(amountCentimes) && risen !== 0) return ofRise(risen)
  return operation === 'IN' ? 'in' : operation === 'OUT' ? 'out' : undefined
}

function directionByWord(record: AccountTransaction): 'in' | 'out' | undefined {
  const { type } = record
  if (isRefund(record) || inWords.includes(type)) return 'in'
  return kindPaidBy(type) || outWords.includes(type) ? 'out' : undefined
}

/** By a balance that moved by another amount, or by the sign: only a minus says the way, an amount above zero may be of either. */
function likelyDirection(record: AccountTransaction): 'in' | 'out' | undefined {
  const risen = risenBy(record)
  if (risen !== 0) return ofRise(risen)
  return record.amountCentimes < 0 ? 'out' : undefined
}

const ofRise = (risen: number) => (risen > 0 ? 'in' : 'out')

/** By how much the balance rose; 0 where that is not known. */
const risenBy = ({ oldBalanceCentimes: before, newBalanceCentimes: after }: AccountTransaction): number =>
  before === null || after === null ? 0 : after - before

/** What the balance was to be debited in the end; null where the journal cannot know it. */
export function expectedDebit(sale: StoredSale): Centimes | null {
  const { state, order, debitCentimes, costCentimes } = sale
  if (state === 'fulfilled') return debitCentimes ?? costCentimes
  if (state !== 'partly-fulfilled') return zeroCentimes
  const count = countDelivered(sale)
  const parts = productOf(order).partsOf(order)
  if (debitCentimes !== null || count === null || parts === null) return debitCentimes
  return centimes((faceValueOf(order) / parts) * count)
}

export const saleSide = (sale: StoredSale): SaleSide => ({
  ...{ ref: sale.ref, kind: sale.order.kind, subject: sale.subject, state: sale.state },
  ...{ serverStatus: sale.serverStatus, serviceId: sale.serviceId },
  faceCentimes: faceValueOf(sale.order),
  debitCentimes: expectedDebit(sale) ?? zeroCentimes,
  recordedAtMs: sale.recordedAtMs,
})

/** Whether a movement of this amount, whichever way it went, may be what the sale cost. */
export const mayHaveCost = ({ costCentimes, debitCentimes }: StoredSale, amount: Centimes): boolean =>
  [costCentimes, debitCentimes].includes(centimes(Math.abs(amount)))

/** Debits less what was given back. */
export const movedBy = (movements: readonly MovementSide[]): Centimes =>
  sumCentimes(
    movements.map(({ direction, amountCentimes }) =>
      direction === 'out' ? amountCentimes : centimes(-amountCentimes),
    ),
  )

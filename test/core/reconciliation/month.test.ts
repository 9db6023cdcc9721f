/** A month of five thousand sales, held against the service's books read by pages: each difference is found, and no other. */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import { morningMs } from '../../support/clock.ts'
import { openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { byTier } from '../../support/tier.ts'
import { bookOf, bookOrder, type ServiceBook, type SoldItem, soldItem } from '../../support/two-books.ts'

const SALES = byTier(800, 5_000)
const DAYS = 30
const DAY_MS = 86_400_000
const EVERY_MS = Math.floor((DAYS * DAY_MS) / SALES)

const turns: readonly OrderKind[] = [
  'mobile',
  'mobile',
  'internet',
  'mobile',
  'gift-card',
  'mobile',
  'bill',
  'internet',
]

function monthUntil(nowMs: number, count = SALES): readonly SoldItem[] {
  const sinceMs = nowMs - DAYS * DAY_MS
  return Array.from({ length: count }, (_, n) =>
    soldItem(
      n,
      sinceMs + n * EVERY_MS,
      turns[n % turns.length] ?? 'mobile',
      n % 37 === 36 ? 'refunded' : 'delivered',
    ),
  )
}

/** The n-th sale of the kind that was delivered. */
function pick(items: readonly SoldItem[], kind: OrderKind, n: number): SoldItem {
  const found = items.filter((item) => item.order.kind === kind && item.end === 'delivered')[n]
  return found ?? expect.fail(`no ${kind} sale ${n}`)
}

/** The service's book with one difference more, and what has to be found of it. */
interface Changed {
  readonly book: ServiceBook
  readonly expected: readonly string[]
}
type Change = (before: Changed) => Changed

const changeOrder =
  (id: string, change: (order: ServiceBook['orders'][number]) => ServiceBook['orders'][number]) =>
  (book: ServiceBook): ServiceBook => ({
    ...book,
    orders: book.orders.map((order) => (order.id === id ? change(order) : order)),
  })

const finds =
  (expected: string, change: (book: ServiceBook) => ServiceBook): Change =>
  (before) => ({ book: change(before.book), expected: [...before.expected, expected] })

const lost = (item: SoldItem): Change =>
  finds(`unknown-at-service ${item.ref}`, (book) => ({
    orders: book.orders.filter(({ id }) => id !== item.serviceId),
    movements: book.movements.filter(({ orderId }) => orderId !== item.serviceId),
    hidden: [],
  }))

const foreign = (item: SoldItem): Change =>
  finds(
    item.order.kind === 'internet'
      ? `debited-without-sale ${item.serviceId}`
      : `unknown-to-journal ${item.serviceId}`,
    (book) => {
      const more = bookOf([item])
      return {
        ...book,
        orders: [...book.orders, ...more.orders],
        movements: [...book.movements, ...more.movements],
      }
    },
  )

const otherAmount = (item: SoldItem): Change =>
  finds(
    `amount-differs ${item.ref}`,
    changeOrder(item.serviceId, (order) => ({
      ...order,
      faceCentimes: centimes(order.faceCentimes + 60_000),
      debitCentimes: centimes(order.debitCentimes + 60_000),
    })),
  )

const otherDebit = (item: SoldItem): Change =>
  finds(`amount-differs ${item.ref}`, (book) => ({
    ...book,
    movements: book.movements.map((movement) =>
      movement.orderId === item.serviceId
        ? { ...movement, amountCentimes: centimes(movement.amountCentimes + 1) }
        : movement,
    ),
  }))

const stillHandled = (item: SoldItem): Change =>
  finds(
    `state-differs ${item.ref}`,
    changeOrder(item.serviceId, (order) => ({ ...order, status: 'UNKNOWN_ERROR' })),
  )

const refundedLate = (item: SoldItem): Change =>
  finds(`refunded-without-notice ${item.ref}`, (book) => {
    const debit = book.movements.find(({ orderId }) => orderId === item.serviceId)
    if (!debit) return expect.fail('no debit')
    const refund = { ...debit, type: 'REFUND', atMs: item.atMs + 3 * DAY_MS } as const
    const changed = changeOrder(item.serviceId, (order) => ({ ...order, status: 'REFUNDED' }))(book)
    return { ...changed, movements: [...changed.movements, refund] }
  })

const orderedTwice = (item: SoldItem): Change => {
  const again = { ...soldItem(90_000, item.atMs + 60_000, item.order.kind, 'delivered'), order: item.order }
  return finds(`duplicate ${again.serviceId}`, (book) => ({
    ...book,
    orders: [...book.orders, { ...bookOrder({ ...again, costCentimes: item.costCentimes }) }],
    movements: [
      ...book.movements,
      { ...(bookOf([again]).movements[0] ?? expect.fail()), amountCentimes: item.costCentimes },
    ],
  }))
}

const hiddenDebit = (item: SoldItem): Change => {
  const debit = bookOf([item]).movements[0] ?? expect.fail()
  return (before) => ({
    book: { ...before.book, hidden: [...before.book.hidden, debit] },
    expected: [...before.expected, 'balance-differs'],
  })
}

test(`${SALES} sales of a month with differences of every kind`, async () => {
  const nowMs = morningMs()
  const items = monthUntil(nowMs)
  const at = (n: number, kind: OrderKind, day: number) =>
    soldItem(50_000 + n, nowMs - day * DAY_MS, kind, 'delivered')
  const changes: readonly Change[] = [
    ...(['mobile', 'internet', 'gift-card', 'bill'] as const).map((kind) => lost(pick(items, kind, 20))),
    ...(['mobile', 'internet', 'gift-card', 'bill'] as const).map((kind, n) => foreign(at(n, kind, 4 + n))),
    ...[otherAmount(pick(items, 'mobile', 40)), otherAmount(pick(items, 'bill', 41))],
    ...[otherDebit(pick(items, 'internet', 42)), otherDebit(pick(items, 'gift-card', 43))],
    ...[stillHandled(pick(items, 'mobile', 50)), refundedLate(pick(items, 'mobile', 60))],
    ...[refundedLate(pick(items, 'gift-card', 61)), orderedTwice(pick(items, 'gift-card', 70))],
    hiddenDebit(at(9, 'mobile', 12)),
  ]
  const { book, expected } = changes.reduce<Changed>((before, change) => change(before), {
    ...{ book: bookOf(items), expected: [] },
  })
  const { counter } = await startReconciledShop({ sinceMs: nowMs - DAYS * DAY_MS - 1, items, book })
  await reconcile(counter)
  const found = await openFindings(counter)
  expect(
    found.map((name) => (name.startsWith('balance-differs') ? 'balance-differs' : name)).toSorted(),
  ).toEqual(expected.toSorted())
})

/** What a person settled after a look stays settled: a look shows more than the lists, and the next run forgets it. */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import { shopDayOf } from '#shared/reconciliation.ts'
import { morningMs } from '../../support/clock.ts'
import { nameOf, openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { bookOf, type ServiceBook, soldItem } from '../../support/two-books.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

interface Row {
  readonly selectedBill?: unknown
  readonly selectedBills?: unknown
  readonly total?: unknown
}

/** A list of bills whose rows say how each went, and not what was paid. */
function thinned(path: string, text: string): string {
  if (!path.startsWith('/v3/bills/transactions?')) return text
  const answer: { readonly data: readonly Row[] } = JSON.parse(text)
  const data = answer.data.map(({ selectedBill: _, selectedBills: _s, total: _t, ...row }) => row)
  return JSON.stringify({ ...answer, data })
}

type Booked = (book: ServiceBook, serviceId: string) => ServiceBook

const givenBack: Booked = (book) => {
  const refunds = book.movements.map((one) => ({ ...one, type: 'REFUND', atMs: one.atMs + HOUR_MS }) as const)
  return { ...book, movements: [...book.movements, ...refunds] }
}
const refunded: Booked = (book, serviceId) => ({
  ...givenBack(book, serviceId),
  orders: book.orders.map((order) => ({ ...order, status: 'REFUNDED' })),
})
const paidLess: Booked = (book) => ({
  ...book,
  orders: book.orders.map((order) => ({ ...order, debitCentimes: centimes(order.debitCentimes - 100) })),
  movements: book.movements.map((one) => ({ ...one, amountCentimes: centimes(one.amountCentimes - 100) })),
})

test.each<{ what: string; kind: OrderKind; found: string; booked: Booked }>([
  {
    ...{ what: 'a late refund of the internet', kind: 'internet', booked: givenBack },
    found: 'refunded-without-notice',
  },
  {
    ...{ what: 'one that the order shows as well', kind: 'internet', booked: refunded },
    found: 'refunded-without-notice',
  },
  {
    ...{ what: 'a late refund of a bill', kind: 'bill', booked: refunded },
    found: 'refunded-without-notice',
  },
  { what: 'another amount of a bill', kind: 'bill', booked: paidLess, found: 'amount-differs' },
])('$what', async ({ kind, found, booked }) => {
  // Older than what a start looks up by itself, counted from the last sale.
  const atMs = morningMs() - 8 * DAY_MS
  const item = soldItem(1, atMs, kind, 'delivered')
  const lastSold = soldItem(2, morningMs() - HOUR_MS, 'mobile', 'delivered')
  const [book, since] = [booked(bookOf([item]), item.serviceId), bookOf([lastSold])]
  const history = {
    ...{ sinceMs: atMs - DAY_MS, items: [item, lastSold] },
    book: {
      orders: [...book.orders, ...since.orders],
      movements: [...book.movements, ...since.movements],
      hidden: [],
    },
  }
  const { counter } = await startReconciledShop(history, { rewrite: thinned })
  await reconcile(counter)
  const { findings } = await counter.command('reconcile.findings', { open: true })
  expect(findings.map(nameOf)).toEqual([`${found} ${item.ref}`])
  const findingId = findings[0]?.id ?? 'none'
  expect(await counter.command('reconcile.look-again', { findingId })).toEqual({ stillFound: true })
  const { findings: looked } = await counter.command('reconcile.findings', { open: true })
  expect(looked[0]?.orders[0]?.faceCentimes).toBe(book.orders[0]?.faceCentimes)

  const act = { who: 'Amina', why: 'paid back to the customer' } as const
  const findingIds = looked.map(({ id }) => id)
  await counter.command('reconcile.settle', { findingIds, settlement: { kind: 'accept' }, ...act })
  const day = shopDayOf(atMs)
  const dayNow = async () => {
    const { days } = await counter.command('reconcile.state', {})
    return days.find((one) => one.day === day) ?? expect.fail()
  }
  await counter.command('reconcile.sign-off', { day, digest: (await dayNow()).digest, who: act.who })
  await reconcile(counter, day)
  expect(await openFindings(counter)).toEqual([])
  expect(await dayNow()).toMatchObject({ state: 'signed-off' })
})

/**
 * Sales whose own look-ups bring no end, or brought the wrong one: the service took them and does not know them any more or
 * never ends them, or delivered what counts as refused, given up or never sent.
 */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { shopDayOf } from '#shared/reconciliation.ts'
import { trainingKeys } from '#training/keys.ts'
import { morningMs } from '../../support/clock.ts'
import { startCore, startShop } from '../../support/core.ts'
import { bareMovement, movements as rewriteMovements } from '../../support/list-rewrites.ts'
import { dayOf, openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import {
  type BookOrder,
  bookOf,
  reconciledAccount,
  type SoldItem,
  soldItem,
} from '../../support/two-books.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
const sinceMs = morningMs() - 8 * DAY_MS
/** What the counter itself learns as it starts is compared after this time. */
const LISTED_WITHIN_MS = 45 * MINUTE_MS

const dearer = (order: BookOrder): BookOrder => ({
  ...order,
  faceCentimes: centimes(order.faceCentimes + 50_000),
  debitCentimes: centimes(order.debitCentimes + 50_000),
})

/** A sale, and the service's book, which holds another of its kind that agrees: the path to it finds what is there. */
const withAnother = (item: SoldItem, theirs: readonly SoldItem[]) => {
  const another = soldItem(90, item.atMs - HOUR_MS, item.order.kind, 'delivered')
  return { sinceMs, items: [another, item], book: bookOf([another, ...theirs]) }
}

test.each(['mobile', 'internet', 'gift-card', 'bill'] as const)(
  'an accepted %s sale without a name at the service is a finding at once',
  async (kind) => {
    const item = soldItem(1, morningMs() - 2 * HOUR_MS, kind, 'accepted')
    const { counter } = await startReconciledShop(withAnother(item, []))
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual([`unknown-at-service ${item.ref}`])
  },
)

test.each([
  { what: 'a word that means nothing', kind: 'mobile', status: 'CANCELLED', hours: 23, found: [] },
  { what: 'a word that means nothing', kind: 'mobile', status: 'CANCELLED', hours: 25, found: ['not-ended'] },
  { what: 'its own word', kind: 'gift-card', status: 'HANDLING', hours: 25, found: ['not-ended'] },
  { what: 'its own word', kind: 'internet', status: 'QUEUED', hours: 47, found: [] },
  { what: 'its own word', kind: 'internet', status: 'QUEUED', hours: 49, found: ['not-ended'] },
] as const)('$kind: $status for $hours hours is $found', async ({ kind, status, hours, found }) => {
  const item = soldItem(1, morningMs() - hours * HOUR_MS, kind, 'accepted')
  const history = withAnother(item, [item])
  const orders = history.book.orders.map((order) => (order.ref === item.ref ? { ...order, status } : order))
  const { clock, counter } = await startReconciledShop({ ...history, book: { ...history.book, orders } })
  await clock.pass(LISTED_WITHIN_MS)
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual(found.map((one) => `${one} ${item.ref}`))
})

test.each([
  { kind: 'mobile', found: 'state-differs' },
  { kind: 'internet', found: 'state-differs' },
  { kind: 'bill', found: 'amount-differs' },
] as const)('a $kind order of another amount than its sale is a finding', async ({ kind, found }) => {
  const item = soldItem(1, morningMs() - 2 * HOUR_MS, kind, 'accepted')
  const history = withAnother(item, [item])
  const orders = history.book.orders.map((order) => (order.ref === item.ref ? dearer(order) : order))
  const { clock, counter } = await startReconciledShop({ ...history, book: { ...history.book, orders } })
  await clock.pass(LISTED_WITHIN_MS)
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([`${found} ${item.ref}`])
})

const unchanged = (_path: string, text: string) => text
const nameless = rewriteMovements(bareMovement)

const days = 5 * DAY_MS
/** The counter's own looks bring no answer; the lists do. */
const noLooks = (path: string, text: string) => (/check|transactions\/[0-9a-f]{24}/.test(path) ? '{}' : text)

test.each([
  // One that was refused, or given up, is found in the list by the counter's own look.
  { kind: 'mobile', end: 'not-sent', found: 'state-differs' },
  { kind: 'bill', end: 'refused', found: 'state-differs' },
  { kind: 'bill', end: 'cancelled', found: 'state-differs' },
  // There is no list of them: a debit of the same amount and time.
  { kind: 'internet', end: 'refused', found: 'debited-without-sale' },
  { kind: 'internet', end: 'cancelled', found: 'debited-without-sale' },
  // Sent again hours after it was recorded.
  { kind: 'internet', end: 'refused', sentAfterMs: 3 * HOUR_MS, found: 'debited-without-sale' },
  { kind: 'gift-card', end: 'refused', sentAfterMs: 3 * HOUR_MS, found: 'unknown-to-journal' },
  { kind: 'gift-card', end: 'refused', found: 'unknown-to-journal' },
  { kind: 'gift-card', end: 'cancelled', found: 'unknown-to-journal' },
] as const)(
  'a $kind sale that counts as $end and that the service delivered is a finding, shared key or not',
  async ({ kind, end, found, ...sent }) => {
    const item = { ...soldItem(1, morningMs() - days, kind, end), ...sent }
    // Too late for a look to take it for this sale's.
    const late = { ...item, atMs: item.atMs + 12 * MINUTE_MS }
    const history = withAnother(item, [kind === 'gift-card' ? late : item])
    const { counter } = await startReconciledShop(history, { rewrite: noLooks })
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual([`${found} ${item.ref}`])
    await counter.command('settings.update', { sharedKey: true })
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual([`${found} ${item.ref}`])
  },
)

test.each([
  { kind: 'bill', end: 'said-delivered', theirs: 'delivered', found: [] },
  { kind: 'bill', end: 'said-delivered', theirs: 'refunded', found: ['refunded-without-notice'] },
  { kind: 'bill', end: 'said-refunded', theirs: 'refunded', found: [] },
  { kind: 'bill', end: 'said-refunded', theirs: 'delivered', found: ['state-differs'] },
  { kind: 'mobile', end: 'said-delivered', theirs: 'open', found: [] },
  // The order goes on, and the money that a person saw given back was not.
  { kind: 'mobile', end: 'said-refunded', theirs: 'open', found: ['amount-differs'] },
  { kind: 'internet', end: 'said-refunded', theirs: undefined, found: [] },
  { kind: 'internet', end: 'said-delivered', theirs: undefined, found: ['unknown-at-service'] },
] as const)(
  'a $kind sale that a person $end, and that is $theirs in the books, is $found',
  async ({ kind, end, theirs, found }) => {
    const item = soldItem(1, morningMs() - days, kind, end)
    const history = withAnother(item, theirs ? [{ ...item, end: theirs }] : [])
    const { counter } = await startReconciledShop(history, theirs ? { rewrite: noLooks } : {})
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual(found.map((one) => `${one} ${item.ref}`))
  },
)

test.each([
  { what: 'nothing moved', movements: [], found: false },
  { what: 'it was debited', movements: ['DEBIT'], found: true },
  { what: 'its debit was given back', movements: ['DEBIT', 'REFUND'], found: false },
] as const)('a failed payment without a sale, for which $what: $found', async ({ movements, found }) => {
  const atMs = morningMs() - 2 * DAY_MS
  const [own, lost] = [1, 2].map((n) => soldItem(n, atMs + n * HOUR_MS, 'bill', 'delivered'))
  if (!own || !lost) return expect.fail()
  const book = bookOf([own, { ...lost, end: 'refunded' }])
  const history = {
    ...{ sinceMs, items: [own] },
    book: {
      ...book,
      orders: book.orders.map((order) => (order.ref === lost.ref ? { ...order, status: 'FAILED' } : order)),
      movements: book.movements.filter(
        ({ orderId, type }) => orderId === own.serviceId || movements.some((moved) => moved === type),
      ),
    },
  }
  for (const rewrite of [unchanged, nameless]) {
    const { counter } = await startReconciledShop(history, { rewrite })
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual(found ? [`unknown-to-journal ${lost.serviceId}`] : [])
  }
})

test('orders of a shared key are no findings, and the days agree', async () => {
  const atMs = morningMs() - 2 * DAY_MS
  const own = (['mobile', 'internet', 'gift-card', 'bill'] as const).map((kind, n) =>
    soldItem(n, atMs + n * HOUR_MS, kind, 'delivered'),
  )
  const theirs = own.map((item, n) => soldItem(20 + n, item.atMs + MINUTE_MS, item.order.kind, 'delivered'))
  const { counter } = await startReconciledShop({ sinceMs, items: own, book: bookOf([...own, ...theirs]) })
  await counter.command('settings.update', { sharedKey: true })
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
  expect(await dayOf(counter, shopDayOf(atMs))).toMatchObject({ state: 'level' })
  await counter.command('settings.update', { sharedKey: false })
  await reconcile(counter)
  expect(await openFindings(counter)).toHaveLength(theirs.length)
})

test.each([
  { what: 'set back', byMs: -3 * HOUR_MS },
  { what: 'set back before the journal’s day', byMs: -12 * HOUR_MS },
  { what: 'set forth', byMs: 3 * HOUR_MS },
])('orders of others are findings of a young journal whose clock was $what', async ({ byMs }) => {
  const { clock, service } = await startShop()
  const shared = { service, key: trainingKeys.production, config: reconciledAccount }
  const counter = await startCore({ ...shared, clock })
  const other = await startCore({ ...shared, clock: virtualClock() })
  await clock.pass(10 * MINUTE_MS)
  clock.setBy(byMs)
  for (const n of [1, 2, 3, 4]) {
    const { ref } = await other.sellOrder({
      ...{ kind: 'mobile', planCode: 'PREPAID_DJEZZY', number: `077012345${n}` },
      amountCentimes: centimes(50_000),
    })
    await other.reached(ref, 'fulfilled')
  }
  await reconcile(counter)
  expect(await openFindings(counter)).toHaveLength(4)
})

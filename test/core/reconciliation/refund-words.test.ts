/**
 * Movements of which a payment's word alone says the direction: a refund may have that word as well. What the sums make a refund is
 * counted as unproven, and whatever the lists can tell from a refund is found.
 */
import { expect, test } from 'vitest'
import { shopDayOf } from '#shared/reconciliation.ts'
import { morningMs } from '../../support/clock.ts'
import {
  bareMovement,
  historyPath,
  type Item,
  inLists,
  movements,
  underDebitsWord,
} from '../../support/list-rewrites.ts'
import { dayOf, openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { firstByTier } from '../../support/tier.ts'
import {
  type BookMovement,
  bookOf,
  type ServiceBook,
  type SoldItem,
  soldItem,
} from '../../support/two-books.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const dayMs = morningMs() - 2 * DAY_MS
const sinceMs = dayMs - 12 * DAY_MS

/** Stands before the id of what a movement is of, which the book takes once. */
const AGAIN = 'again-'
/** Names, and words; no operation and no balances. */
const wordAlone = ({ operation: _, oldBalance: _old, newBalance: _new, ...item }: Item): Item => ({
  ...item,
  objid: String(item.objid).replaceAll(AGAIN, ''),
})
const named = movements((item) => underDebitsWord(wordAlone(item)))
const nameless = movements((item) => underDebitsWord(bareMovement(item)))
/** Of what is listed again only the amount and the time are. */
const namedIfOwn = movements((item) =>
  underDebitsWord(String(item.objid).startsWith(AGAIN) ? bareMovement(item) : wordAlone(item)),
)
const namedInOwnWords = movements(wordAlone)
const namelessInOwnWords = movements(bareMovement)

const debitOf = (
  { serviceId, order: { kind }, costCentimes }: SoldItem,
  atMs: number,
  times = 1,
): BookMovement => ({
  ...({ orderId: AGAIN.repeat(times) + serviceId, kind, type: 'DEBIT' } as const),
  ...{ amountCentimes: costCentimes, atMs },
})
const withMore = (book: ServiceBook, ...more: readonly BookMovement[]): ServiceBook => ({
  ...book,
  movements: [...book.movements, ...more],
})
const withoutRefundOf = (book: ServiceBook, { serviceId }: SoldItem): ServiceBook => ({
  ...book,
  movements: book.movements.filter(({ orderId, type }) => orderId !== serviceId || type !== 'REFUND'),
})

async function startCompared(
  items: readonly SoldItem[],
  book: ServiceBook,
  rewrite: (path: string, text: string) => string,
) {
  const { counter } = await startReconciledShop({ sinceMs, items, book }, { rewrite })
  await reconcile(counter)
  return counter
}
type Compared = Awaited<ReturnType<typeof startCompared>>

const foundIn = async (counter: Compared) => (await openFindings(counter)).map((line) => line.split(' ')[0])

test.each([
  { how: 'named', rewrite: named },
  { how: 'nameless', rewrite: nameless },
])('what may be a refund or another debit is unproven, and no finding: $how', async ({ rewrite }) => {
  const sale = soldItem(1, dayMs, 'mobile', 'refunded')
  const counter = await startCompared([sale], bookOf([sale]), rewrite)
  expect(await openFindings(counter)).toEqual([])
  expect(await dayOf(counter, shopDayOf(dayMs))).toMatchObject({ state: 'unproven', unprovenSales: 1 })
})

test('a refund that is missing is found, and no longer once it is listed', async () => {
  const sale = soldItem(1, dayMs, 'mobile', 'refunded')
  let isListed = false
  const rewrite = inLists((rows, path) => {
    if (!path.startsWith(historyPath)) return rows
    return rows
      .filter(({ operation }) => isListed || operation === 'OUT')
      .map((row) => underDebitsWord(wordAlone(row)))
  })
  const counter = await startCompared([sale], bookOf([sale]), rewrite)
  expect(await openFindings(counter)).toEqual([`amount-differs ${sale.ref}`])
  isListed = true
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
})

test.each(firstByTier(['mobile', 'internet', 'gift-card', 'bill'] as const))(
  'two debits of a refunded sale are two where refunds of the kind have words of their own: %s',
  async (kind) => {
    const [sale, other] = [
      soldItem(1, dayMs, kind, 'refunded'),
      soldItem(2, dayMs + HOUR_MS, kind, 'refunded'),
    ]
    const book = withMore(withoutRefundOf(bookOf([sale, other]), sale), debitOf(sale, dayMs + 4_000))
    const counter = await startCompared([sale, other], book, namedInOwnWords)
    expect(await foundIn(counter)).toEqual(['duplicate'])
  },
)

test('so they are where the words of its own were read long before the days of a run', async () => {
  const early = soldItem(1, dayMs - 10 * DAY_MS, 'mobile', 'refunded')
  const late = soldItem(2, dayMs, 'mobile', 'refunded')
  const book = withMore(withoutRefundOf(bookOf([early, late]), late), debitOf(late, dayMs + 4_000))
  const counter = await startCompared([early, late], book, namelessInOwnWords)
  const found = await openFindings(counter)
  expect(found).toHaveLength(2)
  await reconcile(counter, shopDayOf(dayMs - DAY_MS))
  expect(await openFindings(counter)).toEqual(found)
})

test('two debits of a refused sale are two', async () => {
  const sale = soldItem(1, dayMs, 'mobile', 'refused')
  const book = withMore(bookOf([]), debitOf(sale, dayMs), debitOf(sale, dayMs + 4_000, 2))
  const byRef = movements((item) => ({ ...underDebitsWord(wordAlone(item)), objid: sale.ref }))
  const counter = await startCompared([sale], book, byRef)
  expect(await foundIn(counter)).toEqual(['duplicate'])
})

test('three debits of a delivered sale are three', async () => {
  const sale = soldItem(1, dayMs, 'mobile', 'delivered')
  const book = withMore(bookOf([sale]), debitOf(sale, dayMs + 4_000), debitOf(sale, dayMs + 8_000, 2))
  const counter = await startCompared([sale], book, named)
  const { findings } = await counter.command('reconcile.findings', { open: true })
  expect(findings.map(({ kind }) => kind)).toEqual(['duplicate'])
  expect(findings[0]?.movements.map(({ direction }) => direction)).toEqual(['out', 'out', 'out'])
})

test('the debit of another kind is no refund', async () => {
  const card = soldItem(1, dayMs, 'gift-card', 'refunded')
  const others = (['mobile', 'internet'] as const).map((kind, n) =>
    soldItem(20 + n, dayMs + (5 + n) * HOUR_MS, kind, 'delivered'),
  )
  const strange = { ...debitOf(card, dayMs + 20 * MINUTE_MS), kind: 'internet' } as const
  const items = [card, ...others]
  const book = withMore(withoutRefundOf(bookOf(items), card), strange)
  const counter = await startCompared(items, book, nameless)
  expect((await foundIn(counter)).toSorted()).toEqual(['amount-differs', 'debited-without-sale'])
})

test('nothing has come back of a sale that is still open', async () => {
  const open = soldItem(1, dayMs, 'mobile', 'open')
  const other = soldItem(2, dayMs - 2 * HOUR_MS, 'mobile', 'delivered')
  const book = withMore(bookOf([open, other]), debitOf(open, dayMs + DAY_MS))
  const counter = await startCompared([open, other], book, nameless)
  expect(await foundIn(counter)).toContain('debited-without-sale')
})

test.each(['mobile', 'bill'] as const)('a row of nothing is no refund: %s', async (kind) => {
  const sale = soldItem(1, dayMs, kind, 'delivered')
  const rewrite = inLists((rows, path) =>
    path.startsWith(historyPath)
      ? rows.map(wordAlone).flatMap((row) => [row, { ...row, _id: `${row._id}-0`, amount: 0 }])
      : rows,
  )
  const counter = await startCompared([sale], bookOf([sale]), rewrite)
  expect(await openFindings(counter)).toEqual([])
})

test.each(['mobile', 'internet', 'gift-card'] as const)(
  'a sale that was never debited is given nothing back: %s',
  async (kind) => {
    const sale = soldItem(1, dayMs, kind, 'refunded')
    const other = soldItem(2, dayMs + 5 * HOUR_MS, kind, 'delivered')
    const book = withMore(bookOf([other]), debitOf(sale, dayMs + 30 * MINUTE_MS))
    const listed = { ...book, orders: bookOf([sale, other]).orders }
    const counter = await startCompared([sale, other], listed, nameless)
    expect(await foundIn(counter)).toEqual(['debited-without-sale'])
  },
)

const paidLater = [
  { kind: 'mobile', paid: nameless },
  { kind: 'internet', paid: nameless },
  { kind: 'gift-card', paid: nameless },
  { kind: 'internet', paid: namedIfOwn },
] as const
test.each(firstByTier(paidLater))(
  'a debit an hour and a half later is no refund: $kind',
  async ({ kind, paid }) => {
    const sale = soldItem(1, dayMs, kind, 'refunded')
    const book = withMore(withoutRefundOf(bookOf([sale]), sale), debitOf(sale, dayMs + 90 * MINUTE_MS))
    const counter = await startCompared([sale], book, paid)
    expect((await foundIn(counter)).toSorted()).toEqual(['amount-differs', 'debited-without-sale'])
  },
)

const daysLater = [
  { sold: 'refunded', clockAheadMs: 0 },
  { sold: 'refunded', clockAheadMs: 20 * MINUTE_MS },
  { sold: 'delivered', clockAheadMs: 0 },
] as const
test.each(firstByTier(daysLater))(
  'a debit of days later is none, whatever days a run reads: $sold, $clockAheadMs ms',
  async (way) => {
    const { sold, clockAheadMs } = way
    const sale = { ...soldItem(1, dayMs - 8 * DAY_MS, 'mobile', sold), clockAheadMs }
    const laterMs = dayMs - 2 * DAY_MS
    const book = withMore(withoutRefundOf(bookOf([sale]), sale), debitOf(sale, laterMs))
    const orders = book.orders.map((order) => ({ ...order, status: 'REFUNDED' }))
    const counter = await startCompared([sale], { ...book, orders }, nameless)
    const found = await openFindings(counter)
    expect(found).toHaveLength(2)
    await reconcile(counter, shopDayOf(laterMs))
    expect(await openFindings(counter)).toEqual(found)
  },
)

test.each([
  { how: 'named', row: wordAlone },
  { how: 'nameless', row: bareMovement },
])('a list that has another word for a refunded order changes nothing: $how', async ({ row }) => {
  const sale = soldItem(1, dayMs, 'mobile', 'refunded')
  const rewrite = inLists((rows, path) =>
    path.startsWith(historyPath)
      ? rows.map((one) => underDebitsWord(row(one)))
      : rows.map((one) => ({ ...one, status: 'HANDLING' })),
  )
  const counter = await startCompared([sale], bookOf([sale]), rewrite)
  expect(await openFindings(counter)).toEqual([])
})

test('a look at one sale takes back no finding of what is only unproven: a run counts it', async () => {
  const sale = soldItem(1, dayMs, 'mobile', 'refunded')
  let word = 'FULFILLED'
  const rewrite = inLists((rows, path) =>
    path.startsWith(historyPath)
      ? rows.map((one) => underDebitsWord(wordAlone(one)))
      : rows.map((one) => ({ ...one, status: word })),
  )
  const counter = await startCompared([sale], bookOf([sale]), rewrite)
  const { findings } = await counter.command('reconcile.findings', { open: true })
  expect(findings.map(({ kind }) => kind)).toEqual(['duplicate'])
  const [found] = findings
  if (!found) return
  await counter.command('reconcile.look-again', { findingId: found.id })
  expect(await openFindings(counter)).toHaveLength(1)
  word = 'REFUNDED'
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
  expect(await dayOf(counter, shopDayOf(dayMs))).toMatchObject({ state: 'unproven', unprovenSales: 1 })
})

test.each([
  { how: 'named', row: wordAlone },
  { how: 'nameless', row: bareMovement },
])('a bill of nobody that failed is given its debit back: $how', async ({ row }) => {
  const theirs = soldItem(1, dayMs, 'bill', 'refunded')
  const ours = soldItem(2, dayMs + HOUR_MS, 'mobile', 'delivered')
  const book = bookOf([theirs, ours])
  const orders = book.orders.map((one) => (one.id === theirs.serviceId ? { ...one, status: 'FAILED' } : one))
  const rewrite = movements((item) => ({
    ...row(item),
    type: item['type'] === 'REFUND-ORDER' ? 'SERVICE' : item['type'],
  }))
  const counter = await startCompared([ours], { ...book, orders }, rewrite)
  expect(await openFindings(counter)).toEqual([])
  expect(await dayOf(counter, shopDayOf(dayMs))).toMatchObject({ state: 'unproven', unprovenMovements: 2 })
})

test('a movement without an id is the same one whether its direction is stated or only its word', async () => {
  const [sale, strange] = [
    soldItem(1, dayMs, 'mobile', 'delivered'),
    soldItem(2, dayMs + HOUR_MS, 'internet', 'delivered'),
  ]
  let isStated = true
  const rewrite = movements((item) => ({
    ...bareMovement(item),
    ...(isStated && { operation: item.operation }),
  }))
  const counter = await startCompared(
    [sale],
    withMore(bookOf([sale]), debitOf(strange, dayMs + HOUR_MS)),
    rewrite,
  )
  const { findings } = await counter.command('reconcile.findings', { open: true })
  const findingIds = findings.map(({ id }) => id)
  expect(findingIds).toHaveLength(1)
  await counter.command('reconcile.settle', {
    ...{ findingIds, settlement: { kind: 'accept' }, who: 'Amina', why: 'known' },
  })
  isStated = false
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
})

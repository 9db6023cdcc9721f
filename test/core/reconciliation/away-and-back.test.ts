/** A history that takes a debit away with its refund: the balance was lower in between, and other movements show it. */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { morningMs } from '../../support/clock.ts'
import { openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

test.each([
  { what: 'an order that was refunded, with its refund', hides: ['DEBIT', 'REFUND'], found: [] },
  { what: 'an order that was not given back', hides: ['DEBIT'], found: ['balance-differs'] },
  {
    what: 'an order of nobody that was refunded, with its refund',
    isOurs: false,
    hides: ['DEBIT', 'REFUND'],
    found: ['unknown-to-journal'],
  },
])('the debit of $what is missing: $found', async ({ isOurs = true, hides, found }) => {
  const atMs = morningMs() - DAY_MS + HOUR_MS
  const refunded = soldItem(2, atMs, 'mobile', 'refunded')
  const items = [
    soldItem(1, atMs - HOUR_MS, 'mobile', 'delivered'),
    refunded,
    // While the money was away.
    soldItem(3, atMs + 2_000, 'mobile', 'delivered'),
    soldItem(4, atMs + HOUR_MS, 'mobile', 'delivered'),
  ]
  const book = bookOf(items)
  const own = book.movements.filter(({ orderId }) => orderId === refunded.serviceId)
  const movements = book.movements.filter(({ orderId }) => orderId !== refunded.serviceId)
  const hidden = own.filter(({ type }) => hides.includes(type))
  const { counter } = await startReconciledShop({
    sinceMs: morningMs() - 8 * DAY_MS,
    items: items.filter((item) => isOurs || item !== refunded),
    book: { ...book, movements, hidden },
  })
  await reconcile(counter)
  expect((await openFindings(counter)).map((name) => name.split(' ')[0])).toEqual(found)
})

test.each([
  { hides: ['DEBIT', 'REFUND'], found: [] },
  { hides: ['DEBIT'], found: ['balance-differs'] },
])(
  'the day ends with the balance from before the refund, of which $hides are missing: $found',
  async ({ hides, found }) => {
    const atMs = morningMs() - DAY_MS + HOUR_MS
    const sold = [
      soldItem(1, atMs - HOUR_MS, 'mobile', 'delivered'),
      soldItem(3, atMs + 2_000, 'mobile', 'delivered'),
      soldItem(4, atMs + HOUR_MS, 'mobile', 'delivered'),
    ] as const
    const costCentimes = centimes(sold[1].costCentimes + sold[2].costCentimes)
    const refunded = { ...soldItem(2, atMs, 'mobile', 'refunded'), costCentimes }
    const book = bookOf([...sold, refunded])
    const isOwn = ({ orderId }: { readonly orderId: string }) => orderId === refunded.serviceId
    const { counter } = await startReconciledShop({
      sinceMs: morningMs() - 8 * DAY_MS,
      items: [...sold, refunded],
      book: {
        ...book,
        movements: book.movements.filter((movement) => !isOwn(movement)),
        hidden: book.movements.filter((movement) => isOwn(movement) && hides.includes(movement.type)),
      },
    })
    await reconcile(counter)
    expect((await openFindings(counter)).map((name) => name.split(' ')[0])).toEqual(found)
  },
)

test('the debit of a refunded order is missing, and was rounded up to a dinar', async () => {
  const atMs = morningMs() - DAY_MS + HOUR_MS
  const refunded = soldItem(2, atMs, 'mobile', 'refunded')
  const asked = [soldItem(1, atMs - HOUR_MS, 'mobile', 'delivered'), refunded]
  const meanwhile = [
    soldItem(3, atMs + 2_000, 'mobile', 'delivered'),
    soldItem(4, atMs + HOUR_MS, 'mobile', 'delivered'),
  ]
  const book = bookOf([...asked, ...meanwhile])
  const isOwn = ({ orderId }: { readonly orderId: string }) => orderId === refunded.serviceId
  const { counter } = await startReconciledShop({
    sinceMs: morningMs() - 8 * DAY_MS,
    // By the multiplier it came to less than the service took.
    items: [...asked, ...meanwhile].map((item) =>
      item === refunded ? { ...item, costCentimes: centimes(item.costCentimes - 60) } : item,
    ),
    book: {
      ...book,
      movements: book.movements.filter((movement) => !isOwn(movement)),
      hidden: book.movements.filter(isOwn),
    },
  })
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
})

test.each([
  { what: 'came back after the last movement', hides: ['DEBIT', 'REFUND'], found: [] },
  { what: 'has not come back', hides: ['DEBIT'], found: ['balance-differs'] },
])('money of an order of today that $what: $found', async ({ hides, found }) => {
  const { counter } = await startWithRefundOf(morningMs() - HOUR_MS, hides)
  await reconcile(counter)
  expect((await openFindings(counter)).map((name) => name.split(' ')[0])).toEqual(found)
})

test.each([
  { what: 'has come back', hides: ['DEBIT', 'REFUND'], found: [] },
  { what: 'has not', hides: ['DEBIT'], found: ['balance-differs'] },
])(
  'money of an order that ended minutes ago and $what is reported once lists have settled: $found',
  async ({ hides, found }) => {
    const { counter, clock } = await startWithRefundOf(morningMs() - 3 * MINUTE_MS, hides)
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual([])
    await clock.pass(15 * MINUTE_MS)
    await reconcile(counter)
    expect((await openFindings(counter)).map((name) => name.split(' ')[0])).toEqual(found)
  },
)

/** One order was refunded, and another made while its money was away. `hides`: its movements that no list shows. */
async function startWithRefundOf(atMs: number, hides: readonly string[]) {
  const refunded = soldItem(2, atMs, 'mobile', 'refunded')
  const items = [
    soldItem(1, atMs - HOUR_MS / 2, 'mobile', 'delivered'),
    refunded,
    soldItem(3, atMs + 2_000, 'mobile', 'delivered'),
  ]
  const book = bookOf(items)
  const isOwn = ({ orderId }: { readonly orderId: string }) => orderId === refunded.serviceId
  const hidden = book.movements
    .filter((movement) => isOwn(movement) && hides.includes(movement.type))
    .map((movement) => (movement.type === 'REFUND' ? { ...movement, atMs: atMs + 60_000 } : movement))
  const movements = book.movements.filter((movement) => !isOwn(movement))
  return startReconciledShop({
    sinceMs: atMs - HOUR_MS,
    items,
    book: { ...book, movements, hidden },
  })
}

test.each([
  { what: 'an order that was refunded', end: 'refunded', found: [] },
  { what: 'no order', end: 'delivered', found: ['balance-differs'] },
] as const)(
  'money of $what that was debited before the first movement came back: $found',
  async ({ end, found }) => {
    const atMs = morningMs() - DAY_MS + HOUR_MS
    const first = soldItem(1, atMs, 'mobile', end)
    const items = [
      first,
      soldItem(2, atMs + 2_000, 'mobile', 'delivered'),
      soldItem(3, atMs + HOUR_MS, 'mobile', 'delivered'),
    ]
    const book = bookOf(items)
    const debit = {
      orderId: first.serviceId,
      kind: 'mobile',
      type: 'DEBIT',
      amountCentimes: first.costCentimes,
      atMs,
    } as const
    const hidden = [debit, { ...debit, type: 'REFUND', atMs: atMs + MINUTE_MS } as const]
    const movements = book.movements.filter(({ orderId }) => orderId !== first.serviceId)
    const isSold = end === 'refunded'
    const { counter } = await startReconciledShop({
      sinceMs: morningMs() - 8 * DAY_MS,
      items: isSold ? items : items.slice(1),
      book: { orders: isSold ? book.orders : book.orders.slice(1), movements, hidden },
    })
    await reconcile(counter)
    expect((await openFindings(counter)).map((name) => name.split(' ')[0])).toEqual(found)
  },
)

test('money of two refunded orders was debited before the first movement, and came back', async () => {
  const atMs = morningMs() - DAY_MS + HOUR_MS
  const away = [soldItem(1, atMs, 'mobile', 'refunded'), soldItem(2, atMs + 1_000, 'internet', 'refunded')]
  const items = [
    ...away,
    soldItem(3, atMs + 2_000, 'mobile', 'delivered'),
    soldItem(4, atMs + HOUR_MS, 'mobile', 'delivered'),
  ]
  const book = bookOf(items)
  const ids = away.map(({ serviceId }) => serviceId)
  const hidden = away.flatMap(({ serviceId, order, costCentimes }, place) => {
    const debit = { orderId: serviceId, kind: order.kind, amountCentimes: costCentimes } as const
    return [
      { ...debit, type: 'DEBIT', atMs: atMs + place * 1_000 } as const,
      { ...debit, type: 'REFUND', atMs: atMs + MINUTE_MS } as const,
    ]
  })
  const movements = book.movements.filter(({ orderId }) => !ids.includes(orderId))
  const { counter } = await startReconciledShop({
    sinceMs: morningMs() - 8 * DAY_MS,
    items,
    book: { ...book, movements, hidden },
  })
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
})

test('half a dinar more than a refunded order is reported, even if the day’s first balance is unknown', async () => {
  const atMs = morningMs() - HOUR_MS
  const refunded = soldItem(3, atMs + HOUR_MS / 2, 'mobile', 'refunded')
  const items = [0, 1].map((n) => soldItem(n + 1, atMs + n * MINUTE_MS, 'mobile', 'delivered'))
  const book = bookOf([...items, refunded])
  const isOwn = ({ orderId }: { readonly orderId: string }) => orderId === refunded.serviceId
  const more = { orderId: 'x', kind: 'mobile', amountCentimes: centimes(50), atMs: atMs + 1_000 } as const
  const { counter } = await startReconciledShop({
    sinceMs: atMs - HOUR_MS,
    items: [...items, refunded],
    book: {
      ...book,
      movements: book.movements.filter((movement) => !isOwn(movement)),
      hidden: [...book.movements.filter(isOwn), { ...more, type: 'REFUND' }],
    },
  })
  await reconcile(counter)
  expect((await openFindings(counter)).map((name) => name.split(' ')[0])).toEqual(['balance-differs'])
})

/** Movements that do not say whose they are: each of them is money, none hides another, and what can be a sale's is. */
import { expect, test } from 'vitest'
import { centimes, sumCentimes } from '#shared/money.ts'
import { morningMs } from '../../support/clock.ts'
import {
  bareMovement,
  historyPath,
  type Item,
  inLists,
  later,
  movements,
  withTimes,
} from '../../support/list-rewrites.ts'
import { longTest } from '../../support/long-test.ts'
import { openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { bookOf, bookOrder, soldItem } from '../../support/two-books.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

interface Listed {
  readonly data: { readonly items: readonly Readonly<Record<string, unknown>>[] }
}

/** The account's history without the names of its movements. */
function nameless(path: string, text: string): string {
  if (!path.startsWith('/v3/account/transactions')) return text
  const answer: Listed = JSON.parse(text)
  const items = answer.data.items.map(
    ({ _id, objid: _objid, oldBalance: _old, newBalance: _new, ...item }) => item,
  )
  return JSON.stringify({ ...answer, data: { ...answer.data, items } })
}

test.each([
  { what: 'of two amounts', areAlike: false },
  { what: 'that are alike', areAlike: true },
])('debits $what are both findings, and settled together', async ({ areAlike }) => {
  const atMs = morningMs() - HOUR_MS
  const [first, second] = [1, 2].map((n) => soldItem(n, atMs, 'internet', 'delivered'))
  if (!first || !second) return expect.fail()
  const theirs = [first, areAlike ? { ...second, costCentimes: first.costCentimes } : second]
  const history = { sinceMs: atMs - HOUR_MS, items: [], book: bookOf(theirs) }
  const { counter } = await startReconciledShop(history, { rewrite: nameless })
  await reconcile(counter)
  const { findings } = await counter.command('reconcile.findings', { open: true })
  expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(['debited-without-sale']))
  const movements = findings.flatMap((finding) => finding.movements)
  expect(movements).toHaveLength(2)
  expect(sumCentimes(movements.map(({ amountCentimes }) => amountCentimes))).toBe(
    sumCentimes(theirs.map(({ costCentimes }) => costCentimes)),
  )

  const findingIds = findings.map(({ id }) => id)
  await counter.command('settings.update', { sharedKey: true })
  const settled = { settlement: { kind: 'other-counter' }, who: 'Amina', why: 'the second till' } as const
  await counter.command('reconcile.settle', { findingIds, ...settled })
  await reconcile(counter)
  expect((await counter.command('reconcile.state', {})).run.openFindings).toBe(0)
})

test('money that comes back within an hour of the sale’s end is the sale’s', async () => {
  const atMs = morningMs() - 3 * HOUR_MS
  const items = [soldItem(1, atMs, 'internet', 'refunded'), soldItem(2, atMs, 'gift-card', 'refunded')]
  const late = later(40 * 60_000)
  const isRefund = ({ type }: Item) => String(type).startsWith('REFUND')
  const dated = movements((row) => (isRefund(row) ? withTimes(late)(row) : row))
  const rewrite = (path: string, text: string) => nameless(path, dated(path, text))
  const { counter } = await startReconciledShop(
    { sinceMs: atMs - HOUR_MS, items, book: bookOf(items) },
    { rewrite },
  )
  await reconcile(counter)
  expect((await counter.command('reconcile.findings', { open: true })).findings).toEqual([])
})

test('money refunded in the moment of its debit is listed before it, under a word without a direction', async () => {
  const atMs = morningMs() - 3 * HOUR_MS
  const items = [soldItem(1, atMs, 'mobile', 'refunded')]
  const place = { refund: 0, debit: 1 }
  const wayOf = ({ type }: Item) => (String(type).startsWith('REFUND') ? 'refund' : 'debit')
  const rewrite = inLists((rows, path) => {
    if (!path.startsWith(historyPath)) return rows
    const time = rows.find((row) => wayOf(row) === 'debit')?.['time']
    return rows
      .toSorted((a, b) => place[wayOf(a)] - place[wayOf(b)])
      .map(({ _id, operation: _operation, oldBalance: _old, newBalance: _new, ...row }) => ({
        ...{ ...row, time, amount: Math.abs(Number(row['amount'])) },
        type: wayOf(row) === 'refund' ? 'CREDIT' : 'FLEXY',
      }))
  })
  const { counter } = await startReconciledShop(
    { sinceMs: atMs - HOUR_MS, items, book: bookOf(items) },
    { rewrite },
  )
  await reconcile(counter)
  expect((await counter.command('reconcile.findings', { open: true })).findings).toEqual([])
})

test('debits dated in the shop’s zone are not matched with a sale made an hour later', async () => {
  const atMs = morningMs() - 3 * HOUR_MS
  const items = [soldItem(1, atMs, 'mobile', 'delivered'), soldItem(2, atMs + HOUR_MS, 'mobile', 'delivered')]
  const moved = movements(withTimes(later(HOUR_MS)))
  const rewrite = (path: string, text: string) => nameless(path, moved(path, text))
  const { counter } = await startReconciledShop(
    { sinceMs: atMs - HOUR_MS, items, book: bookOf(items) },
    { rewrite },
  )
  await reconcile(counter)
  expect((await counter.command('reconcile.findings', { open: true })).findings).toEqual([])
})

longTest(
  'of two equal refunded cards, one of which was never ordered, debit and refund belong to one',
  async () => {
    const atMs = morningMs() - 3 * HOUR_MS
    const [ordered, decided] = [1, 2].map((n) => soldItem(n, atMs + n * 8_000, 'gift-card', 'refunded'))
    if (!ordered || !decided) return expect.fail()
    const { order, costCentimes } = ordered
    // What came back is dated after the beginning of the other sale.
    const late = later(10_000)
    const rewrite = (path: string, text: string) =>
      nameless(
        path,
        inLists((rows, at) => (at.startsWith(historyPath) ? rows.map(withTimes(late)) : rows))(path, text),
      )
    const items = [ordered, { ...decided, order, costCentimes, end: 'doubted' as const }]
    const { counter, clock } = await startReconciledShop(
      { sinceMs: atMs - HOUR_MS, items, book: bookOf([ordered]) },
      { rewrite },
    )
    await clock.pass(20 * 60_000)
    const { ref } = decided
    const decision = { kind: 'refunded', saw: 'the list' } as const
    await counter.command('sale.decide', {
      ref,
      decision,
      seen: [],
      who: 'Amel',
      why: 'the platform says so',
    })
    await clock.pass(20 * 60_000)
    await reconcile(counter)
    expect((await counter.command('reconcile.findings', { open: true })).findings).toEqual([])
  },
)

test('the partial refund of a foreign order is not a sale’s', async () => {
  const atMs = morningMs() - 3 * HOUR_MS
  const ours = soldItem(1, atMs, 'gift-card', 'refunded')
  const theirs = soldItem(2, atMs + 60_000, 'gift-card', 'delivered')
  const cost = ours.costCentimes
  const [faceCentimes, back] = [centimes(3 * cost), centimes(2 * cost)]
  if (theirs.order.kind !== 'gift-card') return expect.fail()
  // One of three comes.
  const order = { ...theirs.order, typeId: 'TEST_PARTIAL', quantity: 3 }
  const inPart = { status: 'PARTIALLY_FILLED', faceCentimes, debitCentimes: cost }
  const ordered = { ...bookOrder({ ...theirs, order }), ...inPart }
  const debit = { orderId: ordered.id, kind: 'gift-card', type: 'DEBIT', atMs: theirs.atMs } as const
  const book = bookOf([ours])
  const { counter } = await startReconciledShop(
    {
      ...{ sinceMs: atMs - HOUR_MS, items: [ours] },
      book: {
        ...{ ...book, orders: [...book.orders, ordered] },
        movements: [
          ...book.movements,
          { ...debit, amountCentimes: faceCentimes },
          { ...debit, type: 'REFUND', amountCentimes: back, atMs: theirs.atMs + 5_000 },
        ],
      },
    },
    { rewrite: nameless },
  )
  await reconcile(counter)
  const { findings } = await counter.command('reconcile.findings', { open: true })
  expect(findings.map(({ kind }) => kind)).toEqual(['unknown-to-journal'])
  const amounts = findings.flatMap(({ movements }) => movements.map(({ amountCentimes }) => amountCentimes))
  expect(amounts.toSorted((a, b) => a - b)).toEqual([back, faceCentimes])
})

test('a debit under a name that is in no record of its sale is the sale’s, beside others with known names', async () => {
  const atMs = morningMs() - HOUR_MS
  const sold = [1, 2, 3].map((n) => soldItem(n, atMs + n * 60_000, 'internet', 'delivered'))
  const items = sold.map((item, place) => (place === 1 ? { ...item, end: 'unanswered' as const } : item))
  const rewrite = (path: string, text: string) =>
    path.startsWith('/v3/internet/check-') ? text.replaceAll(/"(_id|topupId)":"[^"]*",?/g, '') : text
  const history = { sinceMs: atMs - HOUR_MS, items, book: bookOf(sold) }
  const { counter } = await startReconciledShop(history, { rewrite })
  await reconcile(counter)
  expect((await counter.command('reconcile.findings', { open: true })).findings).toEqual([])
})

test('a debit under a name that was in no answer is the sale’s if its record has another id', async () => {
  const atMs = morningMs() - HOUR_MS
  const sold = [1, 2, 3].map((n) => soldItem(n, atMs + n * 60_000, 'mobile', 'delivered'))
  const [, unanswered] = sold
  if (!unanswered) return expect.fail()
  const { serviceId } = unanswered
  const recordId = `own-${serviceId}`
  const items = sold.map((item) =>
    item === unanswered ? { ...item, serviceId: recordId, end: 'found' as const } : item,
  )
  const rewrite = (path: string, text: string) =>
    path.startsWith('/v3/mobile/') ? text.replaceAll(`"${serviceId}"`, `"${recordId}"`) : text
  const history = { sinceMs: atMs - HOUR_MS, items, book: bookOf(sold) }
  const { counter } = await startReconciledShop(history, { rewrite })
  await reconcile(counter)
  expect((await counter.command('reconcile.findings', { open: true })).findings).toEqual([])
})

test.each([
  { what: 'its record states the debit', moreBy: 8, isStated: true, found: [] },
  { what: 'it is rounded up to the dinar, and no record states it', moreBy: 8, isStated: false, found: [] },
  { what: 'it is cut to the dinar, and no record states it', moreBy: -92, isStated: false, found: [] },
  {
    ...{ what: 'no rounding explains it, and no record states it', moreBy: 108, isStated: false },
    found: ['debited-without-sale'],
  },
])(
  'a refunded debit under a name that was in no answer, $moreBy centimes above its price, is $found if $what',
  async ({ moreBy, isStated, found }) => {
    const atMs = morningMs() - HOUR_MS
    const [first, unanswered, last] = ([10, 20, 30] as const).map((n) =>
      soldItem(n, atMs + n * 6_000, 'mobile', n === 20 ? 'refunded' : 'delivered'),
    )
    if (!first || !unanswered || !last) return expect.fail()
    const { serviceId, costCentimes: debit } = unanswered
    const recordId = `own-${serviceId}`
    const noted = {
      ...{ ...unanswered, serviceId: recordId, isUnanswered: true },
      costCentimes: centimes(debit - moreBy),
    }
    const rewrite = (path: string, text: string) => {
      if (!path.startsWith('/v3/mobile/')) return text
      const renamed = text.replaceAll(`"${serviceId}"`, `"${recordId}"`)
      return isStated
        ? renamed
        : renamed.replaceAll(`"balance_amount":${debit / 100},`, '"balance_amount":0,')
    }
    const history = {
      sinceMs: atMs - HOUR_MS,
      items: [first, noted, last],
      book: bookOf([first, unanswered, last]),
    }
    const { counter } = await startReconciledShop(history, { rewrite })
    await reconcile(counter)
    const { findings } = await counter.command('reconcile.findings', { open: true })
    expect(findings.map(({ kind }) => kind)).toEqual(found)
  },
)

test('cards listed under ids of the list’s own are known, beside a sale that was found in the list', async () => {
  const atMs = morningMs() - HOUR_MS
  const sold = [1, 2, 3].map((n) => soldItem(n, atMs + n * 60_000, 'gift-card', 'delivered'))
  const ownId = (id: unknown) => `listed-${id}`
  const items = sold.map((item, place) =>
    place === 1 ? { ...item, serviceId: ownId(item.serviceId), end: 'unanswered' as const } : item,
  )
  const underOwnIds = ({ _id, objid, ...item }: Item) => ({
    ...item,
    ...('product' in item ? { _id: ownId(_id) } : { _id, objid: ownId(objid) }),
  })
  const history = { sinceMs: atMs - HOUR_MS, items, book: bookOf(sold) }
  const { counter } = await startReconciledShop(history, { rewrite: inLists((all) => all.map(underOwnIds)) })
  await reconcile(counter)
  expect((await counter.command('reconcile.findings', { open: true })).findings).toEqual([])
})

test.each([
  { areAlike: false, sharedKey: false },
  { areAlike: false, sharedKey: true },
  { areAlike: true, sharedKey: false },
  { areAlike: true, sharedKey: true },
])(
  'a refund is not that of a foreign delivered order, alike: $areAlike, shared key: $sharedKey',
  async ({ areAlike, sharedKey }) => {
    const atMs = morningMs() - 48 * HOUR_MS
    const ours = soldItem(1, atMs, 'internet', 'delivered')
    const { costCentimes } = ours
    const topUp = soldItem(2, atMs + HOUR_MS, 'mobile', 'delivered')
    const theirs = areAlike ? { ...topUp, costCentimes } : topUp
    const book = bookOf([ours, theirs])
    const refund = {
      ...({ orderId: ours.serviceId, kind: 'internet', type: 'REFUND' } as const),
      ...{ amountCentimes: costCentimes, atMs: atMs + 3 * HOUR_MS },
    }
    const { counter } = await startReconciledShop(
      {
        ...{ sinceMs: atMs - HOUR_MS, items: [ours] },
        book: { ...book, movements: [...book.movements, refund] },
      },
      { rewrite: movements(bareMovement) },
    )
    await counter.command('settings.update', { sharedKey })
    await reconcile(counter)
    const strange = sharedKey ? [] : [`unknown-to-journal ${theirs.serviceId}`]
    expect(await openFindings(counter)).toEqual([`refunded-without-notice ${ours.ref}`, ...strange])
  },
)

test.each([
  { end: 'delivered', hasBalances: true },
  { end: 'delivered', hasBalances: false },
  { end: 'refunded', hasBalances: true },
  { end: 'refunded', hasBalances: false },
] as const)(
  'bills that were $end, whose fee has a row of its own, with balances: $hasBalances',
  async ({ end, hasBalances }) => {
    const feeDinars = 30
    const atMs = morningMs() - 48 * HOUR_MS
    const bills = [1, 2].map((n) => soldItem(n, atMs + n * 3 * HOUR_MS, 'bill', end))
    // Others of the larger part's amount, moments later.
    const others = bills.map(({ costCentimes, ...bill }, at) => ({
      ...soldItem(3 + at, bill.atMs + 2 * MINUTE_MS, 'internet', 'delivered'),
      costCentimes: centimes(costCentimes - feeDinars * 100),
    }))
    const items = [...bills, ...others]
    const billIds = new Set(bills.map(({ serviceId }) => serviceId))
    const inTwo = (row: Item) =>
      (billIds.has(String(row.objid)) ? [Number(row.amount) - feeDinars, feeDinars] : [row.amount]).map(
        (amount) => ({
          ...{
            ...bareMovement(row),
            amount,
            type: Number(row['newBalance']) > Number(row['oldBalance']) ? 'CREDIT' : 'DEBIT',
          },
          ...(hasBalances && { oldBalance: row['oldBalance'], newBalance: row['newBalance'] }),
        }),
      )
    const rewrite = inLists((rows, path) => (path.startsWith(historyPath) ? rows.flatMap(inTwo) : rows))
    const history = { sinceMs: atMs - HOUR_MS, items, book: bookOf(items) }
    const { counter } = await startReconciledShop(history, { rewrite })
    await reconcile(counter)
    expect(await openFindings(counter)).toEqual([])
  },
)

test('a refund is not an older sale’s if the debit shows that times are in the shop’s zone', async () => {
  const atMs = morningMs() - 48 * HOUR_MS
  const older = soldItem(1, atMs, 'mobile', 'refunded')
  const { order, costCentimes } = older
  const newer = { ...soldItem(2, atMs + 20 * MINUTE_MS, 'mobile', 'refunded'), order, costCentimes }
  const book = bookOf([older, newer])
  const isOlder = ({ orderId }: { readonly orderId: string }) => orderId === older.serviceId
  const { counter } = await startReconciledShop(
    {
      sinceMs: atMs - HOUR_MS,
      items: [older, newer],
      book: { ...book, movements: book.movements.filter((one) => !isOlder(one)), hidden: [] },
    },
    { rewrite: movements((row: Item) => ({ ...bareMovement(row), time: later(HOUR_MS)(String(row.time)) })) },
  )
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
})

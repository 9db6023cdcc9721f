/**
 * What the document leaves open about the service's lists, one row each: where the books agree no difference is found, and
 * every difference that is put into the service's book is found, or counted as unproven where the lists say too little.
 */
import { expect, test } from 'vitest'
import { type Centimes, centimes } from '#shared/money.ts'
import type { Finding } from '#shared/reconciliation.ts'
import { morningMs } from '../../support/clock.ts'
import {
  bareMovement,
  historyPath,
  type Item,
  inLists,
  inSmallPages,
  later,
  moved,
  movements,
  orders,
  shifting,
  signed,
  underDebitsWord,
  without,
  withTimes,
} from '../../support/list-rewrites.ts'
import { openFindings, reconcile, startReconciledShop } from '../../support/reconciled-shop.ts'
import { bookOf, type ServiceBook, type SoldItem, soldItem } from '../../support/two-books.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

interface Row {
  readonly name: string
  readonly rewrite?: () => (path: string, text: string) => string
  readonly ask?: (path: string) => string
  /** The differences that cannot be found, and are counted as unproven. */
  readonly unproven?: readonly string[]
  /** What is found in the place of another difference. */
  readonly instead?: Readonly<Record<string, string>>
  /** What is found beside the differences. */
  readonly besides?: readonly string[]
}

const rows: readonly Row[] = [
  { name: 'as training lists them' },
  { name: 'movements state type, amount and time alone', rewrite: () => movements(bareMovement) },
  {
    name: 'movements state no balances',
    rewrite: () => movements(({ oldBalance: _old, newBalance: _new, ...item }) => item),
  },
  {
    name: 'movements state the balance before alone',
    rewrite: () => movements(({ newBalance: _new, ...item }) => item),
  },
  {
    name: 'movements state the balance after alone',
    rewrite: () => movements(({ oldBalance: _old, ...item }) => item),
  },
  {
    name: 'movements name the ref',
    rewrite: () => movements((item) => ({ ...item, objid: refOf.get(String(item.objid)) ?? item.objid })),
  },
  {
    name: 'movements name the ref, and of a bill its discovery’s',
    rewrite: () =>
      movements((item) => ({ ...item, objid: firstRefOf.get(String(item.objid)) ?? item.objid })),
  },
  {
    name: 'movements name something unknown',
    rewrite: () => movements((item) => ({ ...item, objid: `operation-${item._id}` })),
  },
  {
    name: 'movements of one kind name something unknown',
    rewrite: () =>
      movements((item) =>
        String(item['type']).endsWith('FLEXY') ? { ...item, objid: `topup-${item.objid}` } : item,
      ),
  },
  {
    name: 'movements have words of their own, and signs',
    rewrite: () => movements((item) => ({ ...bareMovement(signed(item)), type: `X-${item.operation}` })),
    unproven: ['refunded-without-notice lateInternet'],
  },
  {
    name: 'movements have one word, and no sign',
    rewrite: () => movements((item) => ({ ...bareMovement(item), type: 'MOVEMENT' })),
    unproven: ['refunded-without-notice lateInternet', 'debited-without-sale internet'],
  },
  {
    name: 'a refund has the word of its debit, and balances show the direction',
    rewrite: () => movements(({ operation: _, ...item }) => underDebitsWord(item)),
  },
  {
    name: 'a refund has the word of its debit, and the operation states the direction',
    rewrite: () => movements(({ oldBalance: _old, newBalance: _new, ...item }) => underDebitsWord(item)),
  },
  {
    name: 'a refund has the word of its debit, and nothing else states the direction',
    rewrite: () =>
      movements(({ operation: _, oldBalance: _old, newBalance: _new, ...item }) => underDebitsWord(item)),
    // No list says that it was refunded: two movements of one word and amount may be two debits.
    instead: { 'refunded-without-notice lateInternet': 'duplicate lateInternet' },
  },
  {
    name: 'movements state type, amount and time alone, and a refund has the word of its debit',
    rewrite: () => movements((item) => underDebitsWord(bareMovement(item))),
    // No list says that it was refunded: what came back may be another debit.
    instead: { 'refunded-without-notice lateInternet': 'debited-without-sale lateInternet' },
    besides: ['debited-without-sale lateMobile'],
  },
  {
    name: 'names are kept, and words are unknown',
    rewrite: () => movements((item) => ({ ...item, type: 'MOVEMENT' })),
  },
  {
    name: 'times are local, printed as UTC',
    rewrite: () => inLists((items) => items.map(withTimes(later(HOUR_MS)))),
  },
  {
    name: 'times are local, printed as UTC, and movements nameless',
    rewrite: () =>
      inLists((items, path) =>
        items.map((item) =>
          withTimes(later(HOUR_MS))(path.startsWith(historyPath) ? bareMovement(item) : item),
        ),
      ),
  },
  {
    name: 'movements are nameless, and dated by a clock that is minutes behind',
    rewrite: () => movements((item) => withTimes(later(-3 * MINUTE_MS))(bareMovement(item))),
  },
  {
    name: 'times are to the second',
    rewrite: () => inLists((items) => items.map(withTimes((time) => time.replace(/\.\d+/, '')))),
  },
  {
    name: 'times have an offset',
    rewrite: () =>
      inLists((items) => items.map(withTimes((time) => later(HOUR_MS)(time).replace('Z', '+01:00')))),
  },
  {
    name: 'times of movements have no zone',
    rewrite: () => movements((item) => withTimes((time) => time.replace('Z', ''))(bareMovement(item))),
  },
  { name: 'from and to are read an hour off', ask: moved(HOUR_MS) },
  {
    name: 'from and to are read an hour off, and movements nameless',
    ask: moved(-HOUR_MS),
    rewrite: () => movements(bareMovement),
  },
  { name: 'from and to are ignored', ask: without('from', 'to') },
  {
    name: 'from and to are ignored, and movements nameless',
    ask: without('from', 'to'),
    rewrite: () => movements(bareMovement),
  },
  {
    name: 'rows have no status',
    rewrite: () => orders(({ status: _status, ...item }) => item),
    instead: Object.fromEntries(
      ['mobile', 'card', 'bill'].map((what) => [
        `unknown-to-journal ${what}`,
        `debited-without-sale ${what}`,
      ]),
    ),
  },
  {
    name: 'rows have words that no look has',
    rewrite: () => orders((item) => ({ ...item, status: `LISTED_${item.status}` })),
  },
  {
    name: 'a row comes twice on a page',
    rewrite: () => inLists((items) => [...items.slice(0, 1), ...items]),
  },
  { name: 'pages are small', ask: inSmallPages },
  { name: 'pages shift while they are read', ask: inSmallPages, rewrite: shifting },
  { name: 'rows come in the order of their age', rewrite: () => inLists((items) => items.toReversed()) },
  {
    name: 'top-ups are listed under ids and refs of the list’s own',
    rewrite: () =>
      inLists((items, path) =>
        items.map((item) =>
          path.includes('mobile') ? { ...underAnyId(item), ref: `FLX-${item._id}`, topupRef: null } : item,
        ),
      ),
  },
  {
    name: 'top-ups are listed under ids and refs of the list’s own, with masked numbers',
    rewrite: () =>
      inLists((items, path) =>
        items.map((item) =>
          path.includes('mobile')
            ? { ...underAnyId(item), ref: `FLX-${item._id}`, topupRef: null, MSSIDN: masked(item) }
            : item,
        ),
      ),
  },
  {
    name: 'top-ups are listed under ids and refs of the list’s own, without a time',
    rewrite: () =>
      inLists((items, path) =>
        items.map(({ created_at: atMs, ...item }) =>
          path.includes('mobile')
            ? { ...underAnyId(item), ref: `FLX-${item._id}` }
            : { created_at: atMs, ...item },
        ),
      ),
  },
  {
    name: 'gift card orders are listed under ids of the list’s own, and movements nameless',
    rewrite: () =>
      inLists((items, path) => items.map(path.startsWith(historyPath) ? bareMovement : underOwnId(path))),
  },
  {
    name: 'gift card orders are listed under ids of the list’s own, and movements name these',
    rewrite: () =>
      inLists((items, path) =>
        items.map((item) =>
          String(item['type']).endsWith('ORDER')
            ? { ...item, objid: ownId(String(item.objid)) }
            : underOwnId(path)(item),
        ),
      ),
  },
  {
    name: 'gift card orders are listed under ids and at prices of the list’s own, and movements nameless',
    rewrite: () =>
      inLists((items, path) =>
        items.map((item) =>
          path.startsWith(historyPath) ? bareMovement(item) : atOtherPrice(underOwnId(path)(item)),
        ),
      ),
    // What was debited for it is no price that the list names.
    besides: ['debited-without-sale card'],
  },
  {
    name: 'gift card orders are listed under ids, types and prices of the list’s own, and movements nameless',
    rewrite: () =>
      inLists((items, path) =>
        items.map((item) =>
          path.startsWith(historyPath)
            ? bareMovement(item)
            : ofOtherType(atOtherPrice(underOwnId(path)(item))),
        ),
      ),
    besides: ['debited-without-sale card'],
  },
  ...[HOUR_MS, -HOUR_MS].map((aheadMs) => ({
    name: `answers show a clock ${aheadMs / HOUR_MS} hours ahead of the lists', which list gift card orders under ids of their own`,
    rewrite: () =>
      answeredAt(
        aheadMs,
        inLists((items, path) => items.map(underOwnId(path))),
      ),
  })),
  {
    name: 'times are local, printed as UTC, and gift card orders listed under ids of the list’s own',
    rewrite: () =>
      inLists((items, path) => items.map((item) => withTimes(later(HOUR_MS))(underOwnId(path)(item)))),
  },
  {
    name: 'what costs nothing has a row of its own that names nothing',
    rewrite: () => inHistory((item) => [item, { ...bareMovement(item), _id: `0-${item._id}`, amount: 0 }]),
  },
  {
    name: 'answers show a clock an hour ahead of the lists’, and movements are nameless',
    rewrite: () => answeredAt(HOUR_MS, movements(bareMovement)),
  },
  {
    name: 'answers show a clock an hour behind, times are local, printed as UTC, and movements nameless',
    rewrite: () =>
      answeredAt(
        -HOUR_MS,
        inLists((items, path) =>
          items.map((item) =>
            withTimes(later(HOUR_MS))(path.startsWith(historyPath) ? bareMovement(item) : item),
          ),
        ),
      ),
    // The debit of an order that no sale knows lies too far from it to be its own for certain.
    besides: ['debited-without-sale bill', 'debited-without-sale card', 'debited-without-sale mobile'],
  },
  {
    name: 'records of internet cards state what they cost',
    rewrite: () => internetAtCost,
  },
  {
    name: 'a debit is listed in two rows',
    rewrite: () => inHistory(inParts),
  },
  {
    name: 'rows have no time',
    rewrite: () => orders(({ created_at: _a, createdAt: _b, time: _c, ...item }) => item),
  },
]

const inHistory = (change: (item: Item) => readonly Item[]) =>
  inLists((items, path) => (path.startsWith(historyPath) ? items.flatMap(change) : items))
const FEE = 5
const inParts = (item: Item): readonly Item[] =>
  Number(item.amount) > FEE && item.operation === 'OUT'
    ? [FEE, Number(item.amount) - FEE].map((amount, place) => ({
        ...item,
        amount,
        _id: `${place}${item._id}`,
      }))
    : [item]

/** The list's own name of what was answered under another. */
const ownId = (id: string) => `listed-${id}`
const masked = (item: Item) => String(item['MSSIDN']).replace(/^(\d{4})\d{3}/, '$1***')
const atOtherPrice = (item: Item): Item =>
  'price_per_card' in item ? { ...item, price_per_card: Number(item['price_per_card']) + 10 } : item
const ofOtherType = (item: Item): Item =>
  'price_per_card' in item ? { ...item, type: `T-${item['type']}` } : item
/** Every answer shows a clock that is so much ahead of the one that dates rows. */
const answeredAt =
  (aheadMs: number, rewrite: (path: string, text: string) => string) => (path: string, text: string) =>
    rewrite(path, text).replace(
      /"timestamp":"([^"]+)"/,
      (_, time: string) => `"timestamp":"${later(aheadMs)(time)}"`,
    )
const underAnyId = (item: Item): Item => ({ ...item, _id: ownId(String(item._id)) })
const underOwnId = (path: string) => (item: Item) =>
  path.includes('gift-cards') ? { ...item, _id: ownId(String(item._id)) } : item

const sinceMs = morningMs() - 5 * DAY_MS
const soldMs = morningMs() - 2 * DAY_MS
const turns = ['mobile', 'internet', 'gift-card', 'bill', 'internet', 'mobile'] as const

const items: readonly SoldItem[] = Array.from({ length: 24 }, (_, n) => {
  const atMs = soldMs - 12 * HOUR_MS + n * 40 * MINUTE_MS
  return soldItem(n, atMs, turns[n % turns.length] ?? 'mobile', n % 7 === 6 ? 'refunded' : 'delivered')
})
/** Three sales of one amount within two minutes. */
const alike: readonly SoldItem[] = [30, 31, 32].map((n, place) => {
  const { order, costCentimes } = soldItem(33, soldMs, 'internet', 'delivered')
  return { ...soldItem(n, soldMs + place * MINUTE_MS, 'internet', 'delivered'), order, costCentimes }
})
const own = [...items, ...alike]
/** Looks at one order: no list shows them. */
const internetAtCost = (path: string, text: string): string => {
  const answer = JSON.parse(text)
  const cost = own.find(({ ref }) => path.includes('/v3/internet/check-') && path.endsWith(ref))?.costCentimes
  return cost === undefined
    ? text
    : JSON.stringify({ ...answer, data: { ...answer.data, value: cost / 100 } })
}
const refOf = new Map(own.map(({ serviceId, ref }) => [serviceId, ref as string]))
/** A bill's transaction keeps the ref of its discovery. */
const firstRefOf = new Map(
  own.map(({ serviceId, ref, order }) => [serviceId, order.kind === 'bill' ? order.discoveryRef : ref]),
)

const foreign = {
  mobile: soldItem(50, soldMs + 3 * HOUR_MS, 'mobile', 'delivered'),
  internet: soldItem(51, soldMs + 4 * HOUR_MS, 'internet', 'delivered'),
  card: soldItem(52, soldMs + 5 * HOUR_MS, 'gift-card', 'delivered'),
  bill: soldItem(53, soldMs + 6 * HOUR_MS, 'bill', 'delivered'),
}
const [lateMobile, lateInternet, undebited, otherDebit] = [own[5], own[4], own[12], own[16]]

/** The book with differences, each under the name that a finding of it has. */
function planted(): ServiceBook {
  if (!lateMobile || !lateInternet || !undebited || !otherDebit) return expect.fail('no sales')
  const book = bookOf([...own, ...Object.values(foreign)])
  const givenBack = [lateMobile, lateInternet].map(({ serviceId, order, costCentimes, atMs }) => ({
    ...({ orderId: serviceId, kind: order.kind, type: 'REFUND' } as const),
    ...{ amountCentimes: costCentimes, atMs: atMs + DAY_MS },
  }))
  return {
    ...book,
    orders: book.orders.map((order) =>
      order.id === lateMobile.serviceId || order.id === lateInternet.serviceId
        ? { ...order, status: 'REFUNDED' }
        : order,
    ),
    movements: [
      ...book.movements
        .filter(({ orderId }) => orderId !== undebited.serviceId)
        .map((one) =>
          one.orderId === otherDebit.serviceId
            ? { ...one, amountCentimes: centimes(one.amountCentimes + 700) }
            : one,
        ),
      ...givenBack,
    ],
  }
}

const differences = [
  ...['unknown-to-journal mobile', 'unknown-to-journal card', 'unknown-to-journal bill'],
  ...['debited-without-sale internet', 'refunded-without-notice lateMobile'],
  ...['refunded-without-notice lateInternet', 'amount-differs undebited', 'amount-differs otherDebit'],
].toSorted()

const named: Readonly<Record<string, SoldItem | undefined>> = {
  ...foreign,
  ...{ lateMobile, lateInternet, undebited, otherDebit },
}

function nameOf({ kind, sale, orders: listed, movements: shown }: Finding): string {
  const amounts: readonly Centimes[] = shown.map(({ amountCentimes }) => amountCentimes)
  const [name] =
    Object.entries(named).find(
      ([, item]) =>
        item &&
        (sale?.ref === item.ref ||
          listed.some(({ orderId }) => orderId === item.serviceId || orderId === ownId(item.serviceId)) ||
          (!sale && listed.length === 0 && amounts.includes(item.costCentimes))),
    ) ?? []
  return `${kind} ${name ?? sale?.ref ?? listed[0]?.orderId ?? shown[0]?.amountCentimes}`
}

async function findAll(book: ServiceBook, { rewrite, ask }: Row) {
  const changes = { ...(rewrite && { rewrite: rewrite() }), ...(ask && { ask }) }
  const { counter } = await startReconciledShop({ sinceMs, items: own, book }, changes)
  await reconcile(counter)
  const { findings } = await counter.command('reconcile.findings', { open: true })
  const { days } = await counter.command('reconcile.state', {})
  return { found: findings.map(nameOf).toSorted(), days }
}

test.each(rows)('books that agree have no difference where $name', async (row) => {
  const { found, days } = await findAll(bookOf(own), row)
  expect(found).toEqual([])
  const states = new Set(days.map(({ state }) => state))
  expect([...states].filter((state) => state !== 'level' && state !== 'unproven')).toEqual([])
})

test('books that agree have no difference where a debit has two rows without balances', async () => {
  const rewrite = () =>
    inHistory((item) => inParts(item).map(({ oldBalance: _o, newBalance: _n, ...part }) => part))
  const { found } = await findAll(bookOf(own), { name: 'in parts', rewrite })
  expect(found).toEqual([])
})

test.each(rows)('every difference is found where $name', async (row) => {
  const { found, days } = await findAll(planted(), row)
  const { unproven = [], instead = {}, besides = [] } = row
  const provable = differences.filter((one) => !unproven.includes(one))
  expect(found).toEqual([...provable.map((one) => instead[one] ?? one), ...besides].toSorted())
  const counted = days.reduce((sum, { unprovenMovements }) => sum + unprovenMovements, 0)
  expect(counted).toBe(unproven.length)
})

/** Top-ups are listed under names of the list's own, and no other ref finds them. */
const underNamesOfTheList = {
  rewrite: inLists((all, path) =>
    all.map((item) =>
      path.includes('mobile') ? { ...underAnyId(item), ref: `FLX-${item._id}`, topupRef: null } : item,
    ),
  ),
  ask: (path: string) => path.replace(/(\/check-ref\/)\w+/, '$1UNKNOWN'),
}

test.each([
  { said: 'said-refunded', theirs: 'refunded', found: [] },
  { said: 'said-delivered', theirs: 'delivered', found: [] },
  { said: 'said-refunded', theirs: 'delivered', found: ['amount-differs', 'unknown-to-journal'] },
] as const)(
  'if orders have the list’s own names, one that is $theirs and was $said without an answer: $found',
  async ({ said, theirs, found }) => {
    const { order, costCentimes } = soldItem(40, soldMs, 'mobile', 'delivered')
    const alikeAt = (n: number, end: SoldItem['end']) => ({
      ...soldItem(n, soldMs + n * 1_000, 'mobile', end),
      ...{ order, costCentimes },
    })
    const [doubted, answered] = [alikeAt(1, said), alikeAt(2, 'refunded')]
    const sold = [{ ...doubted, isUnanswered: true }, answered]
    const { counter } = await startReconciledShop(
      { sinceMs, items: sold, book: bookOf([{ ...doubted, end: theirs }, answered]) },
      underNamesOfTheList,
    )
    await reconcile(counter)
    const { findings } = await counter.command('reconcile.findings', { open: true })
    expect(findings.map(({ kind }) => kind).toSorted()).toEqual(found)
    const [stray] = findings.flatMap((finding) => finding.orders)
    expect(stray?.orderId).toBe(found.length > 0 ? ownId(doubted.serviceId) : undefined)
  },
)

test.each([
  { strangers: 0, found: [] },
  { strangers: 1, found: ['unreadable', 'unreadable'] },
])('an unreadable row waits while it may be a sale’s in doubt, beside $strangers others', async (row) => {
  const lost = soldItem(42, morningMs() - HOUR_MS, 'mobile', 'doubted')
  const stranger = soldItem(43, morningMs() - HOUR_MS, 'mobile', 'open')
  const book = bookOf([lost, ...[stranger].slice(0, row.strangers)])
  const { rewrite: underOwnNames, ask } = underNamesOfTheList
  const { counter } = await startReconciledShop(
    { sinceMs, items: [lost], book },
    {
      ask,
      rewrite: (path, text) =>
        path.includes('/mobile/') ? underOwnNames(path, text).replaceAll(/"status":"\w+",?/g, '') : text,
    },
  )
  await reconcile(counter)
  const { findings } = await counter.command('reconcile.findings', { open: true })
  expect(findings.map(({ kind }) => kind).filter((kind) => kind === 'unreadable')).toEqual(row.found)
})

test('a refund is its sale’s where the clock was set back hours after the sale, and movements are nameless', async () => {
  const refunded = soldItem(41, morningMs() - 6 * HOUR_MS, 'mobile', 'refunded')
  const sold = [{ ...refunded, clockAheadMs: 16 * HOUR_MS }]
  const { counter } = await startReconciledShop(
    { sinceMs, items: sold, book: bookOf(sold) },
    { rewrite: movements(bareMovement) },
  )
  await reconcile(counter)
  const { findings } = await counter.command('reconcile.findings', { open: true })
  expect(findings.map(nameOf)).toEqual([])
})

test.each(['mobile', 'internet'] as const)(
  'what was refunded of %s is unproven, and no loss, where the service’s clock is an hour ahead of its books',
  async (kind) => {
    const sold = [soldItem(44, soldMs, kind, 'refunded')]
    const noted = sold.map((item) => ({ ...item, clockAheadMs: -HOUR_MS }))
    const { counter } = await startReconciledShop(
      { sinceMs, items: noted.map((item) => ({ ...item, atMs: item.atMs + HOUR_MS })), book: bookOf(sold) },
      { rewrite: movements(bareMovement), aheadMs: HOUR_MS },
    )
    await reconcile(counter)
    const { findings } = await counter.command('reconcile.findings', { open: true })
    expect(findings.map(nameOf)).toEqual([])
    const { days } = await counter.command('reconcile.state', {})
    expect(days.reduce((sum, { unprovenMovements }) => sum + unprovenMovements, 0)).toBe(2)
  },
)

test('a list with its own ids and words, under our refs, does not show a found order as a second one', async () => {
  const atMs = morningMs() - 24 * HOUR_MS
  const items = [1, 2].map((n) => soldItem(n, atMs + n * 60_000, 'mobile', 'delivered'))
  const rewrite = orders((row) =>
    'MSSIDN' in row ? { ...row, _id: `listed-${row['_id']}`, status: `LISTED_${row['status']}` } : row,
  )
  const history = { sinceMs: atMs - HOUR_MS, items, book: bookOf(items) }
  const { counter } = await startReconciledShop(history, { rewrite })
  await reconcile(counter)
  expect(await openFindings(counter)).toEqual([])
})

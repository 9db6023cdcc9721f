/** What the history finds, through the command that a window sends, in journals of real sales. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createHistory } from '#core/history/history.ts'
import type { Journal } from '#core/journal/journal.ts'
import { openJournal } from '#core/journal/open.ts'
import { type HistoryAsked, historyPageSchema, noFilters } from '#shared/history.ts'
import { centimes } from '#shared/money.ts'
import type { Order } from '#shared/products/orders.ts'
import { pickUpCode, type Ref } from '#shared/ref.ts'
import { bringTo, openWhole } from '../../support/journal.ts'
import { confirmed, entryFor, journalOptions, orderOf, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const DAY_MS = 86_400_000

function find(journal: Journal, query: string, more: Partial<HistoryAsked> = {}) {
  const found = createHistory(journal).findPage({
    query,
    filters: noFilters,
    from: { kind: 'newest' },
    rows: 50,
    ...more,
  })
  if (!found.ok) throw new Error(JSON.stringify(found.error))
  return historyPageSchema.parse(found.value)
}

const refsFor = (
  journal: Journal,
  query: string,
  filters: Partial<HistoryAsked['filters']> = {},
): readonly Ref[] =>
  find(journal, query, { filters: { ...noFilters, ...filters } }).sales.map(({ ref }) => ref)

/** All pages behind each other, as a window asks for them. */
function findAll(
  journal: Journal,
  query: string,
  filters: HistoryAsked['filters'] = noFilters,
): readonly Ref[] {
  const refs: Ref[] = []
  let from: HistoryAsked['from'] = { kind: 'newest' }
  for (let page = 0; page < 100; page += 1) {
    const { sales, until, before } = find(journal, query, { filters, from })
    refs.push(...sales.map(({ ref }) => ref))
    if (before === null) return refs
    from = { kind: 'behind', until, before }
  }
  throw new Error('the history has no end')
}

const mobile = (number: string, dinars: number): Order => ({
  ...orderOf(refNumber(1)).mobile,
  ...{ number, amountCentimes: centimes(dinars * 100) },
})

const card = (productTitle: string, typeName = '10 USD'): Order => ({
  ...orderOf(refNumber(1))['gift-card'],
  ...{ productTitle, typeName, quantity: 1 },
})

/** One sale of each kind, each with something that no other has. Made once: searches leave it as it is. */
let made: ReturnType<typeof makeShop> | undefined
const shop = () => {
  made ??= makeShop()
  return made
}
const folder = mkdtempSync(join(tmpdir(), 'comptoir-history-'))
afterAll(() => {
  made?.journal.close()
  rmSync(folder, { recursive: true })
})

function makeShop() {
  const opened = openJournal(journalOptions(folder))
  if (!opened.ok) throw new Error(opened.error.detail)
  const journal = opened.value
  const refs = { line: refNumber(1), mobile: refNumber(2), card: refNumber(3), bill: refNumber(4) }
  bringTo(journal, refs.line, 'refunded', startMs, 'internet')
  journal.record(
    [...confirmed(refs.mobile, { order: mobile('0770123456', 1250), value: 1250 })],
    startMs + DAY_MS,
  )
  journal.record([entryFor('doubted', refs.mobile)], startMs + DAY_MS)
  const order = card('Crédit Éléphant بطاقة المكتبة')
  journal.record([...confirmed(refs.card, { order, value: 443.5 })], startMs + 2 * DAY_MS)
  journal.record([entryFor('doubted', refs.card)], startMs + 2 * DAY_MS)
  journal.record([entryFor('found-partly', refs.card)], startMs + 2 * DAY_MS)
  bringTo(journal, refs.bill, 'fulfilled', startMs + 3 * DAY_MS, 'bill')
  return { journal, refs }
}

describe('a search', () => {
  test.each([
    ['a number', '0770123456', 'mobile'],
    ['the beginning of a number, in groups', '0770 12', 'mobile'],
    ['a number in Arabic digits', '٠٧٧٠١٢٣', 'mobile'],
    ['the end of a number', '123456', 'mobile'],
    ['the end of a number, in groups', '34 56', 'mobile'],
    ['a number without its 0', '770 12 34 56', 'mobile'],
    ['the end of a number beside a word', 'djezzy 3456', 'mobile'],
    ['the end of an account', '78901234', 'bill'],
    ['a line', '023 45', 'line'],
    ['an account', '012345678901', 'bill'],
    ['a product', 'elephant', 'card'],
    ['a product as it is written', 'ÉLÉPHANT', 'card'],
    ['an Arabic name, spelt otherwise', 'المكتبه', 'card'],
    ['two words in any order', 'المكتبة credit', 'card'],
    ['an amount', '1250', 'mobile'],
    ['an amount as its label writes it', '1 250,00', 'mobile'],
    ['an amount with some centimes', '443,50', 'card'],
    ['an amount beside a word', 'djezzy 1 250,00', 'mobile'],
    ['a number in groups beside a word', 'Djezzy 0770 12 34', 'mobile'],
    ['a number as the world writes it', '+213 770 12 34 56', 'mobile'],
    ['a number beside an amount and a word', 'djezzy 0770123 1250', 'mobile'],
    ["a card's last characters", '9f2k', 'card'],
    ["the service's id", `order-${refNumber(3)}`, 'card'],
    ["an operator's own number", 'testtrans', 'bill'],
    ['the request that sent it', 'req-send', 'line'],
  ] as const)('finds %s', (_what, query, key) => {
    const { journal, refs } = shop()
    expect(refsFor(journal, query)).toContain(refs[key])
    expect(refsFor(journal, query).length).toBeLessThan(4)
  })

  test('finds a ref, whole or its beginning, and the code that a customer shows', () => {
    const { journal, refs } = shop()
    expect(refsFor(journal, refs.card)).toEqual([refs.card])
    expect(refsFor(journal, refs.card.toLowerCase().slice(0, 20))).toContain(refs.card)
    expect(refsFor(journal, pickUpCode(refs.bill))).toContain(refs.bill)
  })

  test('finds the request of an attempt that others have followed', () => {
    const journal = openWhole(temporaryFolder())
    const ref = refNumber(1)
    journal.record([...confirmed(ref)], startMs)
    journal.record([{ kind: 'doubted', ref, reason: 'time-out', requestId: 'first-request' }], startMs)
    journal.record([entryFor('not-found', ref)], startMs)
    journal.record([entryFor('attempt-started', ref)], startMs)
    journal.record([{ kind: 'accepted', ref, attempt: 2, serviceId: 'top-9', requestId: 'second' }], startMs)
    expect(refsFor(journal, 'first-req')).toEqual([ref])
    expect(refsFor(journal, 'second')).toEqual([ref])
  })

  test.each(['%', '_', '*', '"', '0770%', "' OR 1=1 --", 'NEAR(', 'steam*', '-', '(', 'a AND b'])(
    'takes %s as plain text',
    (query) => {
      const { journal, refs } = shop()
      const found = refsFor(journal, query)
      if (query === '0770%') expect(found).toEqual([refs.mobile])
      else expect(found).toEqual([])
    },
  )

  test('of blanks lists everything, newest first', () => {
    const { journal, refs } = shop()
    expect(refsFor(journal, '   ')).toEqual([refs.bill, refs.card, refs.mobile, refs.line])
    expect(find(journal, '')).toMatchObject({ count: 4, before: null, hasRanks: true })
  })

  test('of one character finds what begins with it', () => {
    const { journal, refs } = shop()
    expect(refsFor(journal, 'é')).toEqual([refs.card])
    expect(refsFor(journal, 'a')).toEqual([refs.bill, refs.line])
  })

  test('in a journal without a sale finds nothing', () => {
    const journal = openWhole(temporaryFolder())
    expect(find(journal, '')).toEqual({ sales: [], before: null, count: 0, until: 0, hasRanks: true })
    expect(find(journal, 'x')).toMatchObject({ sales: [], before: null, count: 0 })
  })
})

describe('filters', () => {
  test('by kind, state and the days of the shop', () => {
    const { journal, refs } = shop()
    expect(refsFor(journal, '', { kinds: ['mobile', 'bill'] })).toEqual([refs.bill, refs.mobile])
    expect(refsFor(journal, '', { states: ['refunded', 'in-doubt'] })).toEqual([refs.mobile, refs.line])
    expect(refsFor(journal, '', { fromDay: '2026-01-06', toDay: '2026-01-07' })).toEqual([
      refs.card,
      refs.mobile,
    ])
    expect(refsFor(journal, '', { toDay: '2026-01-05' })).toEqual([refs.line])
    expect(refsFor(journal, 'credit', { kinds: ['mobile'] })).toEqual([])
    expect(refsFor(journal, 'credit', { kinds: ['gift-card'], states: ['partly-fulfilled'] })).toEqual([
      refs.card,
    ])
    expect(refsFor(journal, '1250', { fromDay: '2026-01-07' })).toEqual([])
  })

  test("a sale at half past midnight in Algiers is the new day's", () => {
    const journal = openWhole(temporaryFolder())
    const midnightMs = Date.UTC(2026, 2, 1, 23)
    bringTo(journal, refNumber(1), 'following', midnightMs - 1)
    bringTo(journal, refNumber(2), 'following', midnightMs)
    expect(refsFor(journal, '', { fromDay: '2026-03-02', toDay: '2026-03-02' })).toEqual([refNumber(2)])
    expect(refsFor(journal, '', { fromDay: '2026-03-01', toDay: '2026-03-01' })).toEqual([refNumber(1)])
  })

  test('a state is the present one, not an earlier one', () => {
    const journal = openWhole(temporaryFolder())
    bringTo(journal, refNumber(1), 'following')
    expect(refsFor(journal, '', { states: ['following'] })).toEqual([refNumber(1)])
    journal.record([entryFor('found-fulfilled', refNumber(1))], startMs)
    expect(refsFor(journal, '', { states: ['following'] })).toEqual([])
    expect(refsFor(journal, '', { states: ['fulfilled'] })).toEqual([refNumber(1)])
  })
})

describe('pages', () => {
  const SALES = 130

  /** Sales of three numbers in turn, all in the words "Prepaid". */
  function busyShop() {
    const journal = openWhole(temporaryFolder())
    const sell = (n: number) => {
      const order = mobile(`077000000${n % 3}`, 100 + n)
      journal.record([...confirmed(refNumber(n), { order, value: 100 + n })], startMs + n * 60_000)
    }
    for (let n = 0; n < SALES; n += 1) sell(n)
    return { journal, sell, all: Array.from({ length: SALES }, (_, n) => refNumber(SALES - 1 - n)) }
  }

  test('hold every sale once, in order, however they are read', () => {
    const { journal, all } = busyShop()
    expect(findAll(journal, '')).toEqual(all)
    expect(findAll(journal, 'prepaid')).toEqual(all)
    expect(findAll(journal, 'prepaid 0770000001')).toEqual(all.filter((_, at) => (SALES - 1 - at) % 3 === 1))
    expect(findAll(journal, '', { ...noFilters, kinds: ['mobile'], states: ['sending'] })).toEqual(all)
    expect(findAll(journal, '', { ...noFilters, fromDay: '2026-01-05' })).toEqual(all)
    expect(find(journal, '0770000001')).toMatchObject({ count: 43, before: null })
  })

  test('do not move while new sales come', () => {
    const { journal, sell, all } = busyShop()
    const first = find(journal, 'prepaid')
    for (let n = SALES; n < SALES + 7; n += 1) sell(n)
    const from = { kind: 'behind', until: first.until, before: first.before ?? 0 } as const
    const second = find(journal, 'prepaid', { from })
    expect([...first.sales, ...second.sales].map(({ ref }) => ref)).toEqual(all.slice(0, 100))
    expect(find(journal, '', { from: { kind: 'rank', until: first.until, rank: 0 } }).sales[0]?.ref).toBe(
      all[0],
    )
    expect(find(journal, '').count).toBe(SALES + 7)
  })

  test('can be read from any rank of a list that has ranks', () => {
    const { journal, all } = busyShop()
    const { until } = find(journal, '')
    for (const rank of [0, 1, 60, SALES - 1]) {
      const { sales } = find(journal, '', { from: { kind: 'rank', until, rank } })
      expect(sales.map(({ ref }) => ref)).toEqual(all.slice(rank, rank + 50))
    }
    expect(find(journal, '', { from: { kind: 'rank', until, rank: SALES } }).sales).toEqual([])
  })

  test('end with the journal, whatever a window asks', () => {
    const { journal, all } = busyShop()
    const far = Number.MAX_SAFE_INTEGER
    const filters = { ...noFilters, fromDay: '0001-01-01', toDay: '9999-12-31' }
    for (const query of ['', 'prepaid']) {
      const { sales, until } = find(journal, query, {
        filters,
        from: { kind: 'behind', until: far, before: far },
      })
      expect(sales.map(({ ref }) => ref)).toEqual(all.slice(0, 50))
      expect(until).toBeLessThan(far)
    }
  })

  test('are the same after a rebuild of the projections', () => {
    const { journal, all } = busyShop()
    journal.rebuildProjections()
    expect(findAll(journal, 'prepaid')).toEqual(all)
    expect(find(journal, '').count).toBe(SALES)
  })
})

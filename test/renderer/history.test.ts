/** What the screen of the history decides by itself: its pages, its scroll, its days, its keys, and what support is sent. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { momentsOf } from '#core/history/history.ts'
import { findPage } from '#core/history/page.ts'
import { openForReading } from '#core/journal/connection.ts'
import { type Entry, entryBodySchema, journalEntryKinds } from '#core/journal/entry.ts'
import { eventOfDecision } from '#core/journal/next-sale.ts'
import { viewOfSale } from '#core/sale/sale-repository.ts'
import { noFilters } from '#shared/history.ts'
import { printSettlements } from '#shared/printing.ts'
import { locales } from '#shared/views.ts'
import { createClient } from '../../renderer/client.ts'
import { supportText } from '../../renderer/features/history/history-dialog.tsx'
import { daysOf, parseDay, tidyDay, writeDay } from '../../renderer/features/history/history-filters.tsx'
import {
  drawnAt,
  maxBoxPx,
  offsetFor,
  rowAfterKey,
  scaleFor,
} from '../../renderer/features/history/history-rows.tsx'
import {
  createHistoryList,
  type HistoryList,
  maxKept,
  pageRows,
} from '../../renderer/features/history/pages.ts'
import { messages } from '../../renderer/i18n.ts'
import { refOfSale, writePastJournal } from '../support/past-journal.ts'
import { storedSale } from '../support/stored-sale.ts'

const SALES = 3_000
const folder = mkdtempSync(join(tmpdir(), 'comptoir-history-'))
const path = join(folder, 'past.journal')
writePastJournal(path, SALES)
const db = openForReading(path)
afterAll(() => {
  db.connection.close()
  rmSync(folder, { recursive: true })
})

/** The window's own client over a real journal, as the shell would carry it. */
const client = createClient({
  command: async (_name, input) => {
    const { sales, ...page } = findPage(db, input as Parameters<typeof findPage>[1])
    return { ok: true, value: { ...page, sales: sales.map(viewOfSale) } }
  },
  onEvent: () => () => undefined,
})

const settled = (list: HistoryList): Promise<void> =>
  new Promise((resolve) => {
    const look = () => (list.store.getState().isBusy ? setTimeout(look, 1) : resolve())
    look()
  })

async function listOf(query = '', filters = noFilters): Promise<HistoryList> {
  const list = createHistoryList(client, { query, filters })
  await settled(list)
  return list
}

describe('the pages of a list', () => {
  test('are released while it is scrolled from end to end, and each row is the right one', async () => {
    const list = await listOf()
    expect(list.store.getState()).toMatchObject({ rows: SALES, count: SALES })
    for (let row = 0; row < SALES; row += 170) {
      const last = Math.min(SALES - 1, row + 20)
      list.show(row, last)
      await settled(list)
      for (const at of [row, last]) expect(list.rowAt(at)?.ref).toBe(refOfSale(SALES - 1 - at))
      expect(list.store.getState().pages.size).toBeLessThanOrEqual(maxKept)
    }
    list.show(SALES / 2, SALES / 2)
    await settled(list)
    expect(list.rowAt(SALES / 2)?.ref).toBe(refOfSale(SALES / 2 - 1))
  })

  test('of a list of unknown length come one after the other, to its end and back', async () => {
    const list = await listOf('prepaye')
    expect(list.store.getState()).toMatchObject({ count: null, rows: pageRows + 1 })
    let rows = 0
    while (rows !== list.store.getState().rows) {
      rows = list.store.getState().rows
      list.show(rows - 1, rows - 1)
      await settled(list)
    }
    expect(rows).toBeGreaterThan(maxKept * pageRows)
    expect(list.rowAt(rows - 1)).toBeDefined()
    expect(list.rowAt(0)).toBeUndefined()
    list.show(0, 10)
    await settled(list)
    expect(list.rowAt(0)?.order).toMatchObject({ planName: 'Prépayé' })
    expect(list.store.getState().rows).toBe(rows)
  })

  test('of a list that is counted are reached from the last one that is known', async () => {
    const list = await listOf('djezzy')
    const { count, rows } = list.store.getState()
    expect([count, rows]).toEqual([rows, expect.any(Number)])
    list.show(rows - 1, rows - 1)
    await settled(list)
    expect(list.rowAt(rows - 1)?.order).toMatchObject({ operator: 'Djezzy' })
    expect(list.store.getState().rows).toBe(rows)
  })

  test('are none if nothing is found', async () => {
    const list = await listOf('zzzz')
    expect(list.store.getState()).toMatchObject({ rows: 0, count: 0, isBusy: false, error: null })
  })

  test('that cannot be read show why', async () => {
    const list = createHistoryList(createClient(undefined), { query: '', filters: noFilters })
    await settled(list)
    expect(list.store.getState().error).toEqual({ kind: 'internal' })
  })
})

describe('the scroll', () => {
  test('of a list that fits is not scaled', () => {
    const scale = scaleFor(1_000, 56, 500)
    expect(scale).toEqual({ boxPx: 56_000, factor: 1 })
    expect(drawnAt(560, 500, scale)).toBe(560)
  })

  test('of a million rows fits into a box, and its ends are the ends of the list', () => {
    const [rowPx, viewPx] = [56, 500]
    const scale = scaleFor(1_000_000, rowPx, viewPx)
    expect(scale.boxPx).toBe(maxBoxPx)
    const endPx = (maxBoxPx - viewPx) * scale.factor
    expect(endPx).toBeCloseTo(1_000_000 * rowPx - viewPx, 3)
    expect(drawnAt(999_999 * rowPx, endPx, scale)).toBeCloseTo(maxBoxPx - rowPx, 3)
    expect(drawnAt(0, 0, scale)).toBe(0)
  })
})

test.each([
  ['a row in view stays where it is', 12, 'near', 560],
  ['one above comes down to the edge', 5, 'near', 280],
  ['one below comes up to the edge', 30, 'near', 31 * 56 - 500],
  ['the last of a million', 999_999, 'near', 1_000_000 * 56 - 500],
  ['one to come back to stands in the middle', 100, 'middle', 5_600 - 222],
  ['the first has nothing above', 0, 'middle', 0],
] as const)('%s', (_what, row, place, offset) => {
  expect(offsetFor(row, { rowPx: 56, viewPx: 500, offsetPx: 560 }, place)).toBe(offset)
})

test.each([
  ['ArrowDown', 3, 4],
  ['ArrowUp', 0, 0],
  ['PageDown', 3, 9],
  ['PageDown', 95, 99],
  ['PageUp', 3, 0],
  ['Home', 50, 0],
  ['End', 0, 99],
  ['a', 0, undefined],
  ['toString', 0, undefined],
])('%s leads from row %i to %s', (key, row, to) => {
  expect(rowAfterKey(key, row, 100, 6)).toBe(to)
})

describe('a day', () => {
  test.each([
    ['31012026', '31/01/2026', '2026-01-31'],
    ['٣١/٠١/٢٠٢٦', '31/01/2026', '2026-01-31'],
    ['31/02/2026', '31/02/2026', undefined],
    ['1/1', '11', undefined],
    ['', '', undefined],
  ])('typed as "%s" is %s, %s', (typed, tidy, day) => {
    expect(tidyDay(typed)).toBe(tidy)
    expect(parseDay(tidy)).toBe(day)
    if (day !== undefined) expect(writeDay(day)).toBe(tidy)
  })

  test("is the shop's, in Algiers", () => {
    const nowMs = Date.UTC(2026, 1, 28, 23, 30)
    expect(daysOf('today', nowMs)).toEqual({ fromDay: '2026-03-01', toDay: '2026-03-01' })
    expect(daysOf('yesterday', nowMs)).toEqual({ fromDay: '2026-02-28', toDay: '2026-02-28' })
    expect(daysOf('week', nowMs)).toEqual({ fromDay: '2026-02-23', toDay: '2026-03-01' })
    expect(daysOf('month', nowMs)).toEqual({ fromDay: '2026-03-01', toDay: '2026-03-01' })
  })
})

test.each(['internet', 'mobile', 'bill', 'gift-card'] as const)(
  'support does not get the customer: %s',
  (kind) => {
    const sale = viewOfSale(
      storedSale(kind, {
        requestId: 'req-1',
        cards: [{ codeTail: '9F2K', serialTail: 'S1X', sealed: 'sealed-1' }],
      }),
    )
    const moment = {
      sequence: 2,
      atMs: 0,
      kind: 'decided',
      attempt: null,
      status: null,
      expected: true,
      reason: null,
      print: { what: 'sale', copyNumber: 0, printer: 'Chez Benali', withCodes: false } as const,
      problem: null,
    }
    const more = {
      said: 'none left',
      who: 'Amina',
      why: 'Mr Benali called',
      approvedBy: 'Benali',
      requestId: 'req-2',
      serviceId: null,
    }
    const text = supportText({ sale, moments: [{ ...moment, ...more, amountCentimes: null, count: null }] })
    expect(text).toContain(sale.ref)
    expect(text).toContain('req-1')
    expect(text).toContain('req-2')
    expect(text).not.toMatch(
      /023456789|0770123456|0123456789012345678901234|9F2K|S1X|sealed|Benali|Amina|02\*\*\*89/,
    )
  },
)

/** Every entry that can be among those of a sale, as far as its kind and what changes it go. */
const bodiesOfSales = entryBodySchema.options
  .map(({ shape }) => shape.kind.value)
  .filter((kind) => !journalEntryKinds.includes(kind))
  .flatMap((kind): readonly object[] => {
    if (kind === 'decided')
      return Object.keys(eventOfDecision).map((decision) => ({ kind, decision: { kind: decision } }))
    return kind === 'print-settled' ? printSettlements.map((as) => ({ kind, as })) : [{ kind }]
  })

test.each(locales)('every moment of a sale has its words in %s, and there are no others', (locale) => {
  const entries = bodiesOfSales.map((body, n) => ({ sequence: n + 1, atMs: 0, hash: '', body }) as Entry)
  const kinds = momentsOf(entries).map(({ kind }) => kind)
  expect(Object.keys(messages[locale].history.moment).toSorted()).toEqual(kinds.toSorted())
})

import { describe, expect, test } from 'vitest'
import type { Journal } from '#core/journal/journal.ts'
import { centimes } from '#shared/money.ts'
import { openSaleStates, saleStates } from '#shared/states/sale.ts'
import { bringTo, openWhole } from '../../support/journal.ts'
import { confirmed, entryFor, orderOf, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** One sale of every state, a minute apart, oldest first. */
function journalOfEveryState(): Journal {
  const journal = openWhole(temporaryFolder())
  saleStates.forEach((state, place) => {
    bringTo(journal, refNumber(place), state, startMs + place * 60_000)
  })
  return journal
}

test('only sales with a sealed card are listed, from either end', () => {
  const journal = openWhole(temporaryFolder())
  const order = orderOf(refNumber(1))['gift-card']
  const body = entryFor('found-partly', refNumber(1))
  if (body.kind !== 'observed') throw new Error(body.kind)
  for (const place of [1, 2, 3, 4]) {
    const ref = refNumber(place)
    const card = { codeTail: '', serialTail: null, sealed: place === 2 ? null : `sealed ${place}` }
    journal.record([...confirmed(ref, { order })], startMs)
    journal.record(
      [entryFor('doubted', ref), { ...body, ref, serviceId: `order-${place}`, cards: [card] }],
      startMs,
    )
  }
  const listed = (...ask: Parameters<Journal['listSealed']>) =>
    journal.listSealed(...ask).map(({ ref }) => ref)
  expect(listed(9)).toEqual([4, 3, 1].map(refNumber))
  expect(listed(2, 'newest')).toEqual([4, 3].map(refNumber))
  expect(listed(2, 'oldest')).toEqual([1, 3].map(refNumber))
})

describe('lists of sales', () => {
  const newestFirst = [...saleStates].reverse()
  const cases: readonly (readonly [string, Parameters<Journal['listSales']>[0], readonly string[]])[] = [
    ['everything', { limit: 100 }, newestFirst],
    ['the newest', { limit: 3 }, newestFirst.slice(0, 3)],
    ['none', { limit: 0 }, []],
    ['a limit beyond all', { limit: Number.MAX_SAFE_INTEGER }, newestFirst],
    ['changed since a time', { changedSinceMs: startMs + 7 * 60_000, limit: 100 }, ['cancelled', 'refused']],
    ['open ones', { states: openSaleStates, limit: 100 }, [...openSaleStates].reverse()],
    ['open ones, the newest', { states: openSaleStates, limit: 1 }, ['following']],
    [
      'open ones since a time',
      { states: openSaleStates, changedSinceMs: startMs + 120_000, limit: 9 },
      ['following', 'unsent'],
    ],
    ['no state', { states: [], limit: 100 }, []],
  ]

  test.each(cases)('%s', (_what, filter, expected) => {
    const listed = journalOfEveryState().listSales(filter)
    expect(listed.map((sale) => sale.state)).toEqual(expected)
  })

  test.each(cases)('%s, by their refs alone', (_what, filter, expected) => {
    const states = filter.states ?? saleStates
    const refs = journalOfEveryState().listRefs({ ...filter, states })
    const oldestFirst = saleStates.flatMap((state, place) =>
      expected.includes(state) ? refNumber(place) : [],
    )
    expect(refs).toEqual(oldestFirst.reverse())
  })

  test("today's include a sale of yesterday that was refunded today", () => {
    const journal = openWhole(temporaryFolder())
    const [late, old] = [refNumber(1), refNumber(2)]
    const nextDayMs = startMs + 24 * 3_600_000
    for (const ref of [late, old]) {
      journal.record(confirmed(ref), startMs)
      journal.record([entryFor('accepted', ref)], startMs)
    }
    journal.record([entryFor('found-fulfilled', old)], startMs + 1_000)
    journal.record([entryFor('found-refunded', late)], nextDayMs)
    const listed = journal.listSales({ changedSinceMs: nextDayMs - 3_600_000, limit: 9 })
    expect(listed).toMatchObject([{ ref: late, state: 'refunded' }])
  })

  test.each([-1, 0.5, Number.NaN])('refuse a limit of %s', (limit) => {
    expect(() => journalOfEveryState().listSales({ limit })).toThrow(RangeError)
  })
})

describe('repeats', () => {
  const twin = { subject: '023456789', valueCentimes: centimes(100_000), sinceMs: 0, alsoRefs: [] }

  test('leave out those that gave the customer nothing, newest first', () => {
    const listed = journalOfEveryState().listRepeats(twin)
    const expected = saleStates
      .filter((state) => !['refused', 'cancelled', 'refunded', 'partly-fulfilled'].includes(state))
      .reverse()
    expect(listed.map((sale) => sale.state)).toEqual(expected)
  })

  test.each([
    ['another number', { ...twin, subject: '023456780' }],
    ['another value', { ...twin, valueCentimes: centimes(50_000) }],
  ])('are none for %s', (_what, filter) => {
    expect(journalOfEveryState().listRepeats(filter)).toEqual([])
  })

  test('include a sale of exactly that time, and every open one whatever its time', () => {
    const listed = journalOfEveryState().listRepeats({ ...twin, sinceMs: startMs + 4 * 60_000 })
    expect(listed.map((sale) => sale.state)).toEqual(['fulfilled', ...[...openSaleStates].reverse()])
  })

  test('include those that are named, as long as they fit', () => {
    const alsoRefs = [refNumber(saleStates.indexOf('fulfilled')), refNumber(saleStates.indexOf('cancelled'))]
    const filter = { ...twin, sinceMs: startMs + 3_600_000, alsoRefs }
    const ended = journalOfEveryState()
      .listRepeats(filter)
      .filter(({ state }) => !openSaleStates.includes(state))
    expect(ended.map(({ state }) => state)).toEqual(['fulfilled'])
    expect(journalOfEveryState().listRepeats({ ...filter, subject: '023456780' })).toEqual([])
  })
})

test('the newest known sale is the newest that the service has given an id', () => {
  const journal = openWhole(temporaryFolder())
  expect(journal.findNewestKnown('internet')).toBeUndefined()
  bringTo(journal, refNumber(1), 'unsent')
  expect(journal.findNewestKnown('internet')).toBeUndefined()
  bringTo(journal, refNumber(2), 'refunded')
  bringTo(journal, refNumber(3), 'following')
  bringTo(journal, refNumber(4), 'in-doubt')
  expect(journal.findNewestKnown('internet')?.ref).toBe(refNumber(3))
})

describe('one sale', () => {
  test('is found by its ref and by its review, and by nothing else', () => {
    const journal = openWhole(temporaryFolder())
    journal.record([...confirmed(refNumber(1), { reviewId: 'r-1' })], startMs)
    expect(journal.findSaleByReview('r-1')).toEqual(journal.readSale(refNumber(1)))
    expect(journal.findSaleByReview('r-2')).toBeUndefined()
    expect(journal.readSale(refNumber(2))).toBeUndefined()
    expect(journal.readEntries(refNumber(2))).toEqual([])
  })

  test('gives its own entries only', () => {
    const journal = openWhole(temporaryFolder())
    bringTo(journal, refNumber(1), 'fulfilled')
    bringTo(journal, refNumber(2), 'refused')
    expect(journal.readEntries(refNumber(2)).map(({ body }) => body.kind)).toEqual([
      ...['sale-recorded', 'attempt-started', 'refused'],
    ])
    expect(journal.readEntries()).toHaveLength(1 + 4 + 3)
    expect(journal.readEntries()[0]?.body).toMatchObject({ kind: 'journal-created', account: 'shop' })
  })
})

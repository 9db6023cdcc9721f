/**
 * Reports over spans: every sum is what another hand counts from the bare entries, on the day on which each of them came; a late
 * outcome counts on its own day; and the totals that they are summed from are checked against the entries.
 */
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Entry } from '#core/journal/entry.ts'
import type { Journal } from '#core/journal/journal.ts'
import { isRefundEntry } from '#core/journal/till-entry.ts'
import { readRunway, readSpanReport } from '#core/till/span-report.ts'
import { centimes } from '#shared/money.ts'
import { nextSaleState, type SaleEvent } from '#shared/states/sale.ts'
import { spanAround, spanBeside } from '#shared/till/span-report.ts'
import { startCore, startShop, until } from '../../support/core.ts'
import { RUNS } from '../../support/effort.ts'
import { copyOf, openWhole } from '../../support/journal.ts'
import { edit } from '../../support/journal-damage.ts'
import { entryFor, orderOf, saleRecorded, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const HOUR_MS = 3_600_000
const SALES = 6
const cashiers = ['Amina', 'Samir', null] as const
const events: readonly SaleEvent[] = [
  ...(['accepted', 'refused', 'doubted', 'not-found', 'cancelled', 'attempt-started'] as const),
  ...(['found-open', 'found-fulfilled', 'found-partly', 'found-refunded'] as const),
]

/** What happens to one sale, so many hours after what happened before. */
const step = fc.record({ sale: fc.nat(SALES - 1), way: fc.nat(99), hours: fc.nat(30), cards: fc.boolean() })
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function live(journal: Journal, { sale: place, way, cards }: Step, atMs: number): void {
  const ref = refNumber(place)
  const sale = journal.readSale(ref)
  if (!sale) {
    const name = cashiers[way % cashiers.length]
    const order = orderOf(ref)[cards ? 'gift-card' : 'mobile']
    const till = { means: 'cash', ...(name && { cashier: { personId: name, name } }) } as const
    const recorded = { ...saleRecorded(ref, { order, value: 100 + way }), till }
    journal.record([recorded, { kind: 'attempt-started', ref, attempt: 1 }], atMs)
    return
  }
  const refund = journal.till.readRefund(ref)
  if (refund?.state === 'due' && way % 3 === 0) {
    const amountCentimes = centimes(refund.balanceCentimes ?? 100)
    const signed = { actId: `act-${atMs}-${place}`, who: 'Amina', means: 'cash' as const }
    journal.recordTill([{ kind: 'refund-given', ...signed, ref, amountCentimes, how: 'paid' }], atMs)
    return
  }
  const possible = events.filter(
    (event) =>
      nextSaleState(sale.state, event) !== undefined &&
      (event !== 'found-partly' || sale.order.kind === 'gift-card') &&
      (event !== 'refused' || !sale.everDoubted),
  )
  const event = possible[way % possible.length]
  if (!event) return
  const body = entryFor(event, ref, sale.attempts)
  journal.record(['serviceId' in body ? { ...body, serviceId: `order-${ref}` } : body], atMs)
}

// The other hand: it knows entries and nothing else.

const standings: Readonly<Record<string, 'held' | 'delivered' | 'part' | 'owed'>> = {
  ...{ 'attempt-started': 'held', accepted: 'held', doubted: 'held', 'not-found': 'held' },
  ...{ refused: 'owed', cancelled: 'owed' },
  ...{ QUEUED: 'held', FULFILLED: 'delivered', PARTIALLY_FILLED: 'part', REFUNDED: 'owed' },
}

interface Counted {
  sales: number
  taken: number
  earned: number
  owed: number
  held: number
  paid: number
}
const none = (): Counted => ({ sales: 0, taken: 0, earned: 0, owed: 0, held: 0, paid: 0 })

/** The shop's day of a moment, read off a clock in Algiers. */
const dayAt = (atMs: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Algiers', dateStyle: 'short' }).format(atMs)
const hourAt = (atMs: number): number =>
  Number(
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Algiers', hour: '2-digit', hour12: false }).format(
      atMs,
    ),
  ) % 24

/** What a sale is worth by the word of its last step; undefined where that says nothing of it. */
function worthBy(
  body: Entry['body'],
  { price, cards }: { readonly price: number; readonly cards: number },
): Counted | undefined {
  const standing = standings[body.kind === 'observed' ? body.status : body.kind]
  if (!standing) return undefined
  const owed = { held: 0, delivered: 0, part: Math.ceil((price * (cards - 1)) / cards), owed: price }[
    standing
  ]
  const held = standing === 'held' ? price : 0
  return { ...none(), sales: 1, taken: price, earned: price - owed - held, owed, held }
}

/** Each entry's day, hour and cashier with what it changed. */
function recount(
  entries: readonly Entry[],
): readonly (Counted & { day: string; hour: number; cashier: string })[] {
  const sales = new Map<string, Known>()
  return entries.flatMap(({ body, atMs }) => {
    const known = 'ref' in body && body.ref !== null ? sales.get(body.ref) : undefined
    const change = body.kind === 'sale-recorded' ? soldBy(body, sales) : known && changeBy(body, known)
    return change ? [{ day: dayAt(atMs), hour: hourAt(atMs), ...change }] : []
  })
}

interface Known {
  readonly price: number
  readonly cards: number
  readonly cashier: string
  worth: Counted
}

function soldBy(body: Extract<Entry['body'], { kind: 'sale-recorded' }>, sales: Map<string, Known>) {
  const cards = body.order.kind === 'gift-card' ? body.order.quantity : 1
  const cashier = body.till?.cashier?.name ?? ''
  const worth = { ...none(), sales: 1, taken: body.priceCentimes, held: body.priceCentimes }
  sales.set(body.ref, { price: body.priceCentimes, cards, cashier, worth })
  return { cashier, ...worth }
}

function changeBy(body: Entry['body'], sale: Known) {
  const { cashier, worth: before } = sale
  if (isRefundEntry(body)) return { cashier, ...none(), paid: body.amountCentimes }
  const worth = worthBy(body, sale)
  if (!worth) return undefined
  sale.worth = worth
  const change = none()
  for (const name of Object.keys(change) as (keyof Counted)[]) change[name] = worth[name] - before[name]
  return { cashier, ...change }
}

const sumOf = (rows: readonly Counted[]): Counted =>
  rows.reduce((sum, row) => {
    const next = none()
    for (const name of Object.keys(next) as (keyof Counted)[]) next[name] = sum[name] + row[name]
    return next
  }, none())

const countedOf = (line: ReturnType<typeof readSpanReport>['total'], paid = 0): Counted => ({
  ...{ sales: line.sales, taken: line.takenCentimes, earned: line.earnedCentimes },
  ...{ owed: line.owedCentimes, held: line.heldCentimes, paid },
})

test('every sum of every span equals an independent count of the entries, by day, hour and cashier', () => {
  let late = 0
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 20, maxLength: 60 }),
      fc.nat(20),
      fc.nat(40),
      (steps, first, days) => {
        const folder = temporaryFolder()
        const journal = openWhole(folder)
        let atMs = startMs
        for (const one of steps) {
          atMs += one.hours * HOUR_MS + 1
          live(journal, one, atMs)
        }
        const rows = recount(journal.readEntries())
        const fromDay = dayAt(startMs + first * 24 * HOUR_MS)
        const toDay = dayAt(startMs + (first + days) * 24 * HOUR_MS)
        const inSpan = rows.filter(({ day }) => day >= fromDay && day <= toDay)
        const report = readSpanReport(journal.till.totals, { fromDay, toDay }, atMs)
        expect(countedOf(report.total, report.refunds.paid.sumCentimes)).toEqual(sumOf(inSpan))
        for (const one of report.steps) {
          const its = inSpan.filter(
            ({ day, hour }) => day >= one.fromDay && day <= one.toDay && (one.hour ?? hour) === hour,
          )
          expect(countedOf(one)).toEqual({ ...sumOf(its), paid: 0 })
        }
        for (const one of report.byHour)
          expect(countedOf(one)).toEqual({
            ...sumOf(inSpan.filter(({ hour }) => hour === one.hour)),
            paid: 0,
          })
        for (const one of report.byCashier)
          expect(countedOf(one)).toEqual({
            ...sumOf(inSpan.filter(({ cashier }) => cashier === (one.cashier ?? ''))),
            paid: 0,
          })
        for (const group of [report.byService, report.byOperator, report.byCashier, report.byHour])
          expect(countedOf(report.total)).toEqual(sumOf(group.map((line) => countedOf(line))))
        late += inSpan.filter(({ sales, earned, owed }) => sales === 0 && earned + owed !== 0).length
        journal.rebuildProjections()
        expect(readSpanReport(journal.till.totals, { fromDay, toDay }, atMs)).toEqual(report)
        journal.close()
        // Opening replays every entry and compares the totals with it.
        openWhole(folder).close()
      },
    ),
    { numRuns: Math.ceil(RUNS / 2) },
  )
  expect(late).toBeGreaterThan(0)
})

test('a sale counts as taken on its day, as earned on the day it is delivered, and takes that away where it is refunded', () => {
  const journal = openWhole(temporaryFolder())
  const ref = refNumber(1)
  const day = 24 * HOUR_MS
  const order = orderOf(ref).mobile
  journal.record(
    [saleRecorded(ref, { order, value: 500 }), { kind: 'attempt-started', ref, attempt: 1 }],
    startMs,
  )
  journal.record([entryFor('doubted', ref, 1)], startMs)
  journal.record([entryFor('found-fulfilled', ref, 1)], startMs + day)
  const on = (days: number) => {
    const { total } = readSpanReport(
      journal.till.totals,
      spanAround('day', dayAt(startMs + days * day)),
      startMs,
    )
    const { sales, takenCentimes, earnedCentimes, heldCentimes, profitCentimes } = total
    return { sales, takenCentimes, earnedCentimes, heldCentimes, hasProfit: profitCentimes > 0 }
  }
  const price = journal.readSale(ref)?.priceCentimes ?? expect.fail()
  expect(on(0)).toEqual({
    sales: 1,
    takenCentimes: price,
    earnedCentimes: 0,
    heldCentimes: price,
    hasProfit: false,
  })
  expect(on(1)).toMatchObject({ sales: 0, takenCentimes: 0, earnedCentimes: price, heldCentimes: -price })
  journal.close()
})

test('totals that differ from the entries are damage', () => {
  const folder = temporaryFolder()
  const journal = openWhole(folder)
  const ref = refNumber(1)
  const order = orderOf(ref).mobile
  journal.record(
    [saleRecorded(ref, { order, value: 500 }), { kind: 'attempt-started', ref, attempt: 1 }],
    startMs,
  )
  journal.close()
  for (const sql of [
    'UPDATE day_totals SET taken = taken + 1',
    'UPDATE hour_totals SET cost = cost + 1',
    "INSERT INTO day_acts VALUES (1, 'paid', 1, 1)",
  ]) {
    const copy = copyOf(folder)
    edit(copy, (database) => database.exec(sql))
    expect(() => openWhole(copy)).toThrow(/totals/)
  }
})

test('weeks begin on Saturday, and months end where they end', () => {
  expect(spanAround('week', '2026-01-31')).toEqual({ fromDay: '2026-01-31', toDay: '2026-02-06' })
  expect(spanAround('week', '2026-01-30')).toEqual({ fromDay: '2026-01-24', toDay: '2026-01-30' })
  expect(spanAround('month', '2028-02-10')).toEqual({ fromDay: '2028-02-01', toDay: '2028-02-29' })
  expect(spanBeside('month', spanAround('month', '2026-03-31'), -1)).toEqual(
    spanAround('month', '2026-02-28'),
  )
  expect(spanBeside('week', spanAround('week', '2026-01-31'), 1).fromDay).toBe('2026-02-07')
})

// How long the balance lasts.

const WEEK = 7 * 24
/** `costs`: what each hour cost, in hours since 1970. */
const hoursOf = (costs: ReadonlyMap<number, number>) =>
  ({
    listHours: (from: number, to: number) =>
      [...costs].filter(([hour]) => hour >= from && hour <= to).map(([hour, cost]) => ({ hour, cost })),
  }) as never

test('how long the balance lasts needs three weeks of the same weekday, and has bounds', () => {
  const now = 500_000
  const atMs = (now - 1) * HOUR_MS
  const paces = [100, 200, 50]
  const costs = new Map(
    paces.flatMap((pace, week) =>
      Array.from({ length: 24 }, (_, hour) => [now - (week + 1) * WEEK + hour, pace] as const),
    ),
  )
  expect(readRunway(hoursOf(costs), 400, atMs)).toEqual({ hours: 4, leastHours: 2, mostHours: 8, weeks: 3 })
  expect(readRunway(hoursOf(costs), 1_500, atMs)).toMatchObject({
    hours: 15,
    leastHours: 7.5,
    mostHours: null,
  })
  expect(readRunway(hoursOf(costs), 1_000_000, atMs)).toBeUndefined()
  expect(readRunway(hoursOf(costs), 0, atMs)).toMatchObject({ hours: 0 })
  const two = new Map([...costs].filter(([hour]) => hour >= now - 2 * WEEK))
  expect(readRunway(hoursOf(two), 400, atMs)).toBeUndefined()
})

/** A journal of before, with a sale of 2,000 DA some minutes behind this hour of each of the last three weeks. */
function folderOfThreeWeeks(nowMs: number): string {
  const dataDir = temporaryFolder()
  const named = { name: 'training-training', environment: 'training', account: 'training' } as const
  const journal = openWhole(join(dataDir, 'journal'), named)
  for (const week of [3, 2, 1]) {
    const [ref, atMs] = [refNumber(week), nowMs - week * WEEK * HOUR_MS + 20 * 60_000]
    journal.record([saleRecorded(ref, { value: 2_000 }), { kind: 'attempt-started', ref, attempt: 1 }], atMs)
    for (const event of ['accepted', 'found-fulfilled'] as const)
      journal.record([{ ...entryFor(event, ref, 1), serviceId: `order-${ref}` } as never], atMs)
  }
  journal.close()
  return dataDir
}

test.each([
  ['ends within two hours of this weekday is a notice', 1_500, true],
  ['lasts longer is none', 50_000, false],
])('a balance that %s', async (_, balanceDinars, isNotice) => {
  const shop = await startShop({ balanceDinars })
  const counter = await startCore({ ...shop, dataDir: folderOfThreeWeeks(shop.clock.nowMs()) })
  const statusOf = async () => (await counter.command('app.snapshot', {})).status
  await until('the balance is known', async () => (await statusOf()).balance !== null)
  const { runway } = await counter.command('reports.strip', {})
  expect(runway !== null && runway.weeks === 3 && runway.hours <= 2).toBe(isNotice)
  expect((await statusOf()).notices.includes('balance-ends-soon')).toBe(isNotice)
})

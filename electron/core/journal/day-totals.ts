/**
 * Totals of sales by day and by hour, and of acts of the till by day: what reports over any span are summed from. A projection.
 *
 * The rule of days, written here once: a sale counts by what it changed, when it changed. Each entry of a sale counts on the
 * shop's day of that entry with the sale's worth behind it less its worth before it (shared/till/sale-value.ts). So a price is
 * taken on the day of the sale; what is delivered, refused or refunded later counts on that later day; and what is refunded
 * takes away there what it brought before. What a person counts of a part that nobody else counts is owed from the day on which
 * they give it back, or take back what is left. Over all days the sums are what all sales are worth now. Money given back, and the
 * differences of counts, count on the day of their entries. The X and the Z follow the same rule over shifts.
 *
 * Days and hours are whole numbers since 1970, of the shop's clock. Amounts are whole centimes.
 */
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { Centimes } from '#shared/money.ts'
import { type OrderKind, orderKinds } from '#shared/products/orders.ts'
import type { SaleState } from '#shared/states/sale.ts'
import { operatorOf, type ValuedSale, valueOfSale } from '#shared/till/sale-value.ts'
import type { Db } from './connection.ts'
import { parseAs } from './documents.ts'
import type { Entry } from './entry.ts'
import { JournalFault } from './faults.ts'
import type { StoredSale } from './journal.ts'
import type { Steps } from './steps.ts'
import { isRefundEntry, type RefundEntryBody, type ShiftEntryBody } from './till-entry.ts'

const HOUR_MS = 3_600_000

/** Algeria is one hour ahead of UTC, without summer time. */
export const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS) + 1
export const dayOf = (atMs: number): number => Math.floor(hourOf(atMs) / 24)

/** What is summed. `face`: what was delivered is worth this at the service's own prices, its fees among them. */
export const sumNames = [
  'sales',
  'failures',
  'taken',
  'earned',
  'owed',
  'held',
  'cost',
  'fee',
  'face',
] as const
export type Sums = Readonly<Record<(typeof sumNames)[number], number>>

/** Acts of the till that reports show: money given back or repaid, and counts that differ, by more or by less. */
const actNames = ['paid', 'reused', 'credited', 'repaid', 'over', 'short'] as const
export type ActName = (typeof actNames)[number]

/** Of sales that ended without anything delivered. */
const failedStates: readonly SaleState[] = ['refused', 'refunded', 'cancelled']

type Totalled = ValuedSale & Pick<StoredSale, 'till'>

/** What a person counted of a part that nobody else counts, before an entry and behind it; null: nobody did. */
export interface CountedPart {
  readonly before: Centimes | null
  readonly after: Centimes | null
}

/** What a step from one standing of a sale to the next adds. Pure. */
function changeOf(before: Totalled | undefined, after: Totalled, counted: CountedPart): Sums {
  const [was, is] = [worthOf(before, counted.before), worthOf(after, counted.after)]
  const sums = Object.fromEntries(sumNames.map((name) => [name, is[name] - was[name]]))
  return sums as Record<(typeof sumNames)[number], number>
}

function worthOf(sale: Totalled | undefined, countedPartCentimes: Centimes | null): Sums {
  const value = valueOfSale(sale, countedPartCentimes)
  return {
    sales: sale ? 1 : 0,
    failures: sale && failedStates.includes(sale.state) ? 1 : 0,
    ...{ taken: value.takenCentimes, earned: value.earnedCentimes, owed: value.owedCentimes },
    ...{ held: value.heldCentimes, cost: value.costCentimes, fee: value.feeCentimes },
    face: value.faceCentimes,
  }
}

interface Place {
  readonly service: OrderKind
  readonly operator: string
  /** Empty where nobody was named. */
  readonly cashier: string
}

const placeOf = (sale: StoredSale): Place => ({
  ...{ service: sale.order.kind, operator: operatorOf(sale), cashier: sale.till?.cashier?.name ?? '' },
})

const isNothing = (sums: Sums): boolean => sumNames.every((name) => sums[name] === 0)

// Written with each entry, inside the caller's transaction.

const columns = sumNames.join(', ')
const values = sumNames.map(() => '?').join(', ')
const added = sumNames.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')

/** Adds what an entry of a sale, or of its refund, made of the sale. */
export function addSaleChange(
  db: Db,
  before: StoredSale | undefined,
  after: StoredSale,
  atMs: number,
  counted: CountedPart,
): void {
  const sums = changeOf(before, after, counted)
  if (isNothing(sums)) return
  const amounts = sumNames.map((name) => sums[name])
  const { service, operator, cashier } = placeOf(after)
  db.prepare(
    `INSERT INTO day_totals (day, service, operator, cashier, ${columns}) VALUES (?, ?, ?, ?, ${values})
     ON CONFLICT (day, service, operator, cashier) DO UPDATE SET ${added}`,
  ).run(dayOf(atMs), service, operator, cashier, ...amounts)
  db.prepare(
    `INSERT INTO hour_totals (hour, ${columns}) VALUES (?, ${values}) ON CONFLICT (hour) DO UPDATE SET ${added}`,
  ).run(hourOf(atMs), ...amounts)
}

/** Adds what an act of the till comes to. */
export function addAct(
  db: Db,
  { body, atMs }: Pick<Entry, 'atMs'> & { readonly body: RefundEntryBody | ShiftEntryBody },
): void {
  const act = actOf(body)
  if (!act) return
  db.prepare(
    `INSERT INTO day_acts (day, act, count, sum) VALUES (?, ?, 1, ?)
     ON CONFLICT (day, act) DO UPDATE SET count = count + 1, sum = sum + excluded.sum`,
  ).run(dayOf(atMs), act.name, act.sum)
}

function actOf(
  body: RefundEntryBody | ShiftEntryBody,
): { readonly name: ActName; readonly sum: number } | undefined {
  if (isRefundEntry(body)) {
    return { name: body.kind === 'refund-given' ? body.how : 'repaid', sum: body.amountCentimes }
  }
  const difference = body.kind === 'shift-closed' ? (body.report.cash.counted?.differenceCentimes ?? 0) : 0
  if (difference === 0) return undefined
  return difference > 0 ? { name: 'over', sum: difference } : { name: 'short', sum: -difference }
}

export function deleteTotals(db: Db): void {
  for (const table of ['day_totals', 'hour_totals', 'day_acts']) db.prepare(`DELETE FROM ${table}`).run()
}

// Read for a report.

const sum = z.int()
const sumShape = Object.fromEntries(sumNames.map((name) => [name, sum])) as Record<
  (typeof sumNames)[number],
  z.ZodInt
>
const summed = sumNames.map((name) => `sum(${name}) AS ${name}`).join(', ')

const dayRow = z.strictObject({ day: z.int(), ...sumShape })
const placeRow = z.strictObject({
  ...{ service: z.enum(orderKinds), operator: z.string(), cashier: z.string() },
  ...sumShape,
})
const hourRow = z.strictObject({ hour: z.int(), ...sumShape })
const actRow = z.strictObject({ act: z.enum(actNames), count: z.int(), sum })

/** Both ends included, in days since 1970. */
export interface DaySpan {
  readonly fromDay: number
  readonly toDay: number
}

export interface TotalsRecords {
  /** A row for each day that has any. */
  listDays(span: DaySpan): readonly z.infer<typeof dayRow>[]
  /** A row for each service, operator and cashier. */
  listPlaces(span: DaySpan): readonly z.infer<typeof placeRow>[]
  /** A row for each hour of the shop's clock, from 0 to 23, over all days of the span. */
  listHoursOfDay(span: DaySpan): readonly z.infer<typeof hourRow>[]
  /** A row for each hour that has any, in hours since 1970, both ends included. */
  listHours(fromHour: number, toHour: number): readonly z.infer<typeof hourRow>[]
  listActs(span: DaySpan): readonly z.infer<typeof actRow>[]
}

export const totalsIn = (db: Db): TotalsRecords => ({
  listDays: ({ fromDay, toDay }) =>
    read(
      db,
      dayRow,
      `SELECT day, ${summed} FROM day_totals WHERE day BETWEEN ? AND ? GROUP BY day ORDER BY day`,
      fromDay,
      toDay,
    ),
  listPlaces: ({ fromDay, toDay }) =>
    read(
      db,
      placeRow,
      `SELECT service, operator, cashier, ${summed} FROM day_totals WHERE day BETWEEN ? AND ?
        GROUP BY service, operator, cashier ORDER BY service, operator, cashier`,
      fromDay,
      toDay,
    ),
  listHoursOfDay: ({ fromDay, toDay }) =>
    read(
      db,
      hourRow,
      `SELECT hour % 24 AS hour, ${summed} FROM hour_totals WHERE hour BETWEEN ? AND ?
        GROUP BY hour % 24 ORDER BY hour % 24`,
      fromDay * 24,
      toDay * 24 + 23,
    ),
  listHours: (fromHour, toHour) =>
    read(
      db,
      hourRow,
      `SELECT hour, ${columns} FROM hour_totals WHERE hour BETWEEN ? AND ? ORDER BY hour`,
      fromHour,
      toHour,
    ),
  listActs: ({ fromDay, toDay }) =>
    read(
      db,
      actRow,
      'SELECT act, sum(count) AS count, sum(sum) AS sum FROM day_acts WHERE day BETWEEN ? AND ? GROUP BY act',
      fromDay,
      toDay,
    ),
})

const read = <Row>(db: Db, row: z.ZodType<Row>, sql: string, from: number, to: number): readonly Row[] =>
  db
    .prepare(sql)
    .all(from, to)
    .map((one) => parseAs(row, one, 'totals'))

// The check of the totals against the entries that made them. Reads only. Rows of nothing count as none.

/** What all entries make together: a row for each day, service, operator and cashier that ever was. */
export interface TotalsTally {
  addSale(before: StoredSale | undefined, after: StoredSale, atMs: number, counted: CountedPart): void
  addAct(entry: Parameters<typeof addAct>[1]): void
  /** Throws JournalFault('damaged') where the tables hold anything else. */
  check(db: Db): Steps<void>
}

export function createTotalsTally(): TotalsTally {
  const [days, hours, acts] = [
    new Map<string, number[]>(),
    new Map<string, number[]>(),
    new Map<string, number[]>(),
  ]
  const add = (to: Map<string, number[]>, key: readonly unknown[], amounts: readonly number[]): void => {
    const known = to.get(JSON.stringify(key))
    to.set(
      JSON.stringify(key),
      known ? known.map((amount, place) => amount + (amounts[place] ?? 0)) : [...amounts],
    )
  }
  return {
    addSale(before, after, atMs, counted) {
      const sums = changeOf(before, after, counted)
      if (isNothing(sums)) return
      const amounts = sumNames.map((name) => sums[name])
      const { service, operator, cashier } = placeOf(after)
      add(days, [dayOf(atMs), service, operator, cashier], amounts)
      add(hours, [hourOf(atMs)], amounts)
    },
    addAct({ body, atMs }) {
      const act = actOf(body)
      if (act) add(acts, [dayOf(atMs), act.name], [1, act.sum])
    },
    *check(db) {
      yield* compare(db, days, `SELECT day, service, operator, cashier, ${columns} FROM day_totals`, 4)
      yield* compare(db, hours, `SELECT hour, ${columns} FROM hour_totals`, 1)
      yield* compare(db, acts, 'SELECT day, act, count, sum FROM day_acts', 2)
    },
  }
}

function* compare(db: Db, expected: ReadonlyMap<string, number[]>, sql: string, keys: number): Steps<void> {
  let rows = 0
  for (const row of db.prepare(sql).raw().iterate() as IterableIterator<unknown[]>) {
    const known = expected.get(JSON.stringify(row.slice(0, keys)))
    if (!isDeepStrictEqual(known, row.slice(keys))) differs(JSON.stringify(row.slice(0, keys)))
    rows += 1
    yield
  }
  if (rows !== expected.size) differs(`there are ${rows} rows, not ${expected.size}`)
}

function differs(what: string): never {
  throw new JournalFault('damaged', `the totals do not agree with the entries: ${what}`)
}

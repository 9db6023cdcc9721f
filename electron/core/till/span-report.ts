/**
 * Reports over a span of days, and how long the balance lasts, from the journal's totals by day and by hour. Every number is a
 * sum over entries (journal/day-totals.ts); nothing here is kept. What is read is bounded by the span.
 */
import { type Centimes, centimes } from '#shared/money.ts'
import { orderKinds } from '#shared/products/orders.ts'
import type { Tally } from '#shared/till/report.ts'
import {
  monthOf,
  type Runway,
  type Span,
  type SpanLine,
  type SpanReport,
  type SpanReportView,
  stepOf,
} from '#shared/till/span-report.ts'
import {
  type ActName,
  type DaySpan,
  dayOf,
  hourOf,
  type Sums,
  sumNames,
  type TotalsRecords,
} from '../journal/day-totals.ts'

const DAY_MS = 86_400_000

/** A shop's day as the totals count it, and back. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
export const dayName = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

export function readSpanReport(totals: TotalsRecords, span: Span, atMs: number): SpanReport {
  const days: DaySpan = { fromDay: dayNumber(span.fromDay), toDay: dayNumber(span.toDay) }
  const [byDay, places, hours] = [totals.listDays(days), totals.listPlaces(days), totals.listHoursOfDay(days)]
  const acts = new Map(totals.listActs(days).map(({ act, count, sum }) => [act, { count, sum }]))
  const tally = (act: ActName): Tally => {
    const { count, sum } = acts.get(act) ?? { count: 0, sum: 0 }
    return { count, sumCentimes: centimes(sum) }
  }
  const byHour = hours.map((row) => ({ hour: row.hour, ...lineOf([row]) }))
  return {
    ...{ fromDay: span.fromDay, toDay: span.toDay, step: stepOf(span), atMs },
    refunds: {
      ...{ paid: tally('paid'), reused: tally('reused') },
      ...{ credited: tally('credited'), repaid: tally('repaid') },
    },
    differences: { over: tally('over'), short: tally('short') },
    bestDay: bestOf(byDay.map((row) => ({ day: dayName(row.day), ...lineOf([row]) }))),
    bestHour: bestOf(byHour),
    total: lineOf(byDay),
    steps: stepsOf(span, byDay, hours),
    byService: orderKinds.flatMap((service) => {
      const rows = places.filter((row) => row.service === service)
      return rows.length > 0 ? { service, ...lineOf(rows) } : []
    }),
    byOperator: groupsOf(places, ({ service, operator }) => ({ service, operator })),
    byCashier: groupsOf(places, ({ cashier }) => ({ cashier: cashier === '' ? null : cashier })),
    byHour,
  }
}

function groupsOf<Row extends Sums, Key extends object>(rows: readonly Row[], keyOf: (row: Row) => Key) {
  return [...Map.groupBy(rows, (row) => JSON.stringify(keyOf(row))).values()].flatMap((some) =>
    some[0] ? { ...keyOf(some[0]), ...lineOf(some) } : [],
  )
}

function lineOf(rows: readonly Sums[]): SpanLine {
  const sums = Object.fromEntries(
    sumNames.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]),
  ) as Record<(typeof sumNames)[number], number>
  return {
    ...{ sales: sums.sales, failures: sums.failures },
    ...{ takenCentimes: centimes(sums.taken), earnedCentimes: centimes(sums.earned) },
    ...{ owedCentimes: centimes(sums.owed), heldCentimes: centimes(sums.held) },
    ...{ costCentimes: centimes(sums.cost), feeCentimes: centimes(sums.fee) },
    commissionCentimes: centimes(sums.face - sums.cost),
    profitCentimes: centimes(sums.earned - sums.cost),
  }
}

/** By what was taken; of two that took the same, the earlier. */
function bestOf<Line extends SpanLine>(lines: readonly Line[]): Line | null {
  const best = lines.reduce<Line | null>(
    (known, line) => (line.takenCentimes > (known?.takenCentimes ?? 0) ? line : known),
    null,
  )
  return best
}

type DayRows = ReturnType<TotalsRecords['listDays']>
type HourRows = ReturnType<TotalsRecords['listHoursOfDay']>

/** Every hour, day or month of the span, those with nothing among them. */
function stepsOf(span: Span, days: DayRows, hours: HourRows): SpanReport['steps'] {
  const step = stepOf(span)
  if (step === 'hour') {
    return Array.from({ length: 24 }, (_, hour) => ({
      ...{ ...span, hour },
      ...lineOf(hours.filter((row) => row.hour === hour)),
    }))
  }
  const rows = Map.groupBy(days, ({ day }) => (step === 'day' ? dayName(day) : monthOf(dayName(day)).fromDay))
  const steps: SpanReport['steps'] = []
  // Each turn begins behind the one before, so the length of the span bounds the loop.
  for (let fromDay = span.fromDay; fromDay <= span.toDay; ) {
    const end = step === 'day' ? fromDay : monthOf(fromDay).toDay
    const toDay = end < span.toDay ? end : span.toDay
    const key = step === 'day' ? fromDay : monthOf(fromDay).fromDay
    steps.push({ fromDay, toDay, hour: null, ...lineOf(rows.get(key) ?? []) })
    fromDay = dayName(dayNumber(toDay) + 1)
  }
  return steps
}

/** The same report with no place for cost, fees, commission and profit. */
export function withoutSpanCosts(report: SpanReport): SpanReportView {
  const { total, steps, byService, byOperator, byCashier, byHour, bestDay, bestHour } = report
  const best = <Best extends { readonly takenCentimes: Centimes; readonly sales: number }>(
    one: Best | null,
  ) => one && costless(one)
  return {
    ...report,
    ...{ total: costless(total), steps: steps.map(costless), byService: byService.map(costless) },
    ...{ byOperator: byOperator.map(costless), byCashier: byCashier.map(costless) },
    ...{ byHour: byHour.map(costless), bestDay: best(bestDay), bestHour: best(bestHour) },
  }
}

function costless<Line extends object>(line: Line) {
  const {
    costCentimes: _cost,
    feeCentimes: _fee,
    commissionCentimes: _commission,
    profitCentimes: _profit,
    ...shown
  } = line as Line & Partial<SpanLine>
  return shown as Omit<Line, 'costCentimes' | 'feeCentimes' | 'commissionCentimes' | 'profitCentimes'>
}

// How long the balance lasts.

const WEEK_HOURS = 7 * 24
/** Weeks that are looked back at, and how many of them have to count. */
const WEEKS = 6
const WEEKS_NEEDED = 3

/**
 * For each of the last weeks: from the same moment of the same weekday on, after how many hours the service had debited as
 * much as the balance is. The middle one is the answer, the shortest and the longest its uncertainty. A week that was not over
 * before the end of what is known does not count, nor does one without sales. Undefined where fewer than three weeks count.
 */
export function readRunway(
  totals: TotalsRecords,
  balanceCentimes: number,
  nowMs: number,
): Runway | undefined {
  const now = hourOf(nowMs)
  const rows = new Map(
    totals.listHours(now - WEEKS * WEEK_HOURS, now - 1).map(({ hour, cost }) => [hour, Math.max(0, cost)]),
  )
  const lasted = Array.from({ length: WEEKS }, (_, week) =>
    hoursUntilSpent(rows, now - (week + 1) * WEEK_HOURS, balanceCentimes),
  ).filter((hours) => hours !== undefined)
  if (lasted.length < WEEKS_NEEDED) return undefined
  const sorted = lasted.toSorted((a, b) => a - b)
  const hours = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.POSITIVE_INFINITY
  const [least, most] = [sorted[0] ?? hours, sorted.at(-1) ?? hours]
  if (!Number.isFinite(hours)) return undefined
  return {
    ...{ hours, leastHours: least, mostHours: Number.isFinite(most) ? most : null },
    weeks: lasted.length,
  }
}

/** In the week from this hour on; infinite where a week was not enough, undefined where it had no sale. */
function hoursUntilSpent(
  costs: ReadonlyMap<number, number>,
  fromHour: number,
  balanceCentimes: number,
): number | undefined {
  let left = Math.max(0, balanceCentimes)
  let hasSales = false
  for (let hour = 0; hour < WEEK_HOURS; hour += 1) {
    const cost = costs.get(fromHour + hour) ?? 0
    if (cost > 0) hasSales = true
    // Within the hour that spends it, evenly.
    if (cost > 0 && cost >= left) return hour + left / cost
    left -= cost
  }
  return hasSales ? Number.POSITIVE_INFINITY : undefined
}

export const spanOfDay = (atMs: number): Span => {
  const day = dayName(dayOf(atMs))
  return { fromDay: day, toDay: day }
}

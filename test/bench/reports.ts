/**
 * What a report over a span costs, and an X after months without shifts, in a journal of a million sales:
 * `npm run bench:reports -- [SALES]`. Each is all that the command does. Ends with 1 where a day takes longer than 50 ms, or a
 * year by months longer than 500 ms, or where a report is not what its sales come to.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Db, openForReading } from '#core/journal/connection.ts'
import { totalsIn } from '#core/journal/day-totals.ts'
import { tillRecordsIn } from '#core/journal/till-records.ts'
import { dayName, readRunway, readSpanReport } from '#core/till/span-report.ts'
import { shopDaySpan } from '#shared/reconciliation.ts'
import { spanAround, spanReportViewSchema } from '#shared/till/span-report.ts'
import { firstSaleMs, SALE_EVERY_MS } from '../support/past-journal.ts'
import { largeJournal } from './large-journal.ts'

const ROUNDS = 25
const print = (line: string) => void process.stdout.write(`${line}\n`)
const sales = Number(process.argv[2] ?? 1_000_000)

/** The middle one of several rounds, in milliseconds. */
function measure(work: () => unknown, rounds = ROUNDS): number {
  work()
  const times = Array.from({ length: rounds }, () => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  })
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}

function measureAll(db: Db): boolean {
  const totals = totalsIn(db)
  const middleMs = firstSaleMs + Math.floor(sales / 2) * SALE_EVERY_MS
  const day = dayName(Math.floor(middleMs / 86_400_000))
  const limits = { day: 50, week: 50, month: 50, year: 500 } as const
  let isWithin = true
  for (const [named, limitMs] of Object.entries(limits)) {
    const span = spanAround(named as keyof typeof limits, day)
    const ms = measure(() => spanReportViewSchema.parse(readSpanReport(totals, span, middleMs)))
    if (ms > limitMs) isWithin = false
    print(`${named.padEnd(28)}${ms.toFixed(1).padStart(9)} ms${ms > limitMs ? '  TOO SLOW' : ''}`)
  }
  const all = { fromDay: '2020-01-01', toDay: '2035-12-31' }
  print(
    `${'every day there is'.padEnd(28)}${measure(() => readSpanReport(totals, all, middleMs))
      .toFixed(1)
      .padStart(9)} ms`,
  )
  const runway = measure(() => readRunway(totals, 50_000_000, middleMs))
  print(`${'how long the balance lasts'.padEnd(28)}${runway.toFixed(1).padStart(9)} ms`)
  const { sequence } = tillRecordsIn(db).readEnd()
  for (const behind of [2_000, 27_000]) {
    const after = Math.max(0, sequence - 4 * behind)
    const first = measure(() => tillRecordsIn(db).listChangedSales(after), 3)
    const records = tillRecordsIn(db)
    const next = measure(() => records.listChangedSales(after), 3)
    const named = `X behind ${behind} sales`.padEnd(28)
    print(`${named}${first.toFixed(0).padStart(9)} ms, the next ${next.toFixed(1)} ms`)
  }
  return isWithin
}

/** Counted sale by sale, from the sales themselves: a year's as they were taken, and all there are. */
function isRecounted(db: Db): boolean {
  const year = spanAround('year', dayName(Math.floor(firstSaleMs / 86_400_000)))
  const all = { fromDay: '2020-01-01', toDay: '2035-12-31' }
  return [year, all].every((span) => {
    const { total } = readSpanReport(totalsIn(db), span, firstSaleMs)
    const sql = `SELECT count(*) AS sales, sum(sale ->> '$.priceCentimes') AS taken FROM sales WHERE recorded_at_ms BETWEEN ? AND ?`
    const row = db.prepare(sql).get(shopDaySpan(span.fromDay).fromMs, shopDaySpan(span.toDay).toMs)
    const isSame = isDeepStrictEqual(
      { ...(row as object) },
      { sales: total.sales, taken: total.takenCentimes },
    )
    print(
      `${span.fromDay} to ${span.toDay}: ${total.sales} sales, ${isSame ? 'as counted one by one' : `COUNTED ${JSON.stringify(row)}`}`,
    )
    return isSame
  })
}

const db = openForReading(largeJournal(sales, print))
try {
  process.exitCode = [measureAll(db), isRecounted(db)].every(Boolean) ? 0 : 1
} finally {
  db.connection.close()
}

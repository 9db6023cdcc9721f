/**
 * What a step of the history costs, in a journal of ten thousand sales and in one of a million: `npm run bench`. Each step is
 * all that the command does (find, read, check, make views), held against a raw prepared query for the same sales in the same
 * run. Ends with 1 where a step takes longer than a frame, or grows by twice or more. Growth is of the same work: where the
 * small journal has less than a page, the large one is asked for as many rows once more, and that is held against it.
 */
import { findPage } from '#core/history/page.ts'
import { type Db, openForReading, openForWriting } from '#core/journal/connection.ts'
import { recordEntries } from '#core/journal/record.ts'
import { viewOfSale } from '#core/sale/sale-repository.ts'
import { type HistoryAsked, type HistoryPage, historyPageSchema, noFilters } from '#shared/history.ts'
import { subjectOf } from '#shared/products/orders.ts'
import { confirmed, orderOf } from '../support/journal-entries.ts'
import { firstSaleMs, orderOfSale, refOfSale, SALE_EVERY_MS } from '../support/past-journal.ts'
import { refNumber } from '../support/refs.ts'
import { largeJournal } from './large-journal.ts'

const FRAME_MS = 16
const MAX_GROWTH = 2
/** Below this, a step's time is the machine's own unrest, and a ratio of two says nothing. */
const UNREST_MS = 1
const ROUNDS = 75
const WARM_ROUNDS = 15
const MEGABYTE = 1_000_000

const print = (line: string) => void process.stdout.write(`${line}\n`)
const sizes = [10_000, Number(process.argv[2] ?? 1_000_000)] as const

interface Step {
  readonly name: string
  readonly asked: HistoryAsked
}

const typed = (query: string): readonly Step[] =>
  Array.from(query, (_, place) => step(`typed "${query.slice(0, place + 1)}"`, query.slice(0, place + 1)))

const step = (
  name: string,
  query: string,
  filters: Partial<HistoryAsked['filters']> = {},
  from: HistoryAsked['from'] = { kind: 'newest' },
): Step => ({ name, asked: { query, filters: { ...noFilters, ...filters }, from, rows: 50 } })

/** What a person asks of a journal of so many sales. */
function stepsFor(sales: number): readonly Step[] {
  const mobile = numberAround(Math.floor(sales / 3), 'mobile')
  const day = new Date(firstSaleMs + (sales / 2) * SALE_EVERY_MS).toISOString().slice(0, 10)
  const until = Number.MAX_SAFE_INTEGER
  return [
    step('first page', ''),
    ...typed(mobile.slice(0, 10)),
    ...typed('steam'),
    step('in Arabic', 'بطاقة'),
    step('name and amount', 'steam 300'),
    step('a reference', refOfSale(Math.floor(sales / 5))),
    step('nothing', 'zzzz'),
    step('two that never meet', 'djezzy steam'),
    step('bills', '', { kinds: ['bill'] }),
    step('refunded', '', { states: ['refunded'] }),
    step('in doubt', '', { states: ['in-doubt'] }),
    step('one day', '', { fromDay: day, toDay: day }),
    step('one day, refunded', '', { fromDay: day, toDay: day, states: ['refunded'] }),
    step('refunded Steam', 'steam', { states: ['refunded'] }),
    step('the middle, by rank', '', {}, { kind: 'rank', until, rank: sales / 2 }),
    step('the end, by rank', '', {}, { kind: 'rank', until, rank: sales - 50 }),
  ]
}

function numberAround(n: number, kind: string): string {
  for (let near = n; ; near += 1) {
    const order = orderOfSale(near)
    if (order.kind === kind) return subjectOf(order)
  }
}

function perform(db: Db, asked: HistoryAsked): HistoryPage {
  const { sales, ...page } = findPage(db, asked)
  return historyPageSchema.parse({ ...page, sales: sales.map(viewOfSale) })
}

/** The same sales by their refs, with nothing found, counted or checked. */
function readRaw(db: Db, refs: readonly string[]): unknown {
  const sql =
    'SELECT sale FROM sales WHERE ref IN (SELECT value FROM json_each(?)) ORDER BY recorded_sequence DESC'
  return db.prepare(sql).pluck().all(JSON.stringify(refs))
}

/** The middle one of several rounds, in milliseconds. */
function measure(work: () => unknown): number {
  // What the engine has not seen yet is slow for its own reasons.
  for (let round = 0; round < WARM_ROUNDS; round += 1) work()
  const times = Array.from({ length: ROUNDS }, () => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  })
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
}

interface Result {
  readonly stepMs: number
  /** What as many rows cost as the small journal has. */
  readonly sameRowsMs: number
  readonly rawMs: number
  readonly rows: number
}

/** What the commit of a sale costs beside the disk: written as it is at the counter, and taken back. */
function measureRecording(path: string): number {
  const db = openForWriting(path, { create: false })
  try {
    let sale = 0
    return measure(() => {
      sale += 1
      const ref = refNumber(sale)
      db.connection.exec('BEGIN IMMEDIATE')
      recordEntries(db, confirmed(ref, { order: orderOf(ref).mobile }), firstSaleMs)
      db.connection.exec('ROLLBACK')
    })
  } finally {
    db.connection.close()
  }
}

/** `rowsBefore`: how many rows each step found in the small journal; none for that one itself. */
function measureAll(sales: number, rowsBefore: ReadonlyMap<string, number>) {
  const path = largeJournal(sales, print)
  const recordingMs = measureRecording(path)
  const recording = {
    name: 'a sale is recorded',
    stepMs: recordingMs,
    sameRowsMs: recordingMs,
    rawMs: 0,
    rows: 1,
  }
  const db = openForReading(path)
  try {
    const steps = stepsFor(sales).map(({ name, asked }): Result & { name: string } => {
      const { sales: found } = perform(db, asked)
      const refs = found.map(({ ref }) => ref)
      const stepMs = measure(() => perform(db, asked))
      const before = rowsBefore.get(name) ?? found.length
      const isMore = before > 0 && before < found.length
      const sameRowsMs = isMore ? measure(() => perform(db, { ...asked, rows: before })) : stepMs
      return { name, stepMs, sameRowsMs, rawMs: measure(() => readRaw(db, refs)), rows: found.length }
    })
    return [recording, ...steps]
  } finally {
    db.connection.close()
  }
}

/** From the newest sale to the first, page by page: how many there are, and what the process holds on the way. */
function scrollThrough(path: string): void {
  const db = openForReading(path)
  const held: number[] = []
  let seen = 0
  try {
    let { asked } = step('all', '')
    for (;;) {
      const { sales, until, before } = perform(db, asked)
      seen += sales.length
      held.push(process.memoryUsage.rss() / MEGABYTE)
      if (before === null) break
      asked = { ...asked, from: { kind: 'behind', until, before } }
    }
  } finally {
    db.connection.close()
  }
  // The first tenth warms the engine and the page cache.
  const usual = held.slice(Math.ceil(held.length / 10))
  const [least, most] = [Math.min(...usual), Math.max(...usual)].map((size) => size.toFixed(0))
  print(
    `from end to end: ${seen} sales in ${held.length} pages, ${least} to ${most} MB held after the first tenth`,
  )
}

let isWithin = true
const small = measureAll(sizes[0], new Map())
const large = measureAll(sizes[1], new Map(small.map(({ name, rows }) => [name, rows])))
print(
  `${'step'.padEnd(26)}${'rows'.padStart(5)}${sizes.map((size) => `${size}`.padStart(12)).join('')}   growth  raw (ms)  ratio`,
)
large.forEach(({ name, stepMs, sameRowsMs, rawMs, rows }, place) => {
  const before = small[place]?.stepMs ?? 0
  const growth = sameRowsMs / Math.max(before, UNREST_MS)
  const isSlow = stepMs >= FRAME_MS || growth >= MAX_GROWTH
  if (isSlow) isWithin = false
  const times = [before, stepMs].map((ms) => `${ms.toFixed(2)} ms`.padStart(12)).join('')
  const against = `${rawMs.toFixed(2).padStart(10)}${(stepMs / Math.max(rawMs, 0.01)).toFixed(1).padStart(7)}`
  print(
    `${name.padEnd(26)}${String(rows).padStart(5)}${times}${growth.toFixed(2).padStart(9)}${against}${isSlow ? '  TOO SLOW' : ''}`,
  )
})
scrollThrough(largeJournal(sizes[1], print))
process.exitCode = isWithin ? 0 : 1

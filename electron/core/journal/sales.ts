/** The table of sales: each as it stands now, one document a row, found by ref, review, state, time and number. */
import * as z from 'zod'
import type { Ref } from '#shared/ref.ts'
import { openSaleStates, type SaleState } from '#shared/states/sale.ts'
import { saleViewSchema } from '#shared/views.ts'
import { canonicalJson } from './canonical.ts'
import type { Db } from './connection.ts'
import { saleRequestSchema } from './entry.ts'
import { JournalFault, JournalRefusal } from './faults.ts'
import type { RepeatsFilter, StoredSale } from './journal.ts'

/** No list is longer, whatever is asked. */
export const MAX_LISTED_SALES = 10_000

const storedSaleSchema = z.strictObject({
  ...saleViewSchema.omit({ phase: true }).shape,
  reviewId: z.string(),
  everDoubted: z.boolean(),
  request: saleRequestSchema,
})

/** Adds a sale under the entry that recorded it. Throws JournalRefusal where its ref or review has a sale already. */
export function insertSale(db: Db, sale: StoredSale, sequence: number): void {
  if (findSaleByReview(db, sale.reviewId)) throw new JournalRefusal('review-taken', sale.reviewId)
  if (readSale(db, sale.ref)) throw new JournalRefusal('ref-taken', sale.ref)
  db.prepare(
    'INSERT INTO sales (recorded_sequence, changed_sequence, ref, review_id, sale) VALUES (?, ?, ?, ?, ?)',
  ).run(sequence, sequence, sale.ref, sale.reviewId, canonicalJson(sale))
}

/** Writes what the entry `sequence` made of a sale. */
export function updateSale(db: Db, sale: StoredSale, sequence: number): void {
  const sql = 'UPDATE sales SET sale = ?, changed_sequence = ? WHERE ref = ?'
  const { changes } = db.prepare(sql).run(canonicalJson(sale), sequence, sale.ref)
  if (changes !== 1) throw new JournalFault('damaged', `sale ${sale.ref} is not among the sales`)
}

export const readSale = (db: Db, ref: Ref): StoredSale | undefined => readOne(db, 'WHERE ref = ?', ref)

export const findSaleByReview = (db: Db, reviewId: string): StoredSale | undefined =>
  readOne(db, 'WHERE review_id = ?', reviewId)

/** Where a sale stands among the entries: its first and its last. */
export const readSaleSpan = (db: Db, ref: Ref): unknown =>
  db.prepare('SELECT recorded_sequence, changed_sequence FROM sales WHERE ref = ?').raw().get(ref)

/** Newest first, in the order of recording, which a clock that was set back does not change. */
export function listSales(
  db: Db,
  filter: {
    readonly states?: readonly SaleState[]
    readonly changedSinceMs?: number
    readonly limit: number
  },
): readonly StoredSale[] {
  const limit = boundedLimit(filter.limit)
  const sinceMs = filter.changedSinceMs ?? 0
  // Each index is named: left to itself, SQLite walks all sales by age to save itself a sort of three.
  if (filter.states !== undefined) {
    const clauses = `INDEXED BY sales_by_state WHERE state IN (SELECT value FROM json_each(?))
      AND changed_at_ms >= ? ORDER BY recorded_sequence DESC LIMIT ?`
    return readMany(db, clauses, JSON.stringify(filter.states), sinceMs, limit)
  }
  if (filter.changedSinceMs === undefined)
    return readMany(db, 'ORDER BY recorded_sequence DESC LIMIT ?', limit)
  const clauses =
    'INDEXED BY sales_by_changed_at WHERE changed_at_ms >= ? ORDER BY recorded_sequence DESC LIMIT ?'
  return readMany(db, clauses, sinceMs, limit)
}

/** Sales of one number and value that may have charged someone, newest first. */
export function listRepeats(db: Db, filter: RepeatsFilter): readonly StoredSale[] {
  const { number, valueCentimes, sinceMs, alsoRefs } = filter
  const clauses = `INDEXED BY sales_by_number WHERE number = ? AND value_centimes = ?
    AND state NOT IN ('refused', 'cancelled') AND (recorded_at_ms >= ?
      OR state IN (SELECT value FROM json_each(?)) OR ref IN (SELECT value FROM json_each(?)))
    ORDER BY recorded_sequence DESC LIMIT ?`
  const lists = [JSON.stringify(openSaleStates), JSON.stringify(alsoRefs)]
  return readMany(db, clauses, number, valueCentimes, sinceMs, ...lists, MAX_LISTED_SALES)
}

/** Walks from the newest sale back, and almost always stops at the first. */
export const findNewestKnown = (db: Db): StoredSale | undefined =>
  readMany(db, `WHERE sale ->> '$.topupId' IS NOT NULL ORDER BY recorded_sequence DESC LIMIT 1`)[0]

export const countSales = (db: Db): unknown => db.prepare('SELECT count(*) FROM sales').pluck().get()

export const deleteSales = (db: Db): void => void db.prepare('DELETE FROM sales').run()

function readOne(db: Db, clauses: string, value: string): StoredSale | undefined {
  const row = db.prepare(`SELECT sale FROM sales ${clauses}`).pluck().get(value)
  return row === undefined ? undefined : parseSale(row)
}

const readMany = (db: Db, clauses: string, ...values: readonly unknown[]): readonly StoredSale[] =>
  db
    .prepare(`SELECT sale FROM sales ${clauses}`)
    .pluck()
    .all(...values)
    .map(parseSale)

function boundedLimit(limit: number): number {
  if (!Number.isSafeInteger(limit) || limit < 0) throw new RangeError(`not a limit: ${limit}`)
  return Math.min(limit, MAX_LISTED_SALES)
}

function parseSale(row: unknown): StoredSale {
  const parsed = storedSaleSchema.safeParse(parseJson(row))
  if (parsed.success) return parsed.data
  throw new JournalFault('damaged', `a sale cannot be read: ${z.prettifyError(parsed.error)}`)
}

function parseJson(row: unknown): unknown {
  try {
    return JSON.parse(String(row))
  } catch {
    throw new JournalFault('damaged', 'a sale cannot be read: it is not JSON')
  }
}

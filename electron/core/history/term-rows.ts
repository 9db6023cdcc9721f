/** The table of terms: which sale is found by which word. A projection; see journal/migrations.ts. */
import type { OrderKind } from '#shared/products/orders.ts'
import type { Db } from '../journal/connection.ts'

/** A block is so many entries, as a power of two. The table's own check holds it to this. */
const BLOCK_BITS = 13
const BLOCK_ENTRIES = 2 ** BLOCK_BITS

export const blockOf = (recordedSequence: number): number => Math.floor(recordedSequence / BLOCK_ENTRIES)

/** The first entry of a block. */
export const startOfBlock = (block: number): number => block * BLOCK_ENTRIES

/** Adds what is not there yet. */
export function insertTerms(db: Db, recordedSequence: number, terms: readonly string[]): void {
  db.prepare(
    `INSERT OR IGNORE INTO sale_terms (block, term, recorded_sequence)
     SELECT ?, value, ? FROM json_each(?)`,
  ).run(blockOf(recordedSequence), recordedSequence, JSON.stringify(terms))
}

/** Whatever begins with a word stands before this. No term holds the character: it is neither letter nor digit. */
const endOf = (word: string): string => `${word}\u{10ffff}`

/** The sales that a word finds in one block, each once, in no order. */
export const readBlock = (db: Db, block: number, word: string): readonly number[] =>
  numbers(
    db
      .prepare('SELECT recorded_sequence FROM sale_terms WHERE block = ? AND term >= ? AND term < ?')
      .pluck()
      .all(block, word, endOf(word)),
  )

/** The sales that a word finds anywhere, some of them more than once; undefined where there are more rows than `limit`. */
export function readAnywhere(db: Db, word: string, limit: number): readonly number[] | undefined {
  const from = 'FROM sale_terms INDEXED BY sale_terms_by_term WHERE term >= ? AND term < ? LIMIT ?'
  const between = [word, endOf(word)] as const
  // That there are more is known by one row: none of the others comes over for nothing.
  const beyond = db.prepare(`SELECT 1 ${from} OFFSET ?`).get(...between, 1, limit)
  if (beyond !== undefined) return undefined
  return numbers(
    db
      .prepare(`SELECT recorded_sequence ${from}`)
      .pluck()
      .all(...between, limit),
  )
}

export const holdsTerm = (db: Db, recordedSequence: number, term: string): boolean =>
  db
    .prepare('SELECT 1 FROM sale_terms WHERE block = ? AND term = ? AND recorded_sequence = ?')
    .pluck()
    .get(blockOf(recordedSequence), term, recordedSequence) === 1

export const countTerms = (db: Db, block: number): unknown =>
  db.prepare('SELECT count(*) FROM sale_terms WHERE block = ?').pluck().get(block)

/** The next block that holds terms; undefined behind the last. */
export function nextBlock(db: Db, block: number): number | undefined {
  const next = db.prepare('SELECT min(block) FROM sale_terms WHERE block > ?').pluck().get(block)
  return typeof next === 'number' ? next : undefined
}

/**
 * Empties the table, and takes its index away until `indexTerms`: sorting once is a hundred times quicker than millions of
 * places in a tree that no memory holds.
 */
export function deleteTerms(db: Db): void {
  db.connection.exec('DROP INDEX sale_terms_by_term')
  db.prepare('DELETE FROM sale_terms').run()
}

/** As the migration writes it, to the letter: the schema is compared as text. */
export const indexTerms = (db: Db): void =>
  void db.connection.exec('CREATE INDEX sale_terms_by_term ON sale_terms (term, recorded_sequence)')

const numbers = (found: readonly unknown[]): readonly number[] => found.map(Number)

// The table of blocks: how many sales of each kind a block holds, and between which times. A projection.

/** Sales of one kind in one block. */
export interface BlockRow {
  readonly block: number
  readonly kind: string
  readonly sales: number
  /** When the first and the last of them were recorded, by the clock; not by their order. */
  readonly firstAtMs: number
  readonly lastAtMs: number
}

/** Counts a sale that was just recorded. */
export function countInBlock(db: Db, sequence: number, kind: OrderKind, atMs: number): void {
  db.prepare(
    `INSERT INTO sale_blocks (block, kind, sales, first_at_ms, last_at_ms) VALUES (?, ?, 1, ?, ?)
     ON CONFLICT (block, kind) DO UPDATE SET sales = sales + 1,
       first_at_ms = min(first_at_ms, excluded.first_at_ms), last_at_ms = max(last_at_ms, excluded.last_at_ms)`,
  ).run(blockOf(sequence), kind, atMs, atMs)
}

/** What a block holds of some kinds together. */
export type BlockSum = Omit<BlockRow, 'kind'>

/**
 * The blocks that may have a sale of these kinds between the two times, the newest first: some five hundred for a million
 * sales. Added up by SQLite, because each row that comes over costs more than the sum.
 */
export const readBlocks = (
  db: Db,
  { kinds, fromMs, untilMs }: { kinds: readonly OrderKind[]; fromMs: number; untilMs: number },
): readonly BlockSum[] =>
  db
    .prepare(
      `SELECT block, '', sum(sales), min(first_at_ms), max(last_at_ms) FROM sale_blocks
       WHERE kind IN (SELECT value FROM json_each(?)) GROUP BY block
       HAVING max(last_at_ms) >= ? AND min(first_at_ms) < ? ORDER BY block DESC`,
    )
    .raw()
    .all(JSON.stringify(kinds), fromMs, untilMs)
    .map(rowOf)

/** Every row, oldest first. */
export const readAllBlocks = (db: Db): readonly BlockRow[] =>
  db
    .prepare('SELECT block, kind, sales, first_at_ms, last_at_ms FROM sale_blocks ORDER BY block, kind')
    .raw()
    .all()
    .map(rowOf)

export const deleteBlocks = (db: Db): void => void db.prepare('DELETE FROM sale_blocks').run()

/** The table is STRICT: its columns are what it says they are. */
function rowOf(row: unknown): BlockRow {
  const [block, kind, sales, firstAtMs, lastAtMs] = row as readonly [number, string, number, number, number]
  return { block, kind, sales, firstAtMs, lastAtMs }
}

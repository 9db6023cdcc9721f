/** The table of blocks: how many sales of each kind a block holds, and between which times. A projection. */
import type { OrderKind } from '#shared/orders.ts'
import type { Db } from '../journal/connection.ts'
import { blockOf } from './term-rows.ts'

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

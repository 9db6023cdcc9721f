/** The table of entries: appended, read in order, never changed (its triggers see to that). */
import * as z from 'zod'
import type { Ref } from '#shared/ref.ts'
import { canonicalJson, firstPreviousHash, hashEntry } from './canonical.ts'
import type { Db } from './connection.ts'
import { type Entry, type EntryBody, entryBodySchema } from './entry.ts'
import { JournalFault } from './faults.ts'

const rowSchema = z.strictObject({
  sequence: z.int().positive(),
  at_ms: z.int().nonnegative(),
  kind: z.string(),
  ref: z.string().nullable(),
  body: z.string(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})
type EntryRow = z.infer<typeof rowSchema>

const columns = 'sequence, at_ms, kind, ref, body, hash'

/** Where the chain ends: `sequence` 0 in a file that has no entry yet. */
export interface ChainEnd {
  readonly sequence: number
  readonly hash: string
}

export const refOf = (body: EntryBody): Ref | null => (body.kind === 'journal-created' ? null : body.ref)

/** Appends one entry behind `end`. The body has been parsed; what is answered is what a later read will answer. */
export function appendEntry(db: Db, end: ChainEnd, body: EntryBody, atMs: number): Entry {
  const bodyText = canonicalJson(body)
  const sequence = end.sequence + 1
  const hash = hashEntry(end.hash, { sequence, atMs, bodyText })
  db.prepare(`INSERT INTO entries (${columns}) VALUES (?, ?, ?, ?, ?, ?)`).run(
    sequence,
    atMs,
    body.kind,
    refOf(body),
    bodyText,
    hash,
  )
  const [row] = readRows(db, 'WHERE sequence = ?', sequence)
  const entry = row && parseEntry(row)
  if (entry?.hash !== hash || entry.atMs !== atMs || canonicalJson(entry.body) !== bodyText) {
    throw new JournalFault('damaged', `entry ${sequence} reads back otherwise than it was written`)
  }
  return entry
}

export function readChainEnd(db: Db): ChainEnd {
  const [row] = readRows(db, 'ORDER BY sequence DESC LIMIT 1')
  return row ? { sequence: row.sequence, hash: row.hash } : { sequence: 0, hash: firstPreviousHash }
}

/** Every entry in order, or those of one sale. Throws JournalFault on a row that does not parse. */
export function readEntries(db: Db, ref?: Ref): readonly Entry[] {
  const rows =
    ref === undefined
      ? readRows(db, 'ORDER BY sequence')
      : readRows(db, 'WHERE ref = ? ORDER BY sequence', ref)
  return rows.map(parseEntry)
}

/** The next entries behind `sequence`, `limit` at the most. */
export const readEntriesAfter = (db: Db, sequence: number, limit: number): readonly Entry[] =>
  readRows(db, 'WHERE sequence > ? ORDER BY sequence LIMIT ?', sequence, limit).map(parseEntry)

/** Runs through the whole table in order, one row in memory at a time. Rows are parsed, bodies are not. */
export const walkRows = (db: Db): IterableIterator<EntryRow> => walk(db, 'ORDER BY sequence')

/** Runs through the entries of all sales, sale by sale. */
export function* walkEntriesBySale(db: Db): Generator<Entry, void, undefined> {
  for (const row of walk(db, 'WHERE ref IS NOT NULL ORDER BY ref, sequence')) yield parseEntry(row)
}

function* walk(db: Db, clauses: string): Generator<EntryRow, void, undefined> {
  for (const row of db.prepare(`SELECT ${columns} FROM entries ${clauses}`).iterate()) yield parseRow(row)
}

const readRows = (db: Db, clauses: string, ...values: readonly unknown[]): readonly EntryRow[] =>
  db
    .prepare(`SELECT ${columns} FROM entries ${clauses}`)
    .all(...values)
    .map(parseRow)

function parseRow(row: unknown): EntryRow {
  const parsed = rowSchema.safeParse(row)
  if (parsed.success) return parsed.data
  throw new JournalFault('damaged', `a row of the entries cannot be read: ${z.prettifyError(parsed.error)}`)
}

export function parseEntry(row: EntryRow): Entry {
  const parsed = entryBodySchema.safeParse(parseJson(row))
  if (!parsed.success) {
    throw new JournalFault('damaged', `entry ${row.sequence}: ${z.prettifyError(parsed.error)}`)
  }
  const body = parsed.data
  if (body.kind !== row.kind || refOf(body) !== row.ref) {
    throw new JournalFault('damaged', `entry ${row.sequence}: its columns are not its body's`)
  }
  return { sequence: row.sequence, atMs: row.at_ms, body, hash: row.hash }
}

function parseJson(row: EntryRow): unknown {
  try {
    return JSON.parse(row.body)
  } catch {
    throw new JournalFault('damaged', `entry ${row.sequence}: its body is not JSON`)
  }
}

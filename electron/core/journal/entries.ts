/** The table of entries: appended, read in order, never changed (its triggers see to that). */
import { hash } from 'node:crypto'
import * as z from 'zod'
import type { Ref } from '#shared/ref.ts'
import type { Db } from './connection.ts'
import { parseAs, rememberingReads } from './documents.ts'
import { type ChangeKind, type Entry, type EntryBody, entryBodySchema, isJournalEntry } from './entry.ts'
import { JournalFault, JournalRefusal } from './faults.ts'

const rowSchema = z.strictObject({
  sequence: z.int().positive(),
  at_ms: z.int().nonnegative(),
  kind: z.string(),
  ref: z.string().nullable(),
  body: z.string(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})
export type EntryRow = z.infer<typeof rowSchema>

const columns = 'sequence, at_ms, kind, ref, body, hash'
/** As their index is made for, see migrations.ts. */
const ofPrintJobs = "kind LIKE 'print-%'"

/** Where the chain ends: `sequence` 0 in a file that has no entry yet. */
export interface ChainEnd {
  readonly sequence: number
  readonly hash: string
}

export const refOf = (body: EntryBody): Ref | null => (isJournalEntry(body) ? null : body.ref)

/** A body as its bytes will stand, and as every later read of them answers it. */
export interface BodyText<Body extends EntryBody = EntryBody> {
  readonly text: string
  readonly body: Body
}

/** Parses a body from the bytes that will be kept of it. Throws JournalRefusal for what is no body. */
export function textOf(given: EntryBody): BodyText {
  let text: string
  let json: unknown
  try {
    text = canonicalJson(given)
    json = JSON.parse(text)
  } catch (error) {
    throw new JournalRefusal('invalid-entry', String(error))
  }
  const parsed = entryBodySchema.safeParse(json)
  if (!parsed.success) throw new JournalRefusal('invalid-entry', z.prettifyError(parsed.error))
  return { text, body: parsed.data }
}

/** Appends one entry behind `end`. */
export function appendEntry(db: Db, end: ChainEnd, { text, body }: BodyText, atMs: number): Entry {
  const sequence = end.sequence + 1
  const hash = hashEntry(end.hash, { sequence, atMs, bodyText: text })
  db.prepare(`INSERT INTO entries (${columns}) VALUES (?, ?, ?, ?, ?, ?)`).run(
    ...[sequence, atMs, body.kind, refOf(body), text, hash],
  )
  return { sequence, atMs, body, hash }
}

/**
 * Appends one entry whose body is kept as its bytes stand, which an earlier version of this program may have written.
 * Throws JournalFault where they are no body.
 */
export const appendText = (db: Db, end: ChainEnd, text: string, atMs: number): Entry =>
  appendEntry(db, end, { text, body: parseBody(text, end.sequence + 1) }, atMs)

/** The newest entry; undefined in a file that has none yet. Throws JournalFault on a row that does not parse. */
export function readLastEntry(db: Db): Entry | undefined {
  const [row] = readRows(db, 'ORDER BY sequence DESC LIMIT 1')
  return row && parseEntry(row)
}

/** The kind of the newest entry that is none of these. */
export function readLastKind(db: Db, except: readonly EntryBody['kind'][]): string | undefined {
  const sql = `SELECT kind FROM entries WHERE kind NOT IN (SELECT value FROM json_each(?))
    ORDER BY sequence DESC LIMIT 1`
  return z
    .string()
    .optional()
    .parse(db.prepare(sql).pluck().get(JSON.stringify(except)))
}

export function readChainEnd(db: Db): ChainEnd {
  const [row] = readRows(db, 'ORDER BY sequence DESC LIMIT 1')
  return row ? { sequence: row.sequence, hash: row.hash } : { sequence: 0, hash: firstPreviousHash }
}

/** Entries of what befell the file itself, by an index of theirs. */
const ofCare = `INDEXED BY entries_of_care WHERE kind IN ('journal-restored', 'journal-accepted')`

/** How many restores are recorded behind `sequence`. */
export const countRestores = (db: Db, sequence: number): number => {
  const sql = `SELECT count(*) FROM entries ${ofCare} AND kind = 'journal-restored' AND sequence > ?`
  return z.int().parse(db.prepare(sql).pluck().get(sequence))
}

export interface RecordedRestore {
  readonly sequence: number
  readonly lostEntries: number | null
}

/** Every recorded restore, in order. */
export const listRestores = (db: Db): readonly RecordedRestore[] =>
  readRows(db, `${ofCare} AND kind = 'journal-restored' ORDER BY sequence`)
    .map(parseEntry)
    .flatMap(({ sequence, body }) =>
      body.kind === 'journal-restored' ? [{ sequence, lostEntries: body.lostEntries }] : [],
    )

/** The newest entry by which a person accepted the journal against the anchor of this hash. */
export function findAccepted(db: Db, anchorHash: string): Entry | undefined {
  const clauses = `${ofCare} AND kind = 'journal-accepted' AND body ->> '$.anchor.hash' = ? ORDER BY sequence DESC LIMIT 1`
  const [row] = readRows(db, clauses, anchorHash)
  return row && parseEntry(row)
}

/** The newest change of these kinds, from or to this text where one is given. */
export function findChange(db: Db, whats: readonly ChangeKind[], text?: string): Entry | undefined {
  const of = text === undefined ? '' : `AND ? IN (body ->> '$.before', body ->> '$.after')`
  const clauses = `INDEXED BY entries_of_changes WHERE kind = 'changed'
    AND body ->> '$.what' IN (SELECT value FROM json_each(?)) ${of} ORDER BY sequence DESC LIMIT 1`
  const values = text === undefined ? [] : [text]
  const [row] = readRows(db, clauses, JSON.stringify(whats), ...values)
  return row && parseEntry(row)
}

/** Every entry in order, or those of one sale. Throws JournalFault on a row that does not parse. */
export function readEntries(db: Db, ref?: Ref): readonly Entry[] {
  const rows =
    ref === undefined
      ? readRows(db, 'ORDER BY sequence')
      : readRows(db, 'WHERE ref = ? ORDER BY sequence', ref)
  return rows.map(ref === undefined ? parseEntry : parseEntryOfSale)
}

/** The next rows behind `sequence`, `limit` at the most: entries as they stand on disk. */
export const readRowsAfter = (db: Db, sequence: number, limit: number): readonly EntryRow[] =>
  readRows(db, 'WHERE sequence > ? ORDER BY sequence LIMIT ?', sequence, limit)

/** The next entries behind `sequence`, `limit` at the most. */
export const readEntriesAfter = (db: Db, sequence: number, limit: number): readonly Entry[] =>
  readRowsAfter(db, sequence, limit).map(parseEntry)

/** Whether an entry behind `sequence` is of a later time than `atMs`. Reads up to the first. */
export const wroteAfter = (db: Db, sequence: number, atMs: number): boolean =>
  db.prepare('SELECT 1 FROM entries WHERE sequence > ? AND at_ms > ? LIMIT 1').get(sequence, atMs) !==
  undefined

export const readRow = (db: Db, sequence: number): EntryRow | undefined =>
  readRows(db, 'WHERE sequence = ?', sequence)[0]

/** Runs through the rows behind `sequence` in order, one in memory at a time. Rows are parsed, bodies are not. */
export const walkRows = (db: Db, sequence: number): IterableIterator<EntryRow> =>
  walk(db, 'WHERE sequence > ? ORDER BY sequence', sequence)

/** The entries of one print job, in order. */
export const readEntriesOfJob = (db: Db, jobId: string): readonly Entry[] =>
  readRows(db, `WHERE ${ofPrintJobs} AND body ->> '$.jobId' = ? ORDER BY sequence`, jobId).map(parseEntry)

/** Runs through the entries of all print jobs, job by job. */
export function* walkEntriesByJob(db: Db): Generator<Entry, void, undefined> {
  for (const row of walk(db, `WHERE ${ofPrintJobs} ORDER BY body ->> '$.jobId', sequence`))
    yield parseEntry(row)
}

/** Runs through the entries of all sales, sale by sale, with what was printed and shown of them. */
export function* walkEntriesBySale(db: Db): Generator<Entry, void, undefined> {
  for (const row of walk(db, 'WHERE ref IS NOT NULL ORDER BY ref, sequence')) yield parseEntry(row)
}

function* walk(db: Db, clauses: string, ...values: readonly unknown[]): Generator<EntryRow, void, undefined> {
  const statement = db.prepare(`SELECT ${columns} FROM entries ${clauses}`)
  for (const row of statement.iterate(...values)) yield parseRow(row)
}

const readRows = (db: Db, clauses: string, ...values: readonly unknown[]): readonly EntryRow[] =>
  db
    .prepare(`SELECT ${columns} FROM entries ${clauses}`)
    .all(...values)
    .map(parseRow)

const parseRow = (row: unknown): EntryRow => parseAs(rowSchema, row, 'a row of the entries')

export const parseEntry = (row: EntryRow): Entry => entryOf(row, parseBody(row.body, row.sequence))

/** Each look at a sale reads its entries again. */
const parseKnownBody = rememberingReads(parseBody)
const parseEntryOfSale = (row: EntryRow): Entry => entryOf(row, parseKnownBody(row.body, row.sequence))

function entryOf(row: EntryRow, body: EntryBody): Entry {
  if (body.kind !== row.kind || refOf(body) !== row.ref) {
    throw new JournalFault('damaged', `entry ${row.sequence}: its columns are not its body's`)
  }
  return { sequence: row.sequence, atMs: row.at_ms, body, hash: row.hash }
}

/** A body from its text, whichever version wrote it. Throws JournalFault. */
function parseBody(text: string, sequence: number): EntryBody {
  const parsed = entryBodySchema.safeParse(upcast(parseJson(text, sequence)))
  if (parsed.success) return parsed.data
  throw new JournalFault('damaged', `entry ${sequence}: ${z.prettifyError(parsed.error)}`)
}

function parseJson(text: string, sequence: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new JournalFault('damaged', `entry ${sequence}: its body is not JSON`)
  }
}

// Bodies as earlier versions of this program wrote them, read as this one writes them. Entries are never changed on disk,
// so what a version once wrote is understood for ever; the hash stays that of the bytes.

type Body = Readonly<Record<string, unknown>>

/** Version 2 and before knew internet sales only, and called the service's id of an order by a top-up's name. */
const missingFields = {
  refundMessage: null,
  offers: [],
  deliveredCount: null,
  debitCentimes: null,
  cards: [],
  errorCode: null,
} as const

const upcasts: Readonly<Record<string, (body: Body) => Body>> = {
  accepted: ({ topupId, ...body }) => ({ ...body, serviceId: topupId }),
  observed: ({ topupId, ...body }) => ({ ...missingFields, ...body, serviceId: topupId }),
}

/** Brings a parsed body to the present form. What is in that form already, or is no body at all, is answered as it is. */
export function upcast(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('topupId' in body)) return body
  const kind = 'kind' in body ? String(body.kind) : ''
  const cast = Object.hasOwn(upcasts, kind) ? upcasts[kind] : undefined
  return cast ? cast({ ...body }) : body
}

// The one way an entry becomes bytes, and the hash that chains it to the entry before. Both hold for ever.

/** What entry 1 follows. */
export const firstPreviousHash = '0'.repeat(64)

/**
 * JSON with keys in code-unit order, no spaces, properties without a value left out. Halves of a surrogate pair, which
 * a service may send and UTF-8 cannot hold, become U+FFFD here, so that what is read back is what was hashed.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.toWellFormed())
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  let text = ''
  if (Array.isArray(value)) {
    for (const member of value) text += `${text && ','}${canonicalJson(member)}`
    return `[${text}]`
  }
  for (const key of Object.keys(value).sort()) {
    const member: unknown = (value as Readonly<Record<string, unknown>>)[key]
    if (member === undefined) continue
    text += `${text && ','}${JSON.stringify(key.toWellFormed())}:${canonicalJson(member)}`
  }
  return `{${text}}`
}

/**
 * SHA-256, in hexadecimal, over the previous entry's hash (as hexadecimal text) followed by the canonical JSON of
 * `{ atMs, body, sequence }`. `bodyText` is the body's canonical JSON, as the entries table holds it.
 */
export const hashEntry = (
  previousHash: string,
  entry: { readonly sequence: number; readonly atMs: number; readonly bodyText: string },
): string =>
  hash(
    'sha256',
    `${previousHash}{"atMs":${entry.atMs},"body":${entry.bodyText},"sequence":${entry.sequence}}`,
    'hex',
  )

/**
 * The journal as it stands on disk, read without the product: what an inspector with SQLite would see. Its one use of the
 * product is the rebuild, on a copy, to hold the tables against. Owns the inspector's connection, which stays open from look
 * to look: whoever closes the product's own lets go of it first, so that what SQLite does with the last one stays theirs.
 */
import { hash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Database from 'better-sqlite3'
import { type Db, openForReading, withStatements } from '#core/journal/connection.ts'
import type { EntryBody } from '#core/journal/entry.ts'
import type { StoredSale } from '#core/journal/journal.ts'
import { rebuildProjections } from '#core/journal/project.ts'

export interface EntryRow {
  readonly sequence: number
  readonly atMs: number
  readonly ref: string | null
  readonly body: string
  readonly hash: string
}

/** The one journal of the folder, or where none is yet. */
function journalPath(folder: string): string {
  const place = join(folder, 'journal')
  const names = existsSync(place) ? readdirSync(place) : []
  return join(place, names.find((name) => name.endsWith('.journal')) ?? 'none.journal')
}
export const witnessPath = (folder: string) => journalPath(folder).replace(/\.journal$/, '.witness')

/** The service's own id of a sale's order; null where the journal knows none. */
export const serviceIdOf = (sale: Pick<StoredSale, 'serviceId'>): string | null => sale.serviceId

export const bodyOf = (entry: EntryRow): EntryBody => JSON.parse(entry.body)

const entryRows = 'SELECT sequence, at_ms AS atMs, ref, body, hash FROM entries'

/** All sales; none where there is no journal yet. */
export const readSales = (folder: string): readonly StoredSale[] => lookInto(folder)?.sales() ?? []

/** The whole chain; nothing where there is no journal yet. */
export const readEntries = (folder: string): readonly EntryRow[] => lookInto(folder)?.entries() ?? []

/** The sales whose attempt is under way, as the disk knows it. */
export const readSending = (folder: string): readonly StoredSale[] => lookInto(folder)?.sending() ?? []

/** The entries behind `sequence`, read through the connection that has just written them. */
export const readNewEntries = (file: Database.Database, sequence: number): readonly EntryRow[] =>
  file.prepare<[number], EntryRow>(`${entryRows} WHERE sequence > ? ORDER BY sequence`).all(sequence)

interface Looker {
  sales(): readonly StoredSale[]
  sending(): readonly StoredSale[]
  entries(): readonly EntryRow[]
  /** The whole file as it is now, as one that stands by itself in memory. */
  copy(): Db
}

/** The one file that is looked into. A file that takes its place under its path is another. */
let looked:
  | { readonly path: string; readonly inode: number; readonly db: Db; readonly looker: Looker }
  | undefined

export function letGoOfJournal(): void {
  const left = looked
  looked = undefined
  left?.db.connection.close()
}

function lookInto(folder: string): Looker | undefined {
  const path = looked?.path.startsWith(folder + sep) ? looked.path : journalPath(folder)
  const inode = statSync(path, { throwIfNoEntry: false })?.ino
  if (looked?.path === path && looked.inode === inode) return looked.looker
  letGoOfJournal()
  if (inode === undefined) return undefined
  const db = openForReading(path)
  looked = { path, inode, db, looker: createLooker(db) }
  return looked.looker
}

/** What was read holds until somebody else has committed: SQLite counts that for each connection. */
function createLooker(db: Db): Looker {
  const parsed = new Map<string, StoredSale>()
  const parse = (text: string): StoredSale => {
    const sale: StoredSale = parsed.get(text) ?? JSON.parse(text)
    parsed.set(text, sale)
    return sale
  }
  const version = () => db.prepare('PRAGMA data_version').pluck().get()
  const whileUnchanged = <T>(read: () => T): (() => T) => {
    let kept: { readonly version: unknown; readonly value: T } | undefined
    return () => {
      const now = version()
      const current = kept !== undefined && kept.version === now ? kept : { version: now, value: read() }
      kept = current
      return current.value
    }
  }
  const listSales = (clauses: string) =>
    whileUnchanged(() =>
      db
        .prepare(`SELECT sale FROM sales ${clauses}`)
        .pluck()
        .all()
        .map((text) => parse(String(text))),
    )
  return {
    sales: listSales('ORDER BY recorded_sequence'),
    sending: listSales("WHERE state = 'sending'"),
    entries: whileUnchanged(() => db.prepare(`${entryRows} ORDER BY sequence`).all() as EntryRow[]),
    copy: () => openCopy(db.connection.serialize()),
  }
}

/** In its header a file in WAL mode, which memory has no room for beside it. */
const WAL_BYTES = [18, 19] as const

function openCopy(image: Buffer): Db {
  for (const place of WAL_BYTES) image[place] = 1
  const connection = new Database(image)
  connection.pragma('foreign_keys = ON')
  connection.pragma('recursive_triggers = ON')
  return withStatements(connection)
}

/** Where the chain does not hold: the first entry that does not follow from the one before; undefined where all do. */
export function findBrokenLink(entries: readonly EntryRow[]): number | undefined {
  let previous = '0'.repeat(64)
  for (const [place, entry] of entries.entries()) {
    const { sequence, atMs, body } = entry
    const text = `${previous}{"atMs":${atMs},"body":${body},"sequence":${sequence}}`
    if (sequence !== place + 1 || hash('sha256', text, 'hex') !== entry.hash) return place + 1
    previous = entry.hash
  }
  return undefined
}

/** The tables that a rebuild makes otherwise than they are. */
export function findDifferingTables(folder: string): readonly string[] {
  const db = lookInto(folder)?.copy()
  if (db === undefined) return []
  try {
    const before = dumpProjections(db)
    rebuildProjections(db)
    const after = dumpProjections(db)
    return [...before.keys()].filter((table) => !isDeepStrictEqual(before.get(table), after.get(table)))
  } finally {
    db.connection.close()
  }
}

function dumpProjections(db: Db): ReadonlyMap<string, readonly unknown[]> {
  const tables = db.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'entries' AND name NOT LIKE 'sqlite%'",
  )
  const names = tables.pluck().all().map(String)
  const rowsOf = (name: string) => db.prepare(`SELECT * FROM "${name}" ORDER BY 1, 2`).raw().all()
  return new Map(names.map((name) => [name, rowsOf(name)]))
}

/**
 * The journal as it stands on disk, read without the product: what an inspector with SQLite would see. Its one use of the
 * product is the rebuild, on a copy, to hold the tables against.
 */
import { hash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Database from 'better-sqlite3'
import { openForWriting } from '#core/journal/connection.ts'
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
export const readSales = (folder: string): readonly StoredSale[] =>
  lookInto(folder, [], (file) =>
    parseSales(file.prepare('SELECT sale FROM sales ORDER BY recorded_sequence').pluck().all()),
  )

/** The whole chain; nothing where there is no journal yet. */
export const readEntries = (folder: string): readonly EntryRow[] =>
  lookInto(folder, [], (file) => file.prepare<[], EntryRow>(`${entryRows} ORDER BY sequence`).all())

/** The sales whose attempt is under way, as the disk knows it. */
export const readSending = (folder: string): readonly StoredSale[] =>
  lookInto(folder, [], (file) =>
    parseSales(file.prepare("SELECT sale FROM sales WHERE state = 'sending'").pluck().all()),
  )

/** The entries behind `sequence`, read through the connection that has just written them. */
export const readNewEntries = (file: Database.Database, sequence: number): readonly EntryRow[] =>
  file.prepare<[number], EntryRow>(`${entryRows} WHERE sequence > ? ORDER BY sequence`).all(sequence)

const parseSales = (texts: readonly unknown[]): readonly StoredSale[] =>
  texts.map((text) => JSON.parse(String(text)))

function lookInto<Picture>(
  folder: string,
  nothing: Picture,
  look: (file: Database.Database) => Picture,
): Picture {
  const path = journalPath(folder)
  if (!existsSync(path)) return nothing
  const file = new Database(path, { readonly: true })
  try {
    return look(file)
  } finally {
    file.close()
  }
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

/** The tables that a rebuild makes otherwise than they are. `folder` is a copy: it is written to. */
export function findDifferingTables(folder: string): readonly string[] {
  if (!existsSync(journalPath(folder))) return []
  const db = openForWriting(journalPath(folder), { create: false })
  try {
    const before = dumpProjections(db.connection)
    rebuildProjections(db)
    const after = dumpProjections(db.connection)
    return [...before.keys()].filter((table) => !isDeepStrictEqual(before.get(table), after.get(table)))
  } finally {
    db.connection.close()
  }
}

function dumpProjections(file: Database.Database): ReadonlyMap<string, readonly unknown[]> {
  const tables = file.prepare<[], string>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'entries' AND name NOT LIKE 'sqlite%'",
  )
  const names = tables.pluck().all()
  const rowsOf = (name: string) => file.prepare(`SELECT * FROM "${name}" ORDER BY 1, 2`).raw().all()
  return new Map(names.map((name) => [name, rowsOf(name)]))
}

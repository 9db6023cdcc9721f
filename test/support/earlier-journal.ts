/** A journal as an earlier version of the program wrote it: its own tables, and the bodies as it wrote them. */
import Database from 'better-sqlite3'
import { canonicalJson, firstPreviousHash, hashEntry } from '#core/journal/entries.ts'
import { applicationId } from '#core/journal/migrate.ts'
import { migrations } from '#core/journal/migrations.ts'
import { startMs } from './journal-entries.ts'

export type Body = Readonly<Record<string, unknown>>

/** Writes a closed journal of `version`. Its projections are not filled: a migration makes them anew. */
export function writeEarlier(path: string, version: number, bodies: readonly Body[]): void {
  const database = new Database(path)
  database.pragma('journal_mode = WAL')
  for (const sql of migrations.slice(0, version)) database.exec(sql)
  database.pragma(`application_id = ${applicationId}`)
  database.pragma(`user_version = ${version}`)
  const insert = database.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)')
  let hash = firstPreviousHash
  bodies.forEach((body, place) => {
    const bodyText = canonicalJson(body)
    hash = hashEntry(hash, { sequence: place + 1, atMs: startMs, bodyText })
    insert.run(place + 1, startMs, body['kind'], body['ref'] ?? null, bodyText, hash)
  })
  database.close()
}

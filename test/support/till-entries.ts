/** Entries of the till as they stand in the files of a counter that is stopped, or in use. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** The bodies of one kind, in order. */
export function readActs(dataDir: string, kind: string): readonly Record<string, unknown>[] {
  const folder = join(dataDir, 'journal')
  const file = readdirSync(folder).find((name) => name.endsWith('.journal')) ?? ''
  const database = new Database(join(folder, file), { readonly: true })
  const bodies = database
    .prepare('SELECT body FROM entries WHERE kind = ? ORDER BY sequence')
    .pluck()
    .all(kind)
  database.close()
  return bodies.map((body) => JSON.parse(String(body)))
}

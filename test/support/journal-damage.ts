/** What can happen to a journal's file behind the back of the program. */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Checkpoint } from '#core/journal/checkpoint.ts'
import { journalPath } from './journal.ts'
import { shopName } from './journal-entries.ts'

export const checkpointPath = (folder: string): string => join(folder, `${shopName}.checkpoint`)

export const readCheckpointFile = (folder: string): Checkpoint =>
  JSON.parse(readFileSync(checkpointPath(folder), 'utf8'))

/** Changes the closed journal's tables by hand, with the triggers out of the way and put back as they were. */
export function edit(folder: string, change: (database: Database.Database) => void): void {
  const database = new Database(journalPath(folder))
  const sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name"
  const triggers = database.prepare<[], { name: string; sql: string }>(sql).all()
  database.pragma('foreign_keys = OFF')
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`)
  change(database)
  for (const trigger of triggers) database.exec(trigger.sql)
  database.close()
}

/** Damages the closed journal as a disk does that forgets by itself: nothing shows that the file was written to. */
export function unnoticed(folder: string, damage: () => void): void {
  damage()
  const { size, mtimeMs } = statSync(journalPath(folder))
  const file = { bytes: size, modifiedMs: mtimeMs }
  writeFileSync(checkpointPath(folder), JSON.stringify({ ...readCheckpointFile(folder), file }))
}

/** Empties an index of the closed journal, as a page that was lost would: the tables and the entries stay whole. */
export function emptyIndex(folder: string, index: string): void {
  const alter = (sql: string) => {
    const database = new Database(journalPath(folder))
    database.unsafeMode()
    database.pragma('writable_schema = ON')
    database.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(sql, index)
    database.close()
  }
  const database = new Database(journalPath(folder))
  const sql = database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(index)
  database.close()
  alter(`${String(sql)} ${String(sql).includes(' WHERE ') ? 'AND' : 'WHERE'} 0`)
  const again = new Database(journalPath(folder))
  again.exec(`REINDEX ${index}`)
  again.close()
  alter(String(sql))
}

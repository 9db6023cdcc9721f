/** Another program that has the journal of a running counter open. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Another program's connection to the counter's journal. */
export function connectTo(dataDir: string): Database.Database {
  const folder = join(dataDir, 'journal')
  const file = readdirSync(folder).find((name) => name.endsWith('.journal')) ?? ''
  return new Database(join(folder, file))
}

/** Has every write of an entry fail at once, until the answer is called. */
export function refuseWrites(dataDir: string): () => void {
  const other = connectTo(dataDir)
  other.exec(
    `CREATE TRIGGER refuse BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'the disk refuses'); END`,
  )
  return () => {
    other.exec('DROP TRIGGER refuse')
    other.close()
  }
}

/**
 * The single-instance lock: an SQLite file held in an exclusive transaction. The kernel drops the lock with the process,
 * so that one left by a killed counter is free again at once.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Takes the lock of a data folder. The answer gives it back, or is undefined when another process holds it. */
export function takeLock(dataDir: string): (() => void) | undefined {
  mkdirSync(dataDir, { recursive: true })
  const db = new Database(join(dataDir, 'stand-in.lock'), { timeout: 0 })
  try {
    db.exec('BEGIN EXCLUSIVE')
    return () => db.close()
  } catch (fault) {
    db.close()
    if (fault instanceof Database.SqliteError && fault.code === 'SQLITE_BUSY') return undefined
    throw fault
  }
}

/**
 * The single-instance lock: an SQLite file held in an exclusive transaction. The kernel drops the lock with the process,
 * so that one left by a killed counter is free again at once.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/**
 * Takes the lock of a data folder. The answer gives it back, or is undefined when another process holds it. Throws an
 * error that names the folder where it cannot be used.
 */
export function takeLock(dataDir: string): (() => void) | undefined {
  let db: Database.Database | undefined
  try {
    mkdirSync(dataDir, { recursive: true })
    const opened = new Database(join(dataDir, 'stand-in.lock'), { timeout: 0 })
    db = opened
    opened.exec('BEGIN EXCLUSIVE')
    return () => opened.close()
  } catch (fault) {
    db?.close()
    if (fault instanceof Database.SqliteError && fault.code === 'SQLITE_BUSY') return undefined
    const why = fault instanceof Error ? fault.message : String(fault)
    throw new Error(`the data folder ${dataDir} cannot be used: ${why}`, { cause: fault })
  }
}

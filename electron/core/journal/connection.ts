/**
 * A connection to a journal's file. Owns the pragmas that durability rests on: they hold for every connection, and are
 * read back, because SQLite answers a pragma that it does not obey with silence.
 */
import Database from 'better-sqlite3'
import { JournalFault } from './faults.ts'

export const BUSY_TIMEOUT_MS = 5_000

export interface Db {
  readonly connection: Database.Database
  /** The statement of this text, prepared once for the connection's life. */
  prepare(sql: string): Database.Statement<unknown[], unknown>
  /** Runs work in a transaction, or in a part of the one that runs already. */
  readonly transaction: Database.Transaction<(work: () => unknown) => unknown>
}

/** Opens the file to write. Throws SQLite's own error, or a JournalFault where a pragma is not obeyed. */
export function openForWriting(path: string, options: { readonly create: boolean }): Db {
  const connection = new Database(path, { timeout: BUSY_TIMEOUT_MS, fileMustExist: !options.create })
  try {
    setPragma(connection, 'journal_mode', 'WAL', 'wal')
    // The default of better-sqlite3 for WAL is NORMAL, which can forget a committed ref when the power goes.
    setPragma(connection, 'synchronous', 'FULL', 2)
    setCommonPragmas(connection)
    if (process.platform === 'darwin') {
      // There, fsync alone leaves the bytes in the drive's cache.
      setPragma(connection, 'fullfsync', 'ON', 1)
      setPragma(connection, 'checkpoint_fullfsync', 'ON', 1)
    }
    return withStatements(connection)
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * Opens the file to look at it. Unlike a writing connection, this one changes neither the file nor its WAL when it is
 * closed, so a file that is refused stays as it was found.
 */
export function openForReading(path: string): Db {
  const connection = new Database(path, { readonly: true, timeout: BUSY_TIMEOUT_MS, fileMustExist: true })
  try {
    setCommonPragmas(connection)
    return withStatements(connection)
  } catch (error) {
    connection.close()
    throw error
  }
}

/** A database in memory, to compare a file's schema with what the migrations make. */
export const openInMemory = (): Db => withStatements(new Database(':memory:'))

/** Runs `work` in one transaction that takes the write lock at once: one commit, one fsync, or nothing. */
export const inOneCommit = <T>(db: Db, work: () => T): T => db.transaction.immediate(work) as T

/** Runs `work` on one unmoving picture of the file, whatever another process writes meanwhile. */
export const inOneView = <T>(db: Db, work: () => T): T => db.transaction.deferred(work) as T

function setCommonPragmas(connection: Database.Database): void {
  setPragma(connection, 'foreign_keys', 'ON', 1)
  setPragma(connection, 'trusted_schema', 'OFF', 0)
  setPragma(connection, 'recursive_triggers', 'ON', 1)
  setPragma(connection, 'busy_timeout', String(BUSY_TIMEOUT_MS), BUSY_TIMEOUT_MS)
}

function setPragma(
  connection: Database.Database,
  name: string,
  value: string,
  expected: string | number,
): void {
  connection.pragma(`${name} = ${value}`)
  const obeyed = connection.pragma(name, { simple: true })
  if (obeyed !== expected) {
    throw new JournalFault('unreadable', `SQLite keeps ${name} at ${String(obeyed)} instead of ${expected}`)
  }
}

/** The connection as it is, whose statements are prepared once: to prepare one costs more than most of them take to run. */
export function withStatements(connection: Database.Database): Db {
  const statements = new Map<string, Database.Statement<unknown[], unknown>>()
  return {
    connection,
    transaction: connection.transaction((work) => work()),
    prepare(sql) {
      const known = statements.get(sql)
      if (known) return known
      const made = connection.prepare<unknown[], unknown>(sql)
      statements.set(sql, made)
      return made
    },
  }
}

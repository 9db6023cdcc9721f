/**
 * `<name>.lock`: held by the one process that uses a journal, for as long as it does. It is an empty database with a
 * transaction that is never ended: the system lets go of it with the process, however that dies, so that no lock is ever
 * left behind. The file itself stays, because a lock on a file that another has removed protects nothing.
 */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import Database from 'better-sqlite3'
import { codeOf, setAside } from '../durable-file.ts'
import { JournalFault } from './faults.ts'

export interface JournalLock {
  release(): void
}

/** A counter that is just closing is given this long to be gone. */
const LOCK_WAIT_MS = 1_000

/** Throws JournalFault('in-use') where another holds it, 'disk-failing' where it cannot be read; SQLite's error where it cannot be had for another reason. */
export function takeLock(path: string): JournalLock {
  try {
    return lockFile(path)
  } catch (error) {
    if (!isNotOurs(path, error)) throw error
    setAside(path, (number) => `${basename(path)}.set-aside-${number}`)
    return lockFile(path)
  }
}

function lockFile(path: string): JournalLock {
  const connection = new Database(path, { timeout: LOCK_WAIT_MS })
  try {
    // Nothing is ever written; SQLite would make a file for undoing it all the same.
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    connection.close()
    if (codeOf(error)?.startsWith('SQLITE_BUSY')) {
      throw new JournalFault('in-use', 'another process has this journal open')
    }
    // In an empty file nothing can be damaged: SQLite calls a read so that the disk has failed.
    if (codeOf(error) === 'SQLITE_CORRUPT') {
      throw new JournalFault('disk-failing', `${basename(path)} cannot be read`)
    }
    throw error
  }
  return { release: () => void connection.close() }
}

/** A folder, or a file that somebody wrote: what is met in our place is kept. */
const isNotOurs = (path: string, error: unknown): boolean =>
  codeOf(error) === 'SQLITE_NOTADB' || (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)

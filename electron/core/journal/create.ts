/**
 * Makes a new journal. Invariant: under its final name there is a finished journal or no file at all, so that a crash at
 * any moment is either before the journal existed or after.
 */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { publishFile, removeFile, setAside } from '../durable-file.ts'
import { openForWriting } from './connection.ts'
import { appendEntry, firstPreviousHash, textOf } from './entries.ts'
import type { EntryBody } from './entry.ts'
import { JournalFault, problemOf } from './faults.ts'
import { migrate } from './migrate.ts'

type JournalCreated = Extract<EntryBody, { kind: 'journal-created' }>

const unfinishedMark = '.unfinished'

/** The files that SQLite may leave beside a database. */
const sqliteEndings = ['-wal', '-shm', '-journal'] as const

/** Writes the journal with its first entry under another name, then names it. Throws SQLite's or the system's error. */
export function createJournal(path: string, body: JournalCreated, atMs: number): void {
  removeUnfinished(path)
  const unfinished = path + unfinishedMark
  try {
    writeJournal(unfinished, body, atMs)
  } catch (error) {
    const { problem, detail } = problemOf(error)
    // What was made a moment ago can be damaged by nothing but the disk.
    throw problem === 'damaged' ? new JournalFault('disk-failing', detail) : error
  }
  publishFile(unfinished, path)
}

function writeJournal(unfinished: string, body: JournalCreated, atMs: number): void {
  const db = openForWriting(unfinished, { create: true })
  try {
    migrate(db)
    appendEntry(db, { sequence: 0, hash: firstPreviousHash }, textOf(body), atMs)
    db.connection.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.connection.close()
  }
}

/** What a creation left that did not come to its end: nothing was ever recorded in it. A folder is not ours, and is kept. */
function removeUnfinished(path: string): void {
  for (const ending of ['', ...sqliteEndings]) {
    const found = path + unfinishedMark + ending
    const isFolder = statSync(found, { throwIfNoEntry: false })?.isDirectory() ?? false
    if (isFolder) setAside(found, (number) => `${basename(found)}.set-aside-${number}`)
    else removeFile(found)
  }
}

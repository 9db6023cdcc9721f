/**
 * Makes a new journal. Invariant: under its final name there is a finished journal or no file at all, so that a crash at
 * any moment is either before the journal existed or after.
 */
import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { firstPreviousHash } from './canonical.ts'
import { openForWriting } from './connection.ts'
import { publishFile } from './durable-file.ts'
import { appendEntry } from './entries.ts'
import type { EntryBody } from './entry.ts'
import { migrate } from './migrate.ts'

const unfinishedMark = '.unfinished'

/** Writes the journal with its first entry under another name, then names it. Throws SQLite's or the system's error. */
export function createJournal(
  path: string,
  body: Extract<EntryBody, { kind: 'journal-created' }>,
  atMs: number,
): void {
  removeUnfinished(path)
  const unfinished = path + unfinishedMark
  const db = openForWriting(unfinished, { create: true })
  try {
    migrate(db)
    appendEntry(db, { sequence: 0, hash: firstPreviousHash }, body, atMs)
    db.connection.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.connection.close()
  }
  publishFile(unfinished, path)
}

/** What a creation left that did not come to its end. Nothing was ever recorded in it. */
function removeUnfinished(path: string): void {
  const start = basename(path) + unfinishedMark
  for (const file of readdirSync(dirname(path))) {
    if (file.startsWith(start)) rmSync(join(dirname(path), file))
  }
}

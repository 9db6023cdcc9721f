/**
 * Makes backups. Invariant: under a backup's name there is a whole copy, on disk and checked like a journal that is opened,
 * or no file at all.
 */
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupReason } from '#shared/backups.ts'
import { codeOf, isSameFile, publishFile, syncFile } from '../durable-file.ts'
import {
  backupFolder,
  backupName,
  backupPath,
  forgetIndex,
  type JournalLocation,
  listBackupNames,
  readCopy,
  removeCopy,
} from './backup-files.ts'
import { openForWriting } from './connection.ts'
import { JournalFault } from './faults.ts'
import { type Inspected, inspectInSlices, inspectJournal } from './inspect.ts'
import type { Journal } from './journal.ts'
import { readVersion } from './migrate.ts'
import { migrations } from './migrations.ts'
import { journalPathsOf, sizeOf } from './paths.ts'

/** Two backups of one millisecond and one reason get different names; more than this many of them is a fault. */
const MAX_SAME_MOMENT = 10

const unfinishedPath = (location: JournalLocation): string =>
  join(backupFolder(location), `${location.name}.unfinished`)

interface BackupRequest {
  readonly location: JournalLocation
  readonly why: BackupReason
  readonly atMs: number
  /** Aborted: the copy is given up, because the counter closes. */
  readonly signal: AbortSignal
}

/**
 * Copies the open journal while it stays in use, and answers the copy's name. Rejects with JournalFault, SQLite's or the
 * system's error; nothing is kept then.
 */
export async function backUp(
  journal: Journal,
  { location, why, atMs, signal }: BackupRequest,
): Promise<string> {
  const unfinished = begin(location)
  try {
    await journal.copyTo(unfinished, signal)
    syncFile(unfinished)
    const { created } = await checkCopy(unfinished, signal)
    if (created.journalId !== journal.journalId)
      throw new JournalFault('not-ours', 'the copy is another journal')
    return publish(location, unfinished, why, atMs)
  } finally {
    removeCopy(unfinished)
  }
}

/**
 * Keeps a journal as it stands before a migration writes to it, or another version of the product than the last opens it
 * (`isByAnother`). Nothing may have the file open. Throws where there is no copy; then it is not opened either.
 */
export function keepBefore(location: JournalLocation, atMs: number, isByAnother: boolean): void {
  const isMigrated = readCopy(journalPathsOf(location).journal, readVersion) !== migrations.length
  if (isMigrated || isByAnother) copyAsItStands(location, atMs)
}

/**
 * A plain copy of the file's bytes, which VACUUM INTO would make anew, with nothing in between that could go wrong. Done at
 * opening, where everything waits for it anyway. Nothing may have the file open. Throws.
 */
function copyAsItStands(location: JournalLocation, atMs: number): void {
  const { journal } = journalPathsOf(location)
  // The last connection to close brings the WAL into the file.
  openForWriting(journal, { create: false }).connection.close()
  if ((sizeOf(`${journal}-wal`) ?? 0) > 0) {
    throw new JournalFault('unreadable', 'what was written last cannot be brought into the file')
  }
  if (isKeptAlready(location, journal)) return
  const unfinished = begin(location)
  try {
    copyFileSync(journal, unfinished)
    syncFile(unfinished)
    inspectJournal(unfinished, undefined)
    forgetIndex(unfinished)
    publish(location, unfinished, 'before-migration', atMs)
  } finally {
    removeCopy(unfinished)
  }
}

/** A migration that fails is tried at each start: the copies of one and the same journal would fill the disk. */
const isKeptAlready = (location: JournalLocation, journal: string): boolean =>
  listBackupNames(location).some((name) => isSameFile(backupPath(location, name), journal))

function begin(location: JournalLocation): string {
  mkdirSync(backupFolder(location), { recursive: true, mode: 0o700 })
  const unfinished = unfinishedPath(location)
  removeCopy(unfinished)
  return unfinished
}

function publish(location: JournalLocation, unfinished: string, why: BackupReason, atMs: number): string {
  for (let later = 0; later < MAX_SAME_MOMENT; later += 1) {
    const name = backupName(location, atMs + later, why)
    try {
      publishFile(unfinished, backupPath(location, name))
      return name
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
  throw new JournalFault('unreadable', `there are ${MAX_SAME_MOMENT} backups of this moment already`)
}

// Looks a copy of a journal over as its opening does, without keeping anyone waiting, and leaves nothing beside it.

/** Rejects with JournalFault, or SQLite's own error, for a copy that is not whole; with the reason of `signal` if aborted. */
export async function checkCopy(path: string, signal: AbortSignal): Promise<Inspected> {
  try {
    return await inspectInSlices(path, undefined, signal)
  } finally {
    forgetIndex(path)
  }
}

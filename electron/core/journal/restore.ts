/**
 * Puts a backup in the place of a journal that does not open. Invariant: until the restored journal is whole and on disk
 * under a name of its own, nothing has changed; then it takes its place, at the next start if not now.
 */
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rehearsal, Restoration } from '#shared/backups.ts'
import { syncFolder } from '../durable-file.ts'
import { checkCopy } from './backup.ts'
import { backupFolder, backupPath, type JournalLocation, removeCopy } from './backup-files.ts'
import { openForReading, openForWriting } from './connection.ts'
import { type ChainEnd, readChainEnd, readRow } from './entries.ts'
import { JournalFault } from './faults.ts'
import { installRestoredJournal, restoredPath } from './install-restored-journal.ts'
import { takeLock } from './lock.ts'
import { migrate } from './migrate.ts'
import { checkOwner, type JournalOptions } from './open.ts'
import { journalPathsOf } from './paths.ts'
import { type Lost, prepareRestored } from './prepare-restored.ts'
import { readRegistry } from './registry.ts'

/**
 * Restores `lost` from a backup, by its file's name; the journal can be opened then. Rejects with JournalFault ('in-use'
 * where another process has it open), SQLite's or the system's error, or when aborted.
 */
export async function restoreJournal(lost: Lost, backup: string, signal: AbortSignal): Promise<Restoration> {
  const { journal } = lost
  const paths = journalPathsOf(journal)
  const work = `${paths.journal}.restoring`
  const lock = takeLock(paths.lock)
  try {
    const restored = await prepareRestored(lost, backup, work, signal)
    renameSync(work, restoredPath(paths))
    syncFolder(journal.folder)
    installRestoredJournal(journal)
    return restored
  } finally {
    removeCopy(work)
    lock.release()
  }
}

// The drill: does all of a restore but its last step, in a folder of its own, and tells what would come of it. Invariant:
// what is there is only read.

export type RehearsalFound = Pick<Rehearsal, 'entries' | 'behindEntries' | 'savedEntries'>

/** What a restore of a journal that does not open would give. Rejects with JournalFault, SQLite's or the system's error. */
export function rehearseForLost(lost: Lost, backup: string, signal: AbortSignal): Promise<RehearsalFound> {
  return inDrillFolder(lost.journal, async (work) => {
    const { backupSequence, savedEntries, lostEntries } = await prepareRestored(lost, backup, work, signal)
    const behindEntries = lostEntries === null ? null : savedEntries + lostEntries
    return { entries: backupSequence, behindEntries, savedEntries }
  })
}

/**
 * Whether a backup could take the place of the journal that is open: whole, ours, of a version that can be brought to this
 * one, and a beginning of what is in use. Rejects as above.
 */
export function rehearseForOpen(
  journal: JournalOptions,
  backup: string,
  signal: AbortSignal,
): Promise<RehearsalFound> {
  return inDrillFolder(journal, async (work) => {
    await copyFile(backupPath(journal, backup), work)
    const chain = await checkCopy(work, signal)
    checkOwner(journal, chain, readRegistry(journal.folder))
    bringToThisVersion(work)
    const { sequence } = endOfLive(journal, chain.end)
    return { entries: chain.end.sequence, behindEntries: sequence - chain.end.sequence, savedEntries: null }
  })
}

/** A copy of an earlier version keeps the counter waiting for a moment: there is one after an update, and no more. */
function bringToThisVersion(work: string): void {
  const db = openForWriting(work, { create: false })
  try {
    migrate(db)
  } finally {
    db.connection.close()
  }
}

/** Where the journal in use ends. Throws JournalFault where the copy's end is not one of its entries. */
function endOfLive(journal: JournalOptions, copyEnd: ChainEnd): ChainEnd {
  const db = openForReading(journalPathsOf(journal).journal)
  try {
    if (readRow(db, copyEnd.sequence)?.hash === copyEnd.hash) return readChainEnd(db)
    const detail = `entry ${copyEnd.sequence} of the backup is not the one of the journal in use`
    throw new JournalFault('not-ours', detail)
  } finally {
    db.connection.close()
  }
}

/** A folder of its own for the copy, gone when the drill is over; so are those of drills that were cut off. */
async function inDrillFolder<T>(location: JournalLocation, work: (path: string) => Promise<T>): Promise<T> {
  const drills = join(backupFolder(location), `${location.name}.drill-`)
  for (const left of readdirSync(backupFolder(location))) {
    const path = join(backupFolder(location), left)
    if (path.startsWith(drills)) rmSync(path, { recursive: true, force: true })
  }
  const folder = mkdtempSync(drills)
  try {
    return await work(join(folder, 'copy.journal'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The drill: does all of a restore but its last step, in a folder of its own, and tells what would come of it. Invariant:
 * what is there is only read.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Rehearsal } from '#shared/backups.ts'
import { backupFolder, backupPath, type JournalLocation } from './backup-files.ts'
import { checkCopy } from './check-copy.ts'
import { openForReading, openForWriting } from './connection.ts'
import { type ChainEnd, readChainEnd, readRow } from './entries.ts'
import { JournalFault } from './faults.ts'
import { migrate } from './migrate.ts'
import { checkOwner, type JournalOptions } from './open.ts'
import { journalPathsOf } from './paths.ts'
import { type Lost, prepareRestored } from './prepare-restored.ts'
import { readRegistry } from './registry.ts'

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

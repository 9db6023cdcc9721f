/**
 * Puts a backup in the place of a journal that does not open. Invariant: until the restored journal is whole and on disk
 * under a name of its own, nothing has changed; then it takes its place, at the next start if not now.
 */
import { constants, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JournalProblem } from '#shared/app-error.ts'
import type { Rehearsal, Restoration } from '#shared/backups.ts'
import { syncFile, syncFolder } from '../durable-file.ts'
import { checkCopy } from './backup.ts'
import { backupFolder, backupPath, type JournalLocation, listBackups, removeCopy } from './backup-files.ts'
import { type Db, inOneCommit, openForReading, openForWriting } from './connection.ts'
import {
  appendEntry,
  appendText,
  type ChainEnd,
  readChainEnd,
  readEntriesAfter,
  readRow,
  textOf,
} from './entries.ts'
import type { Entry } from './entry.ts'
import { JournalFault } from './faults.ts'
import { installRestoredJournal, restoredPath } from './install-restored-journal.ts'
import { takeLock } from './lock.ts'
import { RESTORED_REASON } from './losses.ts'
import { migrate } from './migrate.ts'
import { checkOwner, type JournalOptions } from './open.ts'
import { journalPathsOf } from './paths.ts'
import { projectEntries } from './project.ts'
import { readRegistry } from './registry.ts'
import { listSales } from './sales.ts'
import { chainOn, type FoundRow, readRowsAfter } from './salvage.ts'
import type { VerifiedChain } from './verify.ts'
import { readWitness, type WitnessRecord } from './witness.ts'

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

// The drill: does all of a restore but its last step, in a folder of its own, and reports what would come of it. Invariant:
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

// Makes the journal that a restore gives, beside the one that does not open. Invariant: nothing is touched and nothing is
// made up. What comes back is the backup and what the chain proves behind it, wherever that is found; one entry says how
// many were saved and how many are missing.

/** The journal's own bound on a list: a counter has a few such sales. */
const MAX_DOUBTED = 10_000

/** A journal that does not open, and why. */
interface Lost {
  readonly journal: JournalOptions
  readonly problem: JournalProblem
}

/** Makes `work` and touches nothing else. Rejects with JournalFault, SQLite's or the system's error, or when aborted. */
async function prepareRestored(
  lost: Lost,
  backup: string,
  work: string,
  signal: AbortSignal,
): Promise<Restoration> {
  const { journal } = lost
  removeCopy(work)
  await copyFile(backupPath(journal, backup), work, constants.COPYFILE_FICLONE)
  const chain = await checkCopy(work, signal)
  checkOwner(journal, chain, readRegistry(journal.folder))
  const db = openForWriting(work, { create: false })
  let restored: Restoration
  try {
    migrate(db)
    restored = bringBack(db, lost, backup, chain)
  } finally {
    db.connection.close()
  }
  syncFile(work)
  await checkCopy(work, signal)
  return restored
}

function bringBack(db: Db, lost: Lost, backup: string, { created, end }: VerifiedChain): Restoration {
  const { journal, problem } = lost
  const pageBytes = Number(db.connection.pragma('page_size', { simple: true }))
  const found = chainOn(end, rowsBehind(lost, backup, end, pageBytes))
  return inOneCommit(db, () => {
    const saved = appendFound(db, found.rows, journal)
    const last = saved.at(-1)
    const savedEnd = last ?? end
    const restored = {
      backup,
      backupSequence: end.sequence,
      savedEntries: saved.length,
      lostEntries: countLost(savedEnd, witnessOf(journal, created.journalId), found.lastProvenSequence),
    }
    const body = { kind: 'journal-restored', ...restored, problem } as const
    const restoreEntry = appendEntry(db, savedEnd, textOf(body), journal.nowMs())
    if (restored.lostEntries !== 0) doubtUnsent(db, restoreEntry, atMsOf(db, savedEnd.sequence))
    return restored
  })
}

/**
 * What was saved of a sale may say that nothing is at the service, and the entry that says it was sent after all may be
 * among the lost ones. Each such sale has an attempt begun again here, in the open, in doubt from the last entry that was
 * saved until now, and is then looked up like any other.
 */
function doubtUnsent(db: Db, restoreEntry: Entry, sinceMs: number): void {
  let end: Entry = restoreEntry
  for (const { ref, attempts } of listSales(db, { states: ['unsent'], limit: MAX_DOUBTED })) {
    const begun = { kind: 'attempt-started', ref, attempt: attempts + 1 } as const
    const doubted = { kind: 'doubted', ref, reason: RESTORED_REASON, requestId: null } as const
    for (const [body, atMs] of [[begun, sinceMs] as const, [doubted, restoreEntry.atMs] as const]) {
      end = appendEntry(db, end, textOf(body), atMs)
      projectEntries(db, [end])
    }
  }
}

/** What is there of the journal, unless it is another's, and of backups that go further than this one. */
function rowsBehind(
  { journal, problem }: Lost,
  backup: string,
  end: ChainEnd,
  pageBytes: number,
): readonly FoundRow[] {
  const further = listBackups(journal)
    .filter(({ name, entries }) => name !== backup && (entries === null || entries > end.sequence))
    .map(({ name }) => backupPath(journal, name))
  const own = problem === 'not-ours' ? [] : [journalPathsOf(journal).journal]
  return [...own, ...further].flatMap((path) => readRowsAfter(path, pageBytes, end.sequence))
}

/** Appends the rows up to the first that does not fit, and answers what they became. */
function appendFound(db: Db, rows: readonly FoundRow[], { log, name }: JournalOptions): readonly Entry[] {
  const saved: Entry[] = []
  let end = readChainEnd(db)
  for (const row of rows) {
    try {
      const before = end
      const entry = inOneCommit(db, () => appendRow(db, before, row))
      saved.push(entry)
      end = entry
    } catch (error) {
      log?.write('error', 'journal.salvage-stopped', { name, sequence: row.sequence, why: String(error) })
      return saved
    }
  }
  return saved
}

const atMsOf = (db: Db, sequence: number): number => readEntriesAfter(db, sequence - 1, 1)[0]?.atMs ?? 0

function appendRow(db: Db, end: ChainEnd, row: FoundRow): Entry {
  const entry = appendText(db, end, row.bodyText, row.atMs)
  if (entry.hash !== row.hash) throw new JournalFault('chain-broken', `entry ${row.sequence} was changed`)
  projectEntries(db, [entry])
  return entry
}

function witnessOf(journal: JournalOptions, journalId: string): WitnessRecord | undefined {
  const witnessed = readWitness(journalPathsOf(journal).witness)
  return witnessed === undefined || witnessed === 'broken' || witnessed.journalId !== journalId
    ? undefined
    : witnessed
}

/**
 * How many entries are known to be missing behind what was saved; null where nobody knows whether any is. That none was
 * found behind it proves nothing: a page or a WAL may be gone with them. Nor does a witness of no later entry, since a
 * power cut takes it back to where it was last flushed. Proof that nothing is missing is the witness of a journal that
 * was closed in order, and at this very entry.
 */
function countLost(
  saved: ChainEnd,
  witnessed: WitnessRecord | undefined,
  proven: number | null,
): number | null {
  const written = Math.max(witnessed?.sequence ?? 0, proven ?? 0)
  if (written > saved.sequence) return written - saved.sequence
  return witnessed?.isLast && witnessed.hash === saved.hash ? 0 : null
}

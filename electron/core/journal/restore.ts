/**
 * Puts a backup in the place of a journal that does not open. Invariant: until the restored journal is whole and on disk
 * under a name of its own, nothing has changed; then it takes its place, at the next start if not now.
 */
import { renameSync } from 'node:fs'
import type { Restoration } from '#shared/backups.ts'
import { syncFolder } from '../durable-file.ts'
import { removeCopy } from './backup-files.ts'
import { installRestoredJournal, restoredPath } from './install-restored-journal.ts'
import { takeLock } from './lock.ts'
import { journalPathsOf } from './paths.ts'
import { type Lost, prepareRestored } from './prepare-restored.ts'

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

/** Journals with a backup behind them, and what a restore makes of them. */
import { hash } from 'node:crypto'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'vitest'
import { backUp } from '#core/journal/backup.ts'
import type { Entry } from '#core/journal/entry.ts'
import type { Journal } from '#core/journal/journal.ts'
import { restoreJournal } from '#core/journal/restore.ts'
import type { JournalProblem } from '#shared/app-error.ts'
import type { BackupReason, Restoration } from '#shared/backups.ts'
import { saleStates } from '#shared/states/sale.ts'
import { bringTo, contentOf, copyOf, journalPath, openWhole } from './journal.ts'
import { journalOptions, shopName, startMs } from './journal-entries.ts'
import { refNumber } from './refs.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const locationIn = (folder: string) => ({ folder, name: shopName })

/** Never aborted. */
export const noStop = new AbortController().signal

/** Makes a backup and answers its file's name. */
export const backUpIn = (
  folder: string,
  journal: Journal,
  why: BackupReason = 'on-demand',
  atMs = startMs,
): Promise<string> => backUp(journal, { location: locationIn(folder), why, atMs, signal: noStop })

/** Sells `count` sales from the n-th on, one in each state in turn. */
export function sellSome(journal: Journal, first: number, count: number): void {
  for (let sale = first; sale < first + count; sale += 1) {
    bringTo(journal, refNumber(sale), saleStates[sale % saleStates.length] ?? 'sending')
  }
}

/** A journal of some sales, a backup, and some sales more; left closed, or as a killed process leaves it. */
export async function journalWithBackup(options: {
  readonly left: 'closed' | 'killed'
  readonly before?: number
  readonly after?: number
}) {
  const { left, before = 12, after = 12 } = options
  const folder = temporaryFolder()
  const journal = openWhole(folder)
  sellSome(journal, 0, before)
  const backup = await backUpIn(folder, journal)
  const backupSequence = journal.readEntries().length
  sellSome(journal, before, after)
  const content = contentOf(journal)
  const killed = left === 'killed' ? copyOf(folder) : undefined
  journal.close()
  return { folder: killed ?? folder, backup, backupSequence, content }
}

/** Every file in the folder of backups. */
export const backupsIn = (folder: string): readonly string[] => {
  const backups = join(folder, 'backups')
  return existsSync(backups) ? readdirSync(backups).sort() : []
}

/** Opens a backup as a journal of its own, somewhere else, with all the checks of an opening. */
export function openCopy(folder: string, name: string): Journal {
  const elsewhere = temporaryFolder()
  copyFileSync(join(folder, 'backups', name), journalPath(elsewhere))
  return openWhole(elsewhere)
}

/** Restores a folder's journal; it is not open, for `problem`. */
export const restoreIn = (folder: string, backup: string, problem: JournalProblem = 'damaged') =>
  restoreJournal({ journal: journalOptions(folder), problem }, backup, noStop)

/** Every file under a folder with its bytes, but what SQLite and the lock leave, which holds nothing. */
export function everyFile(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/(-shm|-wal|\.lock)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    files.map((path) => [relative(folder, path), hash('sha256', readFileSync(path), 'hex')]),
  )
}

/** Changes one letter of an entry's body wherever it stands in the file, and leaves all else as it was. */
export function spoilEntry(path: string, entry: Entry | undefined): void {
  const bytes = readFileSync(path)
  // The hash stands directly behind the body, and a body ends in "}".
  const hash = entry?.hash ?? 'no such entry'
  for (let at = bytes.indexOf(hash); at > 0; at = bytes.indexOf(hash, at + 1)) bytes.write(']', at - 1)
  writeFileSync(path, bytes)
}

export type Content = ReturnType<typeof contentOf>

/**
 * What every restore keeps: the journal is the old one up to some entry, word for word; then comes the entry that
 * records the restore, and its counts are true.
 */
export function expectRestored(folder: string, content: Content, restored: Restoration): Journal {
  const { backup, backupSequence, savedEntries, lostEntries } = restored
  const journal = openWhole(folder)
  const entries = journal.readEntries()
  const saved = backupSequence + savedEntries
  expect(journal.journalId).toBe(content.journalId)
  expect(entries.slice(0, saved)).toEqual(content.entries.slice(0, saved))
  expect(entries[saved]?.body).toEqual({
    ...{ kind: 'journal-restored', backup, backupSequence, savedEntries, lostEntries },
    problem: expect.any(String),
  })
  // What may have been sent after the last entry that was saved is in doubt.
  const added = entries.slice(saved + 1).map(({ body }) => body.kind)
  const isPair = (kind: string, place: number) => kind === (place % 2 === 0 ? 'attempt-started' : 'doubted')
  expect(added.every(isPair)).toBe(true)
  if (lostEntries === 0) expect(added).toEqual([])
  else expect(journal.listSales({ states: ['unsent'], limit: 10_000 })).toEqual([])
  if (lostEntries !== null) expect(saved + lostEntries).toBe(content.entries.length)
  return journal
}

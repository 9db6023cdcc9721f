/** Journals in temporary folders, opened, told and compared. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Journal } from '#core/journal/journal.ts'
import { type JournalOptions, openJournal } from '#core/journal/open.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleState } from '#shared/states/sale.ts'
import { confirmed, entryFor, journalOptions, shopName, startMs, waysTo } from './journal-entries.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const journalPath = (folder: string): string => join(folder, `${shopName}.journal`)

/** Opens the folder's journal, which must be whole; closed when the test is over. */
export function openWhole(folder: string, more: Partial<JournalOptions> = {}): Journal {
  const opened = openJournal(journalOptions(folder, more))
  if (!opened.ok) throw new Error(`${opened.error.problem}: ${opened.error.detail}`)
  onTestFinished(() => opened.value.close())
  return opened.value
}

/** The problem that keeps the folder's journal from being opened, or 'none'. */
export function problemIn(folder: string, more: Partial<JournalOptions> = {}): string {
  const opened = openJournal(journalOptions(folder, more))
  if (!opened.ok) return opened.error.problem
  opened.value.close()
  return 'none'
}

/** Everything a journal tells, to compare with what it told before. */
export const tellAll = (journal: Journal) => ({
  journalId: journal.journalId,
  entries: journal.readEntries(),
  sales: journal.listSales({ limit: 10_000 }),
})

/** Every file's bytes, without SQLite's index file and a WAL that holds nothing: neither has data. */
export function fingerprint(folder: string): Record<string, string> {
  const held = readdirSync(folder)
    .map((file) => ({ file, bytes: readFileSync(join(folder, file)) }))
    .filter(({ file, bytes }) => !file.endsWith('-shm') && !(file.endsWith('-wal') && bytes.length === 0))
  return Object.fromEntries(
    held.map(({ file, bytes }) => [file, createHash('sha256').update(bytes).digest('hex')]),
  )
}

/** Confirms a sale and leads it into `state`. */
export function bringTo(journal: Journal, ref: Ref, state: SaleState, atMs = startMs): void {
  journal.record([...confirmed(ref)], atMs)
  for (const event of waysTo[state]) journal.record([entryFor(event, ref)], atMs)
}

/** A folder with a closed journal, in which one sale was delivered. */
export function folderWithSale(ref: Ref): string {
  const folder = temporaryFolder()
  const journal = openWhole(folder)
  bringTo(journal, ref, 'fulfilled')
  journal.close()
  return folder
}

/** Journals in temporary folders, opened, read and compared. */
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Journal } from '#core/journal/journal.ts'
import { type JournalOptions, openJournal } from '#core/journal/open.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleState } from '#shared/states/sale.ts'
import {
  confirmed,
  entryFor,
  journalOptions,
  kindFor,
  orderOf,
  shopName,
  startMs,
  waysTo,
} from './journal-entries.ts'
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

/** The names in a folder, without the locks: they stay, and hold nothing. */
export const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => !file.endsWith('.lock'))
    .sort()

/**
 * A copy of a folder as a killed process leaves it: what is open is copied as it stands. Without its checkpoint it is looked
 * over in full, and so it is with one, unless a WAL explains why the file is not as it was left.
 */
export function copyOf(folder: string, { withCheckpoint = false } = {}): string {
  const copy = temporaryFolder()
  const files = filesIn(folder).filter((file) => !file.endsWith('-shm'))
  for (const file of files.filter((name) => withCheckpoint || !name.endsWith('.checkpoint'))) {
    cpSync(join(folder, file), join(copy, file), { recursive: true })
  }
  return copy
}

export function flipBit(path: string, bit: number): void {
  const bytes = readFileSync(path)
  const at = Math.floor(bit / 8) % bytes.length
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << (bit % 8)), at)
  writeFileSync(path, bytes)
}

/** Everything a journal holds, to compare with what it held before. */
export const contentOf = (journal: Journal) => ({
  journalId: journal.journalId,
  entries: journal.readEntries(),
  sales: journal.listSales({ limit: 10_000 }),
})

/**
 * Every file's bytes, without SQLite's index file, a WAL that holds nothing, and the lock: none has data. The lock is not
 * even read, because a process that closes a file lets go of its locks on it.
 */
export function fingerprint(folder: string): Record<string, string> {
  const held = readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? entry.name : []))
    .filter((file) => !file.endsWith('-shm') && !file.endsWith('.lock'))
    .map((file) => ({ file, bytes: readFileSync(join(folder, file)) }))
    .filter(({ file, bytes }) => !(file.endsWith('-wal') && bytes.length === 0))
  return Object.fromEntries(
    held.map(({ file, bytes }) => [file, createHash('sha256').update(bytes).digest('hex')]),
  )
}

/** Confirms a sale, of a kind that knows `state` where none is given, and leads it there. */
export function bringTo(
  journal: Journal,
  ref: Ref,
  state: SaleState,
  atMs = startMs,
  kind: OrderKind = kindFor(state),
): void {
  journal.record([...confirmed(ref, { order: orderOf(ref)[kind] })], atMs)
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

/**
 * The journal as a file that can be checked without anything else: a line for its beginning, one for each entry with its
 * canonical bytes and its hash, one for its end. Pure but for the reading. The form holds for ever, and each of its bytes
 * follows from the entries: the command `verify-journal` finds any that is another.
 */
import { canonicalJson } from '../journal/canonical.ts'
import type { EntryRow } from '../journal/entries.ts'
import type { Journal } from '../journal/journal.ts'
import { letOthersIn } from './progress.ts'

export const JOURNAL_FORMAT = 'comptoir-journal'
export const JOURNAL_FORMAT_VERSION = 1

/** Rows between two turns of everything else. */
const SLICE_ROWS = 500

export interface JournalPart {
  readonly text: string
  /** Entries in this part, how many were read so far, of how many. */
  readonly rows: number
  readonly done: number
  readonly total: number
}

/** All entries that there are now; what is recorded meanwhile is not among them. */
export async function* journalParts(
  journal: Pick<Journal, 'journalId' | 'readLastEntry' | 'readRows'>,
): AsyncGenerator<JournalPart, void, undefined> {
  const last = journal.readLastEntry()
  if (!last) throw new Error('the journal has no entry')
  const { sequence: total, hash } = last
  const { journalId } = journal
  yield part([{ format: JOURNAL_FORMAT, journalId, version: JOURNAL_FORMAT_VERSION }].map(line), 0, 0, total)
  for (let done = 0; done < total; ) {
    const rows = journal.readRows(done, Math.min(SLICE_ROWS, total - done))
    if (rows.length === 0) throw new Error(`the entries behind ${done} cannot be read`)
    done += rows.length
    yield part(rows.map(entryLine), rows.length, done, total)
    await letOthersIn()
  }
  yield part([line({ end: { entries: total, hash } })], 0, total, total)
}

const part = (lines: readonly string[], rows: number, done: number, total: number): JournalPart => ({
  ...{ text: lines.join(''), rows, done, total },
})

const line = (value: unknown): string => `${canonicalJson(value)}\n`

/** The bytes that were hashed stand in it as they are: see journal/canonical.ts. */
const entryLine = ({ sequence, at_ms: atMs, body, hash }: EntryRow): string =>
  `{"entry":{"atMs":${atMs},"body":${body},"sequence":${sequence}},"hash":"${hash}"}\n`

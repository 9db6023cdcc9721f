/**
 * The check of a journal's chain: every entry against the one before, up to what was witnessed. Reads only, step by step.
 * Time grows with the number of entries; memory does not.
 */
import type { Db } from './connection.ts'
import {
  type ChainEnd,
  type EntryRow,
  firstPreviousHash,
  hashEntry,
  parseEntry,
  readRow,
  walkRows,
} from './entries.ts'
import { type EntryBody, journalEntryKinds } from './entry.ts'
import { JournalFault } from './faults.ts'
import { printEntryKinds } from './print-entry.ts'
import type { Steps } from './steps.ts'
import type { WitnessRecord } from './witness.ts'

export interface VerifiedChain {
  readonly created: Extract<EntryBody, { kind: 'journal-created' }>
  readonly createdAtMs: number
  readonly end: ChainEnd
}

const beginning: ChainEnd = { sequence: 0, hash: firstPreviousHash }

/**
 * Walks every entry behind `from`, which must stand where it says; the first entry is looked at in any case. The chain must
 * pass by what was witnessed, if anything was. Throws JournalFault: 'chain-broken' where an entry was changed, moved or
 * taken out, 'older-copy' where the end is missing, 'not-ours' where another journal was witnessed.
 */
export function* verifyChain(
  db: Db,
  witnessed: WitnessRecord | undefined,
  from: ChainEnd = beginning,
): Steps<VerifiedChain> {
  const first = readFirst(db, witnessed)
  if (from.sequence > 0) checkStands(readRow(db, from.sequence), from)
  if (witnessed && witnessed.sequence <= from.sequence)
    checkStands(readRow(db, witnessed.sequence), witnessed)
  let end = from
  for (const row of walkRows(db, from.sequence)) {
    if (row.sequence !== end.sequence + 1) broken(`entry ${end.sequence + 1} is missing`)
    checkLink(end, row)
    if (row.sequence === witnessed?.sequence) checkStands(row, witnessed)
    end = { sequence: row.sequence, hash: row.hash }
    yield
  }
  if (witnessed !== undefined && witnessed.sequence > end.sequence) {
    const missing = witnessed.sequence - end.sequence
    const detail = `the journal ends at entry ${end.sequence}, but entry ${witnessed.sequence} had been written: this is an older copy, or its end was lost`
    throw new JournalFault('older-copy', detail, { missingEntries: missing })
  }
  return { ...first, end }
}

function readFirst(db: Db, witnessed: WitnessRecord | undefined): Omit<VerifiedChain, 'end'> {
  const row = readRow(db, 1)
  if (!row) broken('the first entry is missing')
  checkLink(beginning, row)
  const { body, atMs } = parseEntry(row)
  if (body.kind !== 'journal-created') broken('the first entry does not create a journal')
  if (witnessed !== undefined && witnessed.journalId !== body.journalId) {
    const detail = `the file is journal ${body.journalId}, witnessed was ${witnessed.journalId}`
    throw new JournalFault('not-ours', detail)
  }
  return { created: body, createdAtMs: atMs }
}

/** The entry behind `before` is what its hash says, and belongs to a sale unless it is about the journal itself. */
function checkLink(before: ChainEnd, row: EntryRow): void {
  const { sequence, at_ms: atMs, body: bodyText } = row
  if (hashEntry(before.hash, { sequence, atMs, bodyText }) !== row.hash)
    broken(`entry ${sequence} was changed`)
  if (sequence > 1 && row.ref === null && !mayBeOfNoSale(row.kind))
    broken(`entry ${sequence} belongs to no sale`)
}

/** Behind the first, which alone creates it. */
const isOfJournal = (kind: string): boolean => kind !== 'journal-created' && journalEntryKinds.includes(kind)

/** A printer's test page is of no sale either. */
const mayBeOfNoSale = (kind: string): boolean => isOfJournal(kind) || printEntryKinds.includes(kind)

function checkStands(row: EntryRow | undefined, known: ChainEnd): void {
  if (row?.hash !== known.hash) broken(`entry ${known.sequence} is not the one that was written`)
}

function broken(detail: string): never {
  throw new JournalFault('chain-broken', detail)
}

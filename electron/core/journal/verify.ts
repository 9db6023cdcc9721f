/**
 * The full check of a journal's content at opening: the chain, every body, and every projection against what the
 * entries make of it. Reads only. Time grows with the number of entries; memory does not.
 */
import { isDeepStrictEqual } from 'node:util'
import { countAttempts, readAttempts, type StoredAttempt } from './attempts.ts'
import { firstPreviousHash, hashEntry } from './canonical.ts'
import type { Db } from './connection.ts'
import { type ChainEnd, parseEntry, walkEntriesBySale, walkRows } from './entries.ts'
import type { Entry, EntryBody, SaleEntryBody } from './entry.ts'
import { JournalFault } from './faults.ts'
import type { StoredSale } from './journal.ts'
import { nextAttempt, nextSale } from './next-sale.ts'
import { countSales, readSale, readSaleSpan } from './sales.ts'
import type { WitnessRecord } from './witness.ts'

export interface VerifiedChain {
  readonly created: Extract<EntryBody, { kind: 'journal-created' }>
  readonly createdAtMs: number
  readonly end: ChainEnd
}

/**
 * Walks every entry from the first. The chain must pass by what was witnessed, if anything was. Throws JournalFault:
 * 'chain-broken' where an entry was changed, moved or taken out, 'older-copy' where the end is missing, 'not-ours' where
 * another journal was witnessed.
 */
export function verifyChain(db: Db, witnessed: WitnessRecord | undefined): VerifiedChain {
  let end: ChainEnd = { sequence: 0, hash: firstPreviousHash }
  let first: Omit<VerifiedChain, 'end'> | undefined
  for (const row of walkRows(db)) {
    const { sequence, at_ms: atMs, body: bodyText } = row
    if (sequence !== end.sequence + 1) broken(`entry ${end.sequence + 1} is missing`)
    if (hashEntry(end.hash, { sequence, atMs, bodyText }) !== row.hash)
      broken(`entry ${sequence} was changed`)
    if (sequence === 1) first = checkFirst(parseEntry(row), witnessed)
    else if (row.ref === null) broken(`entry ${sequence} belongs to no sale`)
    if (sequence === witnessed?.sequence && row.hash !== witnessed.hash) {
      broken(`entry ${sequence} is not the one that was written`)
    }
    end = { sequence, hash: row.hash }
  }
  if (!first) broken('the first entry is missing')
  if (witnessed !== undefined && witnessed.sequence > end.sequence) {
    const missing = witnessed.sequence - end.sequence
    const detail = `the journal ends at entry ${end.sequence}, but entry ${witnessed.sequence} had been written: this is an older copy, or its end was lost`
    throw new JournalFault('older-copy', detail, missing)
  }
  return { ...first, end }
}

function checkFirst({ body, atMs }: Entry, witnessed: WitnessRecord | undefined): Omit<VerifiedChain, 'end'> {
  if (body.kind !== 'journal-created') broken('the first entry does not create a journal')
  if (witnessed !== undefined && witnessed.journalId !== body.journalId) {
    const detail = `the file is journal ${body.journalId}, witnessed was ${witnessed.journalId}`
    throw new JournalFault('not-ours', detail)
  }
  return { created: body, createdAtMs: atMs }
}

function broken(detail: string): never {
  throw new JournalFault('chain-broken', detail)
}

interface Replay {
  readonly sale: StoredSale
  readonly attempts: readonly StoredAttempt[]
  readonly firstSequence: number
  readonly lastSequence: number
}

/** Replays each sale and compares it, its attempts and its place with the tables. Throws JournalFault('damaged'). */
export function verifyProjections(db: Db): void {
  let current: Replay | undefined
  let sales = 0
  let attempts = 0
  const settle = (replay: Replay | undefined) => {
    if (!replay) return
    compare(db, replay)
    sales += 1
    attempts += replay.attempts.length
  }
  for (const entry of walkEntriesBySale(db)) {
    const { body } = entry
    if (body.kind === 'journal-created') continue
    if (current?.sale.ref !== body.ref) {
      settle(current)
      current = undefined
    }
    current = replayed(current, { ...entry, body })
  }
  settle(current)
  if (countSales(db) !== sales || countAttempts(db) !== attempts) differs('there are more than were recorded')
}

function replayed(before: Replay | undefined, entry: Entry & { readonly body: SaleEntryBody }): Replay {
  const attempt = nextAttempt(before?.attempts.at(-1), entry)
  const earlier = (before?.attempts ?? []).filter((one) => one.attempt !== attempt?.attempt)
  return {
    sale: nextSale(before?.sale, entry),
    attempts: attempt ? [...earlier, attempt] : earlier,
    firstSequence: before?.firstSequence ?? entry.sequence,
    lastSequence: entry.sequence,
  }
}

function compare(db: Db, replay: Replay): void {
  const { ref } = replay.sale
  if (replay.sale.attempts === 0) differs(`sale ${ref} has no attempt`)
  if (!isDeepStrictEqual(readSale(db, ref), replay.sale)) differs(`sale ${ref}`)
  if (!isDeepStrictEqual(readAttempts(db, ref), replay.attempts)) differs(`the attempts of sale ${ref}`)
  const span = [replay.firstSequence, replay.lastSequence]
  if (!isDeepStrictEqual(readSaleSpan(db, ref), span)) differs(`the place of sale ${ref}`)
}

function differs(what: string): never {
  throw new JournalFault('damaged', `the sales do not agree with the entries: ${what}`)
}

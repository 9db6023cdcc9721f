/**
 * The times of which entries were lost: between the last entry that a restore saved and the restore itself, or between the
 * end of an older journal that was put back and a person's word that it is the one to sell upon. What was done then is in no
 * entry, and must not be taken as not having been done.
 */
import * as z from 'zod'
import { mayLackSales } from '#shared/journal-doubt.ts'
import type { Db } from './connection.ts'
import { parseEntry, readRow } from './entries.ts'
import type { EntryBody } from './entry.ts'

/** The reason of a doubt about an attempt of that time: no entry records one, and there may have been one. */
export const RESTORED_REASON = 'restored'

export interface Loss {
  /** The entry that records it: entries before it were saved, entries behind it were written since. */
  readonly sequence: number
  /** By the machine's clock, as the entries have it: from the last one that was saved to the one that records it. */
  readonly sinceMs: number
  readonly untilMs: number
  /** By how much the service's clock was ahead when it began, as the last attempt before it says: see `offsetsIn`. */
  readonly offsetsMs: readonly number[]
}

/** How far back an attempt is looked for that noted it: there is no index of them. */
const OFFSET_WITHIN_ENTRIES = 1_000

/** Answers the losses behind an entry of this journal, in order, and those shortly before it: a lost request may land late. */
export type ListLosses = (sequence: number) => readonly Loss[]

/** More than a counter writes in the minutes in which a request can land. */
const SHORTLY_BEFORE_ENTRIES = 1_000

const sequenceSchema = z.int()

/** Reads each entry once, and only back to the oldest one asked for: there is no index of the few that record a loss. */
export function createLosses(db: Db): ListLosses {
  let known: readonly Loss[] = []
  let [knownFrom, knownTo] = [0, 0]
  return (sequence) => {
    const end = sequenceSchema.parse(
      db.prepare('SELECT coalesce(max(sequence), 0) FROM entries').pluck().get(),
    )
    const from = Math.max(0, Math.min(end, sequence - SHORTLY_BEFORE_ENTRIES))
    if (knownTo === 0) [knownFrom, knownTo] = [end, end]
    if (from < knownFrom) known = [...readLosses(db, from, knownFrom), ...known]
    if (end > knownTo) known = [...known, ...readLosses(db, knownTo, end)]
    knownFrom = Math.min(from, knownFrom)
    knownTo = end
    return known.filter((loss) => loss.sequence > from)
  }
}

/** Of the entries behind `after`, up to `upTo`. */
function readLosses(db: Db, after: number, upTo: number): readonly Loss[] {
  const sql = `SELECT sequence FROM entries WHERE sequence > ? AND sequence <= ?
    AND kind IN ('journal-restored', 'journal-accepted') ORDER BY sequence`
  const sequences = z.array(z.int()).parse(db.prepare(sql).pluck().all(after, upTo))
  return sequences.flatMap((sequence) => lossAt(db, sequence) ?? [])
}

function lossAt(db: Db, sequence: number): Loss | undefined {
  const row = readRow(db, sequence)
  if (!row) return undefined
  const { body, atMs } = parseEntry(row)
  const sinceMs = lostSince(db, sequence, body)
  return sinceMs === undefined
    ? undefined
    : { sequence, sinceMs, untilMs: atMs, offsetsMs: offsetsBefore(db, sequence) }
}

function lostSince(db: Db, sequence: number, body: EntryBody): number | undefined {
  if (body.kind === 'journal-accepted') return mayLackSales(body.problem) ? body.sinceMs : undefined
  // A journal begins with the entry that made it, so there is one before; a restore that lost nothing leaves no gap.
  return body.kind === 'journal-restored' && body.lostEntries !== 0
    ? readRow(db, sequence - 1)?.at_ms
    : undefined
}

function offsetsBefore(db: Db, sequence: number): readonly number[] {
  const sql = `SELECT sequence FROM entries WHERE sequence < ? AND sequence >= ? AND kind = 'attempt-started'
    AND json_extract(body, '$.serverOffsetMs') IS NOT NULL ORDER BY sequence DESC LIMIT 1`
  const found = db
    .prepare(sql)
    .pluck()
    .get(sequence, sequence - OFFSET_WITHIN_ENTRIES)
  const row = found === undefined ? undefined : readRow(db, z.int().parse(found))
  return row ? offsetsIn(parseEntry(row).body) : []
}

/** What an attempt's beginning notes of the service's clock: nothing, one offset, or two where that was in doubt. */
export function offsetsIn(body: EntryBody): readonly number[] {
  if (body.kind !== 'attempt-started') return []
  return [body.serverOffsetMs, body.otherOffsetMs].filter((offset) => offset !== undefined)
}

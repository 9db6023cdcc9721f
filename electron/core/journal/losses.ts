/**
 * The times of which entries were lost: between the last entry that a restore saved and the restore itself. What was done
 * then is in no entry, and must not be taken as not having been done.
 */
import * as z from 'zod'
import type { Db } from './connection.ts'
import { parseEntry, readRow } from './entries.ts'
import type { EntryBody } from './entry.ts'

/** The reason of a doubt about an attempt of that time: it was begun by the restore, because there may have been one. */
export const RESTORED_REASON = 'restored'

export interface Loss {
  /** The entry that tells of the restore: entries before it were saved, entries behind it were written since. */
  readonly sequence: number
  /** By the machine's clock, as the entries have it: from the last one that was saved to the restore. */
  readonly sinceMs: number
  readonly untilMs: number
  /** By how much the service's clock was ahead when it began, as the last attempt before it tells: see `offsetsIn`. */
  readonly offsetsMs: readonly number[]
}

/** How far back an attempt is looked for that noted it: there is no index of them. */
const OFFSET_WITHIN_ENTRIES = 1_000

/** Answers the losses behind an entry of this journal, in order, and those shortly before it: a lost request may land late. */
export type ListLosses = (sequence: number) => readonly Loss[]

/** More than a counter writes in the minutes in which a request can land. */
const SHORTLY_BEFORE_ENTRIES = 1_000

/**
 * A restore is never written into an open journal, so each entry is asked about once, and only back to the oldest one that
 * anybody asks for: there is no index of the few entries that are no sale's.
 */
export function createLosses(db: Db): ListLosses {
  let known: readonly Loss[] = []
  let knownFrom = Number.MAX_SAFE_INTEGER
  return (sequence) => {
    const from = Math.max(0, sequence - SHORTLY_BEFORE_ENTRIES)
    if (from < knownFrom) {
      known = [...readLosses(db, from, knownFrom), ...known]
      knownFrom = from
    }
    return known.filter((loss) => loss.sequence > from)
  }
}

/** Of the entries behind `after`, up to `upTo`. */
function readLosses(db: Db, after: number, upTo: number): readonly Loss[] {
  const sql = `SELECT sequence FROM entries WHERE sequence > ? AND sequence <= ? AND kind = 'journal-restored'
    ORDER BY sequence`
  const sequences = z.array(z.int()).parse(db.prepare(sql).pluck().all(after, upTo))
  return sequences.flatMap((sequence) => lossAt(db, sequence) ?? [])
}

function lossAt(db: Db, sequence: number): Loss | undefined {
  const [last, row] = [readRow(db, sequence - 1), readRow(db, sequence)]
  if (!last || !row) return undefined
  const { body, atMs } = parseEntry(row)
  // A journal begins with the entry that made it, so there is one before; a restore that lost nothing leaves no gap.
  if (body.kind !== 'journal-restored' || body.lostEntries === 0) return undefined
  return { sequence, sinceMs: last.at_ms, untilMs: atMs, offsetsMs: offsetsBefore(db, sequence) }
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

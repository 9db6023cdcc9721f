/**
 * What reconciliation asks of the journal: its sales by day and by the service's names, and what a person settled or signed
 * off, which is kept in entries alone. Reads by index, a bounded number of rows at a time, so that no sale waits for it.
 */
import * as z from 'zod'
import { type Ref, refSchema } from '#shared/ref.ts'
import { openSaleStates, saleStates } from '#shared/states/sale.ts'
import type { Db } from './connection.ts'
import { type ChainEnd, parseEntry, readChainEnd, readRow } from './entries.ts'
import type { Entry, EntryBody } from './entry.ts'
import type { StoredSale } from './journal.ts'
import { besideEntryKinds } from './print-entry.ts'
import { findSaleByDiscovery, findSalesByServiceId, listRefsChanged, listRefsRecorded } from './sales.ts'

/** A day's sales are read up to this number; no counter makes so many. */
const MAX_SALES_OF_A_DAY = 20_000
/** Of one thing no counter sells more in that time. */
const MAX_ALIKE = 200
/** A bill is paid within minutes of its discovery: longer than any is kept for it. */
const DISCOVERED_WITHIN_MS = 3_600_000

export interface Span {
  /** By the machine's clock, as the sales were recorded; both ends included. */
  readonly fromMs: number
  readonly toMs: number
}

export interface DayOfSales {
  readonly openSales: number
  /** The last entry by which any of them changed, which a fetched receipt is not; 0 where there is none. */
  readonly changedSequence: number
  /** When the last of them changed; 0 where there is none. */
  readonly changedAtMs: number
}

export interface Reconciled {
  /** When the journal was begun: what the account did before is no business of it. */
  readonly createdAtMs: number
  /**
   * The earliest moment at which it may have been begun, by the machine's clock or by the service's: each may have been set
   * since, and only entries behind the first one note the service's. `offsetMs`: by how much the service's is ahead now.
   */
  earliestBirthMs(offsetMs: number): number
  readEnd(): ChainEnd
  /** Whether the chain still goes through what was its end: a restore may have taken entries away. */
  holds(end: ChainEnd): boolean
  /** The sales recorded in this time, in the order of recording. */
  listRefs(span: Span): readonly Ref[]
  /** By how much the service's clock was ahead at the latest attempts, each offset once: the machine's may have been set since. */
  listOffsets(): readonly number[]
  /** The sales that the service knows by this id of its own. */
  findByServiceId(serviceId: string): readonly StoredSale[]
  /** The bill that was paid of a discovery with this ref. */
  findByDiscovery(discoveryRef: Ref): StoredSale | undefined
  /** The sales that changed in this time. */
  listRefsChanged(span: Span): readonly Ref[]
  /** Those of either, each once: a sale may be sent long after it was recorded. */
  listRefsRecordedOrChanged(span: Span): readonly Ref[]
  /** Sales of one subject that were recorded by the end of this time, and recorded or changed since its beginning, newest first. */
  listAlike(subject: string, span: Span): readonly Ref[]
  readDay(span: Span): DayOfSales
  /** The entries behind `sequence` by which findings were settled and days signed off. */
  listActs(sequence: number): readonly Entry[]
}

export const reconciledIn = (db: Db): Reconciled => ({
  createdAtMs: readRow(db, 1)?.at_ms ?? 0,
  earliestBirthMs: createEarliestBirth(db),
  readEnd: () => readChainEnd(db),
  holds: ({ sequence, hash }) => readRow(db, sequence)?.hash === hash,
  listRefs: (span) => listRefsRecorded(db, span, MAX_SALES_OF_A_DAY),
  listOffsets: () => listOffsets(db),
  findByServiceId: (serviceId) => findSalesByServiceId(db, serviceId),
  findByDiscovery: (discoveryRef) => findSaleByDiscovery(db, discoveryRef, DISCOVERED_WITHIN_MS),
  listRefsChanged: (span) => listRefsChanged(db, span, MAX_SALES_OF_A_DAY),
  listRefsRecordedOrChanged: (span) => [
    ...new Set([
      ...listRefsRecorded(db, span, MAX_SALES_OF_A_DAY),
      ...listRefsChanged(db, span, MAX_SALES_OF_A_DAY),
    ]),
  ],
  listAlike: (subject, { fromMs, toMs }) => {
    // A clock that was set back since leaves a sale recorded in this time and changed before it.
    const sql = `SELECT ref, recorded_sequence FROM sales INDEXED BY sales_by_subject
        WHERE subject = @subject AND recorded_at_ms BETWEEN @fromMs AND @toMs
      UNION SELECT ref, recorded_sequence FROM sales INDEXED BY sales_by_state
        WHERE state IN (SELECT value FROM json_each(@states)) AND changed_at_ms >= @fromMs
          AND recorded_at_ms <= @toMs AND subject = @subject
      ORDER BY recorded_sequence DESC LIMIT @limit`
    const values = { subject, fromMs, toMs, states: JSON.stringify(saleStates), limit: MAX_ALIKE }
    return z.array(refSchema).parse(db.prepare(sql).pluck().all(values))
  },
  readDay: (span) => readDay(db, span),
  listActs: (sequence) => listActs(db, sequence),
})

/** More than a busy day's. */
const OFFSET_ENTRIES = 5_000

function listOffsets(db: Db): readonly number[] {
  const sql = `SELECT DISTINCT coalesce(body ->> '$.serverOffsetMs', 0) / 60000 * 60000 FROM entries
    WHERE sequence > (SELECT max(sequence) FROM entries) - ? AND kind = 'attempt-started'`
  return z.array(z.int()).parse(db.prepare(sql).pluck().all(OFFSET_ENTRIES))
}

/** Of a journal with more entries a clock that was set says nothing new about its beginning. */
const YOUNG_ENTRIES = 1_000
/** A clock that was further off than this said nothing of when it was. */
const MAX_OFFSET_MS = 86_400_000

const birthSchema = z.array(z.object({ atMs: z.int(), offsetMs: z.int().nullable() }))

function createEarliestBirth(db: Db): (offsetMs: number) => number {
  let entries: z.infer<typeof birthSchema> = []
  const sql = `SELECT at_ms AS atMs, body ->> '$.serverOffsetMs' AS offsetMs FROM entries
    WHERE sequence > ? AND sequence <= ? ORDER BY sequence`
  const newest = db.prepare('SELECT max(sequence) FROM entries').pluck()
  let known = { count: 0, offsetMs: 0, earliestMs: 0 }
  return (offsetMs) => {
    // Entries are appended in order and without gaps: those that were read are not read again.
    if (entries.length < Math.min(Number(newest.get()), YOUNG_ENTRIES))
      entries = [...entries, ...birthSchema.parse(db.prepare(sql).all(entries.length, YOUNG_ENTRIES))]
    const count = entries.length
    if (known.count !== count || known.offsetMs !== offsetMs)
      known = { count, offsetMs, earliestMs: earliestOf(entries, offsetMs) }
    return known.earliestMs
  }
}

function earliestOf(entries: z.infer<typeof birthSchema>, offsetMs: number): number {
  const firstOffsetMs = entries.find((entry) => entry.offsetMs !== null)?.offsetMs ?? offsetMs
  const moments = entries.flatMap((entry) => {
    const aheadMs = entry.offsetMs ?? firstOffsetMs
    const serverMs = entry.atMs + aheadMs
    return Math.abs(aheadMs) > MAX_OFFSET_MS ? [serverMs] : [serverMs, entry.atMs]
  })
  const [first] = entries
  if (first && Math.abs(offsetMs) <= MAX_OFFSET_MS) moments.push(first.atMs + offsetMs)
  return moments.length > 0 ? Math.min(...moments) : 0
}

const daySchema = z.object({ openSales: z.int(), changedSequence: z.int(), changedAtMs: z.int() })

/** Kinds of entries that name a sale and are no step of it. */
const noSteps: readonly string[] = [...besideEntryKinds, 'receipt-kept' satisfies EntryBody['kind']]

function readDay(db: Db, { fromMs, toMs }: Span): DayOfSales {
  const lastStep = `SELECT max(sequence) FROM entries INDEXED BY entries_by_ref
    WHERE ref = sales.ref AND kind NOT IN (SELECT value FROM json_each(?))`
  const changed = `CASE WHEN sale ->> '$.officialReceipt' IS NULL THEN changed_sequence ELSE (${lastStep}) END`
  const sql = `SELECT coalesce(sum(state IN (SELECT value FROM json_each(?))), 0) AS openSales,
    coalesce(max(${changed}), 0) AS changedSequence, coalesce(max(changed_at_ms), 0) AS changedAtMs
    FROM sales INDEXED BY sales_by_recorded_at WHERE recorded_at_ms BETWEEN ? AND ?`
  const lists = [JSON.stringify(openSaleStates), JSON.stringify(noSteps)]
  return daySchema.parse(db.prepare(sql).get(...lists, fromMs, toMs))
}

/** Few of a journal's entries are of these kinds, and they have an index of their own. */
function listActs(db: Db, sequence: number): readonly Entry[] {
  const sql = `SELECT sequence FROM entries INDEXED BY entries_of_reconciliation
    WHERE kind IN ('finding-settled', 'day-signed-off') AND sequence > ? ORDER BY sequence`
  const sequences = z.array(z.int()).parse(db.prepare(sql).pluck().all(sequence))
  return sequences.flatMap((one) => {
    const row = readRow(db, one)
    return row ? parseEntry(row) : []
  })
}

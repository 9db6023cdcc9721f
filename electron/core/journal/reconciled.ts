/**
 * What reconciliation asks of the journal: its sales by day and by the service's names, and what a person settled or signed
 * off, which is kept in entries alone. Reads by index, a bounded number of rows at a time, so that no sale waits for it.
 */
import * as z from 'zod'
import { type Ref, refSchema } from '#shared/ref.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import type { Db } from './connection.ts'
import { type ChainEnd, parseEntry, readChainEnd, readRow } from './entries.ts'
import type { Entry, EntryBody } from './entry.ts'
import type { StoredSale } from './journal.ts'
import { besideEntryKinds } from './print-entry.ts'
import { findSalesByServiceId, listRefsRecorded } from './sales.ts'

/** A day's sales are read up to this number; no counter makes so many. */
const MAX_SALES_OF_A_DAY = 20_000
const MAX_ALIKE = 100

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
  readEnd(): ChainEnd
  /** Whether the chain still goes through what was its end: a restore may have taken entries away. */
  holds(end: ChainEnd): boolean
  /** The sales recorded in this time, in the order of recording. */
  listRefs(span: Span): readonly Ref[]
  /** The sales that the service knows by this id of its own. */
  findByServiceId(serviceId: string): readonly StoredSale[]
  /** Sales of one subject recorded in this time. */
  listAlike(subject: string, span: Span): readonly Ref[]
  readDay(span: Span): DayOfSales
  /** The entries behind `sequence` by which findings were settled and days signed off. */
  listActs(sequence: number): readonly Entry[]
}

export const reconciledIn = (db: Db): Reconciled => ({
  createdAtMs: readRow(db, 1)?.at_ms ?? 0,
  readEnd: () => readChainEnd(db),
  holds: ({ sequence, hash }) => readRow(db, sequence)?.hash === hash,
  listRefs: (span) => listRefsRecorded(db, span, MAX_SALES_OF_A_DAY),
  findByServiceId: (serviceId) => findSalesByServiceId(db, serviceId),
  listAlike: (subject, { fromMs, toMs }) => {
    const sql = `SELECT ref FROM sales INDEXED BY sales_by_subject WHERE subject = ?
      AND recorded_at_ms BETWEEN ? AND ? ORDER BY recorded_sequence LIMIT ?`
    return z.array(refSchema).parse(db.prepare(sql).pluck().all(subject, fromMs, toMs, MAX_ALIKE))
  },
  readDay: (span) => readDay(db, span),
  listActs: (sequence) => listActs(db, sequence),
})

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

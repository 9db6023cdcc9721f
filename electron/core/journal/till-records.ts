/**
 * What the till asks of the journal: its acts in order and by their ids, shifts, refunds, and which sales changed behind an
 * entry. Reads by index.
 */
import * as z from 'zod'
import { type Centimes, centimes, centimesSchema } from '#shared/money.ts'
import { type Ref, refSchema } from '#shared/ref.ts'
import {
  type CarnetLine,
  type CarnetTallies,
  debtOfSale,
  type OpenDebt,
  openDebtsOf,
} from '#shared/till/carnet.ts'
import { noPrices, type Prices } from '#shared/till/prices.ts'
import { countedPartOf, type RefundView } from '#shared/till/refunds.ts'
import type { Tally } from '#shared/till/report.ts'
import { listDebtors, listLines, readBalance, tallyCarnets, walkLines } from './carnet.ts'
import type { Db } from './connection.ts'
import {
  type CustomerName,
  findCustomerByNumber,
  findCustomers,
  listLatestCustomers,
  readCustomer,
  readCustomerName,
  type StoredCustomer,
} from './customers.ts'
import { type CountedPart, type TotalsRecords, totalsIn } from './day-totals.ts'
import { type ChainEnd, parseEntry, readChainEnd, readEntries, readRow } from './entries.ts'
import { type Entry, isSaleEntry } from './entry.ts'
import type { StoredSale } from './journal.ts'
import { nextSale } from './next-sale.ts'
import {
  hasOpenOnAccount,
  listRefunds,
  nextRefund,
  type RefundTallies,
  readRefund,
  tallyHeld,
  tallyRefunds,
} from './refunds.ts'
import { listSalesBehind, listSalesOfCustomer, readPlacedSale, type SaleAtTill } from './sales.ts'
import { listClosedShifts, readLastShift, readShift, type StoredShift } from './shifts.ts'
import { isRefundEntry, type PersonEntryBody } from './till-entry.ts'

/** A sale that changed behind an entry: as it was there, undefined where it was not yet, and as it is now. */
export interface ChangedSale {
  readonly before: SaleAtTill | undefined
  readonly after: SaleAtTill
  /** What a person counted of a part that nobody else counts, there and now. */
  readonly counted: CountedPart
  /** The entry that recorded it. */
  readonly place: number
}

/** What is asked of the customers. */
export interface CustomerRecords {
  read(customerId: string): StoredCustomer | undefined
  /** Their name and number; undefined where they are not kept. */
  readName(customer: StoredCustomer): CustomerName | undefined
  /** Who was added last, first. */
  listLatest(limit: number): readonly StoredCustomer[]
  findByNumber(number: string): StoredCustomer | undefined
  /** Those whose number holds the digits, or whose name fits; `limit` at the most. */
  find(
    asked: { readonly digits: string; readonly words: (name: string) => boolean },
    limit: number,
  ): readonly StoredCustomer[]
  /** What they owe; below zero: what they have to their credit. */
  readBalance(customerId: string): Centimes
  /** What they owed behind the entry `sequence`, whatever became of their sales since. */
  readBalanceAt(customerId: string, sequence: number): Centimes
  /** Their lines, newest first; 1,000 at the most. */
  listLines(customerId: string): readonly CarnetLine[]
  /** The debts that are open, oldest first. */
  listOpenDebts(customerId: string): readonly OpenDebt[]
  /** Who owes, most first; `limit` at the most. */
  listDebtors(limit: number): readonly { readonly customerId: string; readonly balanceCentimes: Centimes }[]
  tally(): CarnetTallies
  /** Sales that were confirmed for them, if there is anybody, and sales of these subjects, newest first; `limit` of each at the most. */
  listSales(customerId: string | undefined, subjects: readonly string[], limit: number): readonly StoredSale[]
  /** Whether a sale on account of theirs has not ended, or has a refund that is due or owed. */
  hasOpenOnAccount(customerId: string): boolean
  /** Entries by which they came, changed, left and paid, in order. */
  listEntries(customerId: string): readonly Entry[]
}

export interface TillRecords {
  readonly customers: CustomerRecords
  /** What the shop asks now. */
  readPrices(): Prices
  readEnd(): ChainEnd
  /** The entry at this place. Throws where there is none. */
  readEntry(sequence: number): Entry
  /** The entry of an act, by the id that it was asked for with. */
  findAct(actId: string): Entry | undefined
  /** Every act of the till behind `sequence`, up to `last` where one is named, in order. Without, those known are not read again. */
  listActs(sequence: number, last?: number): readonly Entry[]
  /** Every entry by which people came, changed or left, in order. */
  listPeople(): readonly Entry[]
  /** The newest entries of PINs: signed in, refused, approved. In order. */
  listPinUses(): readonly Entry[]
  readShift(shift: number): StoredShift | undefined
  readLastShift(): StoredShift | undefined
  /** Closed shifts with a number below `before`, newest first. */
  listClosedShifts(before: number, limit: number): readonly StoredShift[]
  readRefund(ref: Ref): RefundView | undefined
  /** Those that stand so, the one that stands so longest first; 1,000 at the most. */
  listRefunds(state: 'due' | 'debt'): readonly RefundView[]
  tallyRefunds(): RefundTallies
  /** What is held for sales that may still go either way. Reads every open sale. */
  tallyHeld(): Tally
  /** Every sale that has entries of its own, or of its refund, behind `sequence`, in the order of recording. */
  listChangedSales(sequence: number): readonly ChangedSale[]
  /** The prices of this shift's cash sales that were recorded behind `after` and up to `last`; undefined: of those in no shift. */
  sumCashSales(after: number, last: number, shift: number | undefined): Centimes
  /** The prices of this person's sales that were confirmed since, in centimes, without those that ended in nothing. */
  sumSold(personId: string, sinceMs: number): number
  /** The entry of the newest signed archive. */
  readLastArchive(): Entry | undefined
  /**
   * The closed shifts whose signed archive is due and is not among the entries, oldest first. Due is that of a shift that was
   * closed behind the step from no folder of archives to a folder: a change of the folder takes nothing off. Where the folder stood
   * before the first entry that has it, due is that of a shift behind the newest Z that was archived before that entry.
   */
  listUnarchivedShifts(): readonly number[]
  /** The first and the last entry of a time, in milliseconds since 1970, both ends included; undefined where there is none. */
  findEntriesBetween(
    fromMs: number,
    toMs: number,
  ): { readonly first: number; readonly last: number } | undefined
  /** What reports over a span are summed from. */
  readonly totals: TotalsRecords
}

export const tillRecordsIn = (db: Db): TillRecords => ({
  customers: customerRecordsIn(db),
  readPrices: () => readPrices(db),
  readEnd: () => readChainEnd(db),
  readEntry: (sequence) => entryAt(db, sequence),
  findAct: (actId) => findAct(db, actId),
  listActs: actsIn(db),
  listPeople: () => listOfPeople(db, ['person-added', 'person-changed'], Number.MAX_SAFE_INTEGER),
  listPinUses: () => listOfPeople(db, ['person-signed-in', 'pin-refused', 'act-approved'], MAX_PIN_USES),
  readShift: (shift) => readShift(db, shift),
  readLastShift: () => readLastShift(db),
  listClosedShifts: (before, limit) => listClosedShifts(db, before, limit),
  readRefund: (ref) => readRefund(db, ref),
  listRefunds: (state) => listRefunds(db, state),
  tallyRefunds: () => tallyRefunds(db),
  tallyHeld: () => tallyHeld(db),
  listChangedSales: changedSalesIn(db),
  sumCashSales: cashSalesIn(db),
  sumSold: (personId, sinceMs) => sumSold(db, personId, sinceMs),
  readLastArchive: () => readLastArchive(db),
  listUnarchivedShifts: () => listUnarchivedShifts(db),
  findEntriesBetween: (fromMs, toMs) => findEntriesBetween(db, fromMs, toMs),
  totals: totalsIn(db),
})

const customerRecordsIn = (db: Db): CustomerRecords => ({
  read: (customerId) => readCustomer(db, customerId),
  readName: (customer) => readCustomerName(db, customer),
  listLatest: (limit) => listLatestCustomers(db, limit),
  findByNumber: (number) => findCustomerByNumber(db, number),
  find: (asked, limit) => findCustomers(db, asked, limit),
  readBalance: (customerId) => readBalance(db, customerId),
  readBalanceAt: (customerId, sequence) => readBalanceAt(db, customerId, sequence),
  listLines: (customerId) => listLines(db, customerId),
  listOpenDebts: (customerId) => openDebtsOf(readBalance(db, customerId), walkLines(db, customerId)),
  listDebtors: (limit) => listDebtors(db, limit),
  tally: () => tallyCarnets(db),
  listSales: (customerId, subjects, limit) => listSalesOfCustomer(db, customerId, subjects, limit),
  hasOpenOnAccount: (customerId) => hasOpenOnAccount(db, customerId),
  listEntries: (customerId) => listEntriesOfCustomer(db, customerId),
})

/** The newest change says all of it. */
function readPrices(db: Db): Prices {
  const sql = `SELECT sequence FROM entries INDEXED BY entries_of_prices WHERE kind = 'prices-changed'
    ORDER BY sequence DESC LIMIT 1`
  const place = db.prepare(sql).pluck().get()
  const body = place === undefined ? undefined : entryAt(db, z.int().parse(place)).body
  return body?.kind === 'prices-changed' ? body.prices : noPrices
}

/** The ids of all customers that entries name. */
export const listCustomersOfEntries = (db: Db): readonly string[] =>
  z.array(z.string()).parse(
    db
      .prepare(
        `SELECT DISTINCT body ->> '$.customer' FROM entries INDEXED BY entries_of_customers WHERE kind IN
          ('customer-added', 'customer-changed', 'customer-forgotten', 'debt-repaid', 'credit-paid-out')`,
      )
      .pluck()
      .all(),
  )

export function listEntriesOfCustomer(db: Db, customerId: string): readonly Entry[] {
  const sql = `SELECT sequence FROM entries INDEXED BY entries_of_customers WHERE kind IN ('customer-added',
    'customer-changed', 'customer-forgotten', 'debt-repaid', 'credit-paid-out') AND body ->> '$.customer' = ?
    ORDER BY sequence`
  const places = z.array(z.int()).parse(db.prepare(sql).pluck().all(customerId))
  return places.map((place) => entryAt(db, place))
}

export function findAct(db: Db, actId: string): Entry | undefined {
  const sql = `SELECT sequence FROM entries INDEXED BY entries_by_act WHERE kind IN ('shift-opened', 'cash-moved',
    'shift-counted', 'shift-closed', 'refund-given', 'refund-repaid', 'person-added', 'person-changed', 'customer-added',
    'customer-changed', 'customer-forgotten', 'debt-repaid', 'credit-paid-out', 'prices-changed')
    AND body ->> '$.actId' = ? LIMIT 1`
  const found = db.prepare(sql).pluck().get(actId)
  return found === undefined ? undefined : entryAt(db, z.int().parse(found))
}

/** Entries never change: behind the same entry those alone are read that came since. */
function actsIn(db: Db): TillRecords['listActs'] {
  let known: { readonly after: number; readonly acts: readonly Entry[] } = { after: -1, acts: [] }
  return (after, last) => {
    if (last !== undefined) return listActs(db, after, last)
    const acts = known.after === after ? known.acts : []
    const added = listActs(db, acts.at(-1)?.sequence ?? after, Number.MAX_SAFE_INTEGER)
    known = { after, acts: added.length === 0 ? acts : [...acts, ...added] }
    return known.acts
  }
}

function listActs(db: Db, sequence: number, last: number): readonly Entry[] {
  const sql = `SELECT sequence FROM entries INDEXED BY entries_of_till WHERE kind IN ('shift-opened', 'cash-moved',
    'shift-counted', 'shift-closed', 'refund-given', 'refund-repaid', 'debt-repaid', 'credit-paid-out') AND sequence > ?
    AND sequence <= ? ORDER BY sequence`
  const places = z.array(z.int()).parse(db.prepare(sql).pluck().all(sequence, last))
  return places.map((place) => entryAt(db, place))
}

function sumSold(db: Db, personId: string, sinceMs: number): number {
  const sql = `SELECT coalesce(sum(sale ->> '$.priceCentimes'), 0) FROM sales INDEXED BY sales_by_recorded_at
    WHERE recorded_at_ms > ? AND sale ->> '$.till.cashier.personId' = ?
      AND state NOT IN ('refused', 'cancelled', 'refunded')`
  return z.int().parse(db.prepare(sql).pluck().get(sinceMs, personId))
}

function readLastArchive(db: Db): Entry | undefined {
  const sql = `SELECT max(sequence) FROM entries INDEXED BY entries_of_archives WHERE kind = 'archive-made'`
  const found = db.prepare(sql).pluck().get()
  return found === null ? undefined : entryAt(db, z.int().parse(found))
}

const stepSchema = z.object({ sequence: z.int(), before: z.string().nullable() })

/**
 * The first entry that names a folder of archives since the last that names none. Where it has a folder before it as well, the
 * folder stood already, and had archives of its own: the newest Z that has one.
 */
function findArchivesBegin(db: Db): number | null {
  const choices = `entries INDEXED BY entries_of_changes WHERE kind = 'changed' AND body ->> '$.what' = 'archive-folder'`
  const stopSql = `SELECT coalesce(max(sequence), 0) FROM ${choices} AND body ->> '$.after' IS NULL`
  const stop = z.int().parse(db.prepare(stopSql).pluck().get())
  const stepSql = `SELECT sequence, body ->> '$.before' AS before FROM ${choices} AND sequence > ? ORDER BY sequence LIMIT 1`
  const step = stepSchema.optional().parse(db.prepare(stepSql).get(stop))
  if (!step || step.before === null) return step?.sequence ?? null
  const madeSql = `SELECT max(body ->> '$.last') FROM entries INDEXED BY entries_of_archives
    WHERE kind = 'archive-made' AND body ->> '$.of.kind' = 'z' AND body ->> '$.last' > ? AND sequence < ?`
  const made = z.int().nullable().parse(db.prepare(madeSql).pluck().get(stop, step.sequence))
  return made ?? step.sequence
}

function listUnarchivedShifts(db: Db): readonly number[] {
  const begin = findArchivesBegin(db)
  if (begin === null) return []
  const sql = `SELECT shift FROM shifts WHERE document ->> '$.closedSequence' > ? AND shift NOT IN
    (SELECT body ->> '$.of.number' FROM entries INDEXED BY entries_of_archives
     WHERE kind = 'archive-made' AND sequence > ? AND body ->> '$.of.kind' = 'z') ORDER BY shift`
  return z.array(z.int()).parse(db.prepare(sql).pluck().all(begin, begin))
}

const between = z.object({ first: z.int().nullable(), last: z.int().nullable() })

function findEntriesBetween(db: Db, fromMs: number, toMs: number) {
  const sql = `SELECT min(sequence) AS first, max(sequence) AS last FROM entries INDEXED BY entries_by_time
    WHERE at_ms BETWEEN ? AND ?`
  const { first, last } = between.parse(db.prepare(sql).get(fromMs, toMs))
  return first === null || last === null ? undefined : { first, last }
}

/** More than people type wrong before the wait keeps them from it. */
const MAX_PIN_USES = 500

/** The newest of these kinds, oldest first. */
function listOfPeople(db: Db, kinds: readonly PersonEntryBody['kind'][], limit: number): readonly Entry[] {
  const places = kinds.flatMap((kind) => {
    const sql = `SELECT sequence FROM entries INDEXED BY entries_of_people WHERE kind IN ('person-added', 'person-changed',
      'person-signed-in', 'pin-refused', 'act-approved') AND kind = ? ORDER BY sequence DESC LIMIT ?`
    return z.array(z.int()).parse(db.prepare(sql).pluck().all(kind, limit))
  })
  return places
    .sort((a, b) => a - b)
    .slice(-limit)
    .map((place) => entryAt(db, place))
}

function entryAt(db: Db, sequence: number): Entry {
  const row = readRow(db, sequence)
  if (!row) throw new RangeError(`no entry ${sequence}`)
  return parseEntry(row)
}

/**
 * Keeps what was read last: entries never change, so the next reading behind the same entry reads those sales alone that have
 * entries since. What a shift of months sold is read once.
 */
function changedSalesIn(db: Db): TillRecords['listChangedSales'] {
  let known = { after: -1, upTo: -1, sales: new Map<Ref, ChangedSale>() }
  return (after) => {
    if (known.after !== after) known = { after, upTo: after, sales: new Map() }
    const { sequence: end } = readChainEnd(db)
    for (const changed of listChangedSales(db, known.upTo, after, known.sales))
      known.sales.set(changed.after.ref, changed)
    known.upTo = end
    return [...known.sales.values()].sort((a, b) => a.place - b.place)
  }
}

/**
 * Those that were recorded behind `upTo` are read in one run; of the older ones those alone that changed since. How one stood
 * at `from` is known, or replayed.
 */
function listChangedSales(
  db: Db,
  upTo: number,
  from: number,
  known: ReadonlyMap<Ref, ChangedSale>,
): readonly ChangedSale[] {
  // Left to itself, SQLite walks the index of refs, which holds every entry there is.
  const sql = `SELECT DISTINCT entries.ref FROM entries NOT INDEXED CROSS JOIN sales ON sales.ref = entries.ref
    WHERE entries.sequence > ? AND sales.recorded_sequence <= ?`
  const older = z.array(refSchema).parse(db.prepare(sql).pluck().all(upTo, upTo))
  const changed = older.flatMap((ref): readonly ChangedSale[] => {
    const stored = readPlacedSale(db, ref)
    if (!stored) return []
    const { sale: after, place } = stored
    const one = known.get(ref)
    const was = one ? { sale: one.before, counted: one.counted.before } : wasAt(db, ref, from)
    const counted = { before: was.counted, after: countedPartOf(readRefund(db, ref)) }
    return [{ before: was.sale, after, counted, place }]
  })
  return [...changed, ...listAddedSales(db, upTo)]
}

const listAddedSales = (db: Db, sequence: number): readonly ChangedSale[] =>
  listSalesBehind(db, sequence).map(({ sale, countedPartCentimes, place }) => ({
    ...{ before: undefined, after: sale, place },
    counted: { before: null, after: countedPartCentimes },
  }))

/** Neither a sale's price, nor its means, nor its shift ever change: behind the same entry each sum is made once. */
function cashSalesIn(db: Db): TillRecords['sumCashSales'] {
  let known = { after: -1, sums: new Map<string, Centimes>() }
  const sql = `SELECT coalesce(sum(sale ->> '$.priceCentimes'), 0) FROM sales
    WHERE recorded_sequence > ? AND recorded_sequence <= ?
      AND sale ->> '$.till.means' = 'cash' AND sale ->> '$.till.shift' IS ?`
  return (after, last, shift) => {
    if (known.after !== after) known = { after, sums: new Map() }
    const key = `${shift ?? ''} ${last}`
    const sum =
      known.sums.get(key) ??
      centimesSchema.parse(
        db
          .prepare(sql)
          .pluck()
          .get(after, last, shift ?? null),
      )
    known.sums.set(key, sum)
    return sum
  }
}

/**
 * A sale on account keeps its line's place while the amount follows the sale, so those that have entries behind `sequence` are
 * replayed up to there. All other lines are as they were written.
 */
function readBalanceAt(db: Db, customerId: string, sequence: number): Centimes {
  const lines = [...walkLines(db, customerId)].filter((line) => line.sequence <= sequence)
  const changed = db
    .prepare('SELECT 1 FROM entries INDEXED BY entries_by_ref WHERE ref = ? AND sequence > ? LIMIT 1')
    .pluck()
  const amounts = lines.map(({ kind, ref, amountCentimes }) => {
    if (kind !== 'sold' || ref === null || changed.get(ref, sequence) === undefined) return amountCentimes
    const { sale, refund } = standingAt(db, ref, sequence)
    return (sale && debtOfSale(sale, refund)) ?? amountCentimes
  })
  return centimes(amounts.reduce((sum, amount) => sum + amount, 0))
}

function wasAt(db: Db, ref: Ref, sequence: number) {
  const { sale, refund } = standingAt(db, ref, sequence)
  return { sale, counted: countedPartOf(refund) }
}

/** A sale and its refund as they stood after the entry `sequence`. */
function standingAt(db: Db, ref: Ref, sequence: number) {
  let [sale, refund]: [StoredSale | undefined, RefundView | undefined] = [undefined, undefined]
  for (const { sequence: place, body, atMs } of readEntries(db, ref)) {
    if (place > sequence) break
    if (isSaleEntry(body)) sale = nextSale(sale, { body, atMs })
    if (sale && (isSaleEntry(body) || isRefundEntry(body))) refund = nextRefund(refund, sale, { body, atMs })
  }
  return { sale, refund }
}

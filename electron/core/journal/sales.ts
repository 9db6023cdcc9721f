/** The table of sales: each as it stands now, one document a row, found by ref, review, state, time and number. */
import * as z from 'zod'
import { type Centimes, centimesSchema } from '#shared/money.ts'
import { type OrderKind, orderKinds, productOf, saleRequestSchema } from '#shared/products/orders.ts'
import { type Ref, refBehind, refSchema } from '#shared/ref.ts'
import { openSaleStates, type SaleState, saleStates } from '#shared/states/sale.ts'
import { pricingSchema } from '#shared/till/prices.ts'
import { givenOf, type RefundView } from '#shared/till/refunds.ts'
import { isOnAccount, type ValuedSale } from '#shared/till/sale-value.ts'
import { saleViewSchema } from '#shared/views.ts'
import { codeOf } from '../durable-file.ts'
import type { Db } from './connection.ts'
import { parseDocument, rememberingReads } from './documents.ts'
import { canonicalJson } from './entries.ts'
import { keptCardSchema } from './entry.ts'
import { JournalFault, JournalRefusal, type RefusalReason } from './faults.ts'
import type { RepeatsFilter, StoredSale } from './journal.ts'
import { parseRefund } from './refunds.ts'

/** No list is longer, whatever is asked. */
export const MAX_LISTED_SALES = 10_000
/** The same for a list of refs, which takes no documents into memory. */
const MAX_LISTED_REFS = 100_000

const storedSaleSchema = z.strictObject({
  ...saleViewSchema.omit({
    phase: true,
    decidable: true,
    incomplete: true,
    givenBack: true,
    givenBeforeCentimes: true,
    countedPartCentimes: true,
  }).shape,
  costCentimes: centimesSchema,
  pricing: pricingSchema.optional(),
  cards: z.array(keptCardSchema),
  subject: z.string(),
  valueCentimes: centimesSchema,
  reviewId: z.string(),
  everDoubted: z.boolean(),
  request: saleRequestSchema,
})

/**
 * Adds a sale: by the entries that recorded it, and that changed it last. Throws JournalRefusal where its review or its bill's
 * transaction has a sale already.
 */
export function insertSale(
  db: Db,
  sale: StoredSale,
  recordedSequence: number,
  changedSequence: number,
): void {
  const { ref, reviewId, order, subject, valueCentimes, serviceId, state, recordedAtMs, changedAtMs } = sale
  const transactionId = productOf(order).transactionOf(order)?.transactionId ?? null
  refusingTwins(sale, () =>
    db
      .prepare(
        `INSERT INTO sales (recorded_sequence, changed_sequence, ref, review_id, kind, subject, value_centimes,
           transaction_id, recorded_at_ms, service_id, state, changed_at_ms, sale)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        ...[recordedSequence, changedSequence, ref, reviewId, order.kind, subject, valueCentimes],
        ...[transactionId, recordedAtMs, serviceId, state, changedAtMs, canonicalJson(sale)],
      ),
  )
}

/**
 * Writes what the entry `sequence` made of a sale. A column that did not change is not named, because SQLite writes every index
 * of a column that is. Throws JournalRefusal where another sale holds the order of the service's.
 */
export function updateSale(db: Db, before: StoredSale, sale: StoredSale, sequence: number): void {
  const changed = [
    ...(sale.state === before.state ? [] : [['state', sale.state] as const]),
    ...(sale.serviceId === before.serviceId ? [] : [['service_id', sale.serviceId] as const]),
    ...(sale.changedAtMs === before.changedAtMs ? [] : [['changed_at_ms', sale.changedAtMs] as const]),
  ]
  const sql = `UPDATE sales SET sale = ?, changed_sequence = ?${changed.map(([name]) => `, ${name} = ?`).join('')} WHERE ref = ?`
  const values = [canonicalJson(sale), sequence, ...changed.map(([, value]) => value), sale.ref]
  const { changes } = refusingTwins(sale, () => db.prepare(sql).run(...values))
  if (changes !== 1) throw new JournalFault('damaged', `sale ${sale.ref} is not among the sales`)
}

/** What only one sale has, by its column. */
const unique: readonly (readonly [column: string, RefusalReason, (sale: StoredSale) => string | null])[] = [
  ['review_id', 'review-taken', ({ reviewId }) => reviewId],
  [
    'transaction_id',
    'transaction-taken',
    ({ order }) => productOf(order).transactionOf(order)?.transactionId ?? null,
  ],
  ['service_id', 'order-taken', ({ serviceId }) => serviceId],
]

/** SQLite's own refusal of a second row, which names the column, as the journal's. */
function refusingTwins<T>(sale: StoredSale, write: () => T): T {
  try {
    return write()
  } catch (error) {
    const said = codeOf(error) === 'SQLITE_CONSTRAINT_UNIQUE' ? String(error) : ''
    const taken = unique.find(([column]) => said.includes(`sales.${column}`))
    throw taken ? new JournalRefusal(taken[1], String(taken[2](sale))) : error
  }
}

export const readSale = (db: Db, ref: Ref): StoredSale | undefined => readOne(db, 'WHERE ref = ?', ref)

/** A sale with the entry that recorded it. */
export function readPlacedSale(
  db: Db,
  ref: Ref,
): { readonly place: number; readonly sale: StoredSale } | undefined {
  const row = db.prepare('SELECT recorded_sequence, sale FROM sales WHERE ref = ?').raw().get(ref)
  if (!Array.isArray(row)) return undefined
  return { place: Number(row[0]), sale: parseSale(row[1]) }
}

export const findSaleByReview = (db: Db, reviewId: string): StoredSale | undefined =>
  readOne(db, 'WHERE review_id = ?', reviewId)

/** A bill transaction is paid by one sale at the most, whatever became of it. */
export const findSaleByTransaction = (db: Db, transactionId: string): StoredSale | undefined =>
  readOne(db, 'WHERE transaction_id = ?', transactionId)

/** The gift card sales that hold one of these orders of the service's. */
export const listClaims = (db: Db, serviceIds: readonly string[]): readonly StoredSale[] =>
  readMany(
    db,
    `INDEXED BY sales_by_gift_card_order WHERE kind = 'gift-card'
      AND service_id IN (SELECT value FROM json_each(?)) ORDER BY recorded_sequence`,
    JSON.stringify(serviceIds),
  )

/** The place of the newest sale among the entries; 0 where there is none. */
export const newestSale = (db: Db): number =>
  Number(db.prepare('SELECT coalesce(max(recorded_sequence), 0) FROM sales').pluck().get())

/** What of a sale the till reckons with. */
export type SaleAtTill = ValuedSale & Pick<StoredSale, 'ref' | 'till'>

/** The same with what a person counted of a part that nobody else counts. */
interface CountedSale {
  readonly sale: SaleAtTill
  readonly countedPartCentimes: Centimes | null
}

const saleAtTillSchema: z.ZodType<SaleAtTill> = z.object({
  ...saleViewSchema.pick({ ref: true, state: true, order: true, priceCentimes: true }).shape,
  ...saleViewSchema.pick({ debitCentimes: true, deliveredCount: true, byDecision: true, till: true }).shape,
  costCentimes: centimesSchema,
})

const saleBehindRow = z.tuple([z.int(), z.string(), centimesSchema.nullable()])

/** Every sale that was recorded behind an entry, in order: of months, if need be, so no more of each is checked than is reckoned with. */
export function listSalesBehind(
  db: Db,
  sequence: number,
): readonly (CountedSale & { readonly place: number })[] {
  const sql = `SELECT recorded_sequence, sale, document ->> '$.countedPartCentimes'
    FROM sales LEFT JOIN refunds ON refunds.ref = sales.ref
    WHERE recorded_sequence > ? ORDER BY recorded_sequence`
  return db
    .prepare(sql)
    .raw()
    .all(sequence)
    .map((row) => {
      const [place, text, countedPartCentimes] = saleBehindRow.parse(row)
      return { place, countedPartCentimes, sale: parseDocument(saleAtTillSchema, text, 'a sale') }
    })
}

/** The sales that these entries recorded, newest first. */
export const readSalesAt = (db: Db, sequences: readonly number[]): readonly StoredSale[] =>
  readMany(
    db,
    `WHERE recorded_sequence IN (SELECT value FROM json_each(?)) ORDER BY recorded_sequence DESC`,
    JSON.stringify(sequences),
  )

/** Where a sale stands among the entries: its first and its last. */
export const readSaleSpan = (db: Db, ref: Ref): unknown =>
  db.prepare('SELECT recorded_sequence, changed_sequence FROM sales WHERE ref = ?').raw().get(ref)

/** Newest first, in the order of recording, which a clock that was set back does not change. */
export function listSales(
  db: Db,
  filter: {
    readonly states?: readonly SaleState[]
    readonly kinds?: readonly OrderKind[]
    readonly changedSinceMs?: number
    readonly limit: number
  },
): readonly StoredSale[] {
  const limit = boundedLimit(filter.limit, MAX_LISTED_SALES)
  const sinceMs = filter.changedSinceMs ?? 0
  // Each index is named: left to itself, SQLite walks all sales by age to save itself a sort of three.
  if (filter.states !== undefined) {
    const clauses = `INDEXED BY sales_by_state WHERE state IN (SELECT value FROM json_each(?))
      AND kind IN (SELECT value FROM json_each(?)) AND changed_at_ms >= ? ORDER BY recorded_sequence DESC LIMIT ?`
    const kinds = JSON.stringify(filter.kinds ?? orderKinds)
    return readMany(db, clauses, JSON.stringify(filter.states), kinds, sinceMs, limit)
  }
  if (filter.changedSinceMs === undefined)
    return readMany(db, 'ORDER BY recorded_sequence DESC LIMIT ?', limit)
  return listSales(db, { states: saleStates, changedSinceMs: sinceMs, limit })
}

/** Sales of one subject and value that may have charged someone, newest first. */
export function listRepeats(db: Db, filter: RepeatsFilter): readonly StoredSale[] {
  const { subject, valueCentimes, sinceMs, alsoRefs } = filter
  const values = valueCentimes === null ? [] : [valueCentimes]
  const ofValue = valueCentimes === null ? '' : 'AND value_centimes = ?'
  const clauses = `INDEXED BY sales_by_subject WHERE subject = ? ${ofValue}
    AND state NOT IN ('refused', 'cancelled', 'refunded') AND (recorded_at_ms >= ?
      OR state IN (SELECT value FROM json_each(?)) OR ref IN (SELECT value FROM json_each(?)))
    ORDER BY recorded_sequence DESC LIMIT ?`
  const lists = [JSON.stringify(openSaleStates), JSON.stringify(alsoRefs)]
  return readMany(db, clauses, subject, ...values, sinceMs, ...lists, MAX_LISTED_SALES)
}

/** Walks from the newest sale of the kind back, and almost always stops at the first. */
export const findNewestKnown = (db: Db, kind: OrderKind): StoredSale | undefined =>
  readMany(
    db,
    'INDEXED BY sales_by_kind WHERE kind = ? AND service_id IS NOT NULL ORDER BY recorded_sequence DESC LIMIT 1',
    kind,
  )[0]

/** The sales that stand by a person's word alone and changed since a time, newest first. */
export const listDecided = (db: Db, changedSinceMs: number): readonly StoredSale[] =>
  readMany(
    db,
    `INDEXED BY sales_by_decision WHERE sale ->> '$.byDecision.isOverruled' = 0
      AND changed_at_ms >= ? ORDER BY recorded_sequence DESC LIMIT ?`,
    changedSinceMs,
    MAX_LISTED_SALES,
  )

/** The gift card sales that hold a sealed card, from one end of the journal. */
export const listSealed = (
  db: Db,
  limit: number,
  first: 'newest' | 'oldest' = 'newest',
): readonly StoredSale[] =>
  readMany(
    db,
    `INDEXED BY sales_by_kind WHERE kind = 'gift-card'
      AND EXISTS (SELECT 1 FROM json_each(sale, '$.cards') WHERE value ->> '$.sealed' IS NOT NULL)
      ORDER BY recorded_sequence ${first === 'newest' ? 'DESC' : 'ASC'} LIMIT ?`,
    boundedLimit(limit, MAX_LISTED_SALES),
  )

/** The refs alone of sales in these states, newest first. */
export const listRefs = (
  db: Db,
  filter: {
    readonly states: readonly SaleState[]
    readonly changedSinceMs?: number
    readonly limit: number
  },
): readonly Ref[] => {
  const { states, changedSinceMs = 0, limit } = filter
  const sql = `SELECT ref FROM sales INDEXED BY sales_by_state WHERE state IN (SELECT value FROM json_each(?))
    AND changed_at_ms >= ? ORDER BY recorded_sequence DESC LIMIT ?`
  const values = [JSON.stringify(states), changedSinceMs, boundedLimit(limit, MAX_LISTED_REFS)]
  return z.array(refSchema).parse(
    db
      .prepare(sql)
      .pluck()
      .all(...values),
  )
}

/** The refs of paid bills whose official receipt is not kept, of those that changed since a time, newest first. */
export const listWithoutReceipt = (db: Db, changedSinceMs: number, limit: number): readonly Ref[] => {
  const sql = `SELECT ref FROM sales INDEXED BY sales_by_state WHERE state = 'fulfilled' AND changed_at_ms >= ?
    AND kind = 'bill' AND sale ->> '$.officialReceipt' IS NULL ORDER BY recorded_sequence DESC LIMIT ?`
  const rows = db.prepare(sql).pluck().all(changedSinceMs, boundedLimit(limit, MAX_LISTED_REFS))
  return z.array(refSchema).parse(rows)
}

/** The refs of sales recorded in this time, in the order of recording. */
export const listRefsRecorded = (
  db: Db,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  limit: number,
): readonly Ref[] => {
  const sql = `SELECT ref FROM sales INDEXED BY sales_by_recorded_at WHERE recorded_at_ms BETWEEN ? AND ?
    ORDER BY recorded_sequence LIMIT ?`
  return z.array(refSchema).parse(db.prepare(sql).pluck().all(fromMs, toMs, limit))
}

/** The refs of sales that changed in this time, in the order of recording. */
export const listRefsChanged = (
  db: Db,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  limit: number,
): readonly Ref[] => {
  const sql = `SELECT ref FROM sales INDEXED BY sales_by_state WHERE state IN (SELECT value FROM json_each(?))
    AND changed_at_ms BETWEEN ? AND ? ORDER BY recorded_sequence LIMIT ?`
  return z
    .array(refSchema)
    .parse(db.prepare(sql).pluck().all(JSON.stringify(saleStates), fromMs, toMs, limit))
}

/** A kind's ids are its own, so sales of several kinds may share one. */
export const findSalesByServiceId = (db: Db, serviceId: string): readonly StoredSale[] =>
  readMany(db, 'INDEXED BY sales_by_service_id WHERE service_id = ? LIMIT 10', serviceId)

/** Refs sort by the time at which they were made: the payment's is looked for behind its discovery's, `withinMs` of it. */
export function findSaleByDiscovery(db: Db, discoveryRef: Ref, withinMs: number): StoredSale | undefined {
  const clauses = `WHERE ref BETWEEN ? AND ? AND sale ->> '$.order.discoveryRef' = ? LIMIT 1`
  return readMany(db, clauses, discoveryRef, refBehind(discoveryRef, withinMs), discoveryRef)[0]
}

/** Sales that were confirmed for a customer, if there is one, and sales of these subjects, newest first; `limit` of each at the most. */
export function listSalesOfCustomer(
  db: Db,
  customerId: string | undefined,
  subjects: readonly string[],
  limit: number,
): readonly StoredSale[] {
  const newest = (clauses: string, value: string): readonly StoredSale[] =>
    readMany(
      db,
      `${clauses} ORDER BY recorded_sequence DESC LIMIT ?`,
      value,
      boundedLimit(limit, MAX_LISTED_SALES),
    )
  const theirs =
    customerId === undefined
      ? []
      : newest(`INDEXED BY sales_by_customer WHERE sale ->> '$.till.customer' = ?`, customerId)
  if (subjects.length === 0) return theirs
  const forThem = subjects.flatMap((subject) =>
    newest('INDEXED BY sales_by_subject WHERE subject = ?', subject),
  )
  const all = new Map([...theirs, ...forThem].map((sale) => [sale.ref, sale]))
  return [...all.values()].sort((a, b) => b.recordedAtMs - a.recordedAtMs)
}

export const countSales = (db: Db): unknown => db.prepare('SELECT count(*) FROM sales').pluck().get()

export const deleteSales = (db: Db): void => void db.prepare('DELETE FROM sales').run()

/** A sale's own document, and its refund's where money was given back: an entry of the till's says so. */
const withRefund = `sale, (SELECT document FROM refunds WHERE refunds.ref = sales.ref AND document ->> '$.givenBack' <> '[]')`

function readOne(db: Db, clauses: string, value: string): StoredSale | undefined {
  const row = db.prepare(`SELECT ${withRefund} FROM sales ${clauses}`).raw().get(value)
  return row === undefined ? undefined : parseWithRefund(row)
}

const readMany = (db: Db, clauses: string, ...values: readonly unknown[]): readonly StoredSale[] =>
  db
    .prepare(`SELECT ${withRefund} FROM sales ${clauses}`)
    .raw()
    .all(...values)
    .map(parseWithRefund)

function parseWithRefund(row: unknown): StoredSale {
  const [document, text] = Array.isArray(row) ? row : []
  const sale = parseSale(document)
  if (text === null) return sale
  const refund = parseRefund(text)
  const { state, countedPartCentimes } = refund
  const givenBack = givenBackOf(refund, sale)
  return {
    ...sale,
    ...(givenBack && { givenBack }),
    ...(state === 'due' && { givenBeforeCentimes: givenOf(refund) }),
    ...(countedPartCentimes !== null && { countedPartCentimes }),
  }
}

/** Of a sale on account no money goes back. */
function givenBackOf(refund: RefundView, sale: StoredSale): StoredSale['givenBack'] {
  const { state, givenBack } = refund
  const last = givenBack.at(-1)
  if (!last || isOnAccount(sale) || state === 'none' || state === 'due') return undefined
  // Of a sale that came whole after all nothing is left with the customer but a debt.
  if (state === 'debt' && sale.state !== 'partly-fulfilled') return undefined
  return { atMs: last.atMs, amountCentimes: givenOf(refund), who: last.who }
}

function boundedLimit(limit: number, max: number): number {
  if (!Number.isSafeInteger(limit) || limit < 0) throw new RangeError(`not a limit: ${limit}`)
  return Math.min(limit, max)
}

const readDocument = rememberingReads((text) => parseDocument(storedSaleSchema, text, 'a sale'))

const parseSale = (row: unknown): StoredSale => readDocument(String(row))

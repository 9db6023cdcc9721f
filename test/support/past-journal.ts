/**
 * A journal of many past sales, made quickly: real entries, chained, and the tables that the product's own functions make of
 * them, written without reading each back. Free of the test runner.
 */
import { projectHistory } from '#core/history/project-history.ts'
import { type Db, inOneCommit, openForWriting } from '#core/journal/connection.ts'
import { addSaleChange } from '#core/journal/day-totals.ts'
import { canonicalJson, firstPreviousHash, hashEntry, refOf } from '#core/journal/entries.ts'
import type { Entry, EntryBody, SaleEntryBody } from '#core/journal/entry.ts'
import type { StoredSale } from '#core/journal/journal.ts'
import { migrate } from '#core/journal/migrate.ts'
import { nextSale } from '#core/journal/next-sale.ts'
import { insertSale } from '#core/journal/sales.ts'
import { centimes } from '#shared/money.ts'
import { type Order, requestOf } from '#shared/products/orders.ts'
import { makeRef, type Ref } from '#shared/ref.ts'

/** The first sale, and how long the shop waits for each next one: a million in three years. */
export const firstSaleMs = Date.UTC(2023, 0, 2, 8)
export const SALE_EVERY_MS = 95_000
/** Between one entry of a sale and the next. */
const STEP_MS = 900
/** Sales in one commit: as many as a machine with little memory holds. */
const BATCH = 5_000

/** Writes a journal that is closed and whole. `account`: whose, in training. `open`: how many of the last have not ended. */
export function writePastJournal(path: string, sales: number, options: PastOptions = {}): void {
  const { account = 'training', open = 0, report = () => undefined } = options
  const db = openForWriting(path, { create: true })
  try {
    // Nothing is lost with it: what is made here can be made again.
    db.connection.pragma('synchronous = OFF')
    migrate(db)
    fill(db, sales, { account, open, report })
    db.connection.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.connection.close()
  }
}

export interface PastOptions {
  readonly account?: string
  readonly open?: number
  readonly report?: (line: string) => void
}

function fill(db: Db, sales: number, { account, open, report }: Required<PastOptions>): void {
  const indexes = takeIndexes(db)
  let end = { sequence: 0, hash: firstPreviousHash }
  const created = {
    kind: 'journal-created',
    journalId: 'bench',
    environment: 'training',
    account,
  } as const
  end = append(db, end, created, firstSaleMs)
  for (let first = 0; first < sales; first += BATCH) {
    inOneCommit(db, () => {
      for (let n = first; n < Math.min(sales, first + BATCH); n += 1)
        end = sell(db, end, n, n >= sales - open)
    })
    if (first % 100_000 === 0 && first > 0) report(`  ${first}`)
  }
  for (const sql of indexes) db.connection.exec(sql)
}

/** Takes the indexes away and answers how to make them again: sorted once, they cost a tenth. */
function takeIndexes(db: Db): readonly string[] {
  const sql = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
  const rows = db.connection.prepare<[], { name: string; sql: string }>(sql).all()
  for (const { name } of rows) db.connection.exec(`DROP INDEX ${name}`)
  return rows.map((row) => row.sql)
}

type End = { readonly sequence: number; readonly hash: string }

function append(db: Db, end: End, body: EntryBody, atMs: number): End {
  const bodyText = canonicalJson(body)
  const sequence = end.sequence + 1
  const hash = hashEntry(end.hash, { sequence, atMs, bodyText })
  db.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)').run(
    ...[sequence, atMs, body.kind, refOf(body), bodyText, hash],
  )
  return { sequence, hash }
}

/** One sale from its recording to its end, as four entries; one that is open is accepted, and no more. */
function sell(db: Db, before: End, n: number, isOpen: boolean): End {
  const atMs = firstSaleMs + n * SALE_EVERY_MS
  const ref = refOfSale(n)
  const place = before.sequence + 1
  let end = before
  let sale: StoredSale | undefined
  const story = isOpen ? storyOf(n, ref).slice(0, -1) : storyOf(n, ref)
  const entries = story.map((body, step): Entry & { body: SaleEntryBody } => {
    const stepMs = atMs + step * STEP_MS
    const known = sale
    sale = nextSale(known, { body, atMs: stepMs })
    addSaleChange(db, known, sale, stepMs, { before: null, after: null })
    end = append(db, end, body, stepMs)
    return { ...end, body, atMs: stepMs }
  })
  if (sale) insertSale(db, sale, place, end.sequence)
  projectHistory(db, place, entries)
  const insert = db.prepare("INSERT INTO attempts VALUES (?, 1, ?, ?, 'accepted', NULL, ?)")
  insert.run(ref, atMs + STEP_MS, atMs + 2 * STEP_MS, `req-${mix(n, 7)}`)
  return end
}

/** The n-th sale's ref: in order of age, the rest looks random. */
export const refOfSale = (n: number): Ref =>
  makeRef(
    firstSaleMs + n * SALE_EVERY_MS,
    Uint8Array.from({ length: 10 }, (_, place) => (mix(n, place) >>> (place % 3)) & 255),
  )

/** A number that looks random and is always the same. */
export function mix(n: number, salt: number): number {
  let value = Math.imul(n + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 15), 0xc2b2ae35)
  return (value ^ (value >>> 13)) >>> 0
}

const digits = (value: number, length: number): string => String(value % 10 ** length).padStart(length, '0')

/** The order of the n-th sale: six mobiles, two lines, a card and a bill of ten. */
export function orderOfSale(n: number): Order {
  const lot = mix(n, 1) % 10
  const amount = centimes(10_000 * (1 + (mix(n, 2) % 30)))
  if (lot < 6) {
    const operator = (['Djezzy', 'Mobilis', 'Ooredoo'] as const)[lot % 3] ?? 'Djezzy'
    const head = { Djezzy: '077', Mobilis: '066', Ooredoo: '055' }[operator]
    const plan = {
      planCode: `PREPAID_${operator.toUpperCase()}`,
      planName: 'Prépayé',
      planKind: 'dynamic',
    } as const
    return { kind: 'mobile', ...plan, operator, number: head + digits(mix(n, 3), 7), amountCentimes: amount }
  }
  if (lot < 8) {
    return {
      kind: 'internet',
      type: 'ADSL',
      number: `02${digits(mix(n, 4), 7)}`,
      valueCentimes: centimes(100_000),
    }
  }
  if (lot === 8) {
    const title = ['Steam', 'PlayStation Plus', 'بطاقة جوجل بلاي', 'Free Fire'][mix(n, 5) % 4] ?? 'Steam'
    const type = { typeId: `t-${lot}`, typeName: `${10 * (1 + (mix(n, 6) % 5))} USD`, quantity: 1 }
    return {
      kind: 'gift-card',
      productId: `p-${title}`,
      productTitle: title,
      ...type,
      unitCentimes: centimes(240_000),
    }
  }
  const accountNumber = digits(mix(n, 8), 9) + digits(mix(n, 9), 9)
  const bill = {
    billId: `bill-${n}`,
    amountCentimes: amount,
    feeCentimes: centimes(2_000),
    label: null,
    period: '2025-12',
  }
  const transactionId = mix(n, 10).toString(16).padStart(8, '0') + n.toString(16).padStart(16, '0')
  return {
    ...{ kind: 'bill', partner: 'ADE', accountNumber, discoveryRef: refOfSale(n), transactionId },
    ...{ bills: [bill], feeCentimes: centimes(3_000) },
  }
}

function storyOf(n: number, ref: Ref): readonly SaleEntryBody[] {
  const order = orderOfSale(n)
  const price = centimes(10_000 * (1 + (mix(n, 2) % 30)))
  const subscriber = order.kind === 'internet' ? { customerNumber: '02***89', offer: 'IDOOM 20' } : null
  const serviceId = mix(n, 11).toString(16) + n.toString(16)
  const requestId = `req-${mix(n, 7)}`
  const recorded = { kind: 'sale-recorded', ref, reviewId: `review-${n}`, order, subscriber } as const
  const isRefunded = mix(n, 12) % 20 === 0
  const status = isRefunded ? 'REFUNDED' : order.kind === 'bill' ? 'SUCCESS' : 'FULFILLED'
  return [
    { ...recorded, priceCentimes: price, costCentimes: price, request: requestOf(order, ref) },
    { kind: 'attempt-started', ref, attempt: 1 },
    { kind: 'accepted', ref, attempt: 1, serviceId, requestId },
    {
      ...{ kind: 'observed', ref, status, expected: true, serviceId, refundMessage: null, offers: [] },
      ...{ transactionNumber: `T${mix(n, 13)}`, cardTail: null, deliveredCount: null, debitCentimes: null },
      ...{ cards: [], errorCode: null, requestId: `look-${mix(n, 14)}` },
    },
  ]
}

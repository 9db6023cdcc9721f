/**
 * The table of carnet lines: what customers owe, line by line, one document a row. A projection of sales on account, of what
 * was given back of sales, and of repayments. A balance is the sum of a customer's lines, and is kept nowhere.
 */
import * as z from 'zod'
import { type Centimes, centimes, centimesSchema } from '#shared/money.ts'
import type { Ref } from '#shared/ref.ts'
import {
  type CarnetLine,
  type CarnetTallies,
  carnetLineSchema,
  debtOfSale,
  limitProblem,
} from '#shared/till/carnet.ts'
import type { RefundView } from '#shared/till/refunds.ts'
import { isOnAccount } from '#shared/till/sale-value.ts'
import type { Db } from './connection.ts'
import { readCustomer } from './customers.ts'
import { parseDocument } from './documents.ts'
import { canonicalJson } from './entries.ts'
import type { Entry } from './entry.ts'
import { JournalRefusal } from './faults.ts'
import type { StoredSale } from './journal.ts'
import { type CarnetEntryBody, isRefundEntry, type RefundEntryBody } from './till-entry.ts'

/** The lines of one sale as it stands after an entry of its own, or of its refund; none of a sale that no customer has. */
export function nextLines(
  before: readonly CarnetLine[],
  sale: StoredSale,
  refund: RefundView | undefined,
  entry: Pick<Entry, 'sequence' | 'atMs' | 'body'>,
): readonly CarnetLine[] {
  const { body } = entry
  const made = isRefundEntry(body) ? lineOfRefund(sale, { ...entry, body }) : soldLine(sale, entry)
  const lines = made ? [...before, made] : before
  const debt = debtOfSale(sale, refund)
  return debt === undefined
    ? lines
    : lines.map((line) => (line.kind === 'sold' ? { ...line, amountCentimes: debt } : line))
}

function soldLine(
  sale: StoredSale,
  { body, sequence, atMs }: Pick<Entry, 'sequence' | 'atMs' | 'body'>,
): CarnetLine | undefined {
  const { ref, till, priceCentimes } = sale
  if (body.kind !== 'sale-recorded' || !isOnAccount(sale) || till?.customer === undefined) return undefined
  const who = till.cashier?.name ?? null
  return { sequence, customerId: till.customer, kind: 'sold', ref, amountCentimes: priceCentimes, atMs, who }
}

/** What is credited of a sale on account is in that sale's own line already. */
function lineOfRefund(
  sale: StoredSale,
  { body, sequence, atMs }: Pick<Entry, 'sequence' | 'atMs'> & { readonly body: RefundEntryBody },
): CarnetLine | undefined {
  const { kind, customer, ref, amountCentimes, who } = body
  if (customer === undefined || isOnAccount(sale)) return undefined
  const isGiven = kind === 'refund-given'
  return {
    ...{ sequence, customerId: customer, kind: isGiven ? 'credited' : 'moved', ref, atMs, who },
    amountCentimes: isGiven ? centimes(-amountCentimes) : amountCentimes,
  }
}

/** The line of money that came or went without a sale. */
export const lineOfMoney = ({
  body: { kind, customer, amountCentimes, who },
  sequence,
  atMs,
}: Pick<Entry, 'sequence' | 'atMs'> & { readonly body: CarnetEntryBody }): CarnetLine => ({
  ...{ sequence, customerId: customer, ref: null, atMs, who },
  ...(kind === 'debt-repaid'
    ? { kind: 'repaid', amountCentimes: centimes(-amountCentimes) }
    : { kind: 'paid-out', amountCentimes }),
})

/** Throws JournalRefusal where the sale names a customer who is not there, or goes beyond the limit without an approval. */
export function checkCustomerOfSale(db: Db, { ref, till, priceCentimes }: StoredSale): void {
  if (till?.customer === undefined) return
  checkCustomer(db, till.customer)
  if (!till.onAccount || till.onAccount.approvedBy !== undefined) return
  const { limitCentimes } = till.onAccount
  const balanceCentimes = readBalance(db, till.customer)
  if (limitProblem({ priceCentimes, balanceCentimes, limitCentimes }))
    throw new JournalRefusal('over-limit', `${priceCentimes} for ${ref} over ${balanceCentimes}`)
}

/** Money is only repaid as far as it is owed, and only paid out as far as there is a credit. Throws JournalRefusal. */
export function checkCarnetMoney(db: Db, { kind, customer, amountCentimes }: CarnetEntryBody): void {
  if (!readCustomer(db, customer)) throw new JournalRefusal('unknown-customer', `${kind} of ${customer}`)
  const balance = readBalance(db, customer)
  if (amountCentimes > (kind === 'debt-repaid' ? balance : -balance))
    throw new JournalRefusal('step-refused', `${kind} of ${amountCentimes} with a balance of ${balance}`)
}

/** Throws JournalRefusal where nobody is called so, or they are forgotten. */
export function checkCustomer(db: Db, customerId: string): void {
  if (readCustomer(db, customerId)?.isForgotten !== false)
    throw new JournalRefusal('unknown-customer', customerId)
}

export function writeLine(db: Db, line: CarnetLine): void {
  db.prepare(
    `INSERT INTO carnet_lines (sequence, document) VALUES (?, ?)
     ON CONFLICT (sequence) DO UPDATE SET document = excluded.document`,
  ).run(line.sequence, canonicalJson(line))
}

/** In the order of their entries. */
export const readLinesOfSale = (db: Db, ref: Ref): readonly CarnetLine[] =>
  readLines(db, 'INDEXED BY carnet_lines_by_ref WHERE ref = ? ORDER BY sequence', ref)

export const readLine = (db: Db, sequence: number): CarnetLine | undefined =>
  readLines(db, 'WHERE sequence = ?', sequence)[0]

/** No list is longer, whatever is asked. */
const MAX_LISTED_LINES = 1_000

/** Newest first; 1,000 at the most. */
export const listLines = (db: Db, customerId: string): readonly CarnetLine[] =>
  readLines(
    db,
    'INDEXED BY carnet_lines_by_customer WHERE customer_id = ? ORDER BY sequence DESC LIMIT ?',
    customerId,
    MAX_LISTED_LINES,
  )

/** All of them, newest first, read as they are asked for. */
export function* walkLines(db: Db, customerId: string): Generator<CarnetLine, void, undefined> {
  const sql = `SELECT document FROM carnet_lines INDEXED BY carnet_lines_by_customer
    WHERE customer_id = ? ORDER BY sequence DESC`
  for (const text of db.prepare(sql).pluck().iterate(customerId)) yield parseLine(text)
}

const amount = (sum: unknown): Centimes => centimesSchema.parse(sum ?? 0)

/** What the customer owes; below zero: what they have to their credit. */
export const readBalance = (db: Db, customerId: string): Centimes =>
  amount(
    db
      .prepare(
        `SELECT sum(amount_centimes) FROM carnet_lines INDEXED BY carnet_lines_by_customer WHERE customer_id = ?`,
      )
      .pluck()
      .get(customerId),
  )

const balances = `SELECT customer_id, sum(amount_centimes) AS balance FROM carnet_lines
  INDEXED BY carnet_lines_by_customer GROUP BY customer_id`

const balanceRow = z.object({ customer_id: z.string(), balance: z.int() })

/** Who owes, most first; `limit` at the most. */
export const listDebtors = (
  db: Db,
  limit: number,
): readonly { readonly customerId: string; readonly balanceCentimes: Centimes }[] =>
  db
    .prepare(`${balances} HAVING balance > 0 ORDER BY balance DESC, customer_id LIMIT ?`)
    .all(limit)
    .map((row) => balanceRow.parse(row))
    .map(({ customer_id, balance }) => ({ customerId: customer_id, balanceCentimes: centimes(balance) }))

const tallyRow = z.object({ count: z.int(), sum: z.int().nullable() })

export function tallyCarnets(db: Db): CarnetTallies {
  const of = (sign: '>' | '<') =>
    tallyRow.parse(
      db
        .prepare(`SELECT count(*) AS count, sum(balance) AS sum FROM (${balances}) WHERE balance ${sign} 0`)
        .get(),
    )
  const [owed, credits] = [of('>'), of('<')]
  return {
    owed: { count: owed.count, sumCentimes: amount(owed.sum) },
    credits: { count: credits.count, sumCentimes: amount(Math.abs(credits.sum ?? 0)) },
  }
}

export const countLines = (db: Db): unknown => db.prepare('SELECT count(*) FROM carnet_lines').pluck().get()

export const deleteLines = (db: Db): void => void db.prepare('DELETE FROM carnet_lines').run()

const readLines = (db: Db, clauses: string, ...values: readonly (string | number)[]): readonly CarnetLine[] =>
  db
    .prepare(`SELECT document FROM carnet_lines ${clauses}`)
    .pluck()
    .all(...values)
    .map(parseLine)

const parseLine = (text: unknown): CarnetLine => parseDocument(carnetLineSchema, text, 'a line of a carnet')

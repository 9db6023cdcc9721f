/**
 * The table of refunds: what was and is to be given back of a sale, one document a row. A projection of the sale's entries
 * and of those by which money was given back. A sale has a row from the first moment at which anything of it is due.
 * Sales of earlier versions, which nobody kept account of, have one only where money was given back since.
 */
import * as z from 'zod'
import { type Centimes, centimes, centimesSchema } from '#shared/money.ts'
import type { Ref } from '#shared/ref.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import {
  countedPartOf,
  fitsBalance,
  givenOf,
  owedOf,
  type RefundState,
  type RefundView,
  refundViewSchema,
  standingOf,
} from '#shared/till/refunds.ts'
import type { Tally } from '#shared/till/report.ts'
import type { Db } from './connection.ts'
import { parseDocument } from './documents.ts'
import { canonicalJson } from './entries.ts'
import type { SaleEntryBody } from './entry.ts'
import { JournalRefusal } from './faults.ts'
import type { StoredSale } from './journal.ts'
import { isRefundEntry, type RefundEntryBody } from './till-entry.ts'

/** No list is longer, whatever is asked. */
const MAX_LISTED_REFUNDS = 1_000

/**
 * The refund of `sale`, as the sale stands after the entry. Undefined where there never was anything to give back. Throws
 * JournalRefusal where the entry gives back what is not due, or another amount than is.
 */
export function nextRefund(
  before: RefundView | undefined,
  sale: StoredSale,
  { body, atMs }: { readonly body: SaleEntryBody | RefundEntryBody; readonly atMs: number },
): RefundView | undefined {
  const standing = standingOf(owedOf(sale, countedPartOf(before)), givenOf(before))
  if (isRefundEntry(body)) return afterMoney(before, sale, body, atMs)
  if (!before && (sale.till === undefined || standing.state === 'none')) return undefined
  if (before?.state === standing.state && before.balanceCentimes === standing.balanceCentimes) return before
  return { ...(before ?? beginning(sale)), ...standing, changedAtMs: atMs }
}

const beginning = ({ ref, priceCentimes, till }: StoredSale) => ({
  ...{ ref, priceCentimes, means: till?.means ?? ('cash' as const) },
  ...(till?.customer !== undefined && { customer: till.customer }),
  ...{ countedPartCentimes: null, givenBack: [], repayments: [] },
})

function afterMoney(
  before: RefundView | undefined,
  sale: StoredSale,
  body: RefundEntryBody,
  atMs: number,
): RefundView {
  const refund = before ?? beginning(sale)
  const givenCentimes = givenOf(refund)
  const { state, balanceCentimes } = standingOf(owedOf(sale, countedPartOf(refund)), givenCentimes)
  const { who, approvedBy = null, amountCentimes, means, shift = null, customer } = body
  const done = { atMs, who, approvedBy, amountCentimes, means, shift, ...(customer && { customer }) }
  if (!namesCarnet(body) || !fitsAccount(body, sale)) refuse(body, state)
  const mostCentimes = state === 'debt' ? givenCentimes : sale.priceCentimes
  if (!fitsBalance(balanceCentimes, amountCentimes, mostCentimes)) refuse(body, state)
  if (body.kind === 'refund-repaid') {
    if (state !== 'debt') refuse(body, state)
    return closedBy({ ...refund, repayments: [...refund.repayments, done] }, sale, atMs)
  }
  if (state !== 'due') refuse(body, state)
  const { how, forRef = null } = body
  return closedBy({ ...refund, givenBack: [...refund.givenBack, { ...done, how, forRef }] }, sale, atMs)
}

/** What goes to a carnet names whose, and nothing else does. */
const namesCarnet = (body: RefundEntryBody): boolean => {
  const isCredited = body.kind === 'refund-given' && body.how === 'credited'
  const isCarnet = body.means === 'on-account'
  if ((body.customer !== undefined) !== isCarnet) return false
  return body.kind === 'refund-repaid' || isCredited === isCarnet
}

/** Of a sale on account nothing is given back in money: what a person counted is credited to who bought it. */
const fitsAccount = ({ kind, customer }: RefundEntryBody, { till }: StoredSale): boolean =>
  till?.means !== 'on-account' || (kind === 'refund-given' && customer === till.customer)

/** Of a part that nobody else counts, what the customer has in the end is what a person counted. */
function closedBy(
  refund: Omit<RefundView, 'state' | 'balanceCentimes' | 'changedAtMs'>,
  sale: StoredSale,
  atMs: number,
): RefundView {
  const givenCentimes = givenOf(refund)
  const isUncounted = owedOf(sale, null).kind === 'uncounted'
  const countedPartCentimes = isUncounted ? givenCentimes : refund.countedPartCentimes
  const standing = standingOf(owedOf(sale, countedPartCentimes), givenCentimes)
  return { ...refund, countedPartCentimes, ...standing, changedAtMs: atMs }
}

function refuse({ kind, ref, amountCentimes }: RefundEntryBody, state: RefundState): never {
  throw new JournalRefusal('step-refused', `${kind} of ${amountCentimes} for ${ref}, which is ${state}`)
}

export function writeRefund(db: Db, refund: RefundView): void {
  db.prepare(
    `INSERT INTO refunds (ref, document, given_centimes) VALUES (?, ?, ?)
     ON CONFLICT (ref) DO UPDATE SET document = excluded.document, given_centimes = excluded.given_centimes`,
  ).run(refund.ref, canonicalJson(refund), givenOf(refund))
}

export const readRefund = (db: Db, ref: Ref): RefundView | undefined =>
  readRefunds(db, 'WHERE ref = ?', ref)[0]

/** Those that stand so, the one that stands so longest first. */
export const listRefunds = (db: Db, state: 'due' | 'debt'): readonly RefundView[] =>
  readRefunds(
    db,
    `INDEXED BY refunds_open WHERE state = ? AND state IN ('due', 'debt') ORDER BY changed_at_ms, ref LIMIT ?`,
    state,
    MAX_LISTED_REFUNDS,
  )

export interface RefundTallies {
  /** Due to customers. One of which nobody says how much is counted, and adds nothing. */
  readonly due: Tally
  /** Owed by customers. The same holds of them. */
  readonly debts: Tally
}

const tallyRow = z.object({ count: z.int(), sum: z.int().nullable() })

export function tallyRefunds(db: Db): RefundTallies {
  const sql = `SELECT count(*) AS count, sum(balance_centimes) AS sum FROM refunds INDEXED BY refunds_open
    WHERE state = ? AND state IN ('due', 'debt')`
  const of = (state: 'due' | 'debt') => tallyRow.parse(db.prepare(sql).get(state))
  const [due, debts] = [of('due'), of('debt')]
  return {
    due: { count: due.count, sumCentimes: centimes(due.sum ?? 0) },
    debts: { count: debts.count, sumCentimes: positive(debts.sum) },
  }
}

/** SQL's sum of nothing is null, and a debt is below zero; there is no −0 among amounts. */
const positive = (sum: number | null): Centimes => centimes(sum === null || sum === 0 ? 0 : -sum)

/**
 * What is held for sales that may still go either way, less what was given back of them; of sales on account nothing is.
 * Reads every open sale.
 */
export function tallyHeld(db: Db): Tally {
  const sql = `SELECT count(*) AS count, sum(sale ->> '$.priceCentimes'
      - coalesce((SELECT given_centimes FROM refunds WHERE refunds.ref = sales.ref), 0)) AS sum
    FROM sales INDEXED BY sales_by_state
    WHERE state IN (SELECT value FROM json_each(?)) AND sale ->> '$.till.means' <> 'on-account'`
  const { count, sum } = tallyRow.parse(db.prepare(sql).get(JSON.stringify(openSaleStates)))
  return { count, sumCentimes: centimesSchema.parse(sum ?? 0) }
}

/**
 * Whether a sale on account of theirs may still go either way, or waits for somebody to count what is due of it. Reads every
 * sale of theirs.
 */
export function hasOpenOnAccount(db: Db, customerId: string): boolean {
  const sql = `SELECT EXISTS (SELECT 1 FROM sales INDEXED BY sales_by_customer
    LEFT JOIN refunds ON refunds.ref = sales.ref
    WHERE sale ->> '$.till.customer' = ? AND sale ->> '$.till.means' = 'on-account'
      AND (sales.state IN (SELECT value FROM json_each(?)) OR refunds.state IN ('due', 'debt')))`
  return db.prepare(sql).pluck().get(customerId, JSON.stringify(openSaleStates)) === 1
}

export const countRefunds = (db: Db): unknown => db.prepare('SELECT count(*) FROM refunds').pluck().get()

export const deleteRefunds = (db: Db): void => void db.prepare('DELETE FROM refunds').run()

const readRefunds = (
  db: Db,
  clauses: string,
  ...values: readonly (string | number)[]
): readonly RefundView[] =>
  db
    .prepare(`SELECT document FROM refunds ${clauses}`)
    .pluck()
    .all(...values)
    .map(parseRefund)

export const parseRefund = (text: unknown): RefundView => parseDocument(refundViewSchema, text, 'a refund')

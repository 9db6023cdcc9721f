/**
 * Bill transactions as the data file keeps them: the SQL of their tables and nothing of what they mean. Invariant: a
 * transaction has one payment at most, and a payment pays lines of its own transaction only.
 */
import * as z from 'zod'
import { type Centimes, centimesSchema } from '#shared/money.ts'
import { type BillPartner, billPartners } from '#shared/products/bill.ts'
import { type Environment, keyEnvironments } from '../keys.ts'
import type { Store } from '../store.ts'
import { type TransactionEnding, transactionEndings } from './outcome.ts'

/** What the books call a bill payment. */
export const billKind = 'bill'

const lineSchema = z.object({
  billId: z.string(),
  amountCentimes: centimesSchema,
  feeCentimes: centimesSchema,
  label: z.string(),
  period: z.string(),
  /** Its place in the payment's order, or null where the payment left it out. */
  paidPlace: z.int().nullable(),
})
export type BillLine = Readonly<z.infer<typeof lineSchema>>

const paymentSchema = z.object({
  ref: z.string(),
  amountCentimes: centimesSchema,
  feeCentimes: centimesSchema,
  acceptedAtMs: z.int(),
  speed: z.number().positive(),
})
export type BillPayment = Readonly<z.infer<typeof paymentSchema>>

/** A damaged data file is an error here, not a wrong amount later. */
const rowSchema = z.object({
  id: z.string(),
  environment: z.enum(keyEnvironments),
  partner: z.enum(billPartners),
  ref: z.string(),
  accountField: z.string(),
  accountValue: z.string(),
  ending: z.enum(transactionEndings),
  createdAtMs: z.int(),
  speed: z.number().positive(),
})
type TransactionRow = Readonly<z.infer<typeof rowSchema>>

export interface BillTransaction extends TransactionRow {
  readonly lines: readonly BillLine[]
  readonly payment: BillPayment | null
}

const columns = `t.id, t.environment, t.partner, t.ref, t.account_field AS accountField,
  t.account_value AS accountValue, t.ending, t.created_at_ms AS createdAtMs, t.speed`

/** Those that fit `where`, newest first; `t` is the transaction, `p` its payment. */
function select(store: Store, where: string, values: readonly unknown[]): readonly BillTransaction[] {
  const sql = `SELECT ${columns} FROM bill_transactions t LEFT JOIN bill_payments p ON p.transaction_id = t.id
    WHERE ${where} ORDER BY t.created_at_ms DESC, t.rowid DESC`
  const rows = z.array(rowSchema).parse(store.prepare(sql).all(...values))
  return rows.map((row) => ({
    ...row,
    lines: readLines(store, row.id),
    payment: readPayment(store, row.id),
  }))
}

function readLines(store: Store, id: string): readonly BillLine[] {
  const sql = `SELECT bill_id AS billId, amount_centimes AS amountCentimes, fee_centimes AS feeCentimes, label, period,
    paid_place AS paidPlace FROM bill_lines WHERE transaction_id = ? ORDER BY place`
  return z.array(lineSchema).parse(store.prepare(sql).all(id))
}

function readPayment(store: Store, id: string): BillPayment | null {
  const sql = `SELECT ref, amount_centimes AS amountCentimes, fee_centimes AS feeCentimes,
    accepted_at_ms AS acceptedAtMs, speed FROM bill_payments WHERE transaction_id = ?`
  return paymentSchema.nullable().parse(store.prepare(sql).get(id) ?? null)
}

/** The fee in what was paid for a transaction. */
export const readPaymentFee = (store: Store, transactionId: string): Centimes =>
  centimesSchema.parse(
    store
      .prepare('SELECT fee_centimes FROM bill_payments WHERE transaction_id = ?')
      .pluck()
      .get(transactionId) ?? 0,
  )

export const findTransaction = (store: Store, environment: Environment, id: string) =>
  select(store, 't.environment = ? AND t.id = ?', [environment, id])[0]

/** By the discovery's ref, never by the payment's. The newest, where older ones failed under the same ref. */
export const findByDiscoveryRef = (store: Store, environment: Environment, partner: string, ref: string) =>
  select(store, 't.environment = ? AND t.partner = ? AND t.ref = ?', [environment, partner, ref])[0]

/** Every transaction that was discovered or paid under `ref` at this biller. */
export const listByAnyRef = (store: Store, environment: Environment, partner: BillPartner, ref: string) =>
  select(store, 't.environment = ? AND t.partner = ? AND (t.ref = ? OR p.ref = ?)', [
    environment,
    partner,
    ref,
    ref,
  ])

/** Every payment that was ever accepted for this bill, alone or as a line of a larger order. */
export const listPaymentsOfBill = (store: Store, environment: Environment, billId: string) =>
  select(
    store,
    `t.environment = ? AND t.id IN
       (SELECT transaction_id FROM bill_lines WHERE paid_place IS NOT NULL AND bill_id = ?)`,
    [environment, billId],
  )

export interface AccountKey {
  readonly partner: BillPartner
  readonly accountField: string
  readonly accountValue: string
}

/** Every payment that was ever accepted for this account. */
export const listPaymentsOfAccount = (
  store: Store,
  environment: Environment,
  { partner, accountField, accountValue }: AccountKey,
) =>
  select(
    store,
    `t.environment = ? AND t.partner = ? AND t.account_field = ? AND t.account_value = ?
       AND p.transaction_id IS NOT NULL`,
    [environment, partner, accountField, accountValue],
  )

/** Every payment that was ever accepted, in either environment, in the order of its discovery. */
export const listPayments = (store: Store) => select(store, 'p.transaction_id IS NOT NULL', []).toReversed()

export interface ListFilter {
  readonly environment: Environment
  readonly partner?: BillPartner | undefined
  readonly fromMs?: number | undefined
  /** Included. */
  readonly toMs?: number | undefined
}

export const listTransactions = (store: Store, { environment, partner, fromMs, toMs }: ListFilter) =>
  select(
    store,
    `t.environment = @environment AND t.partner = coalesce(@partner, t.partner)
       AND t.created_at_ms >= coalesce(@fromMs, t.created_at_ms)
       AND t.created_at_ms <= coalesce(@toMs, t.created_at_ms)`,
    [{ environment, partner: partner ?? null, fromMs: fromMs ?? null, toMs: toMs ?? null }],
  )

export type NewTransaction = Omit<BillTransaction, 'payment' | 'lines'> & {
  readonly lines: readonly Omit<BillLine, 'paidPlace'>[]
}

/** Runs inside the caller's transaction. */
export function insertTransaction(store: Store, { lines, ...row }: NewTransaction): void {
  store
    .prepare(
      `INSERT INTO bill_transactions VALUES
         (@id, @environment, @partner, @ref, @accountField, @accountValue, @ending, @createdAtMs, @speed)`,
    )
    .run(row)
  const insertLine = store.prepare(
    `INSERT INTO bill_lines VALUES
       (@id, @place, @billId, @amountCentimes, @feeCentimes, @label, @period, NULL)`,
  )
  for (const [place, line] of lines.entries()) insertLine.run({ ...line, id: row.id, place })
}

/** What becomes of a payment is otherwise than its account would have it. Runs inside the caller's transaction. */
export function changeEnding(store: Store, id: string, ending: TransactionEnding): void {
  store.prepare('UPDATE bill_transactions SET ending = ? WHERE id = ?').run(ending, id)
}

/** Makes the transaction a payment of these of its bills, in this order. Runs inside the caller's transaction. */
export function insertPayment(
  store: Store,
  id: string,
  payment: BillPayment,
  billIds: readonly string[],
): void {
  store
    .prepare(
      `INSERT INTO bill_payments VALUES
         (@id, @ref, @amountCentimes, @feeCentimes, @acceptedAtMs, @speed)`,
    )
    .run({ ...payment, id })
  const choose = store.prepare(
    'UPDATE bill_lines SET paid_place = ? WHERE transaction_id = ? AND bill_id = ?',
  )
  for (const [place, billId] of billIds.entries()) choose.run(place, id, billId)
}

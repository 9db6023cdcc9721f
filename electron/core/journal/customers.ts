/**
 * The table of customers: each as one document, a projection of entries that hold no name and no number. Those are in a table
 * beside it that is made from no entry, so that they can be forgotten: a row counts only where it is what the entries' digest
 * says. See docs/decisions/0005-customers-in-the-journal.md.
 */
import { hash } from 'node:crypto'
import * as z from 'zod'
import { timeMsSchema } from '#shared/dates.ts'
import { customerLimitSchema } from '#shared/till/carnet.ts'
import { customerIdSchema } from '#shared/till/cash.ts'
import type { Db } from './connection.ts'
import { parseAs, parseDocument } from './documents.ts'
import { canonicalJson } from './entries.ts'
import { JournalRefusal } from './faults.ts'
import type { CustomerEntryBody } from './till-entry.ts'

const storedCustomerSchema = z.strictObject({
  customerId: customerIdSchema,
  addedAtMs: timeMsSchema,
  /** Their own limit; null: the shop's. */
  limitCentimes: customerLimitSchema,
  isForgotten: z.boolean(),
  /** Of their name and number; null once they are forgotten. */
  digest: z.string().nullable(),
})
export type StoredCustomer = z.infer<typeof storedCustomerSchema>

/** The customer after an entry. Throws JournalRefusal where the entry is about nobody, or about somebody who is forgotten. */
export function nextCustomer(
  before: StoredCustomer | undefined,
  { body, atMs }: { readonly body: CustomerEntryBody; readonly atMs: number },
): StoredCustomer {
  const { kind, customer } = body
  if (kind === 'customer-added') {
    if (before) throw new JournalRefusal('step-refused', `${customer} is added twice`)
    return {
      ...{ customerId: customer, addedAtMs: atMs, limitCentimes: null },
      ...{ isForgotten: false, digest: body.digest },
    }
  }
  if (!before || before.isForgotten) throw new JournalRefusal('unknown-customer', `${kind} of ${customer}`)
  if (kind === 'customer-forgotten') return { ...before, isForgotten: true, digest: null }
  const { digest = before.digest, limitCentimes = before.limitCentimes } = body
  return { ...before, digest, limitCentimes }
}

export function writeCustomer(db: Db, customer: StoredCustomer): void {
  db.prepare(
    `INSERT INTO customers (customer_id, document) VALUES (?, ?)
     ON CONFLICT (customer_id) DO UPDATE SET document = excluded.document`,
  ).run(customer.customerId, canonicalJson(customer))
  if (customer.isForgotten)
    db.prepare('DELETE FROM customer_names WHERE customer_id = ?').run(customer.customerId)
}

export function readCustomer(db: Db, customerId: string): StoredCustomer | undefined {
  const text = db.prepare('SELECT document FROM customers WHERE customer_id = ?').pluck().get(customerId)
  return text === undefined ? undefined : parseDocument(storedCustomerSchema, text, 'a customer')
}

export const countCustomers = (db: Db): unknown => db.prepare('SELECT count(*) FROM customers').pluck().get()

/** Before a rebuild. Names are made from no entry, and stay. */
export const deleteCustomers = (db: Db): void => void db.prepare('DELETE FROM customers').run()

// Names and numbers.

/** What is known of a customer as a person. `salt`: random, 32 bytes in hexadecimal; it is forgotten with the rest. */
export interface CustomerName {
  readonly number: string
  readonly name: string | null
  readonly salt: string
}

/** What the entries hold in place of a name: without the salt it reveals nothing, not even to who tries all numbers there are. */
export const digestOfName = ({ number, name, salt }: CustomerName): string =>
  hash('sha256', canonicalJson({ number, name, salt }), 'hex')

const nameRow = z.strictObject({
  customer_id: z.string(),
  number: z.string(),
  name: z.string().nullable(),
  salt: z.string(),
})
const columns = 'customer_id, number, name, salt'

/** In the same commit as the entry with its digest. */
export function writeCustomerName(db: Db, customerId: string, { number, name, salt }: CustomerName): void {
  // A row that no entry speaks for any more may hold the same number.
  const sql = `INSERT OR REPLACE INTO customer_names (${columns}) VALUES (?, ?, ?, ?)`
  db.prepare(sql).run(customerId, number, name, salt)
}

/** Undefined where it is not kept, or is not what the entries say of it. */
export function readCustomerName(
  db: Db,
  { customerId, digest }: Pick<StoredCustomer, 'customerId' | 'digest'>,
): CustomerName | undefined {
  const row = db.prepare(`SELECT ${columns} FROM customer_names WHERE customer_id = ?`).get(customerId)
  const named = row === undefined ? undefined : parseAs(nameRow, row, 'the name of a customer')
  if (!named) return undefined
  const { customer_id: _id, ...name } = named
  return digestOfName(name) === digest ? name : undefined
}

/** Those whose number holds these digits, or whose name these words, by number; `limit` at the most. */
export function findCustomers(
  db: Db,
  { digits, words }: { readonly digits: string; readonly words: (name: string) => boolean },
  limit: number,
): readonly StoredCustomer[] {
  const found: StoredCustomer[] = []
  for (const row of db.prepare(`SELECT ${columns} FROM customer_names ORDER BY number`).all()) {
    const { customer_id, number, name } = parseAs(nameRow, row, 'the name of a customer')
    const fits = (digits !== '' && number.includes(digits)) || (name !== null && words(name))
    const customer = fits ? readCustomer(db, customer_id) : undefined
    if (customer && readCustomerName(db, customer)) found.push(customer)
    if (found.length >= limit) break
  }
  return found
}

/** Who was added last, first, by the order of the entries: the clock may be set back. `limit` at the most. */
export function listLatestCustomers(db: Db, limit: number): readonly StoredCustomer[] {
  const sql = `SELECT document FROM entries INDEXED BY entries_of_customers
    JOIN customers ON customer_id = body ->> '$.customer'
    WHERE kind IN ('customer-added', 'customer-changed', 'customer-forgotten', 'debt-repaid', 'credit-paid-out')
      AND kind = 'customer-added' AND document ->> '$.isForgotten' = 0
    ORDER BY entries.sequence DESC LIMIT ?`
  const documents = db.prepare(sql).pluck().all(limit)
  return documents
    .map((text) => parseDocument(storedCustomerSchema, text, 'a customer'))
    .filter((customer) => readCustomerName(db, customer))
}

export function findCustomerByNumber(db: Db, number: string): StoredCustomer | undefined {
  const id = db.prepare('SELECT customer_id FROM customer_names WHERE number = ?').pluck().get(number)
  const customer = id === undefined ? undefined : readCustomer(db, z.string().parse(id))
  return customer && readCustomerName(db, customer) ? customer : undefined
}

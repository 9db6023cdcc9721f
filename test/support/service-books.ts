/** Writes a service's book into the data file of a training service that does not run, with its balances in one chain. */
import Database from 'better-sqlite3'
import { type Centimes, centimes } from '#shared/money.ts'
import type { OrderOf } from '#shared/products/orders.ts'
import { openStore } from '#training/store.ts'
import type { BookOrder, ServiceBook } from './two-books.ts'

export const openingCentimes: Centimes = centimes(9_000_000_000)
const ENDS_AFTER_MS = 5_000
const DISCOVERED_BEFORE_MS = 20_000

/** Makes the data file of a service with the production half of an account that has this book. */
export function writeServiceBook(dataFile: string, book: ServiceBook): void {
  const store = openStore(dataFile, openingCentimes)
  store.transaction(() => {
    for (const order of book.orders) {
      if (order.kind === 'bill') insertPayment(store, order, order.order as OrderOf<'bill'>)
      else insertOrder(store, order)
    }
    const closing = insertMovements(store, book)
    store.prepare("UPDATE accounts SET balance_centimes = ? WHERE environment = 'production'").run(closing)
  })()
  store.close()
}

/** Changes the book of a service that runs: its data file takes a second writer. */
export function changeServiceBook(dataFile: string, sql: string, ...values: readonly unknown[]): void {
  const store = new Database(dataFile)
  store.prepare(sql).run(...values)
  store.close()
}

function insertOrder(store: Database.Database, bookOrder: BookOrder): void {
  const { order, kind, id, ref, atMs, faceCentimes, debitCentimes } = bookOrder
  const what = {
    mobile: () => order.kind === 'mobile' && [order.planCode, '', order.number, 1],
    internet: () => order.kind === 'internet' && [order.type, '', order.number, 1],
    'gift-card': () => order.kind === 'gift-card' && [order.productId, order.typeId, '', order.quantity],
    bill: () => false as const,
  }[kind]()
  if (!what) throw new Error(`not an order of ${kind}`)
  const quantity = Number(what[3])
  const stages = [
    { status: 'HANDLING', atMs },
    { status: bookOrder.status, atMs: atMs + ENDS_AFTER_MS },
  ]
  store
    .prepare(
      `INSERT INTO orders (id, environment, ref, kind, product, variant, number, quantity, value_centimes, cost_centimes,
        created_at_ms, timeline) VALUES (?, 'production', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(id, ref, kind, ...what, faceCentimes / quantity, debitCentimes, atMs, JSON.stringify(stages))
}

/** The status of a payment follows from the ending of its account. */
const endings: Readonly<Record<string, string>> = {
  SUCCESS: 'paid',
  REFUNDED: 'unknown-refunded',
  FAILED: 'declined',
}

function insertPayment(store: Database.Database, bookOrder: BookOrder, order: OrderOf<'bill'>): void {
  const { id, ref, atMs, faceCentimes, debitCentimes, status } = bookOrder
  const [bill] = order.bills
  const fee = debitCentimes - faceCentimes
  store
    .prepare("INSERT INTO bill_transactions VALUES (?, 'production', ?, ?, 'reference', ?, ?, ?, 1)")
    .run(id, order.partner, ref, order.accountNumber, endings[status] ?? 'paid', atMs - DISCOVERED_BEFORE_MS)
  store
    .prepare("INSERT INTO bill_lines VALUES (?, 0, ?, ?, ?, 'Facture', '2025-12', 0)")
    .run(id, bill?.billId ?? 'bill', faceCentimes, fee)
  store
    .prepare('INSERT INTO bill_payments VALUES (?, ?, ?, ?, ?, 1)')
    .run(id, `pay-${ref}`, faceCentimes, fee, atMs)
}

function insertMovements(store: Database.Database, { movements, hidden }: ServiceBook): Centimes {
  const insert = store.prepare(
    `INSERT INTO movements (environment, order_id, ref, kind, type, amount_centimes, at_ms, old_balance_centimes,
      new_balance_centimes) VALUES ('production', ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const listed = new Set(movements)
  let balance: number = openingCentimes
  for (const movement of [...movements, ...hidden].toSorted((a, b) => a.atMs - b.atMs)) {
    const { orderId, kind, type, amountCentimes, atMs } = movement
    const after = balance + (type === 'DEBIT' ? -amountCentimes : amountCentimes)
    if (listed.has(movement)) insert.run(orderId, orderId, kind, type, amountCentimes, atMs, balance, after)
    balance = after
  }
  return centimes(balance)
}

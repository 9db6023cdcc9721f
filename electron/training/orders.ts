/**
 * Orders and the money they move. Invariants: an order, its DEBIT and its card are one commit; each order has one DEBIT
 * and at most one REFUND; only production orders touch a balance, sandbox ones leave simulated movements.
 */
import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { type Centimes, centimesSchema } from '#shared/money.ts'
import { type Environment, keyEnvironments } from './keys.ts'
import { cardsLeft, moveBalance, moveCards, readBalance } from './stock.ts'
import type { Store } from './store.ts'

/** What a resource asks to be taken. */
export interface NewOrder {
  readonly environment: Environment
  readonly ref: string
  readonly kind: string
  readonly product: string
  readonly number: string
  readonly valueCentimes: Centimes
  readonly costCentimes: Centimes
  readonly createdAtMs: number
  readonly speed: number
  /** When the money goes back by itself, for an order that will fail. */
  readonly refundDueAtMs: number | null
}

export interface Order extends NewOrder {
  readonly id: string
}

/** An order as its row tells it: a damaged data file is an error here, not a wrong amount later. */
const orderRowSchema = z.object({
  id: z.string(),
  environment: z.enum(keyEnvironments),
  ref: z.string(),
  kind: z.string(),
  product: z.string(),
  number: z.string(),
  valueCentimes: centimesSchema,
  costCentimes: centimesSchema,
  createdAtMs: z.int(),
  speed: z.number().positive(),
  refundDueAtMs: z.int().nullable(),
})

const orderColumns = `id, environment, ref, kind, product, number, value_centimes AS valueCentimes,
  cost_centimes AS costCentimes, created_at_ms AS createdAtMs, speed, refund_due_at_ms AS refundDueAtMs`

export function findOrder(
  store: Store,
  environment: Environment,
  by: 'ref' | 'id',
  value: string,
): Order | undefined {
  const row = store
    .prepare(`SELECT ${orderColumns} FROM orders WHERE environment = ? AND ${by} = ?`)
    .get(environment, value)
  return row === undefined ? undefined : orderRowSchema.parse(row)
}

/** Every order, oldest first. */
export const listOrders = (store: Store): readonly Order[] =>
  z.array(orderRowSchema).parse(store.prepare(`SELECT ${orderColumns} FROM orders ORDER BY rowid`).all())

export type TakeProblem =
  | { readonly problem: 'duplicated-ref' }
  | { readonly problem: 'out-of-stock' }
  | { readonly problem: 'balance'; readonly availableCentimes: Centimes }

/** Takes an order with its debit, in one commit, or says why not and changes nothing. */
export function takeOrder(store: Store, order: NewOrder): Order | TakeProblem {
  return store
    .transaction((): Order | TakeProblem => {
      if (findOrder(store, order.environment, 'ref', order.ref)) return { problem: 'duplicated-ref' }
      if (order.environment === 'production') {
        if (cardsLeft(store, order.product, order.valueCentimes) < 1) return { problem: 'out-of-stock' }
        const availableCentimes = readBalance(store, order.environment)
        if (availableCentimes < order.costCentimes) return { problem: 'balance', availableCentimes }
      }
      const taken = { ...order, id: randomBytes(12).toString('hex') }
      insertOrder(store, taken)
      move(store, taken, 'DEBIT', taken.createdAtMs)
      return taken
    })
    .immediate()
}

/** Gives back what is due by now. Called before anything is read, so that a refund needs nobody's poll to happen. */
export function settleRefunds(store: Store, nowMs: number): void {
  const due = store.prepare(
    `SELECT ${orderColumns} FROM orders WHERE refunded = 0 AND refund_due_at_ms <= ? ORDER BY refund_due_at_ms`,
  )
  if (due.get(nowMs) === undefined) return
  store
    .transaction(() => {
      for (const order of z.array(orderRowSchema).parse(due.all(nowMs))) {
        move(store, order, 'REFUND', order.refundDueAtMs ?? nowMs)
        store.prepare('UPDATE orders SET refunded = 1 WHERE id = ?').run(order.id)
      }
    })
    .immediate()
}

function insertOrder(store: Store, order: Order): void {
  store
    .prepare(
      `INSERT INTO orders (id, environment, ref, kind, product, number, value_centimes, cost_centimes,
         created_at_ms, speed, refund_due_at_ms)
       VALUES (@id, @environment, @ref, @kind, @product, @number, @valueCentimes, @costCentimes,
         @createdAtMs, @speed, @refundDueAtMs)`,
    )
    .run(order)
}

/** Writes one movement; in production it moves the balance and the card with it. Runs inside a transaction. */
function move(store: Store, order: Order, type: 'DEBIT' | 'REFUND', atMs: number): void {
  store
    .prepare('INSERT INTO movements (order_id, type, amount_centimes, at_ms) VALUES (?, ?, ?, ?)')
    .run(order.id, type, order.costCentimes, atMs)
  if (order.environment !== 'production') return
  const sign = type === 'DEBIT' ? -1 : 1
  moveBalance(store, order.environment, sign * order.costCentimes)
  moveCards(store, order.product, order.valueCentimes, sign)
}

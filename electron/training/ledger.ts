/** The service's own books as the control endpoint tells them: what tests and the demo compare the journal with. */
import * as z from 'zod'
import { centimesSchema, dinarsOf } from '#shared/money.ts'
import { type Environment, keyEnvironments } from './keys.ts'
import { statusOf } from './order-status.ts'
import { listOrders } from './orders.ts'
import { readBalance } from './stock.ts'
import type { Store } from './store.ts'

/** Amounts in dinars, times in ISO 8601. */
export interface Ledger {
  readonly orders: readonly {
    readonly id: string
    readonly ref: string
    readonly environment: Environment
    readonly kind: string
    readonly number: string
    readonly value: number
    readonly cost: number
    readonly status: string
    readonly createdAt: string
  }[]
  readonly movements: readonly {
    readonly orderId: string
    readonly ref: string
    readonly type: 'DEBIT' | 'REFUND'
    readonly amount: number
    readonly environment: Environment
    /** True for the sandbox: the movement is on record and no balance moved. */
    readonly simulated: boolean
    readonly at: string
  }[]
  readonly balances: Readonly<Record<Environment, number>>
}

const movementRowSchema = z.object({
  orderId: z.string(),
  ref: z.string(),
  type: z.enum(['DEBIT', 'REFUND']),
  amountCentimes: centimesSchema,
  environment: z.enum(keyEnvironments),
  atMs: z.int(),
})

/** The whole ledger, oldest first, as it stands at `nowMs`. Refunds must have been settled before. */
export function readLedger(store: Store, nowMs: number): Ledger {
  return {
    orders: listOrders(store).map((order) => ({
      id: order.id,
      ref: order.ref,
      environment: order.environment,
      kind: order.kind,
      number: order.number,
      value: dinarsOf(order.valueCentimes),
      cost: dinarsOf(order.costCentimes),
      status: statusOf(order, nowMs),
      createdAt: isoTime(order.createdAtMs),
    })),
    movements: readMovements(store),
    balances: {
      sandbox: dinarsOf(readBalance(store, 'sandbox')),
      production: dinarsOf(readBalance(store, 'production')),
    },
  }
}

function readMovements(store: Store): Ledger['movements'] {
  const rows = store
    .prepare(
      `SELECT m.order_id AS orderId, o.ref, m.type, m.amount_centimes AS amountCentimes, o.environment, m.at_ms AS atMs
       FROM movements m JOIN orders o ON o.id = m.order_id ORDER BY m.sequence`,
    )
    .all()
  return z
    .array(movementRowSchema)
    .parse(rows)
    .map(({ amountCentimes, atMs, ...row }) => ({
      ...row,
      amount: dinarsOf(amountCentimes),
      simulated: row.environment === 'sandbox',
      at: isoTime(atMs),
    }))
}

const isoTime = (atMs: number) => new Date(atMs).toISOString()

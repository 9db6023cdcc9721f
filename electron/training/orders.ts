/**
 * Orders of internet cards, mobile top-ups and gift cards. Invariants: an order, its DEBIT, its cards and the refund it
 * will have are one commit; an order that costs nothing moves nothing; only production orders touch a shelf.
 */
import * as z from 'zod'
import { type Centimes, centimesSchema } from '#shared/money.ts'
import { postLater, postMovement, readSpendable } from './books.ts'
import type { Call } from './call.ts'
import { newHexId } from './chance.ts'
import { type Environment, keyEnvironments } from './keys.ts'
import type { Part, Window } from './paging.ts'
import { cardsLeft, moveCards, type Shelf } from './stock.ts'
import type { Store } from './store.ts'
import { type Timeline, timelineSchema } from './timeline.ts'

export const orderKinds = ['internet', 'mobile', 'gift-card'] as const
export type OrderKind = (typeof orderKinds)[number]

interface OrderFacts {
  readonly environment: Environment
  readonly kind: OrderKind
  /** What was bought within its kind: ADSL or 4G, a plan code, a gift card product. */
  readonly product: string
  /** The type id of a gift card; empty otherwise. */
  readonly variant: string
  /** Whom it is for; empty for gift cards. */
  readonly number: string
  readonly quantity: number
  /** Of one. */
  readonly valueCentimes: Centimes
  /** Of all. */
  readonly costCentimes: Centimes
  readonly createdAtMs: number
  readonly timeline: Timeline
}

export interface PlannedRefund {
  readonly atMs: number
  readonly amountCentimes: Centimes
  /** How many cards go back to their shelf. */
  readonly count: number
}

/** What a resource asks to be taken. */
export interface NewOrder extends OrderFacts {
  /** null where the request carries none: the order is then filed under its own id. */
  readonly ref: string | null
  /** What goes back by itself, for an order that will fail; null for one that will not. */
  readonly refund: PlannedRefund | null
  /** Where its cards stand; null where it takes none. */
  readonly shelf: Shelf | null
}

export interface Order extends OrderFacts {
  readonly id: string
  readonly ref: string
}

/** An order as its row tells it: a damaged data file is an error here, not a wrong amount later. */
const orderRowSchema = z.object({
  id: z.string(),
  environment: z.enum(keyEnvironments),
  ref: z.string(),
  kind: z.enum(orderKinds),
  product: z.string(),
  variant: z.string(),
  number: z.string(),
  quantity: z.int().positive(),
  valueCentimes: centimesSchema,
  costCentimes: centimesSchema,
  createdAtMs: z.int(),
  timeline: timelineSchema,
})

const orderColumns = `id, environment, ref, kind, product, variant, number, quantity, value_centimes AS valueCentimes,
  cost_centimes AS costCentimes, created_at_ms AS createdAtMs, timeline`

/** The order of this kind under a ref or an id, in the caller's own environment. */
export function findOrder(
  store: Store,
  { environment, kind }: { readonly environment: Environment; readonly kind: OrderKind },
  by: 'ref' | 'id',
  value: string,
): Order | undefined {
  const row = store
    .prepare(`SELECT ${orderColumns} FROM orders WHERE environment = ? AND kind = ? AND ${by} = ?`)
    .get(environment, kind, value)
  return row === undefined ? undefined : orderRowSchema.parse(row)
}

/** The orders of one kind in one environment, newest first, and how many there are in the whole window. */
export function listPage(
  store: Store,
  { environment, kind }: { readonly environment: Environment; readonly kind: OrderKind },
  { fromMs, toMs, limit, offset }: Window,
): Part<Order> {
  const where = `environment = ? AND kind = ? AND created_at_ms >= coalesce(?, created_at_ms)
    AND created_at_ms <= coalesce(?, created_at_ms)`
  const values = [environment, kind, fromMs, toMs]
  const rows = store
    .prepare(
      `SELECT ${orderColumns} FROM orders WHERE ${where} ORDER BY created_at_ms DESC, rowid DESC LIMIT ? OFFSET ?`,
    )
    .all(...values, limit, offset)
  const total = store.prepare(`SELECT count(*) FROM orders WHERE ${where}`).pluck()
  return { items: z.array(orderRowSchema).parse(rows), total: z.int().parse(total.get(...values)) }
}

/** Every order, oldest first. */
export const listOrders = (store: Store): readonly Order[] =>
  z.array(orderRowSchema).parse(store.prepare(`SELECT ${orderColumns} FROM orders ORDER BY rowid`).all())

export type TakeProblem =
  | { readonly problem: 'duplicated-ref' }
  | { readonly problem: 'out-of-stock' }
  | {
      readonly problem: 'balance'
      readonly requiredCentimes: Centimes
      readonly availableCentimes: Centimes
    }

type TakingCall = Pick<Call, 'store' | 'randomBytes'>

const ID_DIGITS = 24

/** Takes an order with its debit, in one commit, or says why not and changes nothing. */
export function takeOrder({ store, randomBytes }: TakingCall, order: NewOrder): Order | TakeProblem {
  return store
    .transaction((): Order | TakeProblem => {
      const problem = findProblem(store, order)
      if (problem) return problem
      const { ref, refund, shelf, ...facts } = order
      const id = newHexId(randomBytes, ID_DIGITS)
      const taken: Order = { ...facts, id, ref: ref ?? id }
      insertOrder(store, taken)
      moveMoney(store, taken, order)
      return taken
    })
    .immediate()
}

function findProblem(store: Store, { environment, ref, ...order }: NewOrder): TakeProblem | undefined {
  const isUsed = store.prepare('SELECT 1 FROM orders WHERE environment = ? AND ref = ?')
  if (ref !== null && isUsed.get(environment, ref) !== undefined) return { problem: 'duplicated-ref' }
  if (environment !== 'production') return undefined
  if (order.shelf && cardsLeft(store, order.shelf) < order.quantity) return { problem: 'out-of-stock' }
  const availableCentimes = readSpendable(store, environment)
  if (availableCentimes >= order.costCentimes) return undefined
  return { problem: 'balance', requiredCentimes: order.costCentimes, availableCentimes }
}

function insertOrder(store: Store, order: Order): void {
  store
    .prepare(
      `INSERT INTO orders (id, environment, ref, kind, product, variant, number, quantity, value_centimes,
         cost_centimes, created_at_ms, timeline)
       VALUES (@id, @environment, @ref, @kind, @product, @variant, @number, @quantity, @valueCentimes,
         @costCentimes, @createdAtMs, @timeline)`,
    )
    .run({ ...order, timeline: JSON.stringify(order.timeline) })
}

/** The debit of an order, its cards, and the refund that will come. Runs inside a transaction. */
function moveMoney(store: Store, order: Order, { refund, shelf }: NewOrder): void {
  const { environment, id: orderId, ref, kind, costCentimes, createdAtMs } = order
  if (costCentimes === 0) return
  const movement = { environment, orderId, ref, kind }
  postMovement(store, { ...movement, type: 'DEBIT', amountCentimes: costCentimes, atMs: createdAtMs })
  if (environment === 'production' && shelf) moveCards(store, shelf, -order.quantity)
  if (!refund) return
  const { amountCentimes, atMs, count } = refund
  const cards = shelf ? { ...shelf, count } : null
  postLater(store, { ...movement, type: 'REFUND', amountCentimes, atMs }, cards)
}

/**
 * The service's books. Invariants: a balance moves only together with a movement that names both of its ends; an order
 * has at most one movement of each type; production's movements touch its balance, the sandbox's only where it is practised with.
 * What is due later is written down when it is decided, so that it needs nobody's poll, and no timer, to happen.
 */
import * as z from 'zod'
import { type Centimes, centimes, centimesSchema } from '#shared/money.ts'
import { type Environment, keyEnvironments } from './keys.ts'
import type { Part, Window } from './paging.ts'
import {
  doesBalanceMove,
  moveCards,
  readBalance,
  readOpeningBalance,
  type StockItem,
  type Store,
  setBalance,
} from './store.ts'

export const movementTypes = ['DEBIT', 'REFUND', 'CREDIT'] as const
/** DEBIT pays for an order, REFUND gives its money back, CREDIT brings in money from outside. */
export type MovementType = (typeof movementTypes)[number]

export interface Movement {
  readonly environment: Environment
  /** The order, payment or link that it belongs to. */
  readonly orderId: string
  readonly ref: string
  /** What was bought: internet, mobile, gift-card … */
  readonly kind: string
  readonly type: MovementType
  /** Never negative: the type says the direction. */
  readonly amountCentimes: Centimes
  readonly atMs: number
}

export interface PostedMovement extends Movement {
  readonly sequence: number
  /** Equal in a sandbox whose balance stands still. */
  readonly oldBalanceCentimes: Centimes
  readonly newBalanceCentimes: Centimes
}

/** Cards that come back to the stock with a movement. */
export interface ReturnedCards extends StockItem {
  readonly count: number
}

const amount = centimesSchema.refine((value) => value >= 0, 'below zero')

const movementShape = {
  environment: z.enum(keyEnvironments),
  orderId: z.string(),
  ref: z.string(),
  kind: z.string(),
  type: z.enum(movementTypes),
  amountCentimes: amount,
  atMs: z.int(),
}
const postedSchema = z.object({
  ...movementShape,
  sequence: z.int(),
  oldBalanceCentimes: centimesSchema,
  newBalanceCentimes: centimesSchema,
})
const dueSchema = z.object({
  ...movementShape,
  shelfProduct: z.string().nullable(),
  shelfValueCentimes: centimesSchema.nullable(),
  shelfCount: z.int(),
})
type Due = z.infer<typeof dueSchema>

const columns = `environment, order_id AS orderId, ref, kind, type, amount_centimes AS amountCentimes, at_ms AS atMs`
const postedColumns = `sequence, ${columns}, old_balance_centimes AS oldBalanceCentimes,
  new_balance_centimes AS newBalanceCentimes`

/**
 * Writes a movement, and moves the balance with it where it moves. Runs inside the caller's transaction. Answers the
 * balance after it. Throws where production's balance would fall below zero: the caller has looked before.
 */
export function postMovement(store: Store, movement: Movement): Centimes {
  const { environment, type } = movement
  const change = type === 'DEBIT' ? -movement.amountCentimes : movement.amountCentimes
  const moved = doesBalanceMove(store, environment) ? change : 0
  if (environment === 'sandbox' && readBalance(store, environment) + moved < 0) fillUp(store, movement)
  const oldBalanceCentimes = readBalance(store, environment)
  const newBalanceCentimes = centimes(oldBalanceCentimes + moved)
  store
    .prepare(
      `INSERT INTO movements (environment, order_id, ref, kind, type, amount_centimes, at_ms,
         old_balance_centimes, new_balance_centimes)
       VALUES (@environment, @orderId, @ref, @kind, @type, @amountCentimes, @atMs,
         @oldBalanceCentimes, @newBalanceCentimes)`,
    )
    .run({ ...movement, oldBalanceCentimes, newBalanceCentimes })
  setBalance(store, environment, newBalanceCentimes)
  return newBalanceCentimes
}

/** Nobody refuses a sandbox order for its price: money comes in before it runs out. */
function fillUp(store: Store, movement: Movement): void {
  const opening = readOpeningBalance(store, movement.environment)
  postMovement(store, {
    ...movement,
    ...{
      orderId: `deposit-${movement.orderId}`,
      ref: `deposit-${movement.ref}`,
      kind: 'deposit',
      type: 'CREDIT',
    },
    amountCentimes: centimes(Math.max(opening, movement.amountCentimes)),
  })
}

/** Writes down a movement that happens by itself at its time, with the cards that come back then. */
export function postLater(store: Store, movement: Movement, cards: ReturnedCards | null = null): void {
  store
    .prepare(
      `INSERT INTO dues (environment, order_id, ref, kind, type, amount_centimes, at_ms,
         shelf_product, shelf_value_centimes, shelf_count)
       VALUES (@environment, @orderId, @ref, @kind, @type, @amountCentimes, @atMs,
         @shelfProduct, @shelfValueCentimes, @shelfCount)`,
    )
    .run({
      ...movement,
      shelfProduct: cards?.product ?? null,
      shelfValueCentimes: cards?.valueCentimes ?? null,
      shelfCount: cards?.count ?? 0,
    })
}

/** The balance without what debits that are due later will take: what can still be spent. */
export function readSpendable(store: Store, environment: Environment): Centimes {
  const due = store.prepare(
    "SELECT coalesce(sum(amount_centimes), 0) FROM dues WHERE environment = ? AND type = 'DEBIT'",
  )
  const reserved = environment === 'production' ? centimesSchema.parse(due.pluck().get(environment)) : 0
  return centimes(readBalance(store, environment) - reserved)
}

/** Posts what is due by now, oldest first. Called before anything is read. */
export function settleDue(store: Store, nowMs: number): void {
  const due = store.prepare(
    `SELECT ${columns}, shelf_product AS shelfProduct, shelf_value_centimes AS shelfValueCentimes,
       shelf_count AS shelfCount
     FROM dues WHERE at_ms <= ? ORDER BY at_ms, rowid`,
  )
  if (due.get(nowMs) === undefined) return
  store
    .transaction(() => {
      for (const row of z.array(dueSchema).parse(due.all(nowMs))) {
        postMovement(store, row)
        returnCards(store, row)
        store.prepare('DELETE FROM dues WHERE order_id = ? AND type = ?').run(row.orderId, row.type)
      }
    })
    .immediate()
}

/** The sandbox took no card, so it gives none back. */
function returnCards(store: Store, { environment, shelfProduct, shelfValueCentimes, shelfCount }: Due): void {
  if (environment !== 'production' || shelfProduct === null || shelfValueCentimes === null) return
  moveCards(store, { product: shelfProduct, valueCentimes: shelfValueCentimes }, shelfCount)
}

/** The orders whose whole debit was given back. */
const backAgain = `SELECT order_id FROM movements GROUP BY order_id
  HAVING sum(CASE type WHEN 'REFUND' THEN -amount_centimes ELSE amount_centimes END) = 0`

/** The movements of one environment, and how many there are in the whole window. `withoutRefunded`: an order that was given back whole has none. */
export function listMovementsPage(
  store: Store,
  environment: Environment,
  { fromMs, toMs, limit, offset, newestFirst, listedUntilMs }: Window,
  { withoutRefunded }: { readonly withoutRefunded: boolean },
): Part<PostedMovement> {
  const shown = withoutRefunded ? `order_id NOT IN (${backAgain})` : 'TRUE'
  const where = `environment = ? AND at_ms >= coalesce(?, at_ms) AND at_ms <= coalesce(?, at_ms)
    AND at_ms <= coalesce(?, at_ms) AND ${shown}`
  const values = [environment, fromMs, toMs, listedUntilMs]
  const order = newestFirst ? 'DESC' : 'ASC'
  const rows = store
    .prepare(
      `SELECT ${postedColumns} FROM movements WHERE ${where} ORDER BY sequence ${order} LIMIT ? OFFSET ?`,
    )
    .all(...values, limit, offset)
  const total = store.prepare(`SELECT count(*) FROM movements WHERE ${where}`).pluck()
  return { items: z.array(postedSchema).parse(rows), total: z.int().parse(total.get(...values)) }
}

/** The balance as it was at a moment. */
export function balanceAt(store: Store, environment: Environment, atMs: number): Centimes {
  const last = store.prepare(
    'SELECT new_balance_centimes FROM movements WHERE environment = ? AND at_ms <= ? ORDER BY sequence DESC LIMIT 1',
  )
  const balance = last.pluck().get(environment, atMs)
  return balance === undefined ? readOpeningBalance(store, environment) : centimesSchema.parse(balance)
}

/** Every movement, oldest first. */
export const listMovements = (store: Store): readonly PostedMovement[] =>
  z.array(postedSchema).parse(store.prepare(`SELECT ${postedColumns} FROM movements ORDER BY sequence`).all())

/**
 * Orders of internet cards, mobile top-ups and gift cards. Invariants: an order, its DEBIT, its cards and the refund it
 * will have are one commit; an order that costs nothing moves nothing; only production orders touch the stock.
 */
import * as z from 'zod'
import { type Centimes, centimesSchema, dinarsOf } from '#shared/money.ts'
import { type Refusal, refuse } from './answer.ts'
import type { Behaviour } from './behaviour/behaviour.ts'
import { lagMs, orderClockErrorMs } from './behaviour/times.ts'
import { postLater, postMovement, readSpendable } from './books.ts'
import type { Call } from './call.ts'
import { newHexId, ownIdOf } from './ids.ts'
import { type Environment, keyEnvironments } from './keys.ts'
import type { Part, Window } from './paging.ts'
import { cardsLeft, consumeRef, isRefConsumed, moveCards, type StockItem, type Store } from './store.ts'
import { type Timeline, timelineSchema } from './timeline.ts'

const orderKinds = ['internet', 'mobile', 'gift-card'] as const
type OrderKind = (typeof orderKinds)[number]

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
  /** How many cards go back to the stock. */
  readonly count: number
}

/** What a resource asks to be taken. */
export interface NewOrder extends OrderFacts {
  /** null where the request carries none: the order is then filed under its own id. */
  readonly ref: string | null
  /** What goes back by itself, for an order that will fail; null for one that will not. */
  readonly refund: PlannedRefund | null
  /** Where its cards stand; null where it takes none. */
  readonly stockItem: StockItem | null
}

export interface Order extends OrderFacts {
  readonly id: string
  readonly ref: string
}

/** An order as its row holds it: a damaged data file is an error here, not a wrong amount later. */
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

const orderRowsSchema = z.array(orderRowSchema)
const countSchema = z.int()

const orderColumns = `id, environment, ref, kind, product, variant, number, quantity, value_centimes AS valueCentimes,
  cost_centimes AS costCentimes, created_at_ms AS createdAtMs, timeline`

/** The order of this kind under a ref or an id, in the environment. */
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

/** By the id that was answered; where rows show another one, by that as well. */
export function findByAnyId(
  store: Store,
  where: { readonly environment: Environment; readonly kind: OrderKind },
  id: string,
  rowId: 'answered' | 'own' | 'own-beside',
): Order | undefined {
  const order = findOrder(store, where, 'id', id)
  if (order !== undefined || rowId === 'answered') return order
  return listOrders(store).find(
    (one) => one.kind === where.kind && one.environment === where.environment && ownIdOf(one.id) === id,
  )
}

/** Whether an order is found yet by its ref or its id; what the clock that dates it is off makes that neither sooner nor later. */
export const isLookedUp = (order: Order, by: 'ref' | 'id', nowMs: number, behaviour: Behaviour): boolean =>
  nowMs >= takenAtMs(order, behaviour) + lagMs[by === 'ref' ? behaviour.refLookUpLag : behaviour.idLookUpLag]

export const takenAtMs = ({ createdAtMs }: Order, { orderClock }: Behaviour): number =>
  createdAtMs - orderClockErrorMs[orderClock]

interface Listed {
  readonly environment: Environment
  readonly kind: OrderKind
  /** Only what had ended by then; null: whatever there is. */
  readonly endedByMs?: number | null
  /** An order that had ended by then is filed under its end; null: under when it was taken. */
  readonly filedByMs?: number | null
  /** Without what costs nothing. */
  readonly paidOnly?: boolean
}

const endMs = `json_extract(timeline, '$[#-1].atMs')`

/** The orders of one kind in one environment, and how many there are in the whole window. */
export function listPage(
  store: Store,
  { environment, kind, endedByMs = null, filedByMs = null, paidOnly = false }: Listed,
  { fromMs, toMs, limit, offset, newestFirst, listedUntilMs }: Window,
): Part<Order> {
  const filedMs =
    filedByMs === null
      ? 'created_at_ms'
      : `CASE WHEN ${endMs} <= @filedByMs THEN ${endMs} ELSE created_at_ms END`
  const where = `environment = @environment AND kind = @kind AND ${filedMs} >= coalesce(@fromMs, ${filedMs})
    AND ${filedMs} <= coalesce(@toMs, ${filedMs}) AND created_at_ms <= coalesce(@listedUntilMs, created_at_ms)
    ${endedByMs === null ? '' : `AND ${endMs} <= @endedByMs`} ${paidOnly ? 'AND cost_centimes > 0' : ''}`
  const values = { environment, kind, fromMs, toMs, listedUntilMs, filedByMs, endedByMs }
  const order = newestFirst ? 'DESC' : 'ASC'
  const rows = store
    .prepare(
      `SELECT ${orderColumns} FROM orders WHERE ${where}
       ORDER BY ${filedMs} ${order}, rowid ${order} LIMIT @limit OFFSET @offset`,
    )
    .all({ ...values, limit, offset })
  const total = store.prepare(`SELECT count(*) FROM orders WHERE ${where}`).pluck()
  return { items: orderRowsSchema.parse(rows), total: countSchema.parse(total.get(values)) }
}

/** Every order, oldest first. */
export const listOrders = (store: Store): readonly Order[] =>
  orderRowsSchema.parse(store.prepare(`SELECT ${orderColumns} FROM orders ORDER BY rowid`).all())

type TakeProblem =
  | { readonly problem: 'duplicated-ref' }
  | { readonly problem: 'out-of-stock' }
  | {
      readonly problem: 'balance'
      readonly requiredCentimes: Centimes
      readonly availableCentimes: Centimes
    }

type TakingCall = Pick<Call, 'store' | 'randomBytes' | 'behaviour'>

const ID_DIGITS = 24
const LATE_REFUND_MS = 10 * 60_000

/** Takes an order with its debit, in one commit, or says why not and changes nothing. */
export function takeOrder(
  { store, randomBytes, behaviour }: TakingCall,
  order: NewOrder,
): Order | TakeProblem {
  return store
    .transaction((): Order | TakeProblem => {
      const problem = findProblem(store, order, behaviour)
      if (problem) {
        if (behaviour.refusedRef === 'used' && order.ref !== null)
          consumeRef(store, order.environment, order.ref)
        return problem
      }
      const { ref, refund, stockItem, ...facts } = order
      const id = newHexId(randomBytes, ID_DIGITS)
      const createdAtMs = facts.createdAtMs + orderClockErrorMs[behaviour.orderClock]
      const taken: Order = { ...facts, createdAtMs, id, ref: ref ?? id }
      insertOrder(store, taken)
      moveMoney(store, taken, order, behaviour)
      return taken
    })
    .immediate()
}

type Check = (store: Store, order: NewOrder) => TakeProblem | undefined

const isRefUsed: Check = (store, { environment, ref }) => {
  const isUsed = store.prepare('SELECT 1 FROM orders WHERE environment = ? AND ref = ?')
  const isUsedUp = ref !== null && (isRefConsumed(store, environment, ref) || isUsed.get(environment, ref))
  return isUsedUp ? { problem: 'duplicated-ref' } : undefined
}

const isOutOfStock: Check = (store, { environment, stockItem, quantity }) => {
  const isShort = environment === 'production' && stockItem !== null && cardsLeft(store, stockItem) < quantity
  return isShort ? { problem: 'out-of-stock' } : undefined
}

const isBeyondBalance: Check = (store, { environment, costCentimes: requiredCentimes }) => {
  if (environment !== 'production') return undefined
  const availableCentimes = readSpendable(store, environment)
  return availableCentimes >= requiredCentimes
    ? undefined
    : { problem: 'balance', requiredCentimes, availableCentimes }
}

/** The document does not say which is looked at first, and so which of several problems is reported. */
const checksInOrder: Readonly<Record<Behaviour['orderChecks'], readonly Check[]>> = {
  'ref-stock-balance': [isRefUsed, isOutOfStock, isBeyondBalance],
  'stock-balance-ref': [isOutOfStock, isBeyondBalance, isRefUsed],
  'balance-stock-ref': [isBeyondBalance, isOutOfStock, isRefUsed],
}

function findProblem(store: Store, order: NewOrder, { orderChecks }: Behaviour): TakeProblem | undefined {
  for (const check of checksInOrder[orderChecks]) {
    const problem = check(store, order)
    if (problem) return problem
  }
  return undefined
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
function moveMoney(
  store: Store,
  order: Order,
  { refund, stockItem, createdAtMs: takenAtMs }: NewOrder,
  { zeroDebit, refundTime, debitTime }: Behaviour,
): void {
  const { environment, id: orderId, ref, kind, costCentimes, timeline } = order
  if (costCentimes === 0 && zeroDebit === 'none') return
  const movement = { environment, orderId, ref, kind }
  const debit = { ...movement, type: 'DEBIT', amountCentimes: costCentimes } as const
  // Of internet cards the document says that the balance is refunded when they fail: it was debited before.
  if (debitTime === 'with-order' || kind === 'internet') postMovement(store, { ...debit, atMs: takenAtMs })
  else postLater(store, { ...debit, atMs: timeline.at(-1)?.atMs ?? takenAtMs })
  if (environment === 'production' && stockItem) moveCards(store, stockItem, -order.quantity)
  if (!refund) return
  const { amountCentimes, count } = refund
  const cards = stockItem ? { ...stockItem, count } : null
  const atMs = refund.atMs + (refundTime === 'later' ? LATE_REFUND_MS : 0)
  postLater(store, { ...movement, type: 'REFUND', amountCentimes, atMs }, cards)
}

// Why an order was not taken, as the platform words it. The document leaves these statuses open: 403 for balance and ref
// is known, 400 for stock is ours.

export const outOfStock = (): Refusal => refuse(400, 'ERR_STOCK', 'This card is out of stock')

export function refusalFor(problem: TakeProblem): Refusal {
  switch (problem.problem) {
    case 'duplicated-ref':
      return refuse(403, 'DUPLICATED_REF', 'This reference was already used')
    case 'out-of-stock':
      return outOfStock()
    case 'balance':
      return refuse(403, 'INSUFFICIENT_BALANCE', 'The balance is too low', {
        required: dinarsOf(problem.requiredCentimes),
        available: dinarsOf(problem.availableCentimes),
      })
  }
}

/** Internet top-ups: products, number check, send, status (service-api.md, "Platform endpoints"). */
import * as z from 'zod'
import { serviceRefSchema } from '#shared/ids.ts'
import { centimesFromDinars, dinarsOf } from '#shared/money.ts'
import { internetNumberShape, internetTypes } from '#shared/phone.ts'
import { found, type Refusal, type Reply, refuse, refuseFields } from '../answer.ts'
import type { Call } from '../call.ts'
import { isRefusal, readFields } from '../fields.ts'
import { newUuid } from '../ids.ts'
import { findOrder, isLookedUp, takeOrder } from '../orders.ts'
import { cardsLeft, type Shelf, stockCards } from '../stock.ts'
import type { Store } from '../store.ts'
import { planTimeline, startOf } from '../timeline.ts'
import { type Card, findCard, internetCards } from './internet-catalog.ts'
import { isRejectedNumber, stepsIn } from './internet-outcome.ts'
import { describeLine, describeOrder } from './internet-record.ts'
import { outOfStock, refusalFor } from './order-refusal.ts'

const type = z.enum(internetTypes)
const MAX_ECHO_CHARACTERS = 40
const notOnSale = 'is not a card of the products list'

const productsQuerySchema = z.object({ type })
const numberQuerySchema = z.object({ type, number: z.string() })
const sendBodySchema = z.object({
  type,
  number: z.string(),
  value: z.number(),
  ref: serviceRefSchema.optional(),
})
type Line = z.infer<typeof numberQuerySchema>

/** Fills the shelf of a new data file. */
export function stockInternetCards(store: Store): void {
  for (const product of internetTypes) {
    for (const card of internetCards[product]) stockCards(store, shelfOf(product, card), card.stock)
  }
}

/** GET /v3/internet/products?type=: what is on the shelf, and what it costs, in dinars. */
export function listProducts(call: Call): Reply {
  const query = readFields(call.host, productsQuerySchema, Object.fromEntries(call.query))
  if (isRefusal(query)) return query
  const products = internetCards[query.type]
    .map((card) => ({
      cost: dinarsOf(card.costCentimes),
      value: dinarsOf(card.valueCentimes),
      available: isAvailable(call, query.type, card),
    }))
    .filter(({ available }) => available || call.behaviour.emptyShelf === 'listed')
  return found({ products, type: query.type })
}

/** GET /v3/internet/check-number?type=&number=: whose line it is, or ERR_PHONE. */
export function checkNumber(call: Call): Reply {
  const line = readFields(call.host, numberQuerySchema, Object.fromEntries(call.query))
  if (isRefusal(line)) return line
  return refuseNumber(line) ?? found(describeLine(line))
}

/**
 * POST /v3/internet/send: takes the order with its debit in one commit and acknowledges it. Refuses, before anything
 * moves: ERR_VALIDATION, ERR_PHONE, DUPLICATED_REF, ERR_STOCK, INSUFFICIENT_BALANCE.
 */
export function sendTopup(call: Call): Reply {
  const body = readFields(call.host, sendBodySchema, call.body)
  if (isRefusal(body)) return body
  const wrongNumber = refuseNumber(body)
  if (wrongNumber) return wrongNumber
  const value = centimesFromDinars(body.value)
  const card = value.ok ? findCard(body.type, value.value) : undefined
  if (!card) return refuseFields(call.host, [{ field: 'value', value: body.value, reason: notOnSale }])
  // Never in stock: refused to the sandbox key too, which otherwise consumes nothing.
  if (card.stock === 0) return outOfStock()
  const { holder, nowMs, speed, behaviour } = call
  const steps = stepsIn(holder.environment, body.number, behaviour)
  const timeline = planTimeline(steps, { startMs: nowMs, speed })
  const refundAtMs = startOf(timeline, 'REFUNDED')
  const { valueCentimes, costCentimes } = card
  const taken = takeOrder(call, {
    environment: holder.environment,
    ref: body.ref ?? newUuid(call.randomBytes),
    kind: 'internet',
    product: body.type,
    variant: '',
    number: body.number,
    quantity: 1,
    valueCentimes,
    costCentimes,
    createdAtMs: nowMs,
    timeline,
    refund: refundAtMs === undefined ? null : { atMs: refundAtMs, amountCentimes: costCentimes, count: 1 },
    shelf: shelfOf(body.type, card),
  })
  return 'problem' in taken ? refusalFor(taken) : found({ topupId: taken.id, topupRef: taken.ref })
}

/** GET /v3/internet/check-ref/{ref} and /v3/internet/check-id/{id}: the record of one's own environment, or NOT_FOUND. */
export const readTopup =
  (by: 'ref' | 'id') =>
  (call: Call): Reply => {
    const where = { environment: call.holder.environment, kind: 'internet' } as const
    const order = findOrder(call.store, where, by, call.params[by] ?? '')
    if (!order || !isLookedUp(order, by, call.nowMs, call.behaviour)) {
      return refuse(404, 'NOT_FOUND', 'No internet top-up under this reference')
    }
    return found(describeOrder(order, call.nowMs, call.behaviour))
  }

/** Stock is real for the production key; the sandbox consumes nothing, so its shelf never changes. */
const isAvailable = (call: Call, product: string, card: Card): boolean =>
  card.stock > 0 &&
  (call.holder.environment === 'sandbox' || cardsLeft(call.store, shelfOf(product, card)) > 0)

const shelfOf = (product: string, { valueCentimes }: Card): Shelf => ({ product, valueCentimes })

function refuseNumber(line: Line): Refusal | undefined {
  const reason = !internetNumberShape[line.type].test(line.number)
    ? `not a ${line.type} number`
    : isRejectedNumber(line.number)
      ? 'this line cannot be topped up'
      : undefined
  if (reason === undefined) return undefined
  const details = { number: line.number.slice(0, MAX_ECHO_CHARACTERS), type: line.type, reason }
  return refuse(400, 'ERR_PHONE', 'Invalid phone number', details)
}

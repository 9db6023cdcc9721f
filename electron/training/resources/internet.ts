/** Internet top-ups: products, number check, send, status (service-api.md, "Platform endpoints"). */
import * as z from 'zod'
import { serviceRefSchema } from '#shared/ids.ts'
import { type Centimes, centimes, centimesFromDinars, dinarsOf } from '#shared/money.ts'
import { type InternetNumber, type InternetType, internetNumberShape, internetTypes } from '#shared/phone.ts'
import { found, type Refusal, type Reply, refuse, refuseFields } from '../answer.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { platformTime } from '../behaviour/times.ts'
import { type Call, isRefusal, readFields } from '../call.ts'
import { digitsFrom, newUuid } from '../ids.ts'
import { findOrder, isLookedUp, type Order, outOfStock, refusalFor, takeOrder } from '../orders.ts'
import { cardsLeft, type StockItem, type Store, stockCards } from '../store.ts'
import { planTimeline, stageAt, startOf } from '../timeline.ts'
import { isRejectedNumber, stepsIn } from './internet-outcome.ts'

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

/** Fills the stock of a new data file. */
export function stockInternetCards(store: Store): void {
  for (const product of internetTypes) {
    for (const card of internetCards[product]) stockCards(store, stockItemOf(product, card), card.stock)
  }
}

/** GET /v3/internet/products?type=: what is in stock, and what it costs, in dinars. */
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
    stockItem: stockItemOf(body.type, card),
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

/** Stock is real for the production key; the sandbox consumes nothing, so its stock never changes. */
const isAvailable = (call: Call, product: string, card: Card): boolean =>
  card.stock > 0 &&
  (call.holder.environment === 'sandbox' || cardsLeft(call.store, stockItemOf(product, card)) > 0)

const stockItemOf = (product: string, { valueCentimes }: Card): StockItem => ({ product, valueCentimes })

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

// The cards in the training stock: denominations, what they cost the shop, and how many the production key can buy.

interface Card {
  readonly valueCentimes: Centimes
  readonly costCentimes: Centimes
  /** Cards in the stock of a new data file. 0 shows as not available, to both keys. */
  readonly stock: number
}

const FULL_SHELF = 25

/** `costPerMille` of the value, 965 for 96.5 %: always whole centimes for whole dinars. */
const card = (dinars: number, costPerMille: number, stock = FULL_SHELF): Card => ({
  valueCentimes: centimes(dinars * 100),
  costCentimes: centimes((dinars * costPerMille) / 10),
  stock,
})

const internetCards: Readonly<Record<InternetType, readonly Card[]>> = {
  ADSL: [card(500, 965), card(1_000, 965), card(2_000, 965), card(3_000, 965, 0)],
  '4G': [
    card(500, 970),
    card(1_000, 970),
    card(1_500, 970, 0),
    card(2_000, 970),
    card(2_500, 970),
    card(6_500, 970),
  ],
}

const findCard = (type: InternetType, valueCentimes: Centimes): Card | undefined =>
  internetCards[type].find((one) => one.valueCentimes === valueCentimes)

// What the service says of a line and of an order. Made-up values follow from the number or the order's id alone.

const offers = [
  'IDOOM ADSL 10 Mbps',
  'IDOOM ADSL 15 Mbps',
  'IDOOM ADSL 20 Mbps',
  'IDOOM VDSL 50 Mbps',
] as const

/** service-api.md, "Internet number check result": the offer is there for ADSL only. */
function describeLine({ type, number }: InternetNumber) {
  const digits = digitsFrom(`line ${number}`, 9)
  const ncli = `${digits.slice(0, 3)}****${digits.slice(-2)}`
  if (type === '4G') return { ncli, type: '4GLTE' }
  return { ncli, offre: offers[Number(digits[4]) % offers.length], type: 'ADSL' }
}

/**
 * A status record: what both status endpoints answer. The card is there once FULFILLED, the day of treatment once the
 * order has ended either way; names are given in both spellings seen at the service.
 */
function describeOrder(order: Order, nowMs: number, behaviour: Behaviour) {
  const { status, atMs } = stageAt(order.timeline, nowMs)
  const ended = status === 'FULFILLED' || status === 'REFUNDED'
  const hasCard = status === 'FULFILLED' && nowMs >= atMs + cardLagMs[behaviour.cardCodeTime]
  return {
    ...namesOf(order, behaviour),
    status,
    ...factsOf(order, behaviour),
    ...(hasCard ? cardOf(order) : noCard),
    date_traitement: ended ? platformTime(behaviour, atMs) : undefined,
    created_at: platformTime(behaviour, order.createdAtMs),
  }
}

const cardLagMs: Readonly<Record<Behaviour['cardCodeTime'], number>> = {
  'with-status': 0,
  later: 30_000,
  never: Number.POSITIVE_INFINITY,
}

function namesOf({ id, ref }: Order, { internetIdNames, internetRefNames }: Behaviour) {
  const ids = { _id: id, topupId: id }
  const refs = { ref, topupRef: ref }
  return {
    ...(internetIdNames === 'both' ? ids : { [internetIdNames]: id }),
    ...(internetRefNames === 'both' ? refs : {}),
    ...(internetRefNames === 'ref' || internetRefNames === 'topupRef' ? { [internetRefNames]: ref } : {}),
  }
}

/** What it says of the order beside its status: the document shows no such record. */
function factsOf(
  { product, number, valueCentimes, costCentimes }: Order,
  { internetType, internetNumber, internetAmount }: Behaviour,
) {
  const shownNumber = internetNumber === 'masked' ? `${number.slice(0, 3)}****${number.slice(-2)}` : number
  return {
    ...(internetType === 'absent'
      ? {}
      : { type: internetType === 'as-checked' && product === '4G' ? '4GLTE' : product }),
    ...(internetNumber === 'absent' ? {} : { number: shownNumber }),
    ...(internetAmount === 'absent'
      ? {}
      : { value: dinarsOf(shownAmount(internetAmount, { valueCentimes, costCentimes })) }),
  }
}

/** In percent. */
const TAX = 19

function shownAmount(
  internetAmount: Behaviour['internetAmount'],
  { valueCentimes, costCentimes }: Pick<Order, 'valueCentimes' | 'costCentimes'>,
): Centimes {
  if (internetAmount === 'cost') return costCentimes
  return internetAmount === 'before-tax'
    ? centimes(Math.round((valueCentimes * 100) / (100 + TAX)))
    : valueCentimes
}

const noCard = { card_code: undefined, num_trans: undefined }

function cardOf(order: Order) {
  if (order.environment === 'sandbox') return { card_code: 'TESTCARD', num_trans: 'TESTTRANS' }
  return {
    card_code: digitsFrom(`card ${order.id}`, 14),
    num_trans: digitsFrom(`transaction ${order.id}`, 12),
  }
}

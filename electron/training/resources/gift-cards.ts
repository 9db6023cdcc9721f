/** Gift cards: catalog, stock and price, order, status, list (service-api.md; the paths it hides by public practice). */

import { type Centimes, centimes, dinarsOf } from '#shared/money.ts'
import { type GiftCardEnding, giftCardPractice } from '#shared/practice.ts'
import { type GiftCardServerState, giftCardOrderRequestSchema } from '#shared/products/gift-card.ts'
import { found, type Reply, refuse, refuseFields, started } from '../answer.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { lagMs, paceOf, platformTime } from '../behaviour/times.ts'
import { type Call, isRefusal, type OpenCall, readFields } from '../call.ts'
import { digitsFrom, ownIdOf } from '../ids.ts'
import {
  findByAnyId,
  listPage,
  type NewOrder,
  type Order,
  outOfStock,
  type PlannedRefund,
  refusalFor,
  takenAtMs,
  takeOrder,
} from '../orders.ts'
import { answerPage } from '../paging.ts'
import { cardsLeft, type StockItem, type Store, stockCards } from '../store.ts'
import { planTimeline, type Step, stageAt } from '../timeline.ts'
import {
  findProduct,
  findType,
  type GiftCardType,
  giftCardCategories,
  giftCardProducts,
} from './gift-card-catalog.ts'

/** Fills the stock of a new data file. */
export function stockGiftCards(store: Store): void {
  for (const { types } of giftCardProducts) {
    for (const type of types) stockCards(store, stockItemOf(type), type.stock)
  }
}

/** GET /v3/gift-cards/catalog: the totals stand at the top of the envelope. */
export function readCatalog({ behaviour: { disabledProducts, catalogRegion } }: OpenCall): Reply {
  const categories = giftCardCategories.map(({ title, products }) => ({
    title,
    products: products
      .filter(({ enabled }) => enabled || disabledProducts === 'listed')
      .map(({ types, region, ...product }) =>
        catalogRegion === 'present' ? { ...product, region } : product,
      ),
  }))
  const totalProducts = categories.reduce((sum, { products }) => sum + products.length, 0)
  return { ...found({ categories }), top: { totalCategories: categories.length, totalProducts } }
}

/** GET /v3/gift-cards/checkProduct/{productId}: what its types cost, and how many there are. */
export function checkProduct(call: Call): Reply {
  const product = findProduct(call.params['productId'] ?? '')
  if (!product) return refuse(404, 'NOT_FOUND', 'No gift card product under this id')
  const types = product.types.map((type) => ({
    id: type.id,
    name: type.name,
    price: dinarsOf(type.priceCentimes),
    quantity: inStock(call, type),
  }))
  return found({ productId: product.id, productTitle: product.title, types })
}

/**
 * POST /v3/gift-cards/placeOrder: takes the order with its debit and its cards in one commit. It carries no ref: sent
 * twice, it is two orders. Refuses, before anything moves: ERR_VALIDATION, ERR_STOCK, INSUFFICIENT_BALANCE.
 */
export function placeOrder(call: Call): Reply {
  const body = readFields(call.host, giftCardOrderRequestSchema, call.body)
  if (isRefusal(body)) return body
  const { productId, typeId, quantity } = body
  const refuseField = (field: 'productId' | 'typeId', value: string, reason: string) =>
    refuseFields(call.host, [{ field, value, reason }])
  const product = findProduct(productId)
  if (!product) return refuseField('productId', productId, 'is not a product of the catalog')
  if (!product.enabled) return refuseField('productId', productId, 'is temporarily unavailable')
  const type = findType(product, typeId)
  if (!type) return refuseField('typeId', typeId, 'is not a type of this product')
  // More than the full stock ever held: refused to the sandbox key too, which otherwise consumes nothing.
  if (quantity > type.stock) return outOfStock()
  const taken = takeOrder(call, orderOf(call, productId, type, quantity))
  return 'problem' in taken ? refusalFor(taken) : started({ orderId: taken.id }, call.behaviour)
}

/** GET /v3/gift-cards/checkOrder/{orderId}: the order of one's own environment, or NOT_FOUND. */
export function checkOrder({ store, holder, params, nowMs, behaviour }: Call): Reply {
  const where = { environment: holder.environment, kind: 'gift-card' } as const
  const order = findByAnyId(store, where, params['orderId'] ?? '', behaviour.giftRowId)
  const isThere = order && nowMs >= takenAtMs(order, behaviour) + lagMs[behaviour.giftLookUpLag]
  return isThere
    ? found(describeGiftCardOrder(order, nowMs, behaviour))
    : refuse(404, 'NOT_FOUND', 'No gift card order under this id')
}

/** GET /v3/gift-cards/list?page=&pageSize=&from=&to=. */
export function listGiftCards(call: Call): Reply {
  const { store, holder, nowMs, behaviour } = call
  const { giftWindow, giftListLag, giftListHolds, giftTime, rowStatusAge } = behaviour
  const listed = {
    ...{ environment: holder.environment, kind: 'gift-card' as const },
    endedByMs: giftListHolds === 'ended' ? nowMs : null,
    filedByMs: giftTime === 'ended' ? nowMs : null,
  }
  return answerPage(
    call,
    { pairsOnly: giftWindow === 'together', lagMs: lagMs[giftListLag] },
    (window) => listPage(store, listed, window),
    (order) => describeGiftCardRow(order, nowMs - lagMs[rowStatusAge], behaviour),
  )
}

function orderOf(
  { holder, nowMs, speed, behaviour }: Call,
  product: string,
  type: GiftCardType,
  quantity: number,
): NewOrder {
  const ordered = { typeId: type.id, quantity }
  const timeline = planTimeline(giftCardSteps(ordered, behaviour), { startMs: nowMs, speed })
  const missing = quantity - deliveredCount(ordered)
  const refund: PlannedRefund = {
    atMs: timeline.at(-1)?.atMs ?? nowMs,
    amountCentimes: centimes(missing * type.priceCentimes),
    count: missing,
  }
  return {
    environment: holder.environment,
    ref: null,
    kind: 'gift-card',
    product,
    variant: type.id,
    number: '',
    quantity,
    valueCentimes: type.priceCentimes,
    costCentimes: centimes(quantity * type.priceCentimes),
    createdAtMs: nowMs,
    timeline,
    refund: missing === 0 ? null : refund,
    stockItem: stockItemOf(type),
  }
}

const inStock = ({ store, holder }: Call, type: GiftCardType): number =>
  holder.environment === 'production' ? cardsLeft(store, stockItemOf(type)) : type.stock

const stockItemOf = ({ id, priceCentimes }: GiftCardType): StockItem => ({
  product: id,
  valueCentimes: priceCentimes,
})

// A gift card order as the service describes it: service-api.md, "Gift card order".

const LATE_CARDS_MS = 30_000

/** The whole order, as it is shown under the id that it was answered with. */
function describeGiftCardOrder(order: Order, nowMs: number, behaviour: Behaviour) {
  const { status, atMs } = stageAt(order.timeline, nowMs)
  const { id, product, variant, quantity, valueCentimes } = order
  const { giftCardsTime, giftTime, giftSerial, giftRowId } = behaviour
  const delivered =
    status === ('REFUNDED' satisfies GiftCardServerState) ? 0 : deliveredBy(order, nowMs, behaviour)
  const isLate = giftCardsTime === 'later' && nowMs < atMs + LATE_CARDS_MS
  return {
    ...(giftRowId === 'own-beside' ? { _id: ownIdOf(id), orderId: id } : { _id: id }),
    quantity,
    price_per_card: dinarsOf(valueCentimes),
    time: platformTime(behaviour, giftTime === 'ended' && status !== 'HANDLING' ? atMs : order.createdAtMs),
    fulfilled_quantity: delivered,
    fulfilled_amount: dinarsOf(fulfilledAmount(delivered, valueCentimes, behaviour)),
    cards: isLate
      ? []
      : Array.from({ length: delivered }, (_, place) => cardOf(order, place + 1, giftSerial)),
    ...wordOf(status, behaviour),
    product,
    type: variant,
  }
}

const PRICE_DIFFERENCE = 1_000

/** Each card at a price that is shown nowhere else. */
const LISTED_DIFFERENCE = 500

/** What the balance was debited for the cards that came, or what they come to at another price. */
const fulfilledAmount = (
  delivered: number,
  valueCentimes: Centimes,
  { giftFulfilledAmount }: Behaviour,
): Centimes =>
  centimes(delivered * (valueCentimes + (giftFulfilledAmount === 'listed' ? LISTED_DIFFERENCE : 0)))

/** A row of the list: what distinguishes it from another order need not be what was answered. */
function describeGiftCardRow(order: Order, nowMs: number, behaviour: Behaviour) {
  const { giftRowId, giftRowType, giftRowPrice } = behaviour
  const { id, variant, valueCentimes } = order
  return {
    ...describeGiftCardOrder(order, nowMs, behaviour),
    ...(giftRowId === 'own' ? { _id: ownIdOf(id) } : {}),
    ...(giftRowType === 'own' ? { type: `T-${digitsFrom(`type ${variant}`, 6)}` } : {}),
    ...(giftRowPrice === 'other'
      ? { price_per_card: dinarsOf(centimes(valueCentimes + PRICE_DIFFERENCE)) }
      : {}),
  }
}

/** How many cards are there: all with the end of the order, or the first of them while it is worked on. */
function deliveredBy({ variant, quantity, timeline }: Order, nowMs: number, { giftCardsTime }: Behaviour) {
  const delivered = deliveredCount({ typeId: variant, quantity })
  const [first, end] = timeline
  if (end === undefined || nowMs >= end.atMs) return delivered
  const isHalfWay = giftCardsTime === 'one-by-one' && nowMs >= (first.atMs + end.atMs) / 2
  return isHalfWay ? Math.min(1, delivered) : 0
}

/** The document shows FULFILLED and REFUNDED, and that there are others. */
function wordOf(status: string, behaviour: Behaviour): { readonly status?: string } {
  const words: Readonly<Record<GiftCardServerState, string>> = {
    HANDLING: behaviour.giftOpenWord,
    FULFILLED: 'FULFILLED',
    PARTIALLY_FILLED: behaviour.giftPartWord,
    REFUNDED: behaviour.giftRefundWord,
  }
  const word = Object.hasOwn(words, status) ? words[status as GiftCardServerState] : status
  return word === 'none' ? {} : { status: word }
}

/** The sandbox delivers no card that anybody could take for a real one. */
function cardOf({ id, environment }: Order, place: number, giftSerial: Behaviour['giftSerial']) {
  const isTest = environment === 'sandbox'
  const serial = isTest ? `TESTSERIAL-${place}` : digitsFrom(`serial ${place} ${id}`, 10)
  return {
    value: isTest ? `TESTCARD-${place}` : digitsFrom(`card ${place} ${id}`, 16),
    serial: giftSerial === 'text' ? serial : '',
  }
}

// How a gift card order ends, decided by its type id (shared/practice.ts). The document shows two statuses and no
// transitions; HANDLING, PARTIALLY_FILLED and its rounding are what public practice shows, the time is ours.

const SUPPLIER_ANSWERS_AFTER_MS = 3_000

interface GiftCardStep extends Step {
  readonly status: GiftCardServerState
}

interface OrderedCards {
  readonly typeId: string
  readonly quantity: number
}

const endingOf = (typeId: string): GiftCardEnding =>
  giftCardPractice.find((row) => row.typeId === typeId)?.ending ?? 'delivered'

/** How many of the cards come in the end: all, none, or half of them rounded down. */
function deliveredCount({ typeId, quantity }: OrderedCards): number {
  const ending = endingOf(typeId)
  if (ending === 'delivered') return quantity
  return ending === 'refunded' ? 0 : Math.floor(quantity / 2)
}

/** Half of a single card is none, which is a refund and no partial delivery. */
function giftCardSteps(order: OrderedCards, { giftPace }: Behaviour): readonly [GiftCardStep, GiftCardStep] {
  const delivered = deliveredCount(order)
  const partly = delivered > 0 ? 'PARTIALLY_FILLED' : 'REFUNDED'
  const status = delivered === order.quantity ? 'FULFILLED' : partly
  return [
    { status: 'HANDLING', afterMs: 0 },
    { status, afterMs: SUPPLIER_ANSWERS_AFTER_MS * paceOf[giftPace] },
  ]
}

/** A gift card order as the service tells it: service-api.md, "Gift card order". */
import { centimes, dinarsOf } from '#shared/money.ts'
import type { GiftCardServerState } from '#shared/states/gift-card.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { platformTime } from '../behaviour/times.ts'
import { digitsFrom, ownIdOf } from '../made-up.ts'
import type { Order } from '../orders.ts'
import { stageAt } from '../timeline.ts'
import { deliveredCount } from './gift-card-outcome.ts'

const LATE_CARDS_MS = 30_000

/** The whole order, as it is told by the id that it was answered with. */
export function describeGiftCardOrder(order: Order, nowMs: number, behaviour: Behaviour) {
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
    fulfilled_amount: dinarsOf(centimes(delivered * valueCentimes)),
    cards: isLate
      ? []
      : Array.from({ length: delivered }, (_, place) => cardOf(order, place + 1, giftSerial)),
    ...wordOf(status, behaviour),
    product,
    type: variant,
  }
}

const PRICE_DIFFERENCE = 1_000

/** A row of the list: what tells it from another order need not be what was answered. */
export function describeGiftCardRow(order: Order, nowMs: number, behaviour: Behaviour) {
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

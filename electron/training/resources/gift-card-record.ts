/** A gift card order as the service tells it: service-api.md, "Gift card order". */
import { centimes, dinarsOf } from '#shared/money.ts'
import { digitsFrom } from '../made-up.ts'
import type { Order } from '../orders.ts'
import { stageAt } from '../timeline.ts'
import { deliveredCount } from './gift-card-outcome.ts'

/** Nothing is delivered while the order is HANDLING; the cards and their money are told together with the end. */
export function describeGiftCardOrder(order: Order, nowMs: number) {
  const { status } = stageAt(order.timeline, nowMs)
  const { id, product, variant, quantity, valueCentimes } = order
  const delivered = status === 'HANDLING' ? 0 : deliveredCount({ typeId: variant, quantity })
  return {
    _id: id,
    quantity,
    price_per_card: dinarsOf(valueCentimes),
    time: new Date(order.createdAtMs).toISOString(),
    fulfilled_quantity: delivered,
    fulfilled_amount: dinarsOf(centimes(delivered * valueCentimes)),
    cards: Array.from({ length: delivered }, (_, place) => cardOf(order, place + 1)),
    status,
    product,
    type: variant,
  }
}

/** The sandbox delivers no card that anybody could take for a real one. */
function cardOf({ id, environment }: Order, place: number) {
  if (environment === 'sandbox') return { value: `TESTCARD-${place}`, serial: `TESTSERIAL-${place}` }
  return { value: digitsFrom(`card ${place} ${id}`, 16), serial: digitsFrom(`serial ${place} ${id}`, 10) }
}

/** What the service tells of a line and of an order. Made-up values follow from the number or the order's id alone. */
import { dinarsOf } from '#shared/money.ts'
import type { InternetNumber } from '#shared/phone.ts'
import { digitsFrom } from '../made-up.ts'
import type { Order } from '../orders.ts'
import { stageAt } from '../timeline.ts'

const offers = [
  'IDOOM ADSL 10 Mbps',
  'IDOOM ADSL 15 Mbps',
  'IDOOM ADSL 20 Mbps',
  'IDOOM VDSL 50 Mbps',
] as const

/** service-api.md, "Internet number check result": the offer is there for ADSL only. */
export function describeLine({ type, number }: InternetNumber) {
  const digits = digitsFrom(`line ${number}`, 9)
  const ncli = `${digits.slice(0, 3)}****${digits.slice(-2)}`
  if (type === '4G') return { ncli, type: '4GLTE' }
  return { ncli, offre: offers[Number(digits[4]) % offers.length], type: 'ADSL' }
}

/**
 * A status record: what both status endpoints answer. The card is there once FULFILLED, the day of treatment once the
 * order has ended either way; names are given in both spellings seen at the service.
 */
export function describeOrder(order: Order, nowMs: number) {
  const { status, atMs } = stageAt(order.timeline, nowMs)
  const ended = status === 'FULFILLED' || status === 'REFUNDED'
  return {
    _id: order.id,
    topupId: order.id,
    ref: order.ref,
    topupRef: order.ref,
    status,
    type: order.product,
    number: order.number,
    value: dinarsOf(order.valueCentimes),
    ...(status === 'FULFILLED' ? cardOf(order) : {}),
    ...(ended ? { date_traitement: new Date(atMs).toISOString() } : {}),
    created_at: new Date(order.createdAtMs).toISOString(),
  }
}

function cardOf(order: Order) {
  if (order.environment === 'sandbox') return { card_code: 'TESTCARD', num_trans: 'TESTTRANS' }
  return {
    card_code: digitsFrom(`card ${order.id}`, 14),
    num_trans: digitsFrom(`transaction ${order.id}`, 12),
  }
}

/** What the service tells of a line and of an order. Made-up values follow from the number or the order's id alone. */
import { dinarsOf } from '#shared/money.ts'
import type { InternetNumber } from '#shared/phone.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { platformTime } from '../behaviour/times.ts'
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
export function describeOrder(order: Order, nowMs: number, behaviour: Behaviour) {
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

/** What it tells of the order beside its status: the document shows no such record. */
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
      : { value: dinarsOf(internetAmount === 'cost' ? costCentimes : valueCentimes) }),
  }
}

const noCard = { card_code: undefined, num_trans: undefined }

function cardOf(order: Order) {
  if (order.environment === 'sandbox') return { card_code: 'TESTCARD', num_trans: 'TESTTRANS' }
  return {
    card_code: digitsFrom(`card ${order.id}`, 14),
    num_trans: digitsFrom(`transaction ${order.id}`, 12),
  }
}

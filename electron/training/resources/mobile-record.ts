/** A mobile top-up as the service describes it: service-api.md, "Mobile top-up record". */
import { type Centimes, dinarsOf } from '#shared/money.ts'
import { type MobileEnding, mobilePractice } from '#shared/practice.ts'
import type { MobileServerState } from '#shared/products/mobile.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { paceOf, platformTime } from '../behaviour/times.ts'
import { digitsFrom, numberFrom, ownIdOf } from '../ids.ts'
import type { Order } from '../orders.ts'
import { type Step, stageAt } from '../timeline.ts'
import { dynamicPlans, findPlan, fixedPlans, isInvoice, isMenu, type MobilePlan } from './mobile-catalog.ts'

const refundMessages = {
  failed: 'تعذّر شحن الرصيد لدى المتعامل، تم استرجاع المبلغ',
  otherPlan: 'هذا العرض غير متوافق مع رقم الزبون، تم استرجاع المبلغ',
} as const

/** The ref that a record shows: the supplied one, or one of the service's own. */
export const shownRef = ({ id, ref }: Order, { mobileRef }: Behaviour): string =>
  mobileRef === 'supplied' ? ref : `FLX-${digitsFrom(`ref ${id}`, 10)}`

/** A top-up. Offers come with a refund that another plan would have avoided, and with a menu's answer. */
function describeTopup(order: Order, nowMs: number, behaviour: Behaviour) {
  const { status } = stageAt(order.timeline, nowMs)
  const offers = offersOf(order, status)
  const wrongPlan = mobileEnding(order.number, order.product) === 'refunded-with-offers'
  const refunded = wrongPlan ? refundMessages.otherPlan : refundMessages.failed
  const isZero = status === 'REFUNDED' && behaviour.refundedDebit === 'zero'
  return {
    _id: behaviour.mobileRecordId === 'own' ? ownIdOf(order.id) : order.id,
    ref: shownRef(order, behaviour),
    ...wordOf(order, status, behaviour),
    plan_code:
      behaviour.mobilePlanCode === 'own' ? `P-${digitsFrom(`plan ${order.product}`, 4)}` : order.product,
    MSSIDN: numbersAs[behaviour.mobileNumber](order.number),
    topup_amount: dinarsOf(order.valueCentimes),
    balance_amount: isZero ? 0 : dinarsOf(order.costCentimes),
    created_at: platformTime(behaviour, order.createdAtMs),
    refund_message: status === 'REFUNDED' ? refunded : undefined,
    suggested_offers: offers.length > 0 ? offers : undefined,
  }
}

const numbersAs: Readonly<Record<Behaviour['mobileNumber'], (number: string) => string>> = {
  'as-sent': (number) => number,
  masked: (number) => `${number.slice(0, 4)}***${number.slice(-3)}`,
  international: (number) => number.replace(/^0/, '213'),
}

/** The document shows FULFILLED and REFUNDED, and nothing of a top-up that is under way. */
function wordOf(
  { product }: Order,
  status: string,
  { mobileOpenWord, mobileRefundWord, menuEnd }: Behaviour,
): { readonly status?: string } {
  if (status === 'REFUNDED') return { status: mobileRefundWord }
  if (status === 'FULFILLED') {
    const plan = findPlan(product)
    return { status: plan !== undefined && isMenu(plan) ? menuEnd : status }
  }
  if (mobileOpenWord === 'practice') return { status }
  return mobileOpenWord === 'none' ? {} : { status: mobileOpenWord }
}

/** A row of the list need not hold the offers that the order itself holds. */
export function describeTopupRow(order: Order, nowMs: number, behaviour: Behaviour) {
  const record = describeTopup(order, nowMs, behaviour)
  return behaviour.rowOffers === 'told' ? record : { ...record, suggested_offers: undefined }
}

/** What the status endpoints answer: the item, and the orders that follow it, of which there are none in training. */
export const describeTopupStatus = (order: Order, nowMs: number, behaviour: Behaviour) => ({
  ...describeTopup(order, nowMs, behaviour),
  follow_orderid: null,
  retry_orderid: null,
})

function offersOf(order: Order, status: string) {
  const plan = findPlan(order.product)
  if (plan === undefined) return []
  if (status === 'FULFILLED' && isMenu(plan)) return menuOf(plan)
  const wrongPlan = status === 'REFUNDED' && mobileEnding(order.number, plan.code) === 'refunded-with-offers'
  return wrongPlan ? invoicesOf(plan, order.valueCentimes) : []
}

/** The operator's fixed plans that can be bought now. */
const menuOf = ({ operator }: MobilePlan) =>
  fixedPlans
    .filter((plan) => plan.operator === operator && plan.isEnabled && !isMenu(plan))
    .map((plan) => ({ typename: plan.name, plan_code: plan.code, amount: dinarsOf(plan.amountCentimes) }))

/** The operator's invoice for the same amount, or for the nearest that it takes. */
const invoicesOf = ({ operator }: MobilePlan, value: Centimes) =>
  dynamicPlans
    .filter((plan) => plan.operator === operator && isInvoice(plan.code))
    .map((plan) => ({
      typename: plan.name,
      plan_code: plan.code,
      amount: Math.min(Math.max(value, plan.minCentimes), plan.maxCentimes) / 100,
    }))

// How a mobile top-up ends, decided by its number (shared/practice.ts) and its plan, and how long it takes, drawn from the
// number and the service's seed. The document shows FULFILLED and REFUNDED only; the way there is what public practice shows.

const PENDING_MS = { min: 2_000, max: 15_000 } as const
const HANDLING_MS = { min: 3_000, max: 8_000 } as const
/** 1 to 24 hours at the service, settled by hand; a minute is ours, so that it can be watched. */
const unknownMs: Readonly<Record<Behaviour['handSettled'], number>> = { minute: 60_000, hours: 5 * 3_600_000 }

interface MobileStep extends Step {
  readonly status: MobileServerState
}

const finalStatus: Readonly<Record<MobileEnding, MobileServerState>> = {
  refunded: 'REFUNDED',
  'refunded-with-offers': 'REFUNDED',
  'unknown-then-delivered': 'FULFILLED',
  'unknown-then-refunded': 'REFUNDED',
  'lost-then-delivered': 'FULFILLED',
  delivered: 'FULFILLED',
}

/** A number that is refunded with offers is one with a contract: its invoice alone is delivered. */
function mobileEnding(number: string, planCode: string): MobileEnding {
  const ending = mobilePractice.find((row) => row.number === number)?.ending ?? 'delivered'
  return ending === 'refunded-with-offers' && isInvoice(planCode) ? 'delivered' : ending
}

/** The statuses of a top-up for this number: the same number and seed, the same times. */
export function mobileSteps(
  { number, planCode }: { readonly number: string; readonly planCode: string },
  seed: number,
  { mobilePace, handSettled }: Behaviour,
): readonly [MobileStep, ...MobileStep[]] {
  const pace = paceOf[mobilePace]
  const handlingAfterMs = pace * numberFrom(`pending ${seed} ${number}`, PENDING_MS.min, PENDING_MS.max)
  const handlingMs = pace * numberFrom(`handling ${seed} ${number}`, HANDLING_MS.min, HANDLING_MS.max)
  const answeredAfterMs = handlingAfterMs + handlingMs
  const ending = mobileEnding(number, planCode)
  const isUnknown = ending === 'unknown-then-delivered' || ending === 'unknown-then-refunded'
  return [
    { status: 'PENDING', afterMs: 0 },
    { status: 'HANDLING', afterMs: handlingAfterMs },
    ...(isUnknown ? [{ status: 'UNKNOWN_ERROR', afterMs: answeredAfterMs } as const] : []),
    { status: finalStatus[ending], afterMs: answeredAfterMs + (isUnknown ? unknownMs[handSettled] : 0) },
  ]
}

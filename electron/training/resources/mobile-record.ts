/** A mobile top-up as the service tells it: service-api.md, "Mobile top-up record". */
import { type Centimes, dinarsOf } from '#shared/money.ts'
import type { Order } from '../orders.ts'
import { stageAt } from '../timeline.ts'
import { dynamicPlans, findPlan, fixedPlans, isMenu, type MobilePlan } from './mobile-catalog.ts'
import { mobileEnding } from './mobile-outcome.ts'

const refundMessages = {
  failed: 'تعذّر شحن الرصيد لدى المتعامل، تم استرجاع المبلغ',
  otherPlan: 'هذا العرض غير متوافق مع رقم الزبون، تم استرجاع المبلغ',
} as const

/** An item of the list. Offers come with a refund that another plan would have avoided, and with a menu's answer. */
export function describeTopup(order: Order, nowMs: number) {
  const { status } = stageAt(order.timeline, nowMs)
  const offers = offersOf(order, status)
  const wrongPlan = mobileEnding(order.number) === 'refunded-with-offers'
  return {
    _id: order.id,
    ref: order.ref,
    status,
    plan_code: order.product,
    MSSIDN: order.number,
    topup_amount: dinarsOf(order.valueCentimes),
    balance_amount: dinarsOf(order.costCentimes),
    created_at: new Date(order.createdAtMs).toISOString(),
    ...(status === 'REFUNDED'
      ? { refund_message: wrongPlan ? refundMessages.otherPlan : refundMessages.failed }
      : {}),
    ...(offers.length > 0 ? { suggested_offers: offers } : {}),
  }
}

/** What the status endpoints answer: the item, and the orders that follow it, of which there are none in training. */
export const describeTopupStatus = (order: Order, nowMs: number) => ({
  ...describeTopup(order, nowMs),
  follow_orderid: null,
  retry_orderid: null,
})

function offersOf(order: Order, status: string) {
  const plan = findPlan(order.product)
  if (plan === undefined) return []
  if (status === 'FULFILLED' && isMenu(plan)) return menuOf(plan)
  const wrongPlan = status === 'REFUNDED' && mobileEnding(order.number) === 'refunded-with-offers'
  return wrongPlan ? otherPlansThan(plan, order.valueCentimes) : []
}

/** The operator's fixed plans that can be bought now. */
const menuOf = ({ operator }: MobilePlan) =>
  fixedPlans
    .filter((plan) => plan.operator === operator && plan.isEnabled && !isMenu(plan))
    .map((plan) => ({ typename: plan.name, plan_code: plan.code, amount: dinarsOf(plan.amountCentimes) }))

/** The operator's other plans for the same amount, or for the nearest that they take. */
const otherPlansThan = ({ code, operator }: MobilePlan, value: Centimes) =>
  dynamicPlans
    .filter((plan) => plan.operator === operator && plan.code !== code && plan.costPerTenThousand !== null)
    .map((plan) => ({
      typename: plan.name,
      plan_code: plan.code,
      amount: Math.min(Math.max(value, plan.minCentimes), plan.maxCentimes) / 100,
    }))

/** Mobile top-ups: plans, send, status, list (service-api.md, "Platform endpoints"; send and status by public practice). */
import * as z from 'zod'
import { serviceRefSchema } from '#shared/ids.ts'
import { type Centimes, centimesFromDinars, dinarsOf } from '#shared/money.ts'
import { mobileNumberShape } from '#shared/phone.ts'
import { found, type Refusal, type Reply, refuse, refuseFields } from '../answer.ts'
import type { Call } from '../call.ts'
import { newUuid } from '../chance.ts'
import { isRefusal, readFields } from '../fields.ts'
import { findOrder, listPage, takeOrder } from '../orders.ts'
import { foundPage, readPage } from '../paging.ts'
import { readBalance } from '../stock.ts'
import { planTimeline, startOf } from '../timeline.ts'
import {
  costOf,
  describePlan,
  dynamicPlans,
  findPlan,
  fixedPlans,
  type MobilePlan,
} from './mobile-catalog.ts'
import { mobileSteps } from './mobile-outcome.ts'
import { describeTopup, describeTopupStatus } from './mobile-record.ts'
import { refusalFor } from './order-refusal.ts'

const sendBodySchema = z.object({
  plan_code: z.string(),
  MSSIDN: z.string().regex(mobileNumberShape, 'must be a mobile number: 05, 06 or 07 and eight digits'),
  amount: z.number().optional(),
  ref: serviceRefSchema.optional(),
})
type SendBody = z.infer<typeof sendBodySchema>

/** GET /v3/mobile/plans. Menus are among the fixed plans, with amount 0. */
export const listPlans = (): Reply =>
  found({ dynamicPlans: dynamicPlans.map(describePlan), fixedPlans: fixedPlans.map(describePlan) })

/**
 * POST /v3/mobile/send: takes the top-up with its debit in one commit and acknowledges it. Refuses, before anything
 * moves: ERR_VALIDATION, DUPLICATED_REF, INSUFFICIENT_BALANCE.
 */
export function sendMobile(call: Call): Reply {
  const body = readFields(call.host, sendBodySchema, call.body)
  if (isRefusal(body)) return body
  const chosen = choosePlan(call, body)
  if (isRefusal(chosen)) return chosen
  const { plan, valueCentimes } = chosen
  const { holder, nowMs, speed, seed, store } = call
  const { environment } = holder
  const costCentimes = costOf(plan, valueCentimes)
  const timeline = planTimeline(mobileSteps(body.MSSIDN, seed), { startMs: nowMs, speed })
  const refundAtMs = startOf(timeline, 'REFUNDED')
  const taken = takeOrder(call, {
    environment,
    ref: body.ref ?? newUuid(call.randomBytes),
    kind: 'mobile',
    product: plan.code,
    variant: '',
    number: body.MSSIDN,
    quantity: 1,
    valueCentimes,
    costCentimes,
    createdAtMs: nowMs,
    timeline,
    refund: refundAtMs === undefined ? null : { atMs: refundAtMs, amountCentimes: costCentimes, count: 0 },
    shelf: null,
  })
  if ('problem' in taken) return refusalFor(taken)
  const newBalance = dinarsOf(readBalance(store, environment))
  return found({ topupId: taken.id, topupRef: taken.ref, newBalance })
}

/** GET /v3/mobile/check-ref/{ref} and /v3/mobile/check-id/{id}: the record of one's own environment, or NOT_FOUND. */
export const readMobile =
  (by: 'ref' | 'id') =>
  (call: Call): Reply => {
    const where = { environment: call.holder.environment, kind: 'mobile' } as const
    const order = findOrder(call.store, where, by, call.params[by] ?? '')
    if (!order) return refuse(404, 'NOT_FOUND', 'No mobile top-up under this reference')
    return found(describeTopupStatus(order, call.nowMs))
  }

/** GET /v3/mobile/list?page=&pageSize=&from=&to=: newest first; from and to in pairs only. */
export function listMobile(call: Call): Reply {
  const asked = readPage(call, 'together')
  if (isRefusal(asked)) return asked
  const part = listPage(call.store, { environment: call.holder.environment, kind: 'mobile' }, asked)
  return foundPage(asked, { ...part, items: part.items.map((order) => describeTopup(order, call.nowMs)) })
}

interface Choice {
  readonly plan: MobilePlan
  readonly valueCentimes: Centimes
}

/** The plan and its amount. The document shows no code for a plan that is off; ERR_VALIDATION is ours. */
function choosePlan({ host }: Call, { plan_code, amount }: SendBody): Choice | Refusal {
  const plan = findPlan(plan_code)
  const refusePlan = (reason: string) =>
    refuseFields(host, [{ field: 'plan_code', value: plan_code, reason }])
  if (!plan) return refusePlan('is not a plan of the plans list')
  if (!plan.isEnabled) return refusePlan('is temporarily unavailable')
  const value = amountFor(plan, amount)
  if (typeof value !== 'string') return { plan, valueCentimes: value }
  return refuseFields(host, [{ field: 'amount', value: amount ?? null, reason: value }])
}

/** The amount in centimes, or why it does not fit the plan. A fixed plan's own amount may be left out. */
function amountFor(plan: MobilePlan, amount: number | undefined): Centimes | string {
  if (plan.kind === 'fixed') {
    const dinars = dinarsOf(plan.amountCentimes)
    return amount === undefined || amount === dinars ? plan.amountCentimes : `must be ${dinars}`
  }
  const range = `must be an amount from ${dinarsOf(plan.minCentimes)} to ${dinarsOf(plan.maxCentimes)}`
  if (amount === undefined) return range
  const read = centimesFromDinars(amount)
  return read.ok && read.value >= plan.minCentimes && read.value <= plan.maxCentimes ? read.value : range
}

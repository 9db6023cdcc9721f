/** Mobile top-ups: plans, send, status, list (service-api.md, "Platform endpoints"; send and status by public practice). */
import * as z from 'zod'
import { serviceRefSchema } from '#shared/ids.ts'
import { type Centimes, centimesFromDinars, dinarsOf } from '#shared/money.ts'
import { mobileNumberShape } from '#shared/phone.ts'
import { found, type Refusal, type Reply, refuse, refuseFields, started } from '../answer.ts'
import { lagMs } from '../behaviour/times.ts'
import { type Call, isRefusal, type OpenCall, readFields } from '../call.ts'
import { newUuid } from '../ids.ts'
import {
  findByAnyId,
  findOrder,
  isLookedUp,
  listOrders,
  listPage,
  type Order,
  refusalFor,
  takeOrder,
} from '../orders.ts'
import { answerPage } from '../paging.ts'
import { readBalance } from '../store.ts'
import { planTimeline, startOf } from '../timeline.ts'
import {
  costOf,
  describePlan,
  dynamicPlans,
  findPlan,
  fixedPlans,
  type MobilePlan,
} from './mobile-catalog.ts'
import { describeTopupRow, describeTopupStatus, mobileSteps, shownRef } from './mobile-record.ts'

const sendBodySchema = z.object({
  plan_code: z.string(),
  MSSIDN: z.string().regex(mobileNumberShape, 'must be a mobile number: 05, 06 or 07 and eight digits'),
  amount: z.number().optional(),
  ref: serviceRefSchema.optional(),
})
type SendBody = z.infer<typeof sendBodySchema>

/** GET /v3/mobile/plans. Menus are among the fixed plans, with amount 0. */
export function listPlans({ behaviour: { disabledPlans } }: OpenCall): Reply {
  const listed = (plans: readonly MobilePlan[]) =>
    plans.filter(({ isEnabled }) => isEnabled || disabledPlans === 'listed').map(describePlan)
  return found({ dynamicPlans: listed(dynamicPlans), fixedPlans: listed(fixedPlans) })
}

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
  const { holder, nowMs, speed, seed, store, behaviour } = call
  const { environment } = holder
  const costCentimes = costOf(plan, valueCentimes, behaviour)
  const toppedUp = { number: body.MSSIDN, planCode: plan.code }
  const timeline = planTimeline(mobileSteps(toppedUp, seed, behaviour), { startMs: nowMs, speed })
  const balanceBefore = readBalance(store, environment)
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
    stockItem: null,
  })
  const earlier = 'problem' in taken ? earlierOrder(call, body.ref, taken.problem) : taken
  if (earlier === undefined) return 'problem' in taken ? refusalFor(taken) : refuseRecord()
  const newBalance = behaviour.newBalance === 'before' ? balanceBefore : readBalance(store, environment)
  const topupRef = behaviour.mobileRef === 'own' ? shownRef(earlier, behaviour) : earlier.ref
  return started(
    {
      ...{ topupId: earlier.id, topupRef },
      ...(behaviour.newBalance === 'absent' ? {} : { newBalance: dinarsOf(newBalance) }),
    },
    behaviour,
  )
}

const whereOf = ({ holder }: Call) => ({ environment: holder.environment, kind: 'mobile' }) as const
const refuseRecord = () => refuse(404, 'NOT_FOUND', 'No mobile top-up under this reference')

/** A ref that was used before may be answered with what became of it, as if it had been sent once. */
function earlierOrder(call: Call, ref: string | undefined, problem: string): Order | undefined {
  const answersEarlier = call.behaviour.repeatedRef === 'earlier-order' && problem === 'duplicated-ref'
  return answersEarlier && ref !== undefined ? findOrder(call.store, whereOf(call), 'ref', ref) : undefined
}

/** GET /v3/mobile/check-ref/{ref} and /v3/mobile/check-id/{id}: the record of one's own environment, or NOT_FOUND. */
export const readMobile =
  (by: 'ref' | 'id') =>
  (call: Call): Reply => {
    const { params, nowMs, behaviour } = call
    const order = by === 'ref' ? findByRef(call, params['ref'] ?? '') : findById(call, params['id'] ?? '')
    if (!order || !isLookedUp(order, by, nowMs, behaviour)) return refuseRecord()
    return found(describeTopupStatus(order, nowMs, behaviour))
  }

const findById = (call: Call, id: string) =>
  findByAnyId(call.store, whereOf(call), id, call.behaviour.mobileRecordId)

/** By the ref that was supplied, or by the one that the record shows. */
function findByRef(call: Call, ref: string): Order | undefined {
  const { store, behaviour } = call
  const { environment, kind } = whereOf(call)
  if (behaviour.mobileRefLookUp === 'supplied') return findOrder(store, { environment, kind }, 'ref', ref)
  return listOrders(store).find(
    (one) => one.kind === kind && one.environment === environment && shownRef(one, behaviour) === ref,
  )
}

/** GET /v3/mobile/list?page=&pageSize=&from=&to=: from and to in pairs only. */
export function listMobile(call: Call): Reply {
  const { store, nowMs, behaviour } = call
  const { mobileListLag, mobileListHolds, menuListed, rowStatusAge } = behaviour
  const listed = {
    ...whereOf(call),
    endedByMs: mobileListHolds === 'ended' ? nowMs : null,
    paidOnly: menuListed === 'left-out',
  }
  return answerPage(
    call,
    { pairsOnly: true, lagMs: lagMs[mobileListLag] },
    (window) => listPage(store, listed, window),
    (order) => describeTopupRow(order, nowMs - lagMs[rowStatusAge], behaviour),
  )
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

/** The reading of one mobile plan (service-api.md, "Mobile plan"): a plan whose amounts are not whole cannot be sold. */

import * as z from 'zod'
import { centimesFromDinars } from '#shared/money.ts'
import { mobileNumberShape, operators } from '#shared/phone.ts'
import { namesAnother, type Ref, refSchema } from '#shared/ref.ts'
import type { Call } from '../../api/call.ts'
import { type Endpoint, notFoundAt404 } from '../../api/endpoint.ts'
import {
  isPageAsked,
  optionalAccountDinars,
  optionalDinars,
  optionalSentence,
  optionalTimeMs,
  optionalWord,
  pageOf,
  pairedPageRequest,
  readableOf,
} from '../../api/endpoints/platform-list.ts'
import { dinars, successOf, text } from '../../api/envelope.ts'
import type {
  MobileAcknowledgement,
  MobileOffer,
  MobilePlan,
  MobilePlans,
  MobileRecord,
  MobileSendBody,
  Page,
  PageFilter,
} from '../../api/platform-records.ts'

const MILLIONTHS = 1_000_000

/** A multiplier with more decimals than it can be kept with, or one that is none, is left out. */
const costMillionths = z
  .number()
  .positive()
  .transform((cost) => Number((cost * MILLIONTHS).toFixed(3)))
  .refine(Number.isSafeInteger)
  .nullish()
  .catch(null)
  .transform((millionths) => millionths ?? null)

const wholesale = /^G(?=[A-Z])/

const common = {
  code: text,
  name: text,
  operator: text,
  isEnabled: z.boolean(),
  cost: costMillionths,
}

function describe(plan: {
  code: string
  name: string
  operator: string
  isEnabled: boolean
  cost: number | null
}) {
  const bare = plan.operator.replace(wholesale, '')
  return {
    code: plan.code,
    name: plan.name,
    operatorName: plan.operator,
    operator: operators.find((one) => one === bare) ?? null,
    isWholesale: wholesale.test(plan.operator),
    isEnabled: plan.isEnabled,
    costMillionths: plan.cost,
  }
}

export const dynamicPlan: z.ZodType<MobilePlan> = z
  .object({ ...common, min_amount: dinars, max_amount: dinars })
  .refine(({ min_amount, max_amount }) => min_amount > 0 && max_amount >= min_amount)
  .transform((plan) => ({
    kind: 'dynamic',
    ...describe(plan),
    minCentimes: plan.min_amount,
    maxCentimes: plan.max_amount,
  }))

const menuCode = /^GETMENU_/

export const fixedPlan: z.ZodType<MobilePlan> = z
  .object({ ...common, amount: dinars })
  .refine(({ code, amount }) => (menuCode.test(code) ? amount === 0 : amount > 0))
  .transform((plan): MobilePlan => {
    const described = describe(plan)
    return menuCode.test(plan.code)
      ? { kind: 'menu', ...described }
      : { kind: 'fixed', ...described, amountCentimes: plan.amount }
  })

// The endpoints of mobile top-ups (service-api.md, "Mobile plan" and "Mobile top-up record"; sending and looking up come
// from the profile). One odd plan never hides the others, and one odd field never hides how a top-up stands.

const nothing = z.strictObject({})

const plans = successOf(
  z.object({ dynamicPlans: readableOf(dynamicPlan), fixedPlans: readableOf(fixedPlan) }).transform(
    ({ dynamicPlans, fixedPlans }): MobilePlans => ({
      plans: [...dynamicPlans.readable, ...fixedPlans.readable],
      unreadableCount: dynamicPlans.unreadableCount + fixedPlans.unreadableCount,
    }),
  ),
)

export const listMobilePlans: Endpoint<z.infer<typeof nothing>, MobilePlans> = {
  name: 'listMobilePlans',
  host: 'platform',
  method: 'GET',
  path: '/v3/mobile/plans',
  class: 'read',
  request: nothing,
  answers: { 200: plans },
}

const offer = z
  .object({ typename: text, plan_code: text, amount: dinars.refine((amount) => amount >= 0) })
  .transform(
    ({ typename, plan_code, amount }): MobileOffer => ({
      name: typename,
      planCode: plan_code,
      amountCentimes: amount,
    }),
  )

const record: z.ZodType<MobileRecord> = z
  .object({
    status: text,
    _id: optionalWord,
    topupId: optionalWord,
    ref: optionalWord,
    topupRef: optionalWord,
    plan_code: optionalWord,
    MSSIDN: optionalWord,
    topup_amount: optionalDinars,
    balance_amount: optionalAccountDinars,
    created_at: optionalTimeMs,
    refund_message: optionalSentence,
    suggested_offers: readableOf(offer).nullish().catch(null),
    follow_orderid: optionalWord,
    retry_orderid: optionalWord,
  })
  .transform((fields) => ({
    topupId: fields._id ?? fields.topupId,
    ref: fields.ref ?? fields.topupRef,
    status: fields.status,
    planCode: fields.plan_code,
    number: fields.MSSIDN,
    amountCentimes: fields.topup_amount,
    debitCentimes: fields.balance_amount,
    createdAtMs: fields.created_at,
    refundMessage: fields.refund_message,
    offers: fields.suggested_offers?.readable ?? [],
    followOrderId: fields.follow_orderid,
    retryOrderId: fields.retry_orderid,
  }))

export const listMobileTopups: Endpoint<PageFilter, Page<MobileRecord>> = {
  name: 'listMobileTopups',
  host: 'platform',
  method: 'GET',
  path: '/v3/mobile/list',
  class: 'read',
  request: pairedPageRequest,
  answers: { 200: pageOf(record) },
  agrees: isPageAsked,
}

/** Zero is a menu's amount. */
const isAmount = (value: number): boolean => value >= 0 && centimesFromDinars(value).ok

const sendRequest: z.ZodType<MobileSendBody> = z.strictObject({
  plan_code: text,
  MSSIDN: z.string().regex(mobileNumberShape),
  amount: z.number().refine(isAmount).optional(),
  ref: refSchema,
})

const acknowledgement = successOf(
  z
    .object({ topupId: text, topupRef: text, newBalance: optionalAccountDinars })
    .transform(({ newBalance, ...names }) => ({ ...names, newBalanceCentimes: newBalance })),
)

export const sendMobile: Endpoint<MobileSendBody, MobileAcknowledgement> = {
  name: 'sendMobile',
  host: 'platform',
  method: 'POST',
  path: { profile: 'mobileSend' },
  class: 'known-by-ref',
  request: sendRequest,
  answers: { 200: acknowledgement },
  // The document promises only of internet cards that the ref is the one that was sent.
  agrees: (asked, answered) => !namesAnother(answered.topupRef, asked.ref),
}

const byRef = z.strictObject({ ref: refSchema })

export const findMobileByRef: Endpoint<{ readonly ref: Ref }, MobileRecord> = {
  name: 'findMobileByRef',
  host: 'platform',
  method: 'GET',
  path: { profile: 'mobileByRef' },
  class: 'read',
  codeOfStatus: notFoundAt404,
  request: byRef,
  answers: { 200: successOf(record) },
  agrees: (asked, answered) => !namesAnother(answered.ref, asked.ref),
}

const byId = z.strictObject({ id: text })

export const findMobileById: Endpoint<{ readonly id: string }, MobileRecord> = {
  name: 'findMobileById',
  host: 'platform',
  method: 'GET',
  path: { profile: 'mobileById' },
  class: 'read',
  codeOfStatus: notFoundAt404,
  request: byId,
  answers: { 200: successOf(record) },
  agrees: (asked, answered) => answered.topupId === null || answered.topupId === asked.id,
}

/** One method an endpoint. */
export const mobileCalls = (call: Call) => ({
  listMobilePlans: () => call(listMobilePlans, {}),
  /** Newest pages first, by the service's order. `from` and `to` are given together. */
  listMobileTopups: (filter: PageFilter = {}) => call(listMobileTopups, filter),
  sendMobile: (body: MobileSendBody) => call(sendMobile, body),
  findMobileByRef: (ref: Ref) => call(findMobileByRef, { ref }),
  findMobileById: (id: string) => call(findMobileById, { id }),
})

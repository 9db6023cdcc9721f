/** The reading of one mobile plan (service-api.md, "Mobile plan"): a plan whose amounts are not whole cannot be sold. */
import * as z from 'zod'
import { operators } from '#shared/phone.ts'
import { dinars, text } from '../envelope.ts'
import type { MobilePlan } from '../platform-records.ts'

const MILLIONTHS = 1_000_000

/** A multiplier with more decimals than it can be kept with, or one that is none, is not told. */
const costMillionths = z
  .number()
  .positive()
  .transform((cost) => Number((cost * MILLIONTHS).toFixed(3)))
  .refine(Number.isSafeInteger)
  .nullish()
  .catch(null)
  .transform((told) => told ?? null)

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

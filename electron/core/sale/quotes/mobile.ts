/** A mobile top-up: sold at its face value, at the fraction of it that the service lists as its cost. */
import { amountForPlan } from '#shared/mobile-amount.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import type { MobilePlanView } from '#shared/on-sale.ts'
import { parseMobileNumber } from '#shared/phone.ts'
import { ok } from '#shared/result.ts'
import type { MobileShelf } from '../mobile-plans.ts'
import { cannotSell, type Quoted, type ReviewInputOf } from './quote.ts'

/** service-api.md, "Mobile plan". A menu plan sells nothing: it is a sale of nothing whose result is a list of offers. */
export async function quoteMobile(input: ReviewInputOf<'mobile'>, shelf: MobileShelf): Promise<Quoted> {
  const number = parseMobileNumber(input.number)
  if (!number.ok) return cannotSell('number', number.error)
  const listed = await shelf.list()
  if (!listed.ok) return listed
  const plan = listed.value.plans.find(({ code }) => code === input.planCode)
  if (!plan) return cannotSell('planCode', 'no-such-plan')
  if (!plan.isEnabled) return cannotSell('planCode', 'plan-unavailable')
  const amount = amountForPlan(plan, input.amountCentimes)
  if (!amount.ok) return cannotSell('amountCentimes', amount.error)
  const { code: planCode, name: planName, kind: planKind, operator } = plan
  const amountCentimes = amount.value
  return ok({
    order: { kind: 'mobile', planCode, planName, planKind, operator, number: number.value, amountCentimes },
    subscriber: null,
    priceCentimes: amountCentimes,
    costCentimes: costOf(plan, amountCentimes),
  })
}

const MILLIONTHS = 1_000_000n

/**
 * An estimate: the list gives a fraction and no rule for rounding it (here: half a centime upwards), and wholesale plans
 * give none (here: the face value). The debit that the service tells later is the truth.
 */
function costOf({ costMillionths }: MobilePlanView, amount: Centimes): Centimes {
  if (costMillionths === null) return amount
  // Whole numbers all the way: the product of two large ones would not fit a double.
  return centimes(Number((BigInt(amount) * BigInt(costMillionths) + MILLIONTHS / 2n) / MILLIONTHS))
}

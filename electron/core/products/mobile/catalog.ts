/** A mobile top-up: sold at its face value, at the fraction of it that the service lists as its cost. */
import type { AppError } from '#shared/app-error.ts'
import { CENTIMES_PER_DINAR, type Centimes, centimes } from '#shared/money.ts'
import { parseMobileNumber } from '#shared/phone.ts'
import { amountForPlan, type MobilePlansView, type MobilePlanView } from '#shared/products/mobile.ts'
import { ok, type Result } from '#shared/result.ts'
import type { ServiceClient } from '../../api/client.ts'
import type { MobilePlan } from '../../api/platform-records.ts'
import { answered, type OnFailure } from '../../call-error.ts'
import { cannotSell, type Quoted, type ReviewInputOf } from '../kind.ts'

/** service-api.md, "Mobile plan". A menu plan sells nothing: it is a sale of nothing whose result is a list of offers. */
export async function quoteMobile(input: ReviewInputOf<'mobile'>, catalog: MobileCatalog): Promise<Quoted> {
  const number = parseMobileNumber(input.number)
  if (!number.ok) return cannotSell('number', number.error)
  const listed = await catalog.list()
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
    baseCentimes: amountCentimes,
    costCentimes: costOf(plan, amountCentimes),
  })
}

const MILLIONTHS = 1_000_000n

/**
 * An estimate: the list gives a fraction and no rule for rounding it (here: half a centime upwards), and wholesale plans
 * give none (here: the face value). The debit that the service reports later is the truth.
 */
function costOf({ costMillionths }: MobilePlanView, amount: Centimes): Centimes {
  if (costMillionths === null) return amount
  // Whole numbers all the way: the product of two large ones would not fit a double.
  return centimes(Number((BigInt(amount) * BigInt(costMillionths) + MILLIONTHS / 2n) / MILLIONTHS))
}

// The mobile plans on sale, as the screens and the review ask for them. Never from memory: plans are switched on and off.

export interface MobileCatalog {
  /** service-api.md, GET /v3/mobile/plans. */
  list(): Promise<Result<MobilePlansView, AppError>>
}

interface MobileCatalogOptions {
  readonly client: Pick<ServiceClient, 'listMobilePlans'>
  readonly onFailure: OnFailure
}

export const createMobileCatalog = ({ client, onFailure }: MobileCatalogOptions): MobileCatalog => ({
  async list() {
    const answer = answered(await client.listMobilePlans(), onFailure)
    if (!answer.ok) return answer
    const { plans, unreadableCount } = answer.value
    return ok({ plans: plans.map(viewOfPlan), unreadableCount })
  },
})

/**
 * The list names no step between amounts. Where both bounds are whole dinars, so is every amount that is sent: centimes
 * that slipped in would be a typing mistake that nobody can take back.
 */
function viewOfPlan(plan: MobilePlan): MobilePlanView {
  if (plan.kind !== 'dynamic') return plan
  const wholeDinars = [plan.minCentimes, plan.maxCentimes].every((bound) => bound % CENTIMES_PER_DINAR === 0)
  return { ...plan, wholeDinars }
}

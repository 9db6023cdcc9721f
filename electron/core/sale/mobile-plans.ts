/** The mobile plans on sale, as the screens and the review ask for them. Never from memory: plans are switched on and off. */
import type { AppError } from '#shared/app-error.ts'
import type { MobilePlansView, MobilePlanView } from '#shared/on-sale.ts'
import { ok, type Result } from '#shared/result.ts'
import type { ServiceClient } from '../api/client.ts'
import type { MobilePlan } from '../api/platform-records.ts'
import { answered, type OnFailure } from './answered.ts'

export interface MobileShelf {
  /** service-api.md, GET /v3/mobile/plans. */
  list(): Promise<Result<MobilePlansView, AppError>>
}

interface MobileShelfOptions {
  readonly client: Pick<ServiceClient, 'listMobilePlans'>
  readonly onFailure: OnFailure
}

export const createMobileShelf = ({ client, onFailure }: MobileShelfOptions): MobileShelf => ({
  async list() {
    const told = answered(await client.listMobilePlans(), onFailure)
    if (!told.ok) return told
    const { plans, unreadableCount } = told.value
    return ok({ plans: plans.map(viewOfPlan), unreadableCount })
  },
})

const CENTIMES_PER_DINAR = 100

/**
 * The list names no step between amounts. Where both bounds are whole dinars, so is every amount that is sent: centimes
 * that slipped in would be a typing mistake that nobody can take back.
 */
function viewOfPlan(plan: MobilePlan): MobilePlanView {
  if (plan.kind !== 'dynamic') return plan
  const wholeDinars = [plan.minCentimes, plan.maxCentimes].every((bound) => bound % CENTIMES_PER_DINAR === 0)
  return { ...plan, wholeDinars }
}

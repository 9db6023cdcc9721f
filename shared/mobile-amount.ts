/** The amounts that a mobile plan takes (service-api.md, "Mobile plan"). One rule serves the form and the review. */
import { type Centimes, zeroCentimes } from './money.ts'
import type { MobilePlanView } from './on-sale.ts'
import { err, ok, type Result } from './result.ts'

export type AmountProblem = 'amount-missing' | 'amount-not-asked' | 'amount-out-of-range' | 'amount-not-whole'

/** A dynamic plan takes any amount between its bounds; the others have their own, which may be said and not changed. */
export function amountForPlan(
  plan: MobilePlanView,
  asked: Centimes | undefined,
): Result<Centimes, AmountProblem> {
  if (plan.kind !== 'dynamic') {
    const own = plan.kind === 'menu' ? zeroCentimes : plan.amountCentimes
    return asked === undefined || asked === own ? ok(own) : err('amount-not-asked')
  }
  if (asked === undefined) return err('amount-missing')
  if (asked < plan.minCentimes || asked > plan.maxCentimes) return err('amount-out-of-range')
  return plan.wholeDinars && asked % 100 !== 0 ? err('amount-not-whole') : ok(asked)
}

/**
 * A mobile top-up at the service. service-api.md shows FULFILLED and REFUNDED and no transitions; the others come from
 * the operator's public documentation. Observed, never stepped; a word that is not here is open, and polled.
 */
import * as z from 'zod'
import { type Centimes, zeroCentimes } from '../money.ts'
import type { MobilePlanView } from '../on-sale.ts'
import type { Operator } from '../phone.ts'
import { err, ok, type Result } from '../result.ts'
import type { ServerRow } from '../transition.ts'

/** The statuses that the document names ("Mobile top-up record"). */
export const mobileDocumentedStates = ['FULFILLED', 'REFUNDED'] as const

export const mobileServerStates = ['PENDING', 'HANDLING', 'UNKNOWN_ERROR', ...mobileDocumentedStates] as const
export type MobileServerState = (typeof mobileServerStates)[number]

export const mobileServerTable: readonly ServerRow<MobileServerState>[] = [
  {
    from: '(none)',
    movedBy: 'POST /v3/mobile/send accepted',
    condition: 'valid request',
    to: 'PENDING',
    also: 'typically 2 to 15 seconds',
  },
  {
    from: 'PENDING',
    movedBy: 'the operator takes it',
    condition: '',
    to: 'HANDLING',
    also: 'typically 3 to 8 seconds',
  },
  { from: 'HANDLING', movedBy: 'operator result', condition: 'delivered', to: 'FULFILLED', also: 'final' },
  {
    from: 'HANDLING',
    movedBy: 'operator result',
    condition: 'failed',
    to: 'REFUNDED',
    also: 'final; balance refunded; refund_message says why',
  },
  {
    from: 'HANDLING',
    movedBy: 'operator result',
    condition: 'outcome unconfirmed',
    to: 'UNKNOWN_ERROR',
    also: 'settled by hand within 1 to 24 hours; never a failure',
  },
  {
    from: 'UNKNOWN_ERROR',
    movedBy: 'settled by hand',
    condition: 'delivered',
    to: 'FULFILLED',
    also: 'final',
  },
  {
    from: 'UNKNOWN_ERROR',
    movedBy: 'settled by hand',
    condition: 'not delivered',
    to: 'REFUNDED',
    also: 'final; balance refunded',
  },
]

/** The states after which the service changes nothing more. */
export const mobileFinalStates: readonly MobileServerState[] = mobileDocumentedStates

// The amounts that a mobile plan takes (service-api.md, "Mobile plan"). One rule serves the form and the review.

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

// What the service says is down of mobile top-ups (GET /v3/ping, by public practice). A hint: it is shown before anything is
// sent, and no sale fails by it. One list of names serves the client, the screens and the training service.

/** As the service spells them: each operator, and Mobilis' plans of a fixed amount, which can be down alone. */
export const mobileParts = ['mobilis', 'ooredoo', 'djezzy', 'mobilisFixedPlans'] as const
export type MobilePart = (typeof mobileParts)[number]

export const partStatuses = ['up', 'down'] as const
export type PartStatus = (typeof partStatuses)[number]

/** The parts that are down now. One that is not named is up, or nothing is known of it. */
export const mobileDownSchema = z.object({ down: z.array(z.enum(mobileParts)) })
export const operatorOfPart: Readonly<Record<MobilePart, Operator>> = {
  mobilis: 'Mobilis',
  ooredoo: 'Ooredoo',
  djezzy: 'Djezzy',
  mobilisFixedPlans: 'Mobilis',
}

/** The part that keeps such a plan of this operator from going through; undefined where none is said to be down. */
export function partDownFor(
  { operator, kind }: Pick<MobilePlanView, 'operator' | 'kind'>,
  down: readonly MobilePart[],
): MobilePart | undefined {
  const concerns = (part: MobilePart) =>
    operatorOfPart[part] === operator && (part !== 'mobilisFixedPlans' || kind === 'fixed')
  return mobileParts.find((part) => down.includes(part) && concerns(part))
}

/**
 * Mobile top-ups: the order and what is asked of it, the plans, and its states at the service. service-api.md shows FULFILLED and REFUNDED and no transitions; the others come from
 * the operator's public documentation. Observed, never stepped; a word that is not here is open, and polled.
 */
import * as z from 'zod'
import { type Centimes, centimesSchema, dinarsOf, zeroCentimes } from '../money.ts'
import { maskNumber, type Operator, operators, parseMobileNumber } from '../phone.ts'
import { refSchema } from '../ref.ts'
import { err, ok, type Result } from '../result.ts'
import type { ServerRow } from '../transition.ts'
import { keptText, type Product, typedNumber, unreadableCountSchema } from './product.ts'

export const mobilePlanKinds = ['dynamic', 'fixed', 'menu'] as const

export const mobileOrderSchema = z.object({
  kind: z.literal('mobile'),
  planCode: z.string(),
  planName: z.string(),
  planKind: z.enum(mobilePlanKinds),
  /** The plan's; null where the service names none that we know. */
  operator: z.enum(operators).nullable(),
  /** MSSIDN in the wire form, see phone.ts. */
  number: z.string(),
  /** Face value. Nothing for a menu plan, which only asks for offers. */
  amountCentimes: centimesSchema,
})
export type MobileOrder = z.infer<typeof mobileOrderSchema>

export const mobileFavouriteSchema = z.object({
  kind: z.literal('mobile'),
  planCode: keptText,
  planName: keptText,
  operator: z.enum(operators).nullable(),
  /** Typed for a dynamic plan; null where the plan has its own amount, or none. */
  amountCentimes: centimesSchema.nullable(),
})
type MobileFavourite = z.infer<typeof mobileFavouriteSchema>

export const mobileGoodsSchema = z.strictObject({
  kind: z.literal('mobile'),
  operator: z.enum(operators).nullable(),
  number: z.string(),
  /** Null where no plan is sold: offers are asked for. */
  planName: z.string().nullable(),
})

/** What is to be sold. */
export const mobileReviewSchema = z.strictObject({
  kind: z.literal('mobile'),
  planCode: z.string().max(200),
  number: typedNumber,
  /** Asked for by dynamic plans alone, between their bounds. */
  amountCentimes: centimesSchema.optional(),
})

/** By public practice. */
export const mobileRequestSchema = z.strictObject({
  plan_code: z.string(),
  MSSIDN: z.string(),
  amount: z.number(),
  ref: refSchema,
})

// The plans that are on sale, as the screens are given them. Asked of the service each time and kept by nobody: cost and
// availability change.

const anyPlan = {
  code: z.string(),
  name: z.string(),
  /** As the service spells it; wholesale plans have a G before the operator's name. */
  operatorName: z.string(),
  operator: z.enum(operators).nullable(),
  isWholesale: z.boolean(),
  /** false: temporarily unavailable. */
  isEnabled: z.boolean(),
  /** What the shop pays of the face value, in millionths; null where the service does not say. */
  costMillionths: z.int().positive().nullable(),
} as const

export const mobilePlanSchema = z.discriminatedUnion('kind', [
  z.object({
    ...anyPlan,
    kind: z.literal('dynamic'),
    minCentimes: centimesSchema,
    maxCentimes: centimesSchema,
    /** Both bounds are whole dinars, so every amount between them is. */
    wholeDinars: z.boolean(),
  }),
  z.object({ ...anyPlan, kind: z.literal('fixed'), amountCentimes: centimesSchema }),
  /** Sells nothing: sent to a number, it brings the offers that fit it. */
  z.object({ ...anyPlan, kind: z.literal('menu') }),
])
export type MobilePlanView = z.infer<typeof mobilePlanSchema>

export const mobilePlansSchema = z.object({
  plans: z.array(mobilePlanSchema),
  unreadableCount: unreadableCountSchema,
})
export type MobilePlansView = z.infer<typeof mobilePlansSchema>

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
const mobileDownSchema = z.object({ down: z.array(z.enum(mobileParts)) })

export const mobileCommands = {
  'mobile.plans': { input: z.strictObject({}), output: mobilePlansSchema },
  /** What the service says is down of mobile top-ups. A hint: it never fails, and nothing waits for it. */
  'mobile.down': { input: z.strictObject({}), output: mobileDownSchema },
} as const

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

export const mobile: Product<
  MobileOrder,
  MobileFavourite,
  z.infer<typeof mobileGoodsSchema>,
  z.infer<typeof mobileRequestSchema>,
  z.infer<typeof mobileReviewSchema>
> = {
  faceValueOf: ({ amountCentimes }) => amountCentimes,
  subjectOf: ({ number }) => number,
  numberOf: ({ number }) => number,
  subjectsFor(number) {
    const mobileNumber = parseMobileNumber(number)
    return mobileNumber.ok ? [mobileNumber.value] : []
  },
  titleOf: ({ operator, planName }) => [operator, planName].filter(Boolean).join(' · '),
  quantityOf: () => 1,
  feeOf: () => null,
  priceNamesOf: ({ planName, operator }) => [planName, ...(operator === null ? [] : [operator])],
  priceNames: operators,
  hasKnownFace: true,
  partsOf: () => null,
  transactionOf: () => null,
  wordingVariantOf: (order) => (order?.planKind === 'menu' ? 'menu' : 'topup'),
  shownTextsOf: ({ number, planName, operator }) => [number, planName, operator],
  maskedSubjectOf: ({ number }) => maskNumber(number),
  supportNameOf: ({ planCode, number }) => `${planCode} ${maskNumber(number)}`,
  redactedOf: ({ kind, planCode, number }, mask) => ({ kind, planCode, number: mask(number) }),
  searchTermsOf: ({ number, planName, planCode, operator }) => ({
    codes: [number],
    names: [planName, planCode, operator ?? ''],
  }),
  // The offers of a menu are for one number.
  favouriteOf: ({ kind, planCode, planName, operator, planKind, amountCentimes }) =>
    planKind === 'menu'
      ? null
      : {
          kind,
          planCode,
          planName,
          operator,
          amountCentimes: planKind === 'dynamic' ? amountCentimes : null,
        },
  againOf: ({ kind, planCode, planKind, number, amountCentimes }) => ({
    ...{ kind, planCode, number },
    ...(planKind === 'dynamic' ? { amountCentimes } : {}),
  }),
  sampleOf: ({ amountCentimes, ...plan }) =>
    amountCentimes === null ? null : { ...plan, planKind: 'dynamic', number: '', amountCentimes },
  keyOfFavourite: ({ planCode, amountCentimes }) => `mobile ${planCode} ${amountCentimes ?? ''}`,
  goodsOf: ({ kind, operator, number, planName, planKind }) => ({
    ...{ kind, operator, number },
    planName: planKind === 'menu' ? null : planName,
  }),
  requestOf: ({ planCode, number, amountCentimes }, ref) => ({
    ...{ plan_code: planCode, MSSIDN: number, amount: dinarsOf(amountCentimes), ref },
  }),
  statuses: {
    PENDING: { means: 'handling', atMostHours: 1 },
    HANDLING: { means: 'handling', atMostHours: 1 },
    UNKNOWN_ERROR: { means: 'unknown', atMostHours: 24 },
    FULFILLED: { means: 'fulfilled' },
    REFUNDED: { means: 'refunded' },
  },
  observedTable: mobileServerTable,
  paymentWord: 'FLEXY',
  isNamed: true,
  hasOfficialReceipt: false,
}

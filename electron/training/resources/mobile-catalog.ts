/** The mobile plans of the training service, with what they cost: service-api.md, "Mobile plan". */
import { type Centimes, centimes, dinarsOf } from '#shared/money.ts'
import type { Operator } from '#shared/phone.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'

interface PlanFacts {
  readonly code: string
  readonly name: string
  /** Wholesale plans put a G before it on the wire. */
  readonly operator: Operator
  /** Of the face value, in ten-thousandths; null for wholesale, which shows none and costs its face value. */
  readonly costPerTenThousand: number | null
  readonly isEnabled: boolean
}

export interface DynamicPlan extends PlanFacts {
  readonly kind: 'dynamic'
  readonly minCentimes: Centimes
  readonly maxCentimes: Centimes
}

export interface FixedPlan extends PlanFacts {
  readonly kind: 'fixed'
  /** 0 for a menu, which asks for a number's offers and sells nothing. */
  readonly amountCentimes: Centimes
}

export type MobilePlan = DynamicPlan | FixedPlan

const dynamic = (
  code: string,
  name: string,
  operator: Operator,
  costPerTenThousand: number | null,
  [min, max]: readonly [number, number],
): DynamicPlan => ({
  kind: 'dynamic',
  code,
  name,
  operator,
  costPerTenThousand,
  isEnabled: true,
  minCentimes: centimes(min * 100),
  maxCentimes: centimes(max * 100),
})

const fixed = (
  code: string,
  name: string,
  operator: Operator,
  costPerTenThousand: number,
  dinars: number,
): FixedPlan => ({
  kind: 'fixed',
  code,
  name,
  operator,
  costPerTenThousand,
  isEnabled: true,
  amountCentimes: centimes(dinars * 100),
})

const retail = [40, 5_000] as const
const invoice = [100, 20_000] as const
const wholesale = [5_000, 300_000] as const

export const dynamicPlans: readonly DynamicPlan[] = [
  dynamic('PREPAID_MOBILIS', 'Mobilis prépayé', 'Mobilis', 9_600, retail),
  dynamic('PREPAID_DJEZZY', 'Djezzy prépayé', 'Djezzy', 9_625, retail),
  dynamic('PREPAID_OOREDOO', 'Ooredoo prépayé', 'Ooredoo', 9_600, retail),
  dynamic('FACTURE_MOBILIS', 'Facture Mobilis', 'Mobilis', 9_925, invoice),
  dynamic('FACTURE_DJEZZY', 'Facture Djezzy', 'Djezzy', 9_925, invoice),
  dynamic('FACTURE_OOREDOO', 'Facture Ooredoo', 'Ooredoo', 9_925, invoice),
  dynamic('GROS_MOBILIS', 'Mobilis gros', 'Mobilis', null, wholesale),
  dynamic('GROS_DJEZZY', 'Djezzy gros', 'Djezzy', null, wholesale),
  dynamic('GROS_OOREDOO', 'Ooredoo gros', 'Ooredoo', null, wholesale),
  dynamic('INTERNATIONAL_OOREDOO', 'Ooredoo international', 'Ooredoo', 9_700, [200, 5_000]),
]

export const fixedPlans: readonly FixedPlan[] = [
  fixed('PIXX_500', 'PixX 500', 'Mobilis', 9_600, 500),
  fixed('MIX500_MOBILIS', 'Mix 500', 'Mobilis', 9_600, 500),
  fixed('HAYLA_1000', 'Hayla 1000', 'Djezzy', 9_625, 1_000),
  fixed('MAXY_1000', 'Maxy 1000', 'Ooredoo', 9_600, 1_000),
  { ...fixed('DIMA_1500', 'Dima 1500', 'Ooredoo', 9_600, 1_500), isEnabled: false },
  fixed('GETMENU_Mobilis', 'Offres Mobilis', 'Mobilis', 10_000, 0),
  fixed('GETMENU_Ooredoo', 'Offres Ooredoo', 'Ooredoo', 10_000, 0),
  fixed('GETMENU_Djezzy', 'Offres Djezzy', 'Djezzy', 10_000, 0),
]

export const findPlan = (code: string): MobilePlan | undefined =>
  [...dynamicPlans, ...fixedPlans].find((plan) => plan.code === code)

/** What a customer with a contract pays, in place of a credit. */
export const isInvoice = (code: string): boolean => code.startsWith('FACTURE_')

export const isMenu = (plan: MobilePlan): boolean => plan.kind === 'fixed' && plan.amountCentimes === 0

const CENTIMES_IN_DINAR = 100
/** The document gives a multiplier and not how its product is rounded. */
const roundings: Readonly<Record<Behaviour['mobileCost'], (cost: number) => number>> = {
  'nearest-centime': Math.round,
  'up-to-dinar': (cost) => Math.ceil(cost / CENTIMES_IN_DINAR) * CENTIMES_IN_DINAR,
  'down-to-dinar': (cost) => Math.floor(cost / CENTIMES_IN_DINAR) * CENTIMES_IN_DINAR,
}

/** Nor what a wholesale plan costs. */
const wholesaleCosts: Readonly<Record<Behaviour['wholesaleCost'], number>> = {
  face: 10_000,
  'below-face': 9_900,
}

/** What the shop pays for this much. */
export const costOf = (
  { costPerTenThousand }: MobilePlan,
  value: Centimes,
  { mobileCost, wholesaleCost }: Behaviour,
): Centimes =>
  centimes(roundings[mobileCost]((value * (costPerTenThousand ?? wholesaleCosts[wholesaleCost])) / 10_000))

/** A plan as the service lists it. */
export function describePlan(plan: MobilePlan) {
  const { code, name, operator, costPerTenThousand: cost, isEnabled } = plan
  return {
    code,
    name,
    operator: cost === null ? `G${operator}` : operator,
    ...(cost === null ? {} : { cost: cost / 10_000 }),
    isEnabled,
    ...(plan.kind === 'dynamic'
      ? { min_amount: dinarsOf(plan.minCentimes), max_amount: dinarsOf(plan.maxCentimes) }
      : { amount: dinarsOf(plan.amountCentimes) }),
  }
}

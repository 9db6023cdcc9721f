/**
 * What the shop asks for what it sells: its rules, and the one function that makes a price of them. Pure. Without a rule a
 * thing is sold at its base: its face value, and what it costs the shop where the service shows none. A rule never sells
 * below the base. What it adds to a face value that the customer knows is a surcharge: a line of its own, and only where
 * the shop has switched surcharges on. Amounts are whole centimes.
 */
import * as z from 'zod'
import { fold } from '../folded-text.ts'
import { type Centimes, centimes, centimesSchema, zeroCentimes } from '../money.ts'
import { type Order, orderKinds, productOf } from '../products/orders.ts'

const MAX_RULES = 200
/** A hundred thousand dinars: more is a typing mistake. */
const MAX_ADDED_CENTIMES = 10_000_000
const addedSchema = centimesSchema.refine(
  (amount) => amount >= 0 && amount <= MAX_ADDED_CENTIMES,
  'not an amount that may be added',
)
const MAX_BASIS_POINTS = 10_000

/** To whole dinars of these prices are rounded up, in centimes. */
export const roundings = [500, 1_000] as const

export const priceRuleSchema = z.strictObject({
  service: z.enum(orderKinds),
  /** The operator, the biller or the product, as its `priceNamesOf` has it; null: all of the service. */
  of: z.string().trim().min(1).max(200).nullable(),
  /** What is added to the base. `percent`: of the base, in hundredths of a per cent. */
  margin: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('fixed'), centimes: addedSchema }),
    z.strictObject({ kind: z.literal('percent'), basisPoints: z.int().min(0).max(MAX_BASIS_POINTS) }),
  ]),
  /** Null: the price is not rounded. */
  roundUpToCentimes: z.union(roundings.map((one) => z.literal(one))).nullable(),
  minProfitCentimes: addedSchema,
})
export type PriceRule = z.infer<typeof priceRuleSchema>

const sameRule = ({ service, of }: PriceRule): string => `${service} ${of === null ? '' : fold(of)}`

export const pricesSchema = z.strictObject({
  /** Whether the shop asks for more than a face value that the customer knows. */
  surcharges: z.boolean(),
  rules: z
    .array(priceRuleSchema)
    .max(MAX_RULES)
    .refine((rules) => new Set(rules.map(sameRule)).size === rules.length, 'two rules for the same'),
})
export type Prices = z.infer<typeof pricesSchema>

/** Of a shop that has set none: everything at its base. */
export const noPrices: Prices = { surcharges: false, rules: [] }

/** What a price is made of, as it was when the sale was confirmed. */
export const pricingSchema = z.strictObject({
  /** What it is sold at without a rule. */
  baseCentimes: centimesSchema,
  /** The service's own fee in the base. */
  feeCentimes: centimesSchema,
  /** What the service leaves to the shop: base − cost. */
  commissionCentimes: centimesSchema,
  /** What the shop asks beyond a face value that the customer knows: a line of its own wherever the price stands. */
  surchargeCentimes: centimesSchema,
})
export type Pricing = z.infer<typeof pricingSchema>

/** As windows receive it: the commission is missing for who may not see costs. */
export const pricingViewSchema = pricingSchema.partial({ commissionCentimes: true })

/** A thing that is to be sold, before the shop's rules. */
export interface BasePrice {
  readonly order: Order
  readonly baseCentimes: Centimes
  readonly costCentimes: Centimes
}

/** The rule that a thing is sold by: the one for just that, else for whom it pays, else for its service. */
export function ruleFor(order: Order, { rules }: Prices): PriceRule | undefined {
  const names: readonly (string | null)[] = [...productOf(order).priceNamesOf(order).map(fold), null]
  const own = rules.filter(({ service }) => service === order.kind)
  const ruleOf = (name: string | null) =>
    own.find(({ of }) => (of === null ? name === null : fold(of) === name))
  return names.map(ruleOf).find((rule) => rule !== undefined)
}

/** What the customer pays, and what that is made of. A thing of no price (a menu of offers) stays without one. */
export function priceOf(
  { order, baseCentimes, costCentimes }: BasePrice,
  prices: Prices,
): { readonly priceCentimes: Centimes; readonly pricing: Pricing } {
  const product = productOf(order)
  const rule = baseCentimes > 0 ? ruleFor(order, prices) : undefined
  const mayAdd = rule !== undefined && (prices.surcharges || !product.hasKnownFace)
  const priceCentimes = mayAdd ? askedBy(rule, baseCentimes, costCentimes) : baseCentimes
  return {
    priceCentimes,
    pricing: {
      baseCentimes,
      feeCentimes: product.feeOf(order) ?? zeroCentimes,
      commissionCentimes: centimes(baseCentimes - costCentimes),
      surchargeCentimes: product.hasKnownFace ? centimes(priceCentimes - baseCentimes) : zeroCentimes,
    },
  }
}

function askedBy(
  { margin, roundUpToCentimes, minProfitCentimes }: PriceRule,
  base: Centimes,
  cost: Centimes,
) {
  const asked = Math.max(base + addedBy(margin, base), cost + minProfitCentimes, base)
  const step = roundUpToCentimes ?? 1
  return centimes(Math.ceil(asked / step) * step)
}

const BASIS = 10_000n

function addedBy(margin: PriceRule['margin'], base: Centimes): number {
  if (margin.kind === 'none') return 0
  if (margin.kind === 'fixed') return margin.centimes
  // Half a centime upwards; whole numbers all the way: the product of two large ones would not fit a double.
  return Number((BigInt(base) * BigInt(margin.basisPoints) + BASIS / 2n) / BASIS)
}

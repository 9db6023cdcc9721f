/**
 * What can be sold now, as the screens are given it: mobile plans, gift cards with their stock, billers, and the bills
 * that a discovery found. Asked of the service each time and kept by nobody: stock, cost and availability change.
 */
import * as z from 'zod'
import { timeMsSchema } from './dates.ts'
import { transactionIdSchema } from './ids.ts'
import { centimesSchema } from './money.ts'
import { orderedBillSchema } from './orders.ts'
import { operators } from './phone.ts'
import { billPartners, partnerStatuses } from './products/bill.ts'
import { billForms } from './products/bill-account.ts'
import { refSchema } from './ref.ts'

/** Rows that were told and cannot be read, and so cannot be sold. */
const unreadableCount = z.int().nonnegative()

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

export const mobilePlansSchema = z.object({ plans: z.array(mobilePlanSchema), unreadableCount })
export type MobilePlansView = z.infer<typeof mobilePlansSchema>

const giftCardProduct = z.object({
  productId: z.string(),
  title: z.string(),
  isEnabled: z.boolean(),
  region: z.string().nullable(),
})
export type GiftCardProductView = z.infer<typeof giftCardProduct>

export const giftCardCatalogSchema = z.object({
  categories: z.array(z.object({ title: z.string(), products: z.array(giftCardProduct) })),
  unreadableCount,
})
export type GiftCardCatalogView = z.infer<typeof giftCardCatalogSchema>

export const giftCardTypeSchema = z.object({
  typeId: z.string(),
  name: z.string(),
  /** Of one card. The service shows no face value. */
  priceCentimes: centimesSchema,
  stockCount: z.int().nonnegative(),
})
export type GiftCardTypeView = z.infer<typeof giftCardTypeSchema>

export const giftCardStockSchema = z.object({
  productId: z.string(),
  title: z.string(),
  types: z.array(giftCardTypeSchema),
  unreadableCount,
})
export type GiftCardStockView = z.infer<typeof giftCardStockSchema>

/** How many cards one sale may be of. The service sets no bound: this one is a typing mistake's. */
export const giftCardQuantity = { min: 1, max: 100 } as const

export const partnerMapSchema = z.record(z.enum(billPartners), z.enum(partnerStatuses))

/** Which billers are there, and the forms that each may be asked with, the one to offer first at the front. */
export const billersViewSchema = z.object({
  partners: partnerMapSchema,
  forms: z.record(z.enum(billPartners), z.array(z.enum(billForms)).min(1).readonly()),
})
export type BillersView = z.infer<typeof billersViewSchema>

/** What an account owes, for as long as it may be reviewed. No bills: nothing is owed, or only below the service's floor. */
export const discoveryViewSchema = z.object({
  discoveryRef: refSchema,
  transactionId: transactionIdSchema,
  partner: z.enum(billPartners),
  /** The identifier that the customer gave. */
  accountNumber: z.string(),
  bills: z.array(orderedBillSchema),
  expiresAtMs: timeMsSchema,
})
export type DiscoveryView = z.infer<typeof discoveryViewSchema>

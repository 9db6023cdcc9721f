/**
 * What a sale is of: one case a kind, as the review made it and the journal keeps it. Each holds all that its request is
 * made of and all that the customer and the shop read of it later, so that neither is ever looked up anew.
 */
import * as z from 'zod'
import { billIdSchema, transactionIdSchema } from './ids.ts'
import { billIds } from './limits.ts'
import { type Centimes, centimes, centimesSchema, sumCentimes, zeroCentimes } from './money.ts'
import { internetTypes, operators } from './phone.ts'
import { billPartners } from './products/bill.ts'
import { refSchema } from './ref.ts'

export const internetOrderSchema = z.object({
  kind: z.literal('internet'),
  type: z.enum(internetTypes),
  /** In the wire form, see phone.ts. */
  number: z.string(),
  /** The card's denomination. */
  valueCentimes: centimesSchema,
})
export type InternetOrder = z.infer<typeof internetOrderSchema>

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

export const giftCardOrderSchema = z.object({
  kind: z.literal('gift-card'),
  productId: z.string(),
  productTitle: z.string(),
  /** Where the cards are good, as the catalog said; missing where it said nothing, and in the first journals. */
  region: z.string().optional(),
  typeId: z.string(),
  typeName: z.string(),
  quantity: z.int().positive(),
  /** The service's price of one card at the review, and the mark by which a lost order is known again. */
  unitCentimes: centimesSchema,
})
export type GiftCardOrder = z.infer<typeof giftCardOrderSchema>

export const orderedBillSchema = z.object({
  billId: billIdSchema,
  amountCentimes: centimesSchema,
  /** The service's fee on this bill alone. */
  feeCentimes: centimesSchema,
  label: z.string().nullable(),
  period: z.string().nullable(),
})
export type OrderedBill = z.infer<typeof orderedBillSchema>

export const billOrderSchema = z.object({
  kind: z.literal('bill'),
  partner: z.enum(billPartners),
  /** The identifier that the customer gave, as the screens and slips show it. */
  accountNumber: z.string(),
  /** The discovery that found the bills, and the transaction that it became: the payment happens in it. */
  discoveryRef: refSchema,
  transactionId: transactionIdSchema,
  bills: z.array(orderedBillSchema).min(1).max(billIds.maxCount),
  /** The one fee on the sum: the service's own for one bill, an estimate for several (service-api.md, "Fees"). */
  feeCentimes: centimesSchema,
})
export type BillOrder = z.infer<typeof billOrderSchema>

export const orderSchema = z.discriminatedUnion('kind', [
  internetOrderSchema,
  mobileOrderSchema,
  giftCardOrderSchema,
  billOrderSchema,
])
export type Order = z.infer<typeof orderSchema>
export type OrderKind = Order['kind']
export type OrderOf<Kind extends OrderKind> = Extract<Order, { kind: Kind }>

export const orderKinds = ['internet', 'mobile', 'gift-card', 'bill'] as const satisfies readonly OrderKind[]

/** What an order is worth at its face: what two sales of the same thing have in common beside their subject. */
export function faceValueOf(order: Order): Centimes {
  switch (order.kind) {
    case 'internet':
      return order.valueCentimes
    case 'mobile':
      return order.amountCentimes
    case 'gift-card':
      return centimes(order.unitCentimes * order.quantity)
    case 'bill':
      return order.bills.length === 0
        ? zeroCentimes
        : sumCentimes(order.bills.map((bill) => bill.amountCentimes))
  }
}

/** Who or what an order is for, by which sales are found and repeats are known: a number, an account, a product. */
export function subjectOf(order: Order): string {
  switch (order.kind) {
    case 'internet':
    case 'mobile':
      return order.number
    case 'gift-card':
      return `${order.productId}/${order.typeId}`
    case 'bill':
      return `${order.partner}/${order.accountNumber}`
  }
}

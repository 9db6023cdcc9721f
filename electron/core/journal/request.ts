/**
 * The exact body that a sale's attempts send. Pure: an order and its ref make one request and no other, so that what was
 * reviewed, what is on disk and what leaves cannot differ.
 */
import * as z from 'zod'
import { billIdSchema, billIdsSchema, transactionIdSchema } from '#shared/ids.ts'
import { dinarsOf } from '#shared/money.ts'
import type { Order, OrderKind } from '#shared/orders.ts'
import { internetTypes } from '#shared/phone.ts'
import { giftCardOrderRequestSchema } from '#shared/products/gift-card.ts'
import { type Ref, refSchema } from '#shared/ref.ts'
import { unreachable } from '#shared/result.ts'

const internetRequest = z.strictObject({
  type: z.enum(internetTypes),
  number: z.string(),
  value: z.number(),
  ref: refSchema,
})

const mobileRequest = z.strictObject({
  plan_code: z.string(),
  MSSIDN: z.string(),
  amount: z.number(),
  ref: refSchema,
})

/** Without a ref: the service cannot know it again. */
const giftCardRequest = z.strictObject(giftCardOrderRequestSchema.shape)

const billRequest = z.union([
  z.strictObject({ transactionId: transactionIdSchema, billId: billIdSchema, ref: refSchema }),
  z.strictObject({ transactionId: transactionIdSchema, billIds: billIdsSchema, ref: refSchema }),
])

const requests = {
  internet: internetRequest,
  mobile: mobileRequest,
  'gift-card': giftCardRequest,
  bill: billRequest,
} as const satisfies Readonly<Record<OrderKind, z.ZodType>>

export type RequestOf<Kind extends OrderKind> = z.infer<(typeof requests)[Kind]>

export const saleRequestSchema = z.union([internetRequest, mobileRequest, giftCardRequest, billRequest])
export type SaleRequest = z.infer<typeof saleRequestSchema>

/** The request of an order (service-api.md, "Internet send body", "POST /v3/bills/pay"; the others by public practice). */
export function requestOf(order: Order, ref: Ref): SaleRequest {
  switch (order.kind) {
    case 'internet':
      return { type: order.type, number: order.number, value: dinarsOf(order.valueCentimes), ref }
    case 'mobile': {
      const amount = dinarsOf(order.amountCentimes)
      return { plan_code: order.planCode, MSSIDN: order.number, amount, ref }
    }
    case 'gift-card': {
      const { productId, typeId, quantity } = order
      return { productId, typeId, quantity }
    }
    case 'bill': {
      const [first, ...others] = order.bills.map(({ billId }) => billId)
      const { transactionId } = order
      if (first === undefined) throw new RangeError('an order of bills holds one at the least')
      return others.length === 0
        ? { transactionId, billId: first, ref }
        : { transactionId, billIds: [first, ...others], ref }
    }
    default:
      return unreachable(order)
  }
}

/**
 * What a sale is of: one case a kind, as the review made it and the journal keeps it. Each holds all that its request is
 * made of and all that the customer and the shop read of it later, so that neither is ever looked up anew.
 */
import * as z from 'zod'
import type { Centimes } from '../money.ts'
import type { Ref } from '../ref.ts'
import {
  bill,
  billCommands,
  billFavouriteSchema,
  billGoodsSchema,
  billOrderSchema,
  billRequestSchema,
  billReviewSchema,
} from './bill-order.ts'
import {
  giftCard,
  giftCardCommands,
  giftCardFavouriteSchema,
  giftCardGoodsSchema,
  giftCardOrderRequestSchema,
  giftCardOrderSchema,
  giftCardReviewSchema,
} from './gift-card.ts'
import {
  internet,
  internetCommands,
  internetFavouriteSchema,
  internetGoodsSchema,
  internetOrderSchema,
  internetRequestSchema,
  internetReviewSchema,
} from './internet.ts'
import {
  mobile,
  mobileCommands,
  mobileFavouriteSchema,
  mobileGoodsSchema,
  mobileOrderSchema,
  mobileRequestSchema,
  mobileReviewSchema,
} from './mobile.ts'
import type { Product } from './product.ts'

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

/** What is to be sold; prices, names and stock are the service's at the review. */
export const reviewInputSchema = z.discriminatedUnion('kind', [
  internetReviewSchema,
  mobileReviewSchema,
  giftCardReviewSchema,
  billReviewSchema,
])

/** What the screens ask of the catalogs. */
export const catalogCommands = {
  ...internetCommands,
  ...mobileCommands,
  ...giftCardCommands,
  ...billCommands,
} as const

/** What of an order may be sold again to anybody. */
export const favouriteSchema = z.discriminatedUnion('kind', [
  mobileFavouriteSchema,
  internetFavouriteSchema,
  giftCardFavouriteSchema,
  billFavouriteSchema,
])
export type Favourite = z.infer<typeof favouriteSchema>

/** What is bought, as far as the customer has to check it. */
export const goodsSchema = z.discriminatedUnion('kind', [
  internetGoodsSchema,
  mobileGoodsSchema,
  giftCardGoodsSchema,
  billGoodsSchema,
])
export type DisplayGoods = z.infer<typeof goodsSchema>

const requests = {
  internet: internetRequestSchema,
  mobile: mobileRequestSchema,
  /** Strict: what is on disk is what leaves. */
  'gift-card': z.strictObject(giftCardOrderRequestSchema.shape),
  bill: billRequestSchema,
} as const satisfies Readonly<Record<OrderKind, z.ZodType>>
export type RequestOf<Kind extends OrderKind> = z.infer<(typeof requests)[Kind]>

export const saleRequestSchema = z.union([
  requests.internet,
  requests.mobile,
  requests['gift-card'],
  requests.bill,
])
export type SaleRequest = z.infer<typeof saleRequestSchema>

/** Each kind of sale, under its name. */
export const products = { internet, mobile, 'gift-card': giftCard, bill } as const satisfies {
  readonly [Kind in OrderKind]: Product<
    OrderOf<Kind>,
    Extract<Favourite, { kind: Kind }>,
    Extract<DisplayGoods, { kind: Kind }>,
    RequestOf<Kind>,
    Extract<z.infer<typeof reviewInputSchema>, { kind: Kind }>
  >
}

/** The product that an order, or a favourite, is of. */
export const productOf = ({
  kind,
}: {
  readonly kind: OrderKind
}): Product<Order, Favourite, DisplayGoods, SaleRequest, z.infer<typeof reviewInputSchema>> => products[kind]

/** What an order is worth at its face, in centimes. */
export const faceValueOf = (order: Order): Centimes => productOf(order).faceValueOf(order)

/** Who or what an order is for, by which sales are found and repeats are known: a number, an account, a product. */
export const subjectOf = (order: Order): string => productOf(order).subjectOf(order)

/** The subjects of all orders for a number or an account. */
export const subjectsFor = (number: string): readonly string[] =>
  orderKinds.flatMap((kind) => products[kind].subjectsFor(number))

/** The request of an order: what was reviewed, what is on disk and what leaves cannot differ. */
export const requestOf = (order: Order, ref: Ref): SaleRequest => productOf(order).requestOf(order, ref)

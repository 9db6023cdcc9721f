/**
 * What the whole program asks of a kind of sale, whichever it is: one object for each kind, in its own file, and all of them
 * in orders.ts. Pure. What only some parts ask (how it is sent, its steps, its slip) is in their own `products/` folders.
 */
import * as z from 'zod'
import type { Centimes } from '../money.ts'
import type { Ref } from '../ref.ts'

/** Whose words a sale is told in. Top-ups of lines and of mobiles share theirs; a menu plan sells nothing. */
export const wordingVariants = ['topup', 'menu', 'cards', 'bill'] as const
export type WordingVariant = (typeof wordingVariants)[number]

/** Rows of a catalog that were told and cannot be read, and so cannot be sold. */
export const unreadableCountSchema = z.int().nonnegative()

/** As long as any id or title of the service's that is kept in a favourite may be. */
export const keptText = z.string().min(1).max(200)

/** What a sale is found by: codes are found whole or by their end, names by their words. */
export interface SearchTerms {
  readonly codes: readonly string[]
  readonly names: readonly string[]
}

export interface Product<Order, Favourite, Goods, Request> {
  /** What it is worth at its face, in centimes: what two sales of the same thing have in common beside their subject. */
  faceValueOf(order: Order): Centimes
  /** Who or what it is for, by which sales are found and repeats are known: a number, an account, a product. */
  subjectOf(order: Order): string
  /** The number or the account that it is for; null where it is for nobody by name. */
  numberOf(order: Order): string | null
  /** What was bought, in the service's own words. */
  titleOf(order: Order): string
  /** How many of it. */
  quantityOf(order: Order): number
  /** The service's fee on top of the face value, in centimes; null where it has none. */
  feeOf(order: Order): Centimes | null
  wordingVariantOf(order: Order): WordingVariant
  searchTermsOf(order: Order): SearchTerms
  /** What of it may be sold again to anybody; null where that is nothing. Holds no number and no account. */
  favouriteOf(order: Order): Favourite | null
  /** What makes two favourites one: what is sold, whatever the service calls it today. */
  keyOfFavourite(favourite: Favourite): string
  /** What the customer reads of it on the display, and nothing else. */
  goodsOf(order: Order): Goods
  /** The exact body that its attempts send: an order and its ref make one request and no other. */
  requestOf(order: Order, ref: Ref): Request
}

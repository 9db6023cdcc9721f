/**
 * What the whole program asks of a kind of sale, whichever it is: one object for each kind, in its own file, and all of them
 * in orders.ts. Pure. What only some parts ask (how it is sent, its steps, its slip) is in their own `products/` folders.
 */
import * as z from 'zod'
import type { Centimes } from '../money.ts'
import type { Ref } from '../ref.ts'

/** Whose words a sale is described in. Top-ups of lines and of mobiles share theirs; a menu plan sells nothing. */
export const wordingVariants = ['topup', 'menu', 'cards', 'bill'] as const
export type WordingVariant = (typeof wordingVariants)[number]

/**
 * The colours of marks. Each has its ground in renderer/components/chip.module.css, on which an initial keeps a contrast of 4.5 in
 * light and in dark.
 */
export const chipTones = ['green', 'red', 'blue', 'violet', 'teal', 'brown', 'pink', 'grey'] as const
type ChipTone = (typeof chipTones)[number]

/** The mark of whose goods they are: an initial on a colour. */
export interface ChipFace {
  /** One or two characters. */
  readonly initials: string
  readonly tone: ChipTone
}

/** What a word of the service's means for a sale. */
export type Meaning =
  | 'handling'
  | 'queued'
  | 'unknown'
  | 'fulfilled'
  | 'partly-fulfilled'
  | 'refunded'
  | 'failed'

/** A word of the service's for an order of a kind. */
export interface Status {
  readonly means: Meaning
  /** How long an accepted order may stand under it; missing where it ends the order. */
  readonly atMostHours?: number
}

/** The transaction at the service in which an order is paid, and the discovery that made it. */
export interface PaymentTransaction {
  readonly transactionId: string
  readonly discoveryRef: Ref
}

/** Rows of a catalog that were received and cannot be read, and so cannot be sold. */
export const unreadableCountSchema = z.int().nonnegative()

/** A number as typed or pasted: the core reads it. */
export const typedNumber = z.string().max(40)

/** As long as any id or title of the service's that is kept in a favourite may be. */
export const keptText = z.string().min(1).max(200)

/** What a sale is found by: codes are found whole or by their end, names by their words. */
export interface SearchTerms {
  readonly codes: readonly string[]
  readonly names: readonly string[]
}

export interface Product<Order, Favourite, Goods, Request, Again = unknown> {
  /** What it is worth at its face, in centimes: what two sales of the same thing have in common beside their subject. */
  faceValueOf(order: Order): Centimes
  /** Who or what it is for, by which sales are found and repeats are known: a number, an account, a product. */
  subjectOf(order: Order): string
  /** The number or the account that it is for; null where it is for nobody by name. */
  numberOf(order: Order): string | null
  /** The subjects that orders for a number have, however it is typed: none where it is no number of this kind. */
  subjectsFor(number: string): readonly string[]
  /** What was bought, in the service's own words. */
  titleOf(order: Order): string
  /** How many of it. */
  quantityOf(order: Order): number
  /** The service's fee on top of the face value, in centimes; null where it has none. */
  feeOf(order: Order): Centimes | null
  /** By which names a price rule may be for it, the most particular first: the product, then whom it pays. */
  priceNamesOf(order: Order): readonly string[]
  /** Such names that are known beforehand; those of a catalog are not. */
  readonly priceNames: readonly string[]
  /** Whether the customer knows what it is worth: what the shop asks beyond that is a surcharge, on a line of its own. */
  readonly hasKnownFace: boolean
  /** How many parts of it may come without the others; null where it comes whole or not at all. */
  partsOf(order: Order): number | null
  /** The transaction that it is paid in, which no second order may pay; null where it makes one of its own. */
  transactionOf(order: Order): PaymentTransaction | null
  /** Whether an earlier order for the same subject was of some of this. Missing where that of the same value alone was. */
  sharesWith?(order: Order, earlier: Order): boolean
  /** Null: of an order of which nothing is known but its kind. */
  wordingVariantOf(order: Order | null): WordingVariant
  /** What a person reads of it in a list of sales, and types to find it there. */
  shownTextsOf(order: Order): readonly (string | null)[]
  /** What it is for where anybody may read it: no code, and of a number or an account its ends alone. */
  maskedSubjectOf(order: Order): string
  /** The same for support, in the service's own names. */
  supportNameOf(order: Order): string
  /** All of it that may leave the counter in a file for support; `mask` hides the middle of a number. */
  redactedOf(order: Order, mask: (number: string) => string): Readonly<Record<string, unknown>>
  searchTermsOf(order: Order): SearchTerms
  /** What of it may be sold again to anybody; null where that is nothing. Holds no number and no account. */
  favouriteOf(order: Order): Favourite | null
  /** What is asked for to sell the same to the same again, as the review takes it; null where it cannot be known beforehand. */
  againOf(order: Order): Again | null
  /** An order of a favourite for nobody, where that alone says what it is worth; null otherwise. */
  sampleOf(favourite: Favourite): Order | null
  /** What makes two favourites one: what is sold, whatever the service calls it today. */
  keyOfFavourite(favourite: Favourite): string
  /** What the customer reads of it on the display, and nothing else. */
  goodsOf(order: Order): Goods
  /** The exact body that its attempts send: an order and its ref make one request and no other. */
  requestOf(order: Order, ref: Ref): Request
  /** What its words at the service mean. One that is not here is unknown: the order stays open and is looked up. */
  readonly statuses: Readonly<Record<string, Status>>
  /** What one observation at the service may follow another. */
  readonly observedTable: readonly { readonly from: string; readonly to: string }[]
  /** The account history's word for what pays it. */
  readonly paymentWord: string
  /**
   * Whether an order has a name at the service before it is sent (its ref, its transaction), by which one look shows whether
   * it is there, and under which a second request is no second order.
   */
  readonly isNamed: boolean
  /** Whether whom it pays issues a receipt for it, which the service keeps as a file. */
  readonly hasOfficialReceipt: boolean
}

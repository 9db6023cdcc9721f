/**
 * Gift cards: the order and what is asked of it, the catalog, and its states at the service. service-api.md shows FULFILLED and REFUNDED and no transitions; the others come from
 * the operator's public documentation. Observed, never stepped; a word that is not here is open, and polled.
 */
import * as z from 'zod'
import { centimes, centimesSchema } from '../money.ts'
import type { ServerRow } from '../transition.ts'
import { keptText, type Product, unreadableCountSchema } from './product.ts'

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

export const giftCardFavouriteSchema = z.object({
  kind: z.literal('gift-card'),
  productId: keptText,
  productTitle: keptText,
  typeId: keptText,
  typeName: keptText,
})
type GiftCardFavourite = z.infer<typeof giftCardFavouriteSchema>

export const giftCardGoodsSchema = z.strictObject({
  kind: z.literal('gift-card'),
  productTitle: z.string(),
  typeName: z.string(),
  quantity: z.int().positive(),
  /** Where the cards are good; null where the catalog does not say. */
  region: z.string().nullable(),
})

/** An id that the catalog gave; it also stands in a path. */
const catalogId = z
  .string('must be a string')
  .min(1, 'must not be empty')
  .max(100, 'must be at most 100 characters')

/**
 * What a gift card order asks for, as public practice shows it. The order carries no ref: the service cannot know it again, so
 * it is never sent twice.
 */
export const giftCardOrderRequestSchema = z.object({
  productId: catalogId,
  typeId: catalogId,
  quantity: z.int('must be a whole number').min(1, 'must be at least 1'),
})
export type GiftCardOrderRequest = z.infer<typeof giftCardOrderRequestSchema>

// What is on sale, as the screens are given it. Asked of the service each time and kept by nobody: stock and prices change.

const giftCardProduct = z.object({
  productId: z.string(),
  title: z.string(),
  isEnabled: z.boolean(),
  region: z.string().nullable(),
})
export type GiftCardProductView = z.infer<typeof giftCardProduct>

const giftCardCatalogSchema = z.object({
  categories: z.array(z.object({ title: z.string(), products: z.array(giftCardProduct) })),
  unreadableCount: unreadableCountSchema,
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

const giftCardStockSchema = z.object({
  productId: z.string(),
  title: z.string(),
  types: z.array(giftCardTypeSchema),
  unreadableCount: unreadableCountSchema,
})
export type GiftCardStockView = z.infer<typeof giftCardStockSchema>

export const giftCardCommands = {
  'gift-cards.catalog': { input: z.strictObject({}), output: giftCardCatalogSchema },
  /** What the types of one product cost, and how many there are. */
  'gift-cards.product': {
    input: z.strictObject({ productId: catalogId }),
    output: giftCardStockSchema,
  },
} as const

/** How many cards one sale may be of. The service sets no bound: this one is a typing mistake's. */
export const giftCardQuantity = { min: 1, max: 100 } as const

/** What is to be sold. */
export const giftCardReviewSchema = z.strictObject({
  kind: z.literal('gift-card'),
  productId: catalogId,
  typeId: catalogId,
  quantity: z.int().min(giftCardQuantity.min).max(giftCardQuantity.max),
})

/** The statuses that the document names ("Gift card order"). */
export const giftCardDocumentedStates = ['FULFILLED', 'REFUNDED'] as const

export const giftCardServerStates = ['HANDLING', 'PARTIALLY_FILLED', ...giftCardDocumentedStates] as const
export type GiftCardServerState = (typeof giftCardServerStates)[number]

export const giftCardServerTable: readonly ServerRow<GiftCardServerState>[] = [
  {
    from: '(none)',
    movedBy: 'POST /v3/gift-cards/placeOrder accepted',
    condition: 'valid request',
    to: 'HANDLING',
    also: '',
  },
  { from: 'HANDLING', movedBy: 'supplier', condition: 'all cards delivered', to: 'FULFILLED', also: 'final' },
  {
    from: 'HANDLING',
    movedBy: 'supplier',
    condition: 'some cards delivered',
    to: 'PARTIALLY_FILLED',
    also: 'final; the rest is refunded',
  },
  {
    from: 'HANDLING',
    movedBy: 'supplier',
    condition: 'no card delivered',
    to: 'REFUNDED',
    also: 'final; balance refunded',
  },
]

/** The states after which the service changes nothing more. */
export const giftCardFinalStates: readonly GiftCardServerState[] = [
  'FULFILLED',
  'PARTIALLY_FILLED',
  'REFUNDED',
]

/** The words that say how an order ended, and not for how many of its cards. */
const endings: readonly string[] = giftCardDocumentedStates

/** What an order says of its delivery beside its word. */
interface GiftCardCounts {
  readonly status: string
  readonly quantity: number | null
  readonly fulfilledQuantity: number | null
  readonly fulfilledCentimes: number | null
  readonly cards: readonly unknown[]
  readonly unreadableCardCount: number
}

/**
 * The word by which an order is followed. Of one that was delivered in part the document shows no word, and the service may
 * call it REFUNDED for the rest, or FULFILLED for what came: its counts override that, and of a refund its cards as well.
 */
export function giftCardWordOf(counts: GiftCardCounts): string {
  const { status, quantity, fulfilledQuantity, fulfilledCentimes, cards, unreadableCardCount } = counts
  const cardCount = cards.length + unreadableCardCount
  const counted = fulfilledCentimes === 0 ? 0 : (fulfilledQuantity ?? 0)
  // Cards may come later than the word.
  const delivered =
    status === ('FULFILLED' satisfies GiftCardServerState) ? counted : Math.max(cardCount, counted)
  if (!endings.includes(status) || delivered === 0) return status
  const isWhole = quantity !== null && delivered >= quantity
  return (isWhole ? 'FULFILLED' : 'PARTIALLY_FILLED') satisfies GiftCardServerState
}

export const giftCard: Product<
  GiftCardOrder,
  GiftCardFavourite,
  z.infer<typeof giftCardGoodsSchema>,
  GiftCardOrderRequest,
  z.infer<typeof giftCardReviewSchema>
> = {
  faceValueOf: ({ unitCentimes, quantity }) => centimes(unitCentimes * quantity),
  subjectOf: ({ productId, typeId }) => `${productId}/${typeId}`,
  numberOf: () => null,
  subjectsFor: () => [],
  titleOf: ({ productTitle, typeName }) => `${productTitle} · ${typeName}`,
  quantityOf: ({ quantity }) => quantity,
  feeOf: () => null,
  priceNamesOf: ({ productTitle, typeName }) => [`${productTitle} · ${typeName}`, productTitle],
  priceNames: [],
  // The service shows no face value, so the price is the shop's own.
  hasKnownFace: false,
  partsOf: ({ quantity }) => quantity,
  transactionOf: () => null,
  wordingVariantOf: () => 'cards',
  shownTextsOf: ({ productTitle, typeName }) => [productTitle, typeName],
  maskedSubjectOf: ({ productTitle, typeName }) => `${productTitle} ${typeName}`,
  supportNameOf: ({ productId, typeId, quantity }) => `${productId} ${typeId} × ${quantity}`,
  redactedOf: ({ kind, productId, typeId, quantity, unitCentimes }) => ({
    ...{ kind, product: `${productId}/${typeId}`, quantity, unitCentimes },
  }),
  searchTermsOf: ({ productTitle, typeName }) => ({ codes: [], names: [productTitle, typeName] }),
  favouriteOf: ({ kind, productId, productTitle, typeId, typeName }) => ({
    ...{ kind, productId, productTitle, typeId, typeName },
  }),
  againOf: ({ kind, productId, typeId, quantity }) => ({ kind, productId, typeId, quantity }),
  // What it costs the catalog says.
  sampleOf: () => null,
  keyOfFavourite: ({ productId, typeId }) => `gift-card ${productId} ${typeId}`,
  goodsOf: ({ kind, productTitle, typeName, quantity, region = null }) => ({
    ...{ kind, productTitle, typeName, quantity, region },
  }),
  requestOf: ({ productId, typeId, quantity }) => ({ productId, typeId, quantity }),
  statuses: {
    HANDLING: { means: 'handling', atMostHours: 1 },
    FULFILLED: { means: 'fulfilled' },
    PARTIALLY_FILLED: { means: 'partly-fulfilled' },
    REFUNDED: { means: 'refunded' },
  },
  observedTable: giftCardServerTable,
  paymentWord: 'ORDER',
  isNamed: false,
  hasOfficialReceipt: false,
}

/**
 * A gift card order at the service. service-api.md shows FULFILLED and REFUNDED and no transitions; the others come from
 * the operator's public documentation. Observed, never stepped; a word that is not here is open, and polled.
 */
import * as z from 'zod'
import type { ServerRow } from '../transition.ts'

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

/** What an order tells of its delivery beside its word. */
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
export function giftCardWordOf(told: GiftCardCounts): string {
  const { status, quantity, fulfilledQuantity, fulfilledCentimes, cards, unreadableCardCount } = told
  const cardCount = cards.length + unreadableCardCount
  const counted = fulfilledCentimes === 0 ? 0 : (fulfilledQuantity ?? 0)
  // Cards may come later than the word.
  const delivered =
    status === ('FULFILLED' satisfies GiftCardServerState) ? counted : Math.max(cardCount, counted)
  if (!endings.includes(status) || delivered === 0) return status
  const isWhole = quantity !== null && delivered >= quantity
  return (isWhole ? 'FULFILLED' : 'PARTIALLY_FILLED') satisfies GiftCardServerState
}

// What a gift card order asks for, as public practice shows it. The order carries no ref: the service cannot know it
// again, so it is never sent twice.

/** An id that the catalog gave; it also stands in a path. */
const catalogId = z
  .string('must be a string')
  .min(1, 'must not be empty')
  .max(100, 'must be at most 100 characters')

export const giftCardOrderRequestSchema = z.object({
  productId: catalogId,
  typeId: catalogId,
  quantity: z.int('must be a whole number').min(1, 'must be at least 1'),
})
export type GiftCardOrderRequest = z.infer<typeof giftCardOrderRequestSchema>

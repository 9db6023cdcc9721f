/**
 * Gift cards: without a ref, so that two orders of the same thing are like two eggs. Few things are on offer here, which
 * makes several customers want the same one.
 */
import { giftCardPractice } from '#shared/practice.ts'
import type { SimulatedKind, Wish } from './kind.ts'

const cards = [
  { productId: 'playstation-fr', typeId: 'psn-fr-10' },
  { productId: 'playstation-fr', typeId: 'psn-fr-20' },
  { productId: 'steam-us', typeId: 'steam-us-5' },
] as const
const practiceProduct = 'training-cards'
const SPECIAL_PERCENT = 40
const quantities = [1, 1, 2, 3] as const
/** From here on each customer has a quantity of their own. */
const MOST_ALIKE = 3
const OWN_QUANTITY_PERCENT = 30
/** The engine takes a request for gone after five minutes (core/sale/time-window.ts), and is not to be wrong. */
const LATEST_MS = 5 * 60_000 - 5_000

const cardsOf = (quantity: number): string => `cards: ${quantity}`

const wishFor = (card: { readonly productId: string; readonly typeId: string }, quantity: number): Wish => ({
  kind: 'gift-card',
  ...card,
  quantity,
})

export const giftCard: SimulatedKind = {
  kind: 'gift-card',
  weight: 5,
  async wish(dice, customer) {
    const typeOf = ({ typeId }: { readonly typeId: string }) => typeId
    const { typeId } = dice.pick(dice.favoured(giftCardPractice, typeOf))
    const special = { productId: practiceProduct, typeId }
    const card = dice.happens(SPECIAL_PERCENT) ? special : dice.pick(dice.favoured(cards, typeOf))
    return wishFor(
      card,
      dice.happens(OWN_QUANTITY_PERCENT)
        ? MOST_ALIKE + customer
        : dice.pick(dice.favoured(quantities, cardsOf)),
    )
  },
  plainWish: undefined,
  moneyPath: '/v3/gift-cards/placeOrder',
  refPath: undefined,
  idPath: '/v3/gift-cards/checkOrder/',
  refusals: [
    { status: 403, code: 'INSUFFICIENT_BALANCE' },
    { status: 400, code: 'ERR_STOCK' },
    { status: 400, code: 'ERR_VALIDATION' },
  ],
  words: {
    HANDLING: 'handling',
    FULFILLED: 'fulfilled',
    PARTIALLY_FILLED: 'partly-fulfilled',
    REFUNDED: 'refunded',
  },
  // The endpoint is not idempotent: a line that delivers the request twice makes two orders of one sale, and nothing that
  // a counter could do would prevent it. No line of this world delivers it later than the engine waits
  // (core/products/gift-card/kind.ts, `absence`).
  isKnownAgain: false,
  hasNoLike: (ordered) => 'quantity' in ordered && Number(ordered.quantity) > MOST_ALIKE,
  maxLatenessMs: LATEST_MS,
}

/**
 * How a gift card order ends, decided by its type id (shared/practice.ts). The document shows two statuses and no
 * transitions; HANDLING, PARTIALLY_FILLED and its rounding are what public practice shows, the time is ours.
 */
import { type GiftCardEnding, giftCardPractice } from '#shared/practice.ts'
import type { GiftCardServerState } from '#shared/products/gift-card.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import { paceOf } from '../behaviour/times.ts'
import type { Step } from '../timeline.ts'

const SUPPLIER_ANSWERS_AFTER_MS = 3_000

interface GiftCardStep extends Step {
  readonly status: GiftCardServerState
}

interface OrderedCards {
  readonly typeId: string
  readonly quantity: number
}

const endingOf = (typeId: string): GiftCardEnding =>
  giftCardPractice.find((row) => row.typeId === typeId)?.ending ?? 'delivered'

/** How many of the cards come in the end: all, none, or half of them rounded down. */
export function deliveredCount({ typeId, quantity }: OrderedCards): number {
  const ending = endingOf(typeId)
  if (ending === 'delivered') return quantity
  return ending === 'refunded' ? 0 : Math.floor(quantity / 2)
}

/** Half of a single card is none, which is a refund and no partial delivery. */
export function giftCardSteps(
  order: OrderedCards,
  { giftPace }: Behaviour,
): readonly [GiftCardStep, GiftCardStep] {
  const delivered = deliveredCount(order)
  const partly = delivered > 0 ? 'PARTIALLY_FILLED' : 'REFUNDED'
  const status = delivered === order.quantity ? 'FULFILLED' : partly
  return [
    { status: 'HANDLING', afterMs: 0 },
    { status, afterMs: SUPPLIER_ANSWERS_AFTER_MS * paceOf[giftPace] },
  ]
}

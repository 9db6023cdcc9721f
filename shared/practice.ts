/**
 * What to type in training to see each ending: service-api.md, "Internet top-up" (sandbox table), and for the others
 * what public practice shows. The training service obeys these rows and the training help shows them, so the two cannot
 * differ; accounts to practise bills with are in bill-practice.ts. Rows marked `ours` are the training service's own:
 * another sandbox treats them as any other number.
 */
import type { InternetType } from './phone.ts'

export type InternetEnding = 'rejected' | 'refunded' | 'queued' | 'delivered'

export interface InternetPractice {
  readonly type: InternetType
  readonly number: string
  readonly ending: InternetEnding
  readonly ours: boolean
}

/** Every other number of the right shape is delivered. */
export const internetPractice: readonly InternetPractice[] = [
  { type: 'ADSL', number: '030000000', ending: 'rejected', ours: false },
  { type: 'ADSL', number: '030000001', ending: 'refunded', ours: false },
  { type: 'ADSL', number: '030000002', ending: 'queued', ours: false },
  { type: '4G', number: '213300000000', ending: 'rejected', ours: true },
  { type: '4G', number: '213300000001', ending: 'refunded', ours: true },
  { type: '4G', number: '213300000002', ending: 'queued', ours: true },
]

export type MobileEnding =
  | 'refunded'
  /** Refunded, with the invoice that would have fitted the number: that one is delivered. */
  | 'refunded-with-offers'
  /** UNKNOWN_ERROR for a while, then settled one way or the other. */
  | 'unknown-then-delivered'
  | 'unknown-then-refunded'
  /** The first request under a ref is lost before the service has it; sent again, it is delivered. */
  | 'lost-then-delivered'
  | 'delivered'

export interface MobilePractice {
  readonly number: string
  readonly ending: MobileEnding
  readonly ours: boolean
}

/** Every other number of the right shape is delivered. */
export const mobilePractice: readonly MobilePractice[] = [
  { number: '0600000001', ending: 'refunded', ours: false },
  { number: '0600000002', ending: 'refunded-with-offers', ours: false },
  { number: '0600000003', ending: 'unknown-then-delivered', ours: true },
  { number: '0600000004', ending: 'unknown-then-refunded', ours: true },
  { number: '0600000005', ending: 'lost-then-delivered', ours: true },
]

export type GiftCardEnding =
  | 'refunded'
  /** Half of the cards, rounded down, come; the money of the others goes back. */
  | 'half-delivered'
  | 'delivered'

export interface GiftCardPractice {
  readonly typeId: string
  readonly ending: GiftCardEnding
}

/** Type ids that any product takes in training; every other type of a product is delivered. */
export const giftCardPractice: readonly GiftCardPractice[] = [
  { typeId: 'TEST_REFUND', ending: 'refunded' },
  { typeId: 'TEST_PARTIAL', ending: 'half-delivered' },
]

export type PaymentLinkEnding = 'declined' | 'expired' | 'slow' | 'paid'

export interface PaymentLinkPractice {
  /** Whole dinars. */
  readonly amountDinars: number
  readonly ending: PaymentLinkEnding
}

export interface PaymentRefPractice {
  readonly paymentRef: string
  readonly ending: PaymentLinkEnding
}

/** References of links that were made elsewhere. All ours: such a link is there from the first look at it. */
export const paymentRefPractice: readonly PaymentRefPractice[] = [
  { paymentRef: 'TRAIN-000000-0001', ending: 'paid' },
  { paymentRef: 'TRAIN-000000-0002', ending: 'declined' },
  { paymentRef: 'TRAIN-000000-0003', ending: 'expired' },
  { paymentRef: 'TRAIN-000000-0004', ending: 'slow' },
]

/** All ours: no amount is special to the real service. A link for any other amount is paid. */
export const paymentLinkPractice: readonly PaymentLinkPractice[] = [
  { amountDinars: 1_001, ending: 'declined' },
  { amountDinars: 1_002, ending: 'expired' },
  { amountDinars: 1_003, ending: 'slow' },
]

/** A sale of any kind as the journal stores it, in any phase that the kind has, for the tests of its slip. */
import type { StoredSale } from '#core/journal/journal.ts'
import { centimes } from '#shared/money.ts'
import {
  faceValueOf,
  type Order,
  type OrderKind,
  orderKinds,
  requestOf,
  subjectOf,
} from '#shared/products/orders.ts'
import { makeRef } from '#shared/ref.ts'
import { type SalePhase, type SaleState, salePhases } from '#shared/states/sale.ts'

/** 20 November 2026, 14:05 at the counter. */
export const soldAtMs = Date.UTC(2026, 10, 20, 13, 5)

export const sampleRef = makeRef(soldAtMs, Uint8Array.from([13, 200, 54, 91, 2, 77, 160, 33, 8, 250]))

const number = '0661234567'

/** A menu plan is a mobile sale of nothing. */
export type SampleKind = OrderKind | 'menu'
export const sampleKinds: readonly SampleKind[] = [...orderKinds, 'menu']

export const sampleOrders = {
  internet: { kind: 'internet', type: 'ADSL', number: '023456789', valueCentimes: centimes(200_000) },
  mobile: {
    ...{ kind: 'mobile', planCode: 'PREPAID_MOBILIS', planName: 'Mobilis prépayé', planKind: 'dynamic' },
    ...{ operator: 'Mobilis', number, amountCentimes: centimes(50_000) },
  },
  menu: {
    ...{ kind: 'mobile', planCode: 'GETMENU_Mobilis', planName: 'Offres Mobilis', planKind: 'menu' },
    ...{ operator: 'Mobilis', number, amountCentimes: centimes(0) },
  },
  'gift-card': {
    ...{ kind: 'gift-card', productId: 'steam-us', productTitle: 'Steam', typeId: 'steam-us-5' },
    ...{ typeName: '5 USD', quantity: 3, unitCentimes: centimes(115_050) },
  },
  bill: {
    ...{ kind: 'bill', partner: 'SONELGAZ', accountNumber: '9876543210' },
    ...{ discoveryRef: makeRef(soldAtMs - 1, new Uint8Array(10)), transactionId: 'ab'.repeat(12) },
    bills: [
      {
        ...{ billId: 'b-1', amountCentimes: centimes(120_000), feeCentimes: centimes(3_000) },
        ...{ label: 'SONELGAZ 9876543210 (1/2)', period: '10/2026' },
      },
      {
        ...{ billId: 'b-2', amountCentimes: centimes(85_000), feeCentimes: centimes(3_000) },
        ...{ label: null, period: '09/2026' },
      },
    ],
    feeCentimes: centimes(4_000),
  },
} as const satisfies Readonly<Record<SampleKind, Order>>

/** What the customer pays for each of them. The line's is above its face value, so that a slip cannot mix the two up. */
export const samplePrices = {
  internet: 205_000,
  mobile: 50_000,
  menu: 0,
  'gift-card': 345_150,
  bill: 209_000,
} as const satisfies Readonly<Record<SampleKind, number>>

const followed: Readonly<Record<SampleKind, Readonly<Partial<Record<SalePhase, string>>>>> = {
  internet: { handling: 'HANDLING', queued: 'QUEUED', unknown: 'PARKED' },
  mobile: { handling: 'PENDING', unknown: 'UNKNOWN_ERROR' },
  menu: { handling: 'PENDING', unknown: 'UNKNOWN_ERROR' },
  'gift-card': { handling: 'HANDLING', unknown: 'PARKED' },
  bill: { handling: 'PROCESSING', unknown: 'UNKNOWN' },
}

/** Only internet top-ups are queued, only cards are delivered in part. */
export const phasesOf = (kind: SampleKind): readonly SalePhase[] =>
  salePhases.filter(
    (phase) =>
      (phase !== 'queued' || kind === 'internet') && (phase !== 'partly-fulfilled' || kind === 'gift-card'),
  )

export const kindsAndPhases = sampleKinds.flatMap((kind) =>
  phasesOf(kind).map((phase) => [kind, phase] as const),
)

const isState = (phase: SalePhase): phase is SalePhase & SaleState =>
  !['handling', 'queued', 'unknown'].includes(phase)

const sampleOffer = { name: 'Pixx', planCode: 'PIXX_500', amountCentimes: centimes(50_000) }
const sampleCard = { codeTail: '9F2K', serialTail: '0042', sealed: 'sealed' }

export function sampleSale(
  phase: SalePhase,
  more: Partial<StoredSale> = {},
  kind: SampleKind = 'internet',
): StoredSale {
  const order = more.order ?? sampleOrders[kind]
  const isDelivered = phase === 'fulfilled'
  return {
    ref: sampleRef,
    order,
    subject: subjectOf(order),
    valueCentimes: faceValueOf(order),
    subscriber: kind === 'internet' ? { customerNumber: '12****89', offer: 'IDOOM ADSL 15 Mbps' } : null,
    priceCentimes: centimes(samplePrices[kind]),
    costCentimes: centimes(194_321),
    state: isState(phase) ? phase : 'following',
    serverStatus: followed[kind][phase] ?? null,
    recordedAtMs: soldAtMs,
    changedAtMs: soldAtMs + 4_000,
    attempts: 1,
    serviceId: 'f00dfeed',
    requestId: 'req-1',
    reason: phase === 'unsent' ? 'dns' : null,
    transactionNumber: isDelivered ? 'TESTTRANS' : null,
    cardTail: isDelivered ? 'CARD' : null,
    refundMessage: null,
    offers: isDelivered && kind === 'menu' ? [sampleOffer] : [],
    deliveredCount: phase === 'partly-fulfilled' ? 1 : null,
    debitCentimes: null,
    cards: isDelivered && kind === 'gift-card' ? [sampleCard, sampleCard, sampleCard] : [],
    candidates: [],
    byDecision: null,
    givenUp: false,
    everDoubted: false,
    officialReceipt: null,
    reviewId: 'review-1',
    request: requestOf(order, sampleRef),
    ...more,
  }
}

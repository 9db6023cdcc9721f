/**
 * What the scenes are made of: views with the longest texts and the largest amounts that the counter has to hold, at one
 * moment of the clock, so that two runs give the same pictures.
 */

import { centimes } from '#shared/money.ts'
import type { PaymentLinkView, SessionLinkView } from '#shared/payment-link.ts'
import { billPartners } from '#shared/products/bill.ts'
import { formsOfPartner } from '#shared/products/bill-account.ts'
import type { BillersView, DiscoveryView } from '#shared/products/bill-order.ts'
import type { GiftCardCatalogView, GiftCardStockView } from '#shared/products/gift-card.ts'
import type { InternetProduct } from '#shared/products/internet.ts'
import type { MobilePlansView } from '#shared/products/mobile.ts'
import { faceValueOf, type Order } from '#shared/products/orders.ts'
import { emptyShop, type Shop } from '#shared/shop.ts'
import type { SaleState } from '#shared/states/sale.ts'
import type { ReviewView, SaleView } from '#shared/views.ts'
import { reviewOf, saleOf } from '../support/bridge.ts'
import { refNumber } from '../support/refs.ts'

/** 20 November 2026, 14:05 at the counter. */
export const nowMs = Date.UTC(2026, 10, 20, 13, 5)
export const minuteMs = 60_000

/** As long as the settings take. */
export const longShopName = 'Taxiphone et multiservices El Amel, cité 1 200 logements, Bab Ezzouar, Alger 16'
const longTitle = 'Carte cadeau PlayStation Store Abonnement PlayStation Plus Premium 12 mois'
/** A header and a footer of which every line is as long as it may be. */
export const longShop: Shop = {
  ...{ ...emptyShop, name: longShopName, phones: ['0555 12 34 56', '+213 (0)21 63 45 67', '0661 23 45 67'] },
  address: [
    'Centre commercial El Qods, 3e étage, local 117, côté est, face au guichet',
    'Rue des Frères Bouadou, cité 1 200 logements',
    '16 035 Bab Ezzouar, wilaya d’Alger',
  ],
  ...{ rc: '16/00-1234567 B 19', nif: '00191601234567800000', nis: '001916010012345', ai: '16012345678' },
  footer:
    'Merci de votre visite. Les recharges ne sont ni reprises ni échangées. شكرًا على زيارتكم وإلى اللقاء',
}
export const bigCentimes = centimes(98_765_432_150)

export const orders = {
  internet: { kind: 'internet', type: 'ADSL', number: '023456789', valueCentimes: centimes(200_000) },
  lte: { kind: 'internet', type: '4G', number: '213561234567', valueCentimes: centimes(1_000_000) },
  mobile: {
    ...{ kind: 'mobile', planCode: 'PREPAID_MOBILIS', planName: 'Mobilis prépayé', planKind: 'dynamic' },
    ...{ operator: 'Mobilis', number: '0661234567', amountCentimes: centimes(50_000) },
  },
  wholesale: {
    ...{ kind: 'mobile', planCode: 'GROS_MOBILIS', planName: 'Mobilis gros, revendeurs et points de vente' },
    ...{
      planKind: 'dynamic',
      operator: 'Mobilis',
      number: '0661234567',
      amountCentimes: centimes(30_000_000),
    },
  },
  menu: {
    ...{ kind: 'mobile', planCode: 'GETMENU_Mobilis', planName: 'Offres Mobilis', planKind: 'menu' },
    ...{ operator: 'Mobilis', number: '0661234567', amountCentimes: centimes(0) },
  },
  cards: {
    ...{ kind: 'gift-card', productId: 'ps-plus', productTitle: longTitle, typeId: 'ps-plus-12' },
    ...{ typeName: '12 mois, Émirats arabes unis', quantity: 100, unitCentimes: centimes(4_567_890) },
  },
  bill: {
    ...{ kind: 'bill', partner: 'Algérie Télécom', accountNumber: '023456789', discoveryRef: refNumber(900) },
    ...{ transactionId: 'ab'.repeat(12), feeCentimes: centimes(5_000) },
    bills: [
      {
        ...{ billId: 'b-1', amountCentimes: centimes(3_245_000), feeCentimes: centimes(5_000) },
        ...{ label: 'Facture téléphone et internet, ligne principale', period: '09/2026 - 10/2026' },
      },
    ],
  },
} as const satisfies Readonly<Record<string, Order>>

/** A sale some minutes old in a phase, with the state that goes with it. */
export function saleIn(
  phase: SaleView['phase'],
  order: Order = orders.mobile,
  change: Partial<SaleView> = {},
  seed = 1,
): SaleView {
  const atMs = nowMs - seed * 4 * minuteMs
  return {
    ...saleOf(seed),
    ...{ order, phase, state: stateOf[phase], serverStatus: null, subscriber: null },
    ...{ recordedAtMs: atMs, changedAtMs: atMs + minuteMs, priceCentimes: centimes(205_000) },
    requestId: '7f0c2c1e-5b0a-4c8e-9a51-2d6f5d1c9b77',
    ...change,
  }
}

const stateOf: Readonly<Record<SaleView['phase'], SaleState>> = {
  sending: 'sending',
  'in-doubt': 'in-doubt',
  unsent: 'unsent',
  handling: 'following',
  queued: 'following',
  unknown: 'following',
  fulfilled: 'fulfilled',
  'partly-fulfilled': 'partly-fulfilled',
  refunded: 'refunded',
  refused: 'refused',
  cancelled: 'cancelled',
}

export const offers: SaleView['offers'] = [
  { name: 'Facture Mobilis', planCode: 'FACTURE_MOBILIS', amountCentimes: centimes(50_000) },
  { name: 'Mobilis Win Max 2 000 avec appels illimités', planCode: 'WIN', amountCentimes: centimes(200_000) },
  { name: 'باقة الإنترنت الأسبوعية', planCode: 'PIXX_500', amountCentimes: centimes(50_000) },
]

export const candidates: SaleView['candidates'] = [
  {
    ...{ serviceId: '66f0c9a1b2c3d4e5f6a7b8c9', status: 'FULFILLED', orderedAtMs: nowMs - 3 * minuteMs },
    ...{ quantity: 100, unitCentimes: centimes(4_567_890) },
  },
  {
    ...{ serviceId: '66f0c9a1b2c3d4e5f6a7b8ca', status: 'HANDLING', orderedAtMs: nowMs - 2 * minuteMs },
    ...{ quantity: 100, unitCentimes: null },
  },
]

export const cardViews = (count: number): SaleView['cards'] =>
  Array.from({ length: count }, (_, place) => ({
    codeTail: String(1_000 + place),
    serialTail: String(place),
  }))

/** A day's lists: a sale of every look, open and ended. */
export const busyDay: SaleView[] = [
  saleIn('sending', orders.mobile, {}, 1),
  saleIn('in-doubt', orders.cards, { priceCentimes: bigCentimes }, 2),
  saleIn('unsent', orders.internet, { reason: 'not-found' }, 3),
  saleIn('handling', orders.bill, {}, 4),
  saleIn('queued', orders.internet, {}, 5),
  saleIn('unknown', orders.wholesale, { priceCentimes: centimes(30_000_000) }, 6),
  saleIn('fulfilled', orders.lte, {}, 7),
  saleIn('partly-fulfilled', orders.cards, { deliveredCount: 40, cards: cardViews(40) }, 8),
  saleIn('refunded', orders.mobile, { offers }, 9),
  saleIn('refused', orders.bill, {}, 10),
  saleIn('cancelled', orders.internet, { givenUp: true }, 11),
  saleIn('fulfilled', orders.cards, { givenUp: true, priceCentimes: bigCentimes }, 12),
]

/** At 50 dinars above its face, and a cost of 98 in 100 of it. */
export const reviewFor = (order: Order, change: Partial<ReviewView> = {}): ReviewView =>
  reviewOf({
    ...{ order, subscriber: null, priceCentimes: centimes(faceValueOf(order) + 5_000) },
    costCentimes: centimes(Math.round(faceValueOf(order) * 0.98)),
    expiresAtMs: nowMs + 5 * minuteMs,
    ...change,
  })

export const subscriber = { customerNumber: '1023******45', offer: 'IDOOM Fibre 100 Mbit/s illimité' }

export const products: readonly InternetProduct[] = [
  [50_000, true],
  [100_000, true],
  [200_000, true],
  [300_000, false],
  [1_000_000, true],
].map(([value, available]) => ({
  valueCentimes: centimes(Number(value)),
  costCentimes: centimes(Number(value) * 0.98),
  available: Boolean(available),
}))

const plan = {
  ...({ operatorName: 'Mobilis', operator: 'Mobilis', isWholesale: false, isEnabled: true } as const),
  costMillionths: 992_500,
} as const
export const plans: MobilePlansView = {
  unreadableCount: 3,
  plans: [
    {
      ...{ ...plan, kind: 'dynamic', code: 'PREPAID_MOBILIS', name: 'Mobilis prépayé', wholeDinars: true },
      ...{ minCentimes: centimes(4_000), maxCentimes: centimes(1_000_000) },
    },
    {
      ...{ ...plan, kind: 'dynamic', code: 'FACTURE_MOBILIS', name: 'Facture Mobilis (postpayé)' },
      ...{ wholeDinars: false, minCentimes: centimes(10_000), maxCentimes: centimes(5_000_000) },
    },
    {
      ...{
        ...plan,
        kind: 'fixed',
        code: 'WIN_MAX',
        name: 'Win Max 2 000, appels et internet illimités 30 jours',
      },
      ...{ isEnabled: false, amountCentimes: centimes(200_000) },
    },
    { ...{ ...plan, kind: 'fixed', code: 'PIXX_500', name: 'PixX 500' }, amountCentimes: centimes(50_000) },
    { ...plan, kind: 'menu', code: 'GETMENU_Mobilis', name: 'Offres du numéro', costMillionths: null },
    {
      ...{
        ...plan,
        kind: 'dynamic',
        code: 'GROS_MOBILIS',
        name: 'Mobilis gros, revendeurs',
        isWholesale: true,
      },
      ...{ operatorName: 'GMobilis', wholeDinars: true, costMillionths: null },
      ...{ minCentimes: centimes(500_000), maxCentimes: centimes(30_000_000) },
    },
    {
      ...{ ...plan, kind: 'dynamic', code: 'INTERNATIONAL', name: 'Recharge internationale', operator: null },
      ...{ operatorName: 'International', wholeDinars: true },
      ...{ minCentimes: centimes(50_000), maxCentimes: centimes(1_000_000) },
    },
  ],
}
/** The plan that is chosen by itself is switched off. */
export const plansWithoutUsual: MobilePlansView = {
  ...plans,
  plans: plans.plans.map((one, place) => (place === 0 ? { ...one, isEnabled: false } : one)),
}

export const catalog: GiftCardCatalogView = {
  unreadableCount: 2,
  categories: [
    {
      title: 'Jeux vidéo et consoles de salon',
      products: [
        { productId: 'steam', title: 'Steam', isEnabled: true, region: 'US' },
        { productId: 'xbox', title: 'Xbox Game Pass Ultimate', isEnabled: false, region: 'FR' },
        { productId: 'ps-plus', title: longTitle, isEnabled: true, region: 'AE' },
      ],
    },
    {
      title: 'بطاقات التسوق',
      products: [
        { productId: 'amazon', title: 'Amazon', isEnabled: true, region: 'Europe' },
        { productId: 'itunes', title: 'App Store & iTunes', isEnabled: true, region: null },
      ],
    },
  ],
}

export const stock: GiftCardStockView = {
  ...{ productId: 'ps-plus', title: longTitle, unreadableCount: 1 },
  types: [
    ...([
      ['1 mois', 234_500, 12],
      ['3 mois', 654_300, 0],
    ] as const),
    ['12 mois, abonnement Premium', 4_567_890, 100] as const,
  ].map(([name, price, stockCount], place) => ({
    ...{ typeId: `type-${place}`, name, priceCentimes: centimes(price), stockCount },
  })),
}

export const billers: BillersView = {
  partners: Object.fromEntries(
    billPartners.map((partner) => [partner, partner === 'AADL' ? 'UNAVAILABLE' : 'ACTIVE']),
  ) as BillersView['partners'],
  forms: formsOfPartner as BillersView['forms'],
}

export function discoveryOf(count: number, change: Partial<DiscoveryView> = {}): DiscoveryView {
  return {
    ...{ discoveryRef: refNumber(901), transactionId: 'cd'.repeat(12), partner: 'SEAAL' },
    accountNumber: '100001 / 1234567',
    bills: Array.from({ length: count }, (_, place) => ({
      ...{ billId: `b-${place}`, feeCentimes: centimes(3_000) },
      amountCentimes: centimes(place === 0 ? 15_000 : 123_456_750 + place * 100_000),
      label: place % 2 === 0 ? 'Facture eau et assainissement, résidence principale, 2e étage' : null,
      period: place === 1 ? null : `0${1 + (place % 9)}/2026`,
    })),
    expiresAtMs: nowMs + 9 * minuteMs,
    ...change,
  }
}

export const linkIn = (phase: PaymentLinkView['phase']): PaymentLinkView => ({
  ...{
    paymentRef: 'COMPTOIR-A1B2C3-D4E5',
    phase,
    serverStatus: 'PENDING',
    message: 'The payment has not been initiated yet',
  },
  ...{ amountCentimes: centimes(50_000_000), isSandbox: true, nextLookMs: null },
  begunAtMs: phase === 'untouched' ? null : nowMs - minuteMs,
  endsByMs: phase === 'untouched' ? nowMs + 17 * minuteMs : null,
  seenAtMs: nowMs - 3 * minuteMs,
})
export const payUrl = 'https://pay.example.dz/checkout/session/COMPTOIR-A1B2C3-D4E5?lang=fr&source=pos'

const asked = { title: longTitle, amountCentimes: centimes(50_000_000), askedAtMs: nowMs - 9 * minuteMs }
export const sessionLinks: readonly SessionLinkView[] = [
  { kind: 'maybe-made', ...asked, askedAtMs: nowMs - minuteMs },
  {
    ...{ kind: 'made', ...asked, paymentUrl: payUrl },
    link: { ...linkIn('untouched'), paymentRef: 'COMPTOIR-A1B2C9-D4E5', endsByMs: nowMs - minuteMs },
  },
  ...(['untouched', 'being-paid', 'paid', 'failed', 'expired'] as const).map((phase, place) => ({
    ...{ kind: 'made' as const, ...asked, paymentUrl: payUrl },
    link: { ...linkIn(phase), paymentRef: `COMPTOIR-A1B2C${place}-D4E5` },
  })),
]

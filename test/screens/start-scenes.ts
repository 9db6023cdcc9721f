/** The one field: empty, and with each thing that may be typed into it. */
import { favouriteOf } from '#shared/favourites.ts'
import type { StandingView } from '#shared/ipc/carnet-commands.ts'
import { centimes } from '#shared/money.ts'
import type { RefundView } from '#shared/till/refunds.ts'
import type { SaleView } from '#shared/views.ts'
import type { Answers } from '../support/window-page.ts'
import { customer, longName, refund } from './carnet-scenes.ts'
import { ok, type Scene, scene } from './scene.ts'
import { busyDay, catalog, orders, saleIn } from './views.ts'

const past: Answers = {
  'history.page': ok({
    sales: [saleIn('fulfilled', orders.mobile)],
    until: 1,
    before: null,
    count: 1,
    hasRanks: false,
  }),
}
const named: Answers = { 'gift-cards.catalog': ok(catalog) }
const standing = (change: Partial<StandingView>): Answers => ({
  ...past,
  'carnet.standing': ok({ customer: null, refunds: [], ...change }),
})
const due = (sale: SaleView, change: Partial<RefundView> = {}) => ({
  sale,
  refund: refund(1, { ref: sale.ref, balanceCentimes: sale.priceCentimes, ...change }),
})
const refusedSale = saleIn('refused', orders.mobile)
const owes = customer('customer-1', { name: longName, balanceCentimes: centimes(12_050_050) })
const favourites = [orders.mobile, orders.internet, orders.bill].flatMap((order) => favouriteOf(order) ?? [])

export const startScenes: readonly Scene[] = [
  scene('start', { shows: '.start-tiles' }),
  scene('start-busy', { sales: busyDay, settings: { favourites }, shows: '.recents' }),
  scene('start-mobile-begun', { keys: ['0661'], shows: '.start-choice:disabled' }),
  scene('start-mobile-ahead', { keys: ['0661', 'Alt+4'], shows: '.start-choice[aria-current]' }),
  scene('start-mobile', { answers: past, keys: [orders.mobile.number], shows: '.start-again' }),
  scene('start-standing', {
    answers: standing({ customer: owes, refunds: [due(refusedSale)] }),
    ...{ keys: [orders.mobile.number], shows: '[data-testid="standing"]' },
  }),
  scene('start-standing-many', {
    answers: standing({
      customer: customer('customer-3', { name: null, balanceCentimes: centimes(-30_000) }),
      refunds: [
        due(refusedSale),
        due(saleIn('refunded', orders.mobile)),
        due(saleIn('fulfilled', orders.mobile), { state: 'debt', balanceCentimes: centimes(-205_000) }),
      ],
    }),
    ...{ keys: [orders.mobile.number], shows: '[data-testid="standing"]' },
  }),
  scene('start-standing-due', {
    answers: standing({ refunds: [due(refusedSale)] }),
    ...{ keys: [orders.mobile.number], shows: '[data-testid="standing"]' },
  }),
  scene('start-mobile-amount', { keys: ['0661234567 500'], shows: '.start-choice[aria-current]' }),
  scene('start-landline', { keys: ['023456789'], shows: '[data-service="bill"]' }),
  scene('start-names', { answers: named, keys: ['s'], shows: '.start-choice' }),
  scene('start-biller', { answers: named, keys: [...'son'], shows: '[data-service="bill"]' }),
  scene('start-reference', { keys: ['123456789012'], shows: '[data-service="bill"]' }),
  scene('start-none', { answers: named, keys: [...'zzz'], shows: '.number-field' }),
  scene('start-nothing', { answers: named, keys: [...'zzz', 'Enter'], shows: '.number-field[data-problem]' }),
  scene('internet-is-mobile', { keys: ['F2', '0661234567', 'Enter'], shows: '[data-testid="is-mobile"]' }),
]

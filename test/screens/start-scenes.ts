/** The one field: empty, and with each thing that may be typed into it. */
import { favouriteOf } from '#shared/favourites.ts'
import type { Answers } from '../support/window-page.ts'
import { type Scene, scene, told } from './scene.ts'
import { busyDay, catalog, orders, saleIn } from './views.ts'

const past: Answers = {
  'history.page': told({
    sales: [saleIn('fulfilled', orders.mobile)],
    until: 1,
    before: null,
    count: 1,
    hasRanks: false,
  }),
}
const named: Answers = { 'gift-cards.catalog': told(catalog) }
const favourites = [orders.mobile, orders.internet, orders.bill].flatMap((order) => favouriteOf(order) ?? [])

export const startScenes: readonly Scene[] = [
  scene('start', { shows: '.start-tiles' }),
  scene('start-busy', { sales: busyDay, settings: { favourites }, shows: '.recents' }),
  scene('start-mobile-begun', { keys: ['0661'], shows: '.start-choice:disabled' }),
  scene('start-mobile', { answers: past, keys: [orders.mobile.number], shows: '.start-again' }),
  scene('start-mobile-amount', { keys: ['0661234567 500'], shows: '.start-choice[aria-current]' }),
  scene('start-landline', { keys: ['023456789'], shows: '[data-service="bill"]' }),
  scene('start-names', { answers: named, keys: ['s'], shows: '.start-choice' }),
  scene('start-biller', { answers: named, keys: [...'son'], shows: '[data-service="bill"]' }),
  scene('start-reference', { keys: ['123456789012'], shows: '[data-service="bill"]' }),
  scene('start-nothing', { answers: named, keys: [...'zzz', 'Enter'], shows: '.number-field[data-problem]' }),
  scene('internet-is-mobile', { keys: ['F2', '0661234567', 'Enter'], shows: '[data-testid="is-mobile"]' }),
]

/** Every step of every service before money moves, with what may go wrong at each. */
import { centimes } from '#shared/money.ts'
import type { Answers } from '../support/window-page.ts'
import { linkScenes } from './link-scenes.ts'
import { ok, refused, type Scene, scene } from './scene.ts'
import {
  billers,
  busyDay,
  catalog,
  discoveryOf,
  orders,
  plans,
  plansWithoutUsual,
  products,
  reviewFor,
  saleIn,
  stock,
  subscriber,
} from './views.ts'

const line = { type: 'ADSL', number: '023456789', subscriber } as const
const internet: Answers = {
  'internet.check-number': ok(line),
  'internet.products': ok({ products: [...products] }),
  'sale.review': ok(reviewFor(orders.internet, { subscriber })),
}
const toCards = ['F2', '023456789', 'Enter']

const internetScenes = [
  scene('internet-number', { keys: ['F2'], shows: '#line-number' }),
  scene('internet-number-recents', { sales: busyDay, keys: ['F2'], shows: '.recents' }),
  scene('internet-sale-sought', { sales: busyDay, keys: ['Control+f', '0661'], shows: '[data-unfit]' }),
  scene('internet-number-problem', { keys: ['F2', '0234', 'Enter'], shows: '.number-field[data-problem]' }),
  scene('internet-checking', {
    answers: { 'internet.check-number': 'never' },
    ...{ keys: toCards, shows: '[data-step="checking"]' },
  }),
  scene('internet-number-refused', {
    answers: { 'internet.check-number': refused('ERR_PHONE'), 'internet.products': ok({ products: [] }) },
    ...{ keys: toCards, shows: '.note' },
  }),
  scene('internet-cards', { answers: internet, keys: toCards, shows: '.card-grid' }),
  scene('internet-pricing', {
    answers: { ...internet, 'sale.review': 'never' },
    ...{ keys: [...toCards, '2'], shows: '[data-picked]' },
  }),
  scene('internet-out-of-stock', {
    answers: { ...internet, 'sale.review': refused('ERR_STOCK') },
    ...{ keys: [...toCards, '2'], shows: '.note' },
  }),
]

const mobile: Answers = {
  'mobile.plans': ok(plans),
  'sale.review': ok(reviewFor(orders.mobile)),
}
const toPlans = ['F1', '0661234567', 'Enter']

const mobileScenes = [
  scene('mobile-number', { keys: ['F1'], shows: '#line-number' }),
  scene('mobile-number-typed', { keys: ['F1', '0661234567'], shows: '#line-number' }),
  scene('mobile-operator-down', {
    answers: { 'mobile.down': ok({ down: ['mobilis'] }) },
    ...{ keys: ['F1', '0661234567'], shows: '[data-testid="operator-down"]' },
  }),
  scene('mobile-number-recents', { sales: busyDay, keys: ['F1'], shows: '.recents' }),
  scene('mobile-loading', {
    answers: { 'mobile.plans': 'never' },
    keys: toPlans,
    shows: '[data-step="loading-plans"]',
  }),
  scene('mobile-plans', { answers: mobile, keys: toPlans, shows: '.plan-tile' }),
  scene('mobile-fixed-plan', {
    answers: mobile,
    keys: [...toPlans, 'ArrowDown', 'ArrowDown'],
    shows: '.plan-tile',
  }),
  scene('mobile-usual-off', {
    answers: { ...mobile, 'mobile.plans': ok(plansWithoutUsual) },
    ...{ keys: [...toPlans, '500', 'Enter'], shows: '[data-testid="usual-off"]' },
  }),
  scene('mobile-plans-down', {
    answers: { ...mobile, 'mobile.down': ok({ down: ['mobilis'] }) },
    ...{ keys: [...toPlans, '500'], shows: '.plan-down' },
  }),
  scene('mobile-fixed-plans-down', {
    answers: { ...mobile, 'mobile.down': ok({ down: ['mobilisFixedPlans'] }) },
    ...{ keys: [...toPlans, 'ArrowDown', 'ArrowDown'], shows: '[data-testid="operator-down"]' },
  }),
  scene('mobile-amount-problem', {
    answers: mobile,
    ...{ keys: [...toPlans, '123456', 'Enter'], shows: '.number-field[data-problem]' },
  }),
  scene('mobile-balance-too-low', {
    answers: { ...mobile, 'sale.review': refused('INSUFFICIENT_BALANCE') },
    ...{ keys: [...toPlans, '1000', 'Enter'], shows: '.note' },
  }),
]

const cards: Answers = {
  'gift-cards.catalog': ok(catalog),
  'gift-cards.product': ok(stock),
  'sale.review': ok(reviewFor(orders.cards, { priceCentimes: centimes(456_789_000) })),
}
const toTypes = ['F3', 'p', 'l', 'a', 'y', 'Enter']

const cardScenes = [
  scene('cards-catalog', { answers: cards, keys: ['F3'], shows: '.plan-tile' }),
  scene('cards-reading', { answers: { 'gift-cards.catalog': 'never' }, keys: ['F3'], shows: '#card-search' }),
  scene('cards-not-read', {
    answers: { 'gift-cards.catalog': { ok: false, error: { kind: 'unreachable', reason: 'timeout' } } },
    ...{ keys: ['F3'], shows: '.note' },
  }),
  scene('cards-search', { answers: cards, keys: ['F3', 's', 't'], shows: '[aria-current]' }),
  scene('cards-nothing-found', { answers: cards, keys: ['F3', 'z', 'z', 'z'], shows: '#card-search' }),
  scene('cards-opening', {
    answers: { ...cards, 'gift-cards.product': 'never' },
    keys: toTypes,
    shows: '[data-step="loading-types"]',
  }),
  scene('cards-types', { answers: cards, keys: toTypes, shows: '.card-tile' }),
  scene('cards-quantity', { answers: cards, keys: [...toTypes, '3', '12'], shows: '.quantity-total' }),
  scene('cards-too-many', {
    answers: cards,
    keys: [...toTypes, '1', '99', 'Enter'],
    shows: '#card-quantity',
  }),
]

const bills: Answers = {
  'bills.partners': ok(billers),
  'bills.discover': ok(discoveryOf(6)),
  'sale.review': ok(
    reviewFor(orders.bill, { priceCentimes: centimes(3_250_000), costCentimes: centimes(3_250_000) }),
  ),
}
const toPair = ['F4', '3', 'ArrowDown', 'ArrowDown']
const toBills = [...toPair, '100001', 'Enter', '1234567', 'Enter']

const billScenes = [
  scene('bill-biller', { answers: bills, keys: ['F4'], shows: '[data-status="UNAVAILABLE"]' }),
  scene('bill-account-reference', { answers: bills, keys: ['F4', '1'], shows: '.account-fields' }),
  scene('bill-account-key', {
    answers: bills,
    keys: ['F4', '1', 'ArrowDown', '0123456789'],
    shows: '.account-fields',
  }),
  scene('bill-account-invoice', {
    answers: bills,
    keys: ['F4', '1', 'ArrowDown', 'ArrowDown'],
    shows: '#bill-field-3',
  }),
  scene('bill-account-sonelgaz', { answers: bills, keys: ['F4', '2', 'ArrowDown'], shows: '#bill-field-2' }),
  scene('bill-account-pair', { answers: bills, keys: toPair, shows: '#bill-field-1' }),
  scene('bill-account-landline', {
    answers: bills,
    keys: ['F4', '5', '023456789'],
    shows: '.account-fields',
  }),
  scene('bill-account-problem', {
    answers: bills,
    keys: [...toPair, '1', 'Enter', '1', 'Enter'],
    shows: '#bill-field-1',
  }),
  scene('bill-asking', {
    answers: { ...bills, 'bills.discover': 'never' },
    keys: toBills,
    shows: '[data-step="asking"]',
  }),
  scene('bill-account-refused', {
    answers: { ...bills, 'bills.discover': refused('INVALID_ACCOUNT') },
    keys: toBills,
    shows: '.note',
  }),
  scene('bill-partner-down', {
    answers: { ...bills, 'bills.discover': refused('PARTNER_UNAVAILABLE') },
    keys: toBills,
    shows: '.note',
  }),
  scene('bill-list', { answers: bills, keys: [...toBills, '2', '3'], shows: '.bill-check:checked' }),
  scene('bill-list-long', {
    answers: { ...bills, 'bills.discover': ok(discoveryOf(24)) },
    ...{ keys: [...toBills, '0'], shows: '.bill-check:checked' },
  }),
  scene('bill-below-minimum', { answers: bills, keys: [...toBills, '1'], shows: '.bill-check:checked' }),
  scene('bill-one', {
    answers: { ...bills, 'bills.discover': ok(discoveryOf(1)) },
    keys: toBills,
    shows: '.bill-row',
  }),
  scene('bill-nothing-owed', {
    answers: { ...bills, 'bills.discover': ok(discoveryOf(0)) },
    ...{ keys: toBills, shows: '.nothing-owed' },
  }),
  scene('bill-too-old', {
    answers: { ...bills, 'bills.discover': ok(discoveryOf(3, { expiresAtMs: 0 })) },
    ...{ keys: toBills, shows: '[data-step="bills"] [role="alert"]' },
  }),
]

const repeats = [
  saleIn('fulfilled', orders.mobile, {}, 1),
  saleIn('in-doubt', orders.mobile, { priceCentimes: centimes(30_000_000) }, 2),
  saleIn('handling', orders.mobile, {}, 3),
]
const toReview = [...toPlans, '500', 'Enter']
const review = (change: Parameters<typeof reviewFor>[1]) => ok(reviewFor(orders.mobile, change))

const reviewScenes = [
  scene('review-mobile', { answers: mobile, keys: toReview, shows: '#pay' }),
  scene('review-given', {
    ...{ answers: mobile, sales: [saleIn('fulfilled', orders.mobile, { till: { means: 'cash' } })] },
    ...{ keys: [...toReview, 'click [data-testid="given-note-1000"]'], shows: '[data-testid="change"]' },
  }),
  scene('review-joined', {
    ...{ answers: mobile, sales: [saleIn('fulfilled', orders.mobile, { till: { means: 'cash' } })] },
    keys: [...toReview, 'click [data-testid="given-note-2000"]', 'click [data-testid="same-customer"]'],
    shows: '[data-testid="together"]',
  }),
  scene('review-operator-down', {
    answers: { ...mobile, 'mobile.down': ok({ down: ['mobilis'] }) },
    ...{ keys: [...toPlans, '500', 'click .step-foot .button'], shows: '#pay' },
  }),
  scene('review-internet', { answers: internet, keys: [...toCards, '3'], shows: '#pay' }),
  scene('review-cards', { answers: cards, keys: [...toTypes, '3', '100', 'Enter'], shows: '#pay' }),
  scene('review-bill', { answers: bills, keys: [...toBills, '2', 'Enter'], shows: '#pay' }),
  scene('review-menu', {
    answers: {
      ...mobile,
      'sale.review': ok(reviewFor(orders.menu, { priceCentimes: centimes(0), costCentimes: centimes(0) })),
    },
    keys: toReview,
    shows: '#pay',
  }),
  scene('review-wholesale', {
    answers: {
      ...mobile,
      'sale.review': ok(reviewFor(orders.wholesale, { priceCentimes: centimes(30_000_000) })),
    },
    ...{ keys: toReview, shows: '#pay' },
  }),
  scene('review-balance-too-low', {
    answers: { ...mobile, 'sale.review': review({ enoughBalance: false }) },
    keys: toReview,
    shows: '#pay',
  }),
  scene('review-repeats', {
    answers: { ...mobile, 'sale.review': review({ repeats }) },
    keys: toReview,
    shows: '[data-testid="repeats"]',
  }),
  scene('review-typed', {
    answers: mobile,
    keys: [...toReview, ...'1000'],
    shows: '[data-testid="typed-over"]',
  }),
  scene('review-uncertain', {
    ...{ answers: mobile, sales: [saleIn('in-doubt')] },
    ...{ keys: toReview, shows: '[data-testid="uncertain"]' },
  }),
  scene('review-warned', {
    answers: {
      ...mobile,
      'mobile.down': ok({ down: ['mobilis'] }),
      'sale.review': review({ repeats, enoughBalance: false }),
    },
    ...{ keys: [...toPlans, '500', 'click .step-foot .button'], shows: '[data-testid="repeats"]' },
  }),
  scene('review-expired', {
    answers: { ...mobile, 'sale.confirm': { ok: false, error: { kind: 'review-expired' } } },
    ...{ keys: [...toReview, 'Enter', 'Enter'], shows: '.note' },
  }),
  scene('confirming', {
    answers: { ...mobile, 'sale.confirm': 'never' },
    keys: [...toReview, 'Enter', 'Enter'],
    ...{ shows: '.confirming', passes: true },
  }),
  scene('outcome-change', {
    answers: { ...mobile, 'sale.confirm': ok(saleIn('sending')) },
    keys: [...toReview, 'click [data-testid="given-note-1000"]', 'Enter', 'Enter'],
    shows: '[data-testid="outcome-change"]',
  }),
  scene('lost', { answers: mobile, keys: [...toReview, 'Enter', 'Enter'], shows: '[data-testid="lost"]' }),
  scene('lost-no-trace', {
    answers: { ...mobile, 'sale.find': ok({ sale: null }) },
    ...{
      keys: [...toReview, 'Enter', 'Enter', 'click .step-foot .button'],
      shows: '[data-testid="lost"][data-phase="cancelled"]',
    },
  }),
]

/** The way to the outcome of a mobile sale, for the scenes in which it stands. */
export const sellKeys: readonly string[] = [...toReview, 'Enter', 'Enter']
export const sellAnswers: Answers = mobile

export const sellingScenes: readonly Scene[] = [
  ...mobileScenes,
  ...internetScenes,
  ...cardScenes,
  ...billScenes,
  ...linkScenes,
  ...reviewScenes,
]

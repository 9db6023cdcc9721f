/** The carnet and the prices: who owes, a customer's page, who buys on account, a refund put to a carnet, the shop's rules. */
import type { CustomerPage } from '#shared/ipc/carnet-commands.ts'
import { centimes, zeroCentimes } from '#shared/money.ts'
import type { CarnetLine, CustomerView, DebtorsView } from '#shared/till/carnet.ts'
import type { Prices } from '#shared/till/prices.ts'
import type { RefundView } from '#shared/till/refunds.ts'
import { defaultSettings } from '#shared/views.ts'
import { refNumber } from '../support/refs.ts'
import { kept } from './printing-scenes.ts'
import { ok, type Scene, type SceneParts, scene } from './scene.ts'
import { sellAnswers, sellKeys } from './selling-scenes.ts'
import { bigCentimes, busyDay, minuteMs, nowMs, orders, saleIn } from './views.ts'

const dayMs = 24 * 60 * minuteMs
export const longName = 'Mohamed Lamine Benabderrahmane, l’épicier du coin'
export const customer = (customerId: string, change: Partial<CustomerView> = {}): CustomerView => ({
  ...{ customerId, number: '0661234567', name: 'Salim', isForgotten: false, limitCentimes: null },
  ...{
    allowedCentimes: centimes(500_000),
    balanceCentimes: centimes(205_000),
    addedAtMs: nowMs - 99 * dayMs,
  },
  ...change,
})
const salim = customer('customer-1', { name: longName, balanceCentimes: bigCentimes })
const level = customer('customer-2', { name: 'كريم بن علي', balanceCentimes: zeroCentimes })
const inCredit = customer('customer-3', { name: null, balanceCentimes: centimes(-30_000) })

const ages = {
  ...{ recent: centimes(100_000), week: centimes(55_000), month: centimes(30_000) },
  quarter: bigCentimes,
}
const debtors: DebtorsView = {
  debtors: [salim, customer('customer-4', { name: 'أمينة' }), customer('customer-5', { name: null })].map(
    (one) => ({ customer: one, ages, oldestAtMs: nowMs - 120 * dayMs }),
  ),
  ...{ owed: { count: 12, sumCentimes: bigCentimes }, ages },
  credits: { count: 2, sumCentimes: centimes(45_000) },
}
const lineOf = (sequence: number, kind: CarnetLine['kind'], amount: number): CarnetLine => ({
  ...{ sequence, customerId: salim.customerId, kind, amountCentimes: centimes(amount), who: 'Amina' },
  ...{ ref: kind === 'repaid' || kind === 'paid-out' ? null : refNumber(1) },
  atMs: nowMs - sequence * dayMs,
})
const sold = [saleIn('fulfilled'), ...busyDay.slice(1, 4)]
export const refund = (seed: number, change: Partial<RefundView> = {}): RefundView => ({
  ...{ ref: refNumber(seed), priceCentimes: centimes(205_000), means: 'cash', state: 'due' },
  ...{ balanceCentimes: centimes(205_000), countedPartCentimes: null, givenBack: [], repayments: [] },
  changedAtMs: nowMs - seed * minuteMs,
  ...change,
})
const page: CustomerPage = {
  ...{ customer: salim, ages, sales: sold },
  unpaid: [
    { ref: refNumber(1), leftCentimes: centimes(150_000), sinceMs: nowMs - 40 * dayMs },
    { ref: null, leftCentimes: bigCentimes, sinceMs: nowMs - dayMs },
  ],
  lines: [lineOf(1, 'sold', 205_000), lineOf(2, 'repaid', -50_000), lineOf(3, 'credited', -10_000)],
  refunds: [refund(1)],
}
const empty: CustomerPage = {
  ...{ ages: { recent: zeroCentimes, week: zeroCentimes, month: zeroCentimes, quarter: zeroCentimes } },
  ...{ customer: level, unpaid: [], lines: [], sales: [], refunds: [] },
}
const found = ok({ customers: [salim, level, inCredit] })
const answers = {
  'carnet.debtors': ok(debtors),
  'carnet.find': found,
  'carnet.page': ok({ page }),
  'history.sale': ok({ sale: saleIn('refunded', orders.bill), moments: [] }),
  'till.refunds': ok({
    due: [refund(1), refund(702, { means: 'on-account', balanceCentimes: null })],
    debts: [refund(703, { state: 'debt', balanceCentimes: centimes(-205_000) })],
  }),
}
const lending = {
  carnet: { isOn: true, limitCentimes: centimes(500_000), saleLimitCentimes: null },
  till: { ...defaultSettings.till, shifts: true },
  printer: kept,
}
const at = (name: string, parts: Omit<SceneParts, 'settings'>): Scene =>
  scene(name, { settings: lending, answers, ...parts })

const open = ['click [data-testid="carnet-state"]']
const toReview = sellKeys.slice(0, -2)
const toOverLimit = [...toReview, '4', 'click [data-testid="customers"] .customer-row']
const toRefunds = ['F12', 'click [data-place="refunds"]']

const prices: Prices = {
  surcharges: true,
  rules: [
    {
      ...{ service: 'gift-card', of: 'PlayStation Store (France) 10 €', roundUpToCentimes: 1_000 },
      ...{ margin: { kind: 'percent', basisPoints: 750 }, minProfitCentimes: centimes(5_000) },
    },
    {
      ...{ service: 'mobile', of: null, roundUpToCentimes: null, minProfitCentimes: zeroCentimes },
      margin: { kind: 'fixed', centimes: centimes(2_000) },
    },
    {
      ...{ service: 'bill', of: 'SONELGAZ', roundUpToCentimes: 500, minProfitCentimes: zeroCentimes },
      margin: { kind: 'none' },
    },
  ],
}

export const carnetScenes: readonly Scene[] = [
  at('carnet-debtors', { sales: busyDay, keys: open, shows: '[data-testid="debtors"] table' }),
  at('carnet-nobody-owes', {
    answers: {
      ...answers,
      'carnet.find': ok({ customers: [] }),
      'carnet.debtors': ok({
        ...{ debtors: [], owed: { count: 0, sumCentimes: zeroCentimes }, ages: empty.ages },
        credits: { count: 0, sumCentimes: zeroCentimes },
      }),
    },
    ...{ keys: open, shows: '[data-testid="debtors"]' },
  }),
  at('carnet-new-customer', {
    answers: { ...answers, 'carnet.find': ok({ customers: [] }) },
    ...{
      keys: [...open, 'click [data-testid="carnet-search"] input', '0550123456'],
      shows: '[data-testid="add-customer"]',
    },
  }),
  at('carnet-customer', {
    ...{ sales: sold, keys: [...open, 'click .debtors .customer-row'], shows: '[data-testid="unpaid"]' },
  }),
  at('carnet-repaid', {
    answers: { ...answers, 'carnet.repay': ok(salim) },
    keys: [
      ...[...open, 'click .debtors .customer-row'],
      ...['click [data-testid="carnet-money"] .text-field:nth-of-type(3) input', ...'Amina'],
      'click [data-testid="carnet-money-now"]',
    ],
    shows: '[data-testid="carnet-moved"] svg',
  }),
  at('carnet-customer-level', {
    answers: { ...answers, 'carnet.page': ok({ page: empty }) },
    ...{ keys: [...open, 'click .debtors .customer-row'], shows: '[data-testid="forget"]' },
  }),
  at('carnet-choose', {
    answers: { ...answers, ...sellAnswers },
    keys: [...toReview, '4'],
    shows: '[data-testid="carnet-search"]',
  }),
  at('carnet-choose-new', {
    answers: {
      ...answers,
      ...sellAnswers,
      'carnet.find': ok({ customers: [customer('customer-6', { number: '0770123456' })] }),
    },
    keys: [...toReview, '4'],
    shows: '[data-testid="new-customer"]',
  }),
  at('carnet-nobody', {
    answers: { ...answers, ...sellAnswers, 'carnet.find': ok({ customers: [] }) },
    keys: [...toReview, '4', ...'Farid'],
    shows: '[data-testid="nobody"]',
  }),
  at('carnet-over-limit', {
    answers: { ...answers, ...sellAnswers },
    keys: toOverLimit,
    shows: '.buyer[data-over]',
  }),
  at('carnet-at-limit', {
    answers: { ...answers, ...sellAnswers },
    keys: [...toOverLimit, 'click [data-testid="raise-limit"]'],
    shows: 'details[open].carnet-form',
  }),
  at('carnet-refund', {
    ...{ sales: sold, till: { due: { count: 2, sumCentimes: bigCentimes } } },
    keys: [...toRefunds, 'click [data-testid="refund-pick"]', 'click [data-testid="to-carnet"]'],
    shows: '.refund-form [data-testid="carnet-search"]',
  }),
  at('carnet-refund-chosen', {
    ...{ sales: sold, till: { due: { count: 2, sumCentimes: bigCentimes } } },
    keys: [
      ...[...toRefunds, 'click [data-testid="refund-pick"]', 'click [data-testid="to-carnet"]'],
      'click .refund-form .customer-row',
    ],
    shows: '[data-testid="credit-to"]',
  }),
  at('prices', {
    answers: { 'prices.read': ok(prices) },
    ...{ keys: ['F10', 'click [data-testid="prices-open"]'], shows: '[data-testid="rules"] li' },
  }),
  scene('carnet-first-limit', {
    keys: [
      ...['F10', 'scroll [data-testid="carnet-settings"]'],
      'click [data-setting="carnet"] .segment:first-child',
    ],
    shows: '[data-testid="first-limit"]',
  }),
  at('carnet-settings', {
    keys: ['F10', 'scroll [data-testid="carnet-settings"]'],
    shows: '[data-testid="carnet-settings"]',
  }),
]

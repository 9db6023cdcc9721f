/** The till: who is at it, its settings and people, a shift from its float to its Z, and what is due to customers. */
import { centimes, zeroCentimes } from '#shared/money.ts'
import type { PeopleView } from '#shared/till/people.ts'
import type { RefundView } from '#shared/till/refunds.ts'
import type { KeptReport, ReportLine, ZReport } from '#shared/till/report.ts'
import type { ShiftView, TillView } from '#shared/till/till.ts'
import { defaultSettings } from '#shared/views.ts'
import { refNumber } from '../support/refs.ts'
import { ok, type Scene, type SceneParts, scene } from './scene.ts'
import { sellAnswers, sellKeys } from './selling-scenes.ts'
import { bigCentimes, busyDay, minuteMs, nowMs, orders, saleIn } from './views.ts'

const longName = 'Mohamed Lamine Benabderrahmane, responsable de la boutique'
const person = (personId: string, name: string, role: 'owner' | 'cashier', isActive = true) => ({
  ...{ personId, name, role, isActive },
})
const people: PeopleView = {
  isOn: true,
  people: [
    person('owner', longName, 'owner'),
    person('amina', 'Amina', 'cashier'),
    person('karim', 'كريم', 'cashier'),
    person('nadia', 'Nadia', 'cashier', false),
  ],
  signedIn: 'amina',
}
const asOwner: PeopleView = { ...people, signedIn: 'owner' }
const locked: PeopleView = { ...people, signedIn: null }

const shift: ShiftView = {
  ...{ shift: 1_234, state: 'open', openedAtMs: nowMs - 300 * minuteMs, openedBy: longName },
  floatCentimes: centimes(2_500_000),
  overnight: { gapCentimes: centimes(-120_000), movedCentimes: zeroCentimes },
  counted: null,
}
const counted: ShiftView = {
  ...shift,
  state: 'counted',
  counted: {
    ...{ countedCentimes: centimes(98_700_000), expectedCentimes: centimes(98_765_000) },
    ...{ differenceCentimes: centimes(-65_000), atMs: nowMs - minuteMs },
  },
}
const due = { count: 12, sumCentimes: bigCentimes }
const lastClose = { number: 1_233, closedAtMs: nowMs - 900 * minuteMs, leftCentimes: centimes(2_620_000) }

const line: ReportLine = {
  ...{ sales: 1_234, takenCentimes: bigCentimes, earnedCentimes: bigCentimes, owedCentimes: zeroCentimes },
  ...{ heldCentimes: zeroCentimes, costCentimes: bigCentimes, feeCentimes: centimes(5_000) },
  commissionCentimes: centimes(9_345_650),
  profitCentimes: centimes(12_345_650),
}
const tally = { count: 3, sumCentimes: centimes(205_000) }
const report: KeptReport = {
  ...{ shift: 1_234, openedAtMs: shift.openedAtMs, openedBy: longName, atMs: nowMs },
  ...{ total: line, late: line, outside: line, uncounted: 0 },
  byService: [
    { service: 'mobile', ...line },
    { service: 'bill', ...line },
  ],
  byOperator: [
    { service: 'mobile', operator: 'Mobilis', ...line },
    { service: 'gift-card', operator: orders.cards.productTitle, ...line },
  ],
  byMeans: [
    { means: 'cash', ...line },
    { means: 'card', ...line },
  ],
  byCashier: [
    { cashier: longName, ...line },
    { cashier: null, ...line },
  ],
  refunds: {
    ...{ paid: tally, reused: tally, credited: tally, repaid: tally },
    ...{ due, debts: tally },
  },
  carnet: {
    ...{ soldCentimes: bigCentimes, repaid: tally, paidOut: tally, owed: due },
    credits: tally,
  },
  held: tally,
  balance: { amountCentimes: bigCentimes, atMs: nowMs - minuteMs },
  cash: {
    ...{ floatCentimes: centimes(2_500_000), salesCentimes: bigCentimes, paidInCentimes: centimes(100_000) },
    ...{ paidOutCentimes: centimes(350_000), dropsCentimes: bigCentimes, refundsCentimes: centimes(205_000) },
    ...{ debtsRepaidCentimes: centimes(45_000), creditsPaidCentimes: centimes(12_000) },
    ...{ repaidCentimes: zeroCentimes, noSales: 2, expectedCentimes: centimes(98_765_000) },
    ...{ counted: counted.counted, leftCentimes: centimes(98_700_000), overnight: shift.overnight },
  },
  otherMeans: [
    {
      ...{ means: 'card', salesCentimes: bigCentimes, countedCentimes: centimes(500_000) },
      expectedAtCountCentimes: centimes(512_500),
    },
    { means: 'transfer', salesCentimes: bigCentimes, countedCentimes: null },
  ],
  grandTotalCentimes: bigCentimes,
  journal: { after: 12, sequence: 123_456, hash: 'a'.repeat(64) },
}
const z = (number: number): ZReport => ({
  ...{ number, closedAtMs: nowMs - minuteMs, closedBy: longName, approvedBy: longName, report },
  differenceReason: 'Monnaie rendue en trop à un client, vers midi ; il est revenu le dire.',
  entry: { sequence: 123_457, hash: 'b'.repeat(64) },
})

const owed = (seed: number, change: Partial<RefundView> = {}): RefundView => ({
  ...{ ref: refNumber(seed), priceCentimes: centimes(205_000), means: 'cash', state: 'due' },
  ...{ balanceCentimes: centimes(205_000), countedPartCentimes: null, givenBack: [], repayments: [] },
  changedAtMs: nowMs - seed * minuteMs,
  ...change,
})
const refunds = ok({
  due: [
    owed(1),
    owed(700, { balanceCentimes: bigCentimes, means: 'card' }),
    owed(701, { balanceCentimes: null }),
  ],
  debts: [owed(702, { state: 'debt', balanceCentimes: centimes(-205_000) })],
})
/** A part came after the whole price was given back, and nobody has said what it is worth. */
const uncountedDebt = owed(703, { state: 'debt', balanceCentimes: null })
/** Of those that the lists do not hold the history says what was sold. */
const dueAnswers = {
  'till.refunds': refunds,
  'history.sale': ok({ sale: saleIn('refunded', orders.bill), moments: [] }),
}
const refunded = [saleIn('refunded'), ...busyDay.slice(1)]

const withShifts = { till: { ...defaultSettings.till, shifts: true } }
type TillParts = Omit<SceneParts, 'till' | 'settings'>
const at = (name: string, till: Partial<TillView>, parts: TillParts): Scene =>
  scene(`till-${name}`, { settings: withShifts, till, ...parts })

const unpermitted = { ok: false, error: { kind: 'till', problem: 'needs-owner' } } as const
const tooMany = {
  ok: false,
  error: { kind: 'till', problem: 'pin-wait', fromMs: nowMs + 8 * minuteMs },
} as const
const wrong = { ok: false, error: { kind: 'till', problem: 'pin-wrong' } } as const
const toSettings = (place: string) => ['F10', `click [data-testid="${place}"]`]
const place = (name: string) => ['F12', `click [data-place="${name}"]`]
const toX = [...place('now'), 'click [data-testid="x-report"]']

const peopleScenes: readonly Scene[] = [
  at('locked', { people: locked }, { shows: '[data-testid="lock-screen"]' }),
  at(
    'locked-wait',
    { people: locked },
    {
      answers: { 'people.sign-in': tooMany },
      ...{ keys: ['12345', 'Enter'], shows: '[data-testid="pin-wait"]' },
    },
  ),
  at(
    'locked-wrong',
    { people: locked },
    {
      answers: { 'people.sign-in': wrong },
      ...{ keys: ['12345', 'Enter'], shows: '.pin-field [role="alert"]' },
    },
  ),
  at('switch', { people, shift, due }, { keys: ['Shift+F12'], shows: '[data-testid="switch-dialog"]' }),
  scene('till-settings-off', {
    ...{ keys: ['F10', 'scroll [data-testid="till-settings"]'], shows: '[data-testid="till-settings"]' },
  }),
  at(
    'settings-on',
    { people: asOwner },
    { keys: ['F10', 'scroll [data-testid="till-settings"]'], shows: '[data-testid="till-settings"]' },
  ),
  scene('till-people-start', {
    ...{ keys: toSettings('people-open'), shows: '[data-testid="people-start"]' },
  }),
  at('people', { people: asOwner }, { keys: toSettings('people-open'), shows: '.people-list' }),
  at(
    'people-add',
    { people: asOwner },
    {
      ...{ keys: [...toSettings('people-open'), 'click [data-testid="add-person"]'] },
      shows: '[data-place="add"]',
    },
  ),
  at(
    'approval',
    { people, shift, due },
    {
      answers: { 'till.x-report': unpermitted },
      ...{ keys: toX, shows: '[data-testid="approval"]' },
    },
  ),
]

const x = { 'till.x-report': ok(report) }
const zs = { 'till.z-list': ok({ reports: [z(1_234), z(1_233)] }) }

const shiftScenes: readonly Scene[] = [
  at('bar', { people, shift, due }, { sales: busyDay, shows: '[data-testid="due-state"]' }),
  at(
    'noticed',
    { people, shift, due },
    {
      status: { notices: ['no-backup', 'accounts-lost'] },
      sales: [...busyDay, saleIn('unsent', orders.mobile, { reason: 'not-found' }, 13)],
      shows: '.to-do',
    },
  ),
  at('open-first', {}, { keys: ['F12'], shows: '[data-testid="open-shift"]' }),
  at(
    'open',
    { lastClose, people },
    {
      keys: ['F12', 'click [data-piece="note-1000"]', '25', 'click [data-piece="coin-200"]', '12'],
      shows: '[data-testid="gap"]',
    },
  ),
  at('x', { shift, due }, { answers: x, keys: toX, shows: '.till-report' }),
  at('paid-in', { shift }, { keys: place('paid-in'), shows: '[data-movement="paid-in"]' }),
  at('paid-out', { shift, people }, { keys: place('paid-out'), shows: '[data-movement="paid-out"]' }),
  at('no-sale', { shift, people }, { keys: place('no-sale'), shows: '[data-movement="no-sale"]' }),
  at('count', { shift, people }, { keys: place('count'), shows: '[data-testid="count"]' }),
  at('close', { shift: counted }, { keys: place('count'), shows: '[data-testid="close-shift"]' }),
  at('z-list', { lastClose }, { answers: zs, keys: place('reports'), shows: '.z-row' }),
  at(
    'z',
    { lastClose },
    { answers: zs, keys: [...place('reports'), 'click .z-row'], shows: '[data-testid="z"]' },
  ),
  scene('till-shifts-off', {
    answers: { 'till.refunds': ok({ due: [], debts: [] }) },
    ...{ keys: ['F12'], shows: '[data-testid="nothing-due"]' },
  }),
  at(
    'refunds',
    { shift, due, people },
    {
      ...{ sales: refunded, answers: dueAnswers },
      ...{ keys: place('refunds'), shows: '.refund-row' },
    },
  ),
  at(
    'give-back',
    { shift, due },
    {
      ...{ sales: refunded, answers: dueAnswers },
      keys: [...place('refunds'), 'click [data-testid="refund-pick"]', 'click .reuse summary'],
      shows: '[data-testid="give-back"]',
    },
  ),
  at(
    'take-back-part',
    { shift, due, people },
    {
      sales: refunded,
      answers: { ...dueAnswers, 'till.refunds': ok({ due: [], debts: [uncountedDebt] }) },
      keys: [...place('refunds'), 'click [data-testid="refund-pick"]'],
      shows: '[data-testid="take-back"]',
    },
  ),
  at(
    'review-means',
    { shift, people },
    { answers: sellAnswers, keys: sellKeys.slice(0, -2), shows: '[data-testid="means"]' },
  ),
]

export const tillScenes: readonly Scene[] = [...peopleScenes, ...shiftScenes]

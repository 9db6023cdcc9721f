/** The books: the history with one sale in full, its files, the bundle for support, and the comparison with the service's. */
import type { BundleView, ExportView } from '#shared/exports.ts'
import type { HistoryPage, Moment } from '#shared/history.ts'
import { centimes, zeroCentimes } from '#shared/money.ts'
import {
  type DayState,
  type DayTotals,
  type FindingKind,
  type FindingView,
  findingKinds,
  type MovementSide,
  type OrderSide,
  type ReconciledDay,
  type ReconciliationRun,
  type SaleSide,
  signOffObstacles,
} from '#shared/reconciliation.ts'
import { refNumber } from '../support/refs.ts'
import type { Answers } from '../support/window-page.ts'
import { ok, type Scene, scene } from './scene.ts'
import { bigCentimes, busyDay, candidates, cardViews, minuteMs, nowMs, orders, saleIn } from './views.ts'

const requestId = '7f0c2c1e-5b0a-4c8e-9a51-2d6f5d1c9b77'
const serviceId = '66f0c9a1b2c3d4e5f6a7b8c9'

const pageOf = (change: Partial<HistoryPage> = {}): Answers => ({
  'history.page': ok({ sales: busyDay, until: 12, before: null, count: 12, hasRanks: false, ...change }),
})

let sequence = 0
const moment = (kind: string, change: Partial<Moment> = {}): Moment => {
  sequence += 1
  return {
    ...{ sequence, kind, atMs: nowMs - (40 - sequence) * minuteMs, attempt: null, status: null },
    ...{ expected: true, reason: null, said: null, who: null, why: null, approvedBy: null },
    ...{ requestId: null, serviceId: null },
    ...{ amountCentimes: null, print: null, problem: null, count: null, ...change },
  }
}

const moments: readonly Moment[] = [
  moment('sale-recorded', { amountCentimes: bigCentimes }),
  moment('attempt-started', { attempt: 1 }),
  moment('doubted', { reason: 'UND_ERR_HEADERS_TIMEOUT', requestId }),
  moment('not-found', { count: 3 }),
  moment('several-found', { count: 2 }),
  moment('linked', {
    ...{ who: 'Nadia, responsable', serviceId },
    why: 'Le client a montré les cartes sur son téléphone ; une seule commande de cette heure.',
  }),
  moment('observed', { status: 'HANDLING', requestId }),
  moment('observed', { status: 'PARTIALLY_FILLED', count: 40, expected: false, requestId }),
  moment('refused', { reason: 'ERR_PHONE', said: 'رقم الهاتف غير صحيح', requestId }),
  moment('receipt-kept', { requestId }),
  moment('print-queued', { print: { what: 'sale', copyNumber: 0, printer: 'Caisse', withCodes: true } }),
  moment('print-begun'),
  moment('print-doubted', { problem: 'unconfirmed' }),
  moment('print-seen', { who: 'Nadia, responsable' }),
  moment('codes-shown', { count: 40 }),
  moment('print-queued', {
    print: { what: 'sale', copyNumber: 12, printer: 'Imprimante du premier étage', withCodes: false },
  }),
  moment('print-failed', { problem: 'printer-error' }),
  moment('print-repeated'),
  moment('print-queued', { print: { what: 'official', copyNumber: 0, printer: 'Caisse', withCodes: false } }),
  moment('print-sent'),
  moment('print-left', { who: 'Nadia, responsable' }),
  moment('shift-closed'),
]
const partly = saleIn('partly-fulfilled', orders.cards, { deliveredCount: 40, cards: cardViews(40) }, 1)
const oneSale: Answers = {
  ...pageOf({ sales: [partly], count: 1 }),
  'history.sale': ok({ sale: partly, moments: [...moments] }),
}
const toSale = ['F6', 'click .history-row']

const exporting: ExportView = {
  ...{ what: 'xlsx', state: 'running', rows: 123_456, done: 654_321, total: 1_234_567, problem: null },
  path: 'C:\\Users\\caisse\\Documents\\Comptoir, ventes du 01-01-2026 au 20-11-2026.xlsx',
}
const underWay: Answers = { ...pageOf(), 'export.state': ok({ export: exporting }) }
/** The bar stays as long as an export runs; how it ended is shown beside the choice of a format. */
const exportEnded = (name: string, change: Partial<ExportView>): Scene =>
  scene(name, {
    ...{ answers: pageOf(), keys: toExport, shows: `[data-testid="export"][data-state="${change.state}"]` },
    heard: [{ kind: 'export-changed', export: { ...exporting, ...change } }],
  })
const toExport = ['F6', 'unfold [data-testid="history-fold"]', 'click [data-testid="export-open"]']

const bundle: BundleView = {
  bundleId: 'a'.repeat(64),
  files: [
    ...(['journal.jsonl', 'tentatives-et-demandes.jsonl', 'versions.json'] as const).map((name, place) => ({
      ...{
        name,
        bytes: 10 ** (place + 3),
        text: '{\n  "version": "0.1.0"\n}\n'.repeat(20),
        isCut: place === 0,
      },
    })),
  ],
}

const historyScenes: readonly Scene[] = [
  scene('history', { answers: pageOf(), keys: ['F6'], shows: '.history-row' }),
  scene('history-many', {
    ...{ answers: pageOf({ count: null }), keys: ['F6', '0661'], shows: '.history-row' },
  }),
  scene('history-none', {
    ...{ answers: pageOf({ sales: [], count: 0 }), keys: ['F6'], shows: '[data-testid="history-count"]' },
  }),
  scene('history-looking', {
    answers: { 'history.page': 'never' },
    ...{ keys: ['F6'], shows: '[data-testid="history-screen"]' },
  }),
  scene('history-sale', { answers: oneSale, keys: toSale, shows: '[data-testid="timeline"]' }),
  scene('history-sale-choice', {
    answers: {
      ...pageOf({ sales: [saleIn('in-doubt', orders.cards, { candidates, decidable: true })], count: 1 }),
      'history.sale': ok({
        sale: saleIn('in-doubt', orders.cards, { candidates, decidable: true }),
        moments: [...moments],
      }),
    },
    ...{ keys: toSale, shows: '[data-testid="timeline"]' },
  }),
  scene('export-formats', { answers: pageOf(), keys: toExport, shows: '.export-bar' }),
  scene('export-running', { answers: underWay, keys: ['F6'], shows: '[data-state="running"]' }),
  exportEnded('export-saved', { state: 'saved' }),
  exportEnded('export-cancelled', { state: 'cancelled' }),
  exportEnded('export-failed', { state: 'failed', problem: 'ENOSPC' }),
]

const saleSide: SaleSide = {
  ...{ ref: refNumber(1), kind: 'gift-card', subject: orders.cards.productTitle, state: 'fulfilled' },
  ...{ serverStatus: 'FULFILLED', serviceId, faceCentimes: bigCentimes, debitCentimes: bigCentimes },
  recordedAtMs: nowMs - 60 * minuteMs,
}
const orderSide: OrderSide = {
  ...{ kind: 'gift-card', orderId: serviceId, ref: null, status: 'REFUNDED' },
  ...{ subject: orders.cards.productTitle, faceCentimes: bigCentimes, debitCentimes: null },
  atMs: nowMs - 59 * minuteMs,
}
const movementSide: MovementSide = {
  ...{ id: '66f0c9a1b2c3d4e5f6a7b8d0', type: 'GIFT_CARD_ORDER', direction: 'out' },
  ...{ amountCentimes: bigCentimes, objectId: serviceId, atMs: nowMs - 58 * minuteMs },
  ...{ oldBalanceCentimes: centimes(123_456_789_050), newBalanceCentimes: centimes(24_691_356_900) },
}

const withoutSale: readonly FindingKind[] = [
  ...(['unknown-to-journal', 'debited-without-sale', 'balance-differs', 'unreadable'] as const),
]
const finding = (kind: FindingKind, place: number, change: Partial<FindingView> = {}): FindingView => ({
  ...{ id: String(place).padStart(64, '0'), kind, day: '2026-11-19' },
  sale: withoutSale.includes(kind) ? null : saleSide,
  orders: kind === 'balance-differs' || kind === 'unknown-at-service' ? [] : [orderSide],
  movements: kind === 'state-differs' ? [] : [movementSide],
  differences:
    kind === 'amount-differs' || kind === 'balance-differs'
      ? [{ what: 'moved', journalCentimes: bigCentimes, serviceCentimes: centimes(0) }]
      : [],
  ...{ settled: null, ...change },
})
const everyFinding = findingKinds.map((kind, place) => finding(kind, place))
const settled = finding('unknown-to-journal', 20, {
  settled: {
    ...{ settlement: { kind: 'other-counter' }, who: 'Nadia, responsable', atMs: nowMs },
    why: 'Vendu sur la caisse du premier étage, vérifié sur son journal.',
  },
})

const totals: DayTotals = {
  ...{ salesCount: 1_234, soldCentimes: bigCentimes, costCentimes: bigCentimes, ordersCount: 1_235 },
  ...{ debitedCentimes: bigCentimes, refundedCentimes: centimes(205_000), otherInCentimes: bigCentimes },
  ...{ otherOutCentimes: centimes(100_000), openingCentimes: bigCentimes, closingCentimes: bigCentimes },
}
const day = (date: string, state: DayState, change: Partial<ReconciledDay> = {}): ReconciledDay => ({
  ...{ day: date, state, openFindings: state === 'exceptions' ? 9 : 0, settledFindings: 1, openSales: 0 },
  ...{
    unprovenSales: 0,
    unprovenMovements: 0,
    unprovenCentimes: zeroCentimes,
    comparedAtMs: nowMs,
    totals,
    digest: 'd'.repeat(64),
    obstacle: null,
  },
  signed: state === 'signed-off' ? { who: 'Nadia, responsable', atMs: nowMs - 600 * minuteMs } : null,
  ...change,
})
const days: readonly ReconciledDay[] = [
  day('2026-11-20', 'not-compared', { totals: null, comparedAtMs: null, obstacle: 'day-not-over' }),
  day('2026-11-19', 'exceptions', { obstacle: 'open-findings' }),
  day('2026-11-18', 'level'),
  day('2026-11-17', 'signed-off'),
  day('2026-11-16', 'reopened', { signed: { who: 'Nadia', atMs: nowMs - 900 * minuteMs } }),
  day('2026-11-15', 'unproven', { unprovenSales: 2, unprovenMovements: 3, unprovenCentimes: bigCentimes }),
]
const still: ReconciliationRun = {
  ...{ state: 'idle', step: null, fromDay: null, toDay: null, done: 0, total: 0 },
  ...{ completedAtMs: nowMs - 5 * minuteMs, openFindings: everyFinding.length },
}
const books = (
  run: Partial<ReconciliationRun> = {},
  findings: readonly FindingView[] = everyFinding,
  shown: readonly ReconciledDay[] = days,
): Answers => ({
  'reconcile.state': ok({ run: { ...still, ...run }, days: [...shown] }),
  'reconcile.findings': ok({ findings: [...findings], count: findings.length }),
})
const under: Partial<ReconciliationRun> = {
  ...{ fromDay: '2026-10-16', toDay: '2026-11-20', done: 33, total: 140 },
}
const atDay = (date: string) => ['F7', `click [data-day="${date}"]`]

const reconciliationScenes: readonly Scene[] = [
  scene('reconciliation', { answers: books(), keys: ['F7'], shows: '.finding' }),
  ...findingKinds.map((kind, place) =>
    scene(`reconciliation-${kind}`, {
      answers: books({ openFindings: 1 }, [finding(kind, place)]),
      ...{ keys: ['F7'], shows: `.finding[data-kind="${kind}"]` },
    }),
  ),
  scene('reconciliation-never', {
    answers: books({ completedAtMs: null, openFindings: 0 }, [], []),
    ...{ keys: ['F7'], shows: '[data-testid="nothing-found"]' },
  }),
  ...(['running', 'waiting', 'stopped', 'failed'] as const).map((state) =>
    scene(`reconciliation-run-${state}`, {
      answers: books({ ...under, state, step: state === 'running' ? 'reading' : null }),
      ...{ keys: ['F7'], shows: `[data-run="${state}"]` },
    }),
  ),
  scene('reconciliation-settle', {
    answers: books({}, [finding('unknown-to-journal', 1)]),
    keys: ['F7', 'click .finding-pick input', 'click .settle .choice-option:nth-of-type(2) input'],
    shows: '[data-testid="settle"]',
  }),
  scene('reconciliation-settled', {
    answers: books({ openFindings: 0 }, [settled]),
    ...{ keys: atDay('2026-11-17'), shows: '[data-testid="finding-settled"]' },
  }),
  ...days.map(({ day: date, state }) =>
    scene(`reconciliation-day-${state}`, {
      answers: books({}, state === 'exceptions' ? everyFinding : []),
      keys: atDay(date),
      shows: `[data-testid="day"][data-state="${state}"]`,
    }),
  ),
  ...signOffObstacles.map((obstacle) =>
    scene(`reconciliation-obstacle-${obstacle}`, {
      answers: books({}, [], [day('2026-11-19', 'not-compared', { obstacle })]),
      ...{ keys: atDay('2026-11-19'), shows: `[data-obstacle="${obstacle}"]` },
    }),
  ),
]

const supportScenes: readonly Scene[] = [
  scene('support', {
    answers: { 'support.preview': ok(bundle) },
    ...{ keys: ['?', 'click [data-testid="support-open"]'], shows: '.bundle-files' },
  }),
  scene('support-content', {
    answers: { 'support.preview': ok(bundle) },
    keys: ['?', 'click [data-testid="support-open"]', 'click .bundle-files summary'],
    shows: '.bundle-text',
  }),
  scene('support-content-on', {
    answers: {
      'support.preview': ok(bundle),
      'support.part': ok({ text: '{\n  "kind": "print-sent"\n}\n'.repeat(20), isCut: true }),
    },
    keys: [
      ...['?', 'click [data-testid="support-open"]', 'click .bundle-files summary'],
      'click [data-testid="support-more"]',
    ],
    shows: '[data-testid="support-more"]',
  }),
  scene('support-making', {
    answers: { 'support.preview': 'never' },
    ...{ keys: ['?', 'click [data-testid="support-open"]'], shows: '[data-testid="support"]' },
  }),
]

export const booksScenes: readonly Scene[] = [...historyScenes, ...reconciliationScenes, ...supportScenes]

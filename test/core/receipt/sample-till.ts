/** What stands on papers of the till: a Z with all that may be on one, an X for a cashier, and a slip of each act. */
import type { TillContent } from '#core/receipt/compose-till.ts'
import { withoutCosts } from '#core/till/report.ts'
import { centimes } from '#shared/money.ts'
import { type OrderKind, orderKinds } from '#shared/orders.ts'
import type { KeptReport } from '#shared/till/report.ts'
import { refNumber } from '../../support/refs.ts'
import { da } from '../../support/till.ts'
import { soldAtMs } from './sample-sale.ts'

const lineOf = (sales: number, dinars: number, late = 0) => ({
  ...{ sales, takenCentimes: da(dinars), earnedCentimes: da(dinars - 500 + late), owedCentimes: da(500) },
  ...{ heldCentimes: da(-late), costCentimes: centimes(dinars * 97 + 50), feeCentimes: da(25) },
  profitCentimes: centimes((dinars - 500 + late) * 100 - dinars * 97 - 50),
})
const operators: Readonly<Record<OrderKind, string>> = {
  internet: 'ADSL',
  mobile: 'Mobilis',
  'gift-card': 'PlayStation Store (France) 10 €',
  bill: 'SONELGAZ',
}

const report: KeptReport = {
  ...{ shift: 128, openedAtMs: soldAtMs - 9 * 3_600_000, openedBy: 'Amina Benabdallah', atMs: soldAtMs },
  total: lineOf(143, 184_350),
  late: { ...lineOf(0, 0, 1_200), takenCentimes: da(0) },
  outside: lineOf(2, 1_500),
  byService: orderKinds.map((service, place) => ({ service, ...lineOf(place + 30, 40_000 + place) })),
  byOperator: orderKinds.map((service, place) => ({
    ...{ service, operator: operators[service] },
    ...lineOf(place + 30, 40_000 + place),
  })),
  byMeans: [
    { means: 'cash', ...lineOf(120, 150_000) },
    { means: 'card', ...lineOf(23, 34_350) },
  ],
  byCashier: [
    { cashier: 'Amina Benabdallah', ...lineOf(100, 150_000) },
    { cashier: null, ...lineOf(43, 34_350) },
  ],
  uncounted: 1,
  refunds: {
    paid: { count: 3, sumCentimes: da(2_700) },
    reused: { count: 1, sumCentimes: da(500) },
    credited: { count: 0, sumCentimes: da(0) },
    repaid: { count: 1, sumCentimes: da(1_000) },
    due: { count: 2, sumCentimes: da(1_850) },
    debts: { count: 1, sumCentimes: da(640) },
  },
  held: { count: 4, sumCentimes: da(6_120) },
  cash: {
    ...{ floatCentimes: da(10_000), salesCentimes: da(150_000), paidInCentimes: da(2_015) },
    ...{ paidOutCentimes: da(3_500), dropsCentimes: da(120_000), refundsCentimes: da(2_710) },
    ...{ repaidCentimes: da(1_005), noSales: 2, expectedCentimes: da(36_810) },
    counted: {
      ...{ countedCentimes: da(36_695), expectedCentimes: da(36_810), differenceCentimes: da(-115) },
      atMs: soldAtMs,
    },
    leftCentimes: da(36_700),
    overnight: { gapCentimes: da(-45), movedCentimes: da(55) },
  },
  otherMeans: [{ means: 'card', salesCentimes: da(34_355), countedCentimes: da(34_360) }],
  grandTotalCentimes: centimes(9_123_456_789),
  journal: { after: 10_211, sequence: 12_345, hash: '0123456789abcdef'.repeat(4) },
}

const act = { actId: 'act-00000001', who: 'Amina Benabdallah', shift: 128 } as const

export const sampleTillContents = {
  x: { kind: 'x', report: withoutCosts({ ...report, cash: null, otherMeans: [] }) },
  z: {
    kind: 'z',
    z: {
      ...{ number: 128, closedAtMs: soldAtMs, closedBy: 'Amina Benabdallah', approvedBy: 'Karim' },
      ...{ differenceReason: 'un billet de 200 DA rendu de trop', report },
      entry: { sequence: 12_346, hash: 'fedcba9876543210'.repeat(4) },
    },
  },
  'paid-in': {
    ...{ kind: 'movement', atMs: soldAtMs },
    body: {
      kind: 'cash-moved',
      ...act,
      moved: { movement: 'paid-in', amountCentimes: da(2_015), note: 'Monnaie' },
    },
  },
  'paid-out': {
    ...{ kind: 'movement', atMs: soldAtMs },
    body: {
      ...{ kind: 'cash-moved', ...act, approvedBy: 'Karim' },
      moved: {
        movement: 'paid-out',
        amountCentimes: da(3_500),
        reason: 'supplier',
        note: 'Rouleaux de papier',
      },
    },
  },
  drop: {
    ...{ kind: 'movement', atMs: soldAtMs },
    body: { kind: 'cash-moved', ...act, moved: { movement: 'drop', amountCentimes: da(120_000) } },
  },
  'no-sale': {
    ...{ kind: 'movement', atMs: soldAtMs },
    body: { kind: 'cash-moved', ...act, moved: { movement: 'no-sale', note: 'Échange d’un billet' } },
  },
  refund: {
    ...{ kind: 'refund', atMs: soldAtMs },
    body: {
      ...{ kind: 'refund-given', ...act, ref: refNumber(7), means: 'cash', how: 'paid' },
      amountCentimes: centimes(150_050),
    },
  },
  repaid: {
    ...{ kind: 'refund', atMs: soldAtMs },
    body: { kind: 'refund-repaid', ...act, ref: refNumber(8), means: 'card', amountCentimes: da(1_000) },
  },
} as const satisfies Readonly<Record<string, TillContent>>

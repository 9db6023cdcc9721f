/** What stands on papers of the till: a Z with all that may be on one, an X for a cashier, and a slip of each act. */
import type { TillContent } from '#core/receipt/compose-till.ts'
import { withoutCosts } from '#core/till/report.ts'
import { centimes } from '#shared/money.ts'
import { type OrderKind, orderKinds } from '#shared/products/orders.ts'
import type { KeptReport } from '#shared/till/report.ts'
import { refNumber } from '../../support/refs.ts'
import { da } from '../../support/till.ts'
import { soldAtMs } from './sample-sale.ts'

const lineOf = (sales: number, dinars: number, late = 0) => ({
  ...{ sales, takenCentimes: da(dinars), earnedCentimes: da(dinars - 500 + late), owedCentimes: da(500) },
  ...{ heldCentimes: da(-late), costCentimes: centimes(dinars * 97 + 50), feeCentimes: da(25) },
  commissionCentimes: centimes(dinars * 3 - 45),
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
  carnet: {
    ...{ soldCentimes: da(7_025), repaid: { count: 2, sumCentimes: da(3_045) } },
    paidOut: { count: 1, sumCentimes: da(215) },
    owed: { count: 12, sumCentimes: da(48_755) },
    credits: { count: 2, sumCentimes: da(1_235) },
  },
  held: { count: 4, sumCentimes: da(6_120) },
  balance: { amountCentimes: centimes(7_654_321), atMs: soldAtMs },
  cash: {
    ...{ floatCentimes: da(10_000), salesCentimes: da(150_000), paidInCentimes: da(2_015) },
    ...{ paidOutCentimes: da(3_500), dropsCentimes: da(120_000), refundsCentimes: da(2_710) },
    ...{ debtsRepaidCentimes: da(2_995), creditsPaidCentimes: da(165) },
    ...{ repaidCentimes: da(1_005), noSales: 2, expectedCentimes: da(36_810) },
    counted: {
      ...{ countedCentimes: da(36_695), expectedCentimes: da(36_810), differenceCentimes: da(-115) },
      atMs: soldAtMs,
    },
    leftCentimes: da(36_700),
    overnight: { gapCentimes: da(-45), movedCentimes: da(55) },
  },
  otherMeans: [
    { means: 'card', salesCentimes: da(34_355), countedCentimes: da(34_360) },
    {
      ...{ means: 'transfer', salesCentimes: da(8_470), refundsCentimes: da(330) },
      ...{ expectedAtCountCentimes: da(7_405), countedCentimes: da(7_395) },
    },
  ],
  grandTotalCentimes: centimes(9_123_456_789),
  journal: { after: 10_211, sequence: 12_345, hash: '0123456789abcdef'.repeat(4) },
}

const customer = {
  ...{ customerId: 'customer-1', number: '0661000001', name: 'Salim Benabderrahmane', isForgotten: false },
  ...{ limitCentimes: null, allowedCentimes: da(5_000), balanceCentimes: da(3_375), addedAtMs: soldAtMs },
} as const

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
  'carnet-repaid': {
    ...{ kind: 'carnet-money', atMs: soldAtMs, customer },
    body: {
      ...{ kind: 'debt-repaid', ...act, customer: customer.customerId, means: 'cash' },
      amountCentimes: da(1_625),
    },
  },
  'credit-paid': {
    ...{
      kind: 'carnet-money',
      atMs: soldAtMs,
      customer: { ...customer, name: null, balanceCentimes: da(-85) },
    },
    body: {
      ...{ kind: 'credit-paid-out', ...act, customer: customer.customerId, means: 'cash' },
      amountCentimes: da(415),
    },
  },
  statement: {
    ...{ kind: 'statement', customer },
    unpaid: [
      { atMs: soldAtMs - 40 * 86_400_000, leftCentimes: da(1_375), what: 'Mobilis 1 500' },
      { atMs: soldAtMs, leftCentimes: da(2_000), what: null },
    ],
  },
} as const satisfies Readonly<Record<string, TillContent>>

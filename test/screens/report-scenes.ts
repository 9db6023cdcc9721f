/** What the owner sees: reports over spans in words, bars and a table; the strip; archives; the code for a lost PIN. */
import type { ArchiveView } from '#shared/archive.ts'
import { centimes, zeroCentimes } from '#shared/money.ts'
import { shopDayAfter } from '#shared/reconciliation.ts'
import type { PeopleView } from '#shared/till/people.ts'
import type { OwnerStrip, SpanLine, SpanReport } from '#shared/till/span-report.ts'
import { defaultSettings } from '#shared/views.ts'
import { ok, type Scene, scene } from './scene.ts'
import { bigCentimes, minuteMs, nowMs } from './views.ts'

const lineOf = (dinars: number, sales = 12): SpanLine => ({
  ...{ sales, failures: 1, takenCentimes: centimes(dinars * 100), earnedCentimes: centimes(dinars * 98) },
  ...{ owedCentimes: zeroCentimes, heldCentimes: centimes(dinars * 2), costCentimes: centimes(dinars * 93) },
  ...{ feeCentimes: zeroCentimes, commissionCentimes: centimes(dinars * 5) },
  profitCentimes: centimes(dinars * 5),
})
const tally = { count: 3, sumCentimes: centimes(205_000) }
const none = { count: 0, sumCentimes: zeroCentimes }
const first = '2026-11-01'
/** Of the month that is shown; the last ten days are still to come. */
const daysOver = 20
const today = '2026-11-20'
/** Millions of dinars, so that every column is as wide as it gets. */
const big = lineOf(9_876_543, 1_234)

const month: SpanReport = {
  ...{ fromDay: first, toDay: '2026-11-30', step: 'day', atMs: nowMs, total: big },
  steps: Array.from({ length: 30 }, (_, day) => {
    const on = shopDayAfter(first, day)
    return {
      ...lineOf(day < daysOver ? 4_000 + ((day * 7_919) % 9_000) : 0, day < daysOver ? 20 : 0),
      fromDay: on,
      toDay: on,
      hour: null,
    }
  }),
  byService: [
    { service: 'mobile', ...big },
    { service: 'bill', ...lineOf(98_765) },
  ],
  byOperator: [
    { service: 'mobile', operator: 'Mobilis', ...lineOf(123_456) },
    { service: 'bill', operator: 'SONELGAZ', ...lineOf(98_765) },
  ],
  byCashier: [
    { cashier: 'Mohamed Lamine Benabderrahmane', ...big },
    { cashier: null, ...lineOf(12_000) },
  ],
  byHour: [9, 10, 11, 17, 18].map((hour) => ({ hour, ...lineOf(12_000 + hour * 100) })),
  refunds: { paid: tally, reused: none, credited: none, repaid: none },
  differences: { over: none, short: tally },
  bestDay: { day: '2026-11-18', takenCentimes: centimes(1_262_300), sales: 20 },
  bestHour: { hour: 18, takenCentimes: centimes(138_000), sales: 61 },
}
/** A day that takes more back in the evening than it brings. */
const day: SpanReport = {
  ...{ ...month, fromDay: today, toDay: today, step: 'hour' },
  steps: Array.from({ length: 24 }, (_, hour) => ({
    ...lineOf(hour < 8 || hour > 21 ? 0 : hour === 21 ? -3_000 : 1_000 + ((hour * 7_919) % 5_000), 4),
    ...{ fromDay: today, toDay: today, hour },
  })),
  bestHour: { hour: 17, takenCentimes: centimes(562_300), sales: 4 },
}
const stripBalance = centimes(98_765_400)
const strip: OwnerStrip = {
  ...{ day: today, sales: 120, takenCentimes: bigCentimes, profitCentimes: centimes(12_345_650) },
  ...{ dueCentimes: centimes(205_000), owedByCustomersCentimes: zeroCentimes },
  balanceCentimes: stripBalance,
  runway: { hours: 3.2, leastHours: 2.1, mostHours: 5.4, weeks: 5 },
  books: 'agree',
}
const archive: ArchiveView = {
  ...{ folder: 'D:\\Archives', publicKey: 'a1'.repeat(32), earlierKey: 'b2'.repeat(32) },
  keyProblem: null,
  last: {
    ...{ of: { kind: 'z', number: 12 }, atMs: nowMs - minuteMs, path: null, problem: 'folder' },
    detail: 'ENOENT',
  },
}
const owner: PeopleView = {
  isOn: true,
  people: [{ personId: 'owner', name: 'Karim', role: 'owner', isActive: true }],
  signedIn: 'owner',
}
const withStrip = { till: { ...defaultSettings.till, shifts: true, strip: true } }
const answers = { 'reports.read': ok(month), 'reports.strip': ok(strip), 'archive.state': ok(archive) }

export const reportScenes: readonly Scene[] = [
  scene('report-month', {
    settings: withStrip,
    answers,
    keys: ['F12', 'click [data-place="sales"]', 'click [data-testid="sales-report"] .segment:nth-child(3)'],
    shows: '[data-testid="report-table"]',
  }),
  scene('report-day', {
    settings: withStrip,
    answers: { ...answers, 'reports.read': ok(day) },
    keys: ['F12', 'click [data-place="sales"]'],
    shows: '[data-testid="report-table"]',
  }),
  scene('report-strip', {
    ...{ settings: withStrip, till: { people: owner }, answers },
    status: { balance: { amountCentimes: stripBalance, atMs: nowMs - minuteMs } },
    shows: '[data-figure="runway"]',
  }),
  scene('report-archive', {
    ...{ settings: withStrip, till: { people: owner }, answers },
    keys: ['F10', 'scroll [data-testid="archive-settings"]'],
    shows: '[data-testid="archive-settings"] [role="alert"]',
  }),
  scene('report-lost-pin', {
    till: { people: { ...owner, signedIn: null } },
    keys: ['click [data-testid="pin-lost"]'],
    shows: '[data-testid="recover-form"]',
  }),
]

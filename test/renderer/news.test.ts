/** Which changes the cashier is notified of while another customer is served, and after the counter was closed. */
import { describe, expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { phaseOf } from '#shared/states/observed.ts'
import { type SalePhase, saleStates } from '#shared/states/sale.ts'
import type { SaleView } from '#shared/views.ts'
import { asksForCodes, asksNothing, isNews, isNewsAtStart } from '../../renderer/features/sales/news.ts'
import { saleOf } from '../support/bridge.ts'

const statusOf: Partial<Record<SalePhase, string>> = {
  handling: 'HANDLING',
  queued: 'QUEUED',
  unknown: 'PARKED',
}

function inPhase(phase: SalePhase, change: Partial<SaleView> = {}): SaleView {
  const serverStatus = statusOf[phase] ?? null
  const state = saleStates.find((one) => one === phase) ?? 'following'
  expect(phaseOf(state, 'internet', serverStatus)).toBe(phase)
  return saleOf(5, { state, phase, serverStatus, ...change })
}

test.each<readonly [SalePhase, SalePhase, boolean]>([
  ['sending', 'handling', false],
  ['handling', 'fulfilled', false],
  ['handling', 'refunded', true],
  ['handling', 'partly-fulfilled', true],
  ['handling', 'queued', true],
  ['sending', 'unsent', true],
  ['sending', 'in-doubt', true],
  ['sending', 'refused', true],
  ['queued', 'fulfilled', true],
  ['queued', 'handling', false],
  ['in-doubt', 'handling', false],
  ['in-doubt', 'fulfilled', true],
  ['unsent', 'handling', true],
  ['unsent', 'fulfilled', true],
  ['unsent', 'sending', false],
  ['refunded', 'refunded', false],
])('%s → %s: %s', (before, after, is) => {
  expect(isNews(inPhase(before), inPhase(after))).toBe(is)
})

test('a sale in doubt is news again when a person has to choose', () => {
  const one = { serviceId: 'a', status: 'HANDLING', orderedAtMs: 1, quantity: 1, unitCentimes: centimes(1) }
  const candidates = [one, { ...one, serviceId: 'b' }]
  expect(isNews(inPhase('in-doubt'), inPhase('in-doubt', { candidates }))).toBe(true)
  expect(isNews(inPhase('in-doubt', { candidates }), inPhase('in-doubt', { candidates }))).toBe(false)
  expect(isNews(inPhase('in-doubt', { candidates }), inPhase('in-doubt'))).toBe(false)
})

test('a delivered sale is news again when the rest of it has come', () => {
  const [missing, whole] = [true, false].map((incomplete) => inPhase('fulfilled', { incomplete }))
  if (!missing || !whole) throw new Error('no sales')
  expect(isNews(missing, whole)).toBe(true)
  expect(isNews(missing, missing)).toBe(false)
  expect(isNews(whole, whole)).toBe(false)
})

test.each([
  ['whose decision the service overruled', true],
  ['that ended by a decision alone', false],
])('so is one %s', (_name, isOverruled) => {
  const said = { who: 'Amina', saw: 'number 4711', why: 'they told me', atMs: 0 }
  const byDecision = { ...said, end: 'partly-delivered', count: 2, isOverruled } as const
  const [missing, whole] = [true, false].map((incomplete) =>
    inPhase('partly-fulfilled', { byDecision, incomplete }),
  )
  if (!missing || !whole) throw new Error('no sales')
  expect(isNews(missing, whole)).toBe(true)
  expect(isNews(whole, whole)).toBe(false)
})

test('so is one that the service refunds after it had overruled a person’s decision', () => {
  const said = { who: 'Amina', saw: 'a refund', why: 'they told me', atMs: 0 }
  const byDecision = { ...said, end: 'refunded', isOverruled: true } as const
  const paid = inPhase('fulfilled', { byDecision })
  expect(isNews(paid, inPhase('refunded', { byDecision }))).toBe(true)
  expect(isNews(paid, paid)).toBe(false)
})

describe('a sale that was given up', () => {
  test.each<readonly [SalePhase, SalePhase, boolean]>([
    ['unsent', 'cancelled', false],
    ['cancelled', 'handling', true],
    ['cancelled', 'queued', true],
    ['cancelled', 'fulfilled', true],
    ['cancelled', 'refunded', true],
    ['handling', 'fulfilled', true],
    ['handling', 'handling', false],
  ])('%s → %s: %s', (before, after, is) => {
    expect(isNews(inPhase(before), inPhase(after, { givenUp: true }))).toBe(is)
  })

  test('is news when it surfaces days later, when the lists no longer hold it', () => {
    expect(isNews(undefined, inPhase('handling', { givenUp: true }))).toBe(true)
    expect(isNews(undefined, inPhase('cancelled', { givenUp: true }))).toBe(false)
  })
})

test('a new sale is no news unless it ended badly', () => {
  expect(isNews(undefined, inPhase('sending'))).toBe(false)
  expect(isNews(undefined, inPhase('fulfilled'))).toBe(false)
  expect(isNews(undefined, inPhase('refunded'))).toBe(true)
})

describe('in the first snapshot', () => {
  const hourMs = 3_600_000
  const startedAtMs = Date.UTC(2026, 10, 20, 8)
  const justNow = { recordedAtMs: startedAtMs + 1_000, changedAtMs: startedAtMs + 5_000 }
  const resumed = { recordedAtMs: startedAtMs - hourMs, changedAtMs: startedAtMs + 100 }
  const overBefore = { recordedAtMs: startedAtMs - hourMs, changedAtMs: startedAtMs - 1 }
  const yesterday = { recordedAtMs: startedAtMs - 20 * hourMs, changedAtMs: startedAtMs - 1 }

  test.each<readonly [string, SalePhase, Partial<SaleView>, boolean]>([
    ['left open and delivered since', 'fulfilled', resumed, true],
    ['left open and refunded since', 'refunded', resumed, true],
    ['refunded since, while the window was away', 'refunded', justNow, true],
    ['delivered seconds after it was made', 'fulfilled', justNow, false],
    ['over before the start', 'fulfilled', overBefore, false],
    ['refunded before the start, on the day it was made', 'refunded', overBefore, false],
    ["yesterday's, refunded today before the start", 'refunded', yesterday, true],
    ["yesterday's, delivered in part today before the start", 'partly-fulfilled', yesterday, true],
    ["yesterday's, delivered today before the start", 'fulfilled', yesterday, false],
    ['given up since', 'cancelled', { ...resumed, givenUp: true }, false],
    ['given up and surfaced since', 'handling', { ...resumed, givenUp: true }, true],
    ['still open', 'handling', resumed, false],
  ])('a sale that is %s', (_what, phase, change, is) => {
    expect(isNewsAtStart(inPhase(phase, change), startedAtMs, false)).toBe(is)
  })

  test('a sale that was delivered is, where its codes came late and nobody was given them', () => {
    const sold = inPhase('fulfilled', { recordedAtMs: startedAtMs + 1, changedAtMs: startedAtMs + 2 })
    expect([false, true].map((hasLateCodes) => isNewsAtStart(sold, startedAtMs, hasLateCodes))).toEqual([
      false,
      true,
    ])
  })
})

describe('a note that disappears by itself', () => {
  const note = (phase: SalePhase, change: Partial<SaleView> = {}) =>
    asksNothing({ kind: 'sale', ref: saleOf(1).ref }, inPhase(phase, change))

  test('is one of a sale that went well, or of a file that was saved', () => {
    expect(note('fulfilled')).toBe(true)
    expect(asksNothing({ kind: 'saved', path: '/a.pdf' })).toBe(true)
  })

  test('is none of codes that came late: it stays until somebody has read it', () => {
    const sold = inPhase('fulfilled')
    const content = { kind: 'sale', ref: sold.ref, hasLateCodes: true } as const
    expect(asksNothing(content, sold)).toBe(false)
    expect(asksForCodes(content, sold)).toBe(true)
    expect(asksForCodes(content, inPhase('refunded'))).toBe(false)
  })

  test.each<SalePhase>([
    'refunded',
    'partly-fulfilled',
    'refused',
    'unsent',
    'in-doubt',
    'unknown',
    'queued',
  ])('is not shown for a sale that is %s', (phase) => {
    expect(note(phase)).toBe(false)
  })

  test('is shown neither for a sale that was given up nor for an error', () => {
    expect(note('fulfilled', { givenUp: true })).toBe(false)
    expect(asksNothing({ kind: 'error', error: { kind: 'internal' } })).toBe(false)
  })
})

/** Doubts that no look can end: when a person is asked, what they are shown, and that nobody is asked before the time. */
import { describe, expect, test } from 'vitest'
import { callLimits } from '#core/api/limits.ts'
import type { StoredSale } from '#core/journal/journal.ts'
import type { Look } from '#core/products/kind.ts'
import { kindOf } from '#core/products/kinds.ts'
import { isConfirmedAbsent, type SaleFacts } from '#core/sale/decide.ts'
import { isDecidable, notReceivedWaitMs, standingAfter, unchangedForMs } from '#core/sale/manual-review.ts'
import { until } from '../../support/core.ts'
import { lost, openShop, ordersAt, otherCard, sell, withOrders } from '../../support/gift-card-shop.ts'
import { startMs } from '../../support/journal-entries.ts'
import { storedSale } from '../../support/stored-sale.ts'

const HOUR_MS = 3_600_000
const requestId = null
const absent: Look = { kind: 'absent', requestId }
const unclear = (why: string): Look => ({ kind: 'unclear', why, requestId })
const noAnswer: Look = {
  kind: 'no-answer',
  failure: {
    kind: 'in-doubt',
    reason: 'no-answer-in-time',
    evidence: { endpoint: 'e', startedAtMs: 0, endedAtMs: 0, httpStatus: null, requestId },
  },
}
const calm: SaleFacts = {
  ...{ isSending: false, unrecorded: false, looks: 9, notFoundLookUps: 9, strangerFound: false },
  ...{ byRefProven: true, watchedMs: 0 },
}

describe('looks alone do not settle a doubt', () => {
  const unproven = { byRefProven: false }
  const soon = kindOf(storedSale('mobile')).absence.spanMs
  const later = 9 * 60_000
  const duplicated = 'duplicated-ref-unseen'
  test.each<readonly [string, Look, Partial<SaleFacts>, Partial<StoredSale>, string | null, number]>([
    ['an order that is simply not there yet', absent, {}, {}, 'unsettled', later],
    ['a path that never found anything', absent, unproven, {}, 'path-unproven', soon],
    ['a ref that the service knows', absent, {}, { reason: 'duplicated-ref' }, duplicated, soon],
    ['a stranger in its place', absent, { strangerFound: true }, {}, 'stranger-found', soon],
    ['a row that cannot be read', unclear('unreadable-row'), {}, {}, 'unreadable-row', soon],
    ['a list without end', unclear('list-too-long'), {}, {}, 'list-too-long', soon],
    ['a payment for something', unclear('paid-for-something'), {}, {}, 'paid-for-something', soon],
    ['an order that another sale may hold', unclear('perhaps-of-another-sale'), {}, {}, 'unsettled', later],
    ['no answer', noAnswer, {}, {}, 'never-answered', later],
    ['no answer of a known ref', noAnswer, {}, { reason: 'duplicated-ref' }, duplicated, later],
    ['no answer where a stranger was', noAnswer, {}, { reason: 'stranger-seen' }, 'stranger-found', later],
    ['orders to choose between', absent, unproven, { candidates: [candidate()] }, null, 0],
    ['a sale that waits for the cashier', absent, unproven, { state: 'unsent' }, null, 0],
    ['an accepted order that is nowhere', absent, unproven, { state: 'following' }, 'order-vanished', later],
  ])('%s', (_, look, facts, sale, doubt, afterMs) => {
    const standing = standingAfter(storedSale('mobile', sale), look, { ...calm, ...facts })
    expect(standing).toEqual(doubt === null ? null : { doubt, afterMs })
  })

  test('such a doubt is for a person, whatever later looks miss', () => {
    const enough = { ...calm, watchedMs: HOUR_MS }
    for (const reason of ['duplicated-ref-unseen', 'stranger-found']) {
      expect(isDecidable(storedSale('internet', { reason }))).toBe(true)
      expect(isConfirmedAbsent(storedSale('internet', { reason }), enough)).toBe(false)
    }
    expect(isDecidable(storedSale('internet', { reason: 'no-answer-in-time' }))).toBe(false)
    expect(isDecidable(storedSale('internet', { reason: 'unknown-word', state: 'following' }))).toBe(true)
    expect(isDecidable(storedSale('internet', { reason: 'unreadable-row', state: 'unsent' }))).toBe(false)
    expect(isDecidable(storedSale('gift-card', { candidates: [candidate()] }))).toBe(true)
  })
})

function candidate() {
  return { serviceId: 'a', status: 'HANDLING', orderedAtMs: null, quantity: null, unitCentimes: null }
}

describe('how long a request of the sale’s may still land', () => {
  const sale = storedSale('gift-card')
  const { spanMs } = kindOf(sale).absence
  const attempt = { startedAtMs: startMs, endedAtMs: startMs, serverOffsetMs: 0 }
  const now = { serverOffsetMs: 0, watchedMs: 0 }
  test.each([
    ['right after the attempt', [attempt], { nowMs: startMs, ...now }, spanMs],
    ['a moment before the span is over', [attempt], { nowMs: startMs + spanMs - 1, ...now }, 1],
    ['after the span', [attempt], { nowMs: startMs + spanMs, ...now }, 0],
    ['after a long call', [{ ...attempt, endedAtMs: startMs + 9 }], { nowMs: startMs + spanMs, ...now }, 9],
    [
      'after another attempt',
      [attempt, { ...attempt, startedAtMs: startMs + 7, endedAtMs: null }],
      { nowMs: startMs + spanMs, ...now },
      7 + callLimits.keyMs + callLimits.totalMs,
    ],
    [
      'after an attempt whose end was seen by a clock set back meanwhile',
      [{ ...attempt, endedAtMs: startMs - 1 }],
      { nowMs: startMs + spanMs, ...now },
      callLimits.keyMs + callLimits.totalMs,
    ],
    ['by a clock set back', [attempt], { nowMs: startMs - HOUR_MS, ...now }, spanMs],
    [
      'by a clock set forward, which the service’s shows',
      [attempt],
      { nowMs: startMs + HOUR_MS, serverOffsetMs: -HOUR_MS, watchedMs: 0 },
      spanMs,
    ],
    [
      // No answer says that the clock is right: only what was watched is sure to have gone by.
      'by a clock that no answer confirms',
      [attempt],
      { nowMs: startMs + HOUR_MS, serverOffsetMs: null, watchedMs: spanMs - 3 },
      3,
    ],
    [
      'by a clock that no answer confirmed when the attempt began',
      [{ ...attempt, serverOffsetMs: null }],
      { nowMs: startMs + HOUR_MS, serverOffsetMs: 0, watchedMs: 0 },
      spanMs,
    ],
    [
      'by two answers that showed another clock each, by the one that says less went by',
      [{ ...attempt, serverOffsetMs: null, otherOffsetsMs: [-10_000, 20_000] }],
      { nowMs: startMs + spanMs, serverOffsetMs: 0, watchedMs: 0 },
      20_000,
    ],
    [
      'of an attempt that may be among lost entries, by nothing but what was watched',
      [{ ...attempt, serverOffsetMs: null, otherOffsetsMs: [0], isSupposed: true } as const],
      { nowMs: startMs + HOUR_MS, serverOffsetMs: 0, watchedMs: 0 },
      spanMs,
    ],
    [
      'by a clock set back, watched since',
      [attempt],
      { nowMs: startMs - HOUR_MS, serverOffsetMs: 0, watchedMs: spanMs - 2 },
      2,
    ],
    ['where no request can have left', [], { nowMs: startMs, ...now }, 0],
  ])('%s', (_, attempts, elapsed, waitMs) => {
    expect(notReceivedWaitMs(sale, attempts, elapsed)).toBe(waitMs)
  })
})

test.each([
  ['what was watched', { nowMs: startMs, serverOffsetMs: null, watchedMs: 5 }, 5],
  ['what both clocks say', { nowMs: startMs + 7, serverOffsetMs: 0, watchedMs: 5 }, 7],
  [
    'no more than the service’s clock says',
    { nowMs: startMs + HOUR_MS, serverOffsetMs: 3 - HOUR_MS, watchedMs: 0 },
    3,
  ],
])('a sale is in its state for %s', (_, elapsed, stoodMs) => {
  const sale = storedSale('internet', { changedAtMs: startMs })
  const attempt = { startedAtMs: startMs, endedAtMs: startMs, serverOffsetMs: 0 }
  expect(unchangedForMs(sale, [attempt], elapsed)).toBe(stoodMs)
})

/** As a list does that shows what has ended alone. */
const hidesOurs = (items: readonly { readonly type: string }[]) =>
  items.filter(({ type }) => type === otherCard.typeId)

test('an order that was paid and is not listed is no other kind’s of the same number', async () => {
  let internetId = 'none'
  const { service, counter } = await openShop({
    rewrite(path, text) {
      if (path.startsWith('/v3/gift-cards/list')) return withOrders(text, hidesOurs)
      if (!path.startsWith('/v3/account/transactions')) return text
      return text.replaceAll(/"type":"ORDER".*?"objid":"[^"]*"/g, (row) =>
        row.replace(/"objid":"[^"]*"/, `"objid":"${internetId}"`),
      )
    },
  })
  const internet = await counter.sell('021234567')
  internetId = (await counter.reached(internet.ref, 'fulfilled')).serviceId ?? internetId
  await service.addFaults(lost(true))
  const { ref } = await sell(counter)
  await until('looks have come to something', async () => {
    const { state, decidable } = await counter.readSale(ref)
    return decidable || state === 'unsent'
  })
  expect(await counter.readSale(ref)).toMatchObject({ state: 'in-doubt', reason: 'paid-for-something' })
})

test('a payment for an order that is nowhere leaves the sale to a person, after the time and after a restart', async () => {
  const { clock, service, counter, restart } = await openShop({
    rewrite: (path, text) =>
      path.startsWith('/v3/gift-cards/list')
        ? text.replace(/"items":\[.*?\],(?="pagination")/s, '"items":[],')
        : text,
  })
  await service.addFaults(lost(true))
  const { ref, recordedAtMs } = await sell(counter)
  await until('it is for a person', async () => (await counter.readSale(ref)).decidable)
  const { spanMs } = kindOf(storedSale('gift-card')).absence
  expect(clock.nowMs()).toBeGreaterThanOrEqual(recordedAtMs + spanMs)
  const after = await restart()
  expect(await after.readSale(ref)).toMatchObject({ decidable: true, reason: 'paid-for-something' })
  const published = counter.events.filter(
    ({ event }) => event.kind === 'sale-changed' && event.sale.decidable,
  )
  expect(published).toHaveLength(1)
  const decision = { kind: 'not-received' } as const
  const signed = { who: 'Amina', why: 'the service paid it back' } as const
  expect(await after.command('sale.decide', { ref, decision, seen: [], ...signed })).toMatchObject({
    ...{ phase: 'unsent', decidable: false },
  })
  expect(await ordersAt(service)).toHaveLength(1)
})

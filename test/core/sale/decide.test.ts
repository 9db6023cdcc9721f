/** The engine's decision, as a table of every state with the facts that matter in it. */
import { describe, expect, test } from 'vitest'
import type { StoredSale } from '#core/journal/journal.ts'
import { kindOf } from '#core/products/kinds.ts'
import { decideEffect, isConfirmedAbsent, LATE_REQUEST_WATCH_MS, type SaleFacts } from '#core/sale/decide.ts'
import { delayAfter } from '#core/schedule/cadence.ts'
import { type OrderKind, orderKinds } from '#shared/products/orders.ts'
import { finalSaleStates, saleStates } from '#shared/states/sale.ts'
import { storedSale } from '../../support/stored-sale.ts'

const card = { codeTail: '1234', serialTail: null, sealed: 'sealed' }
const calm: SaleFacts = {
  isSending: false,
  unrecorded: false,
  looks: 0,
  notFoundLookUps: 0,
  strangerFound: false,
  byRefProven: true,
  watchedMs: 0,
}
const unproven = { byRefProven: false }
const following = { state: 'following', serviceId: 'order-1' } as const
const rest = { kind: 'rest' }
const look = (...ways: readonly string[]) => ({ kind: 'look-up', ways })

type Row = readonly [string, OrderKind, Partial<StoredSale>, Partial<SaleFacts>, object]
const byDecision = {
  ...{ end: 'delivered' as const, who: 'Amina', saw: 'their number 4711', why: 'they told me' },
  ...{ atMs: 0, isOverruled: false },
}
const rows: readonly Row[] = [
  ['its attempt is on its way', 'bill', { state: 'sending' }, { isSending: true }, { kind: 'wait' }],
  ['nobody here made its attempt', 'mobile', { state: 'sending' }, {}, { kind: 'doubt', reason: 'restart' }],
  [
    'its end is not on disk',
    'internet',
    { state: 'sending' },
    { unrecorded: true },
    { kind: 'record-again' },
  ],

  ['it was never looked up', 'internet', { state: 'in-doubt' }, {}, look('by-ref')],
  ['a list is a second source', 'mobile', { state: 'in-doubt' }, unproven, look('by-ref', 'by-list')],
  ['the service knows no ref', 'gift-card', { state: 'in-doubt' }, {}, look('by-list')],
  ['its transaction is known', 'bill', { state: 'in-doubt' }, {}, look('by-id')],
  ['its id is known all the same', 'internet', { state: 'in-doubt', serviceId: 'a' }, {}, look('by-ref')],

  ['a late request may surface', 'internet', { state: 'unsent' }, {}, look('by-ref')],
  ['a late order may surface', 'gift-card', { state: 'unsent' }, {}, look('by-list')],
  [
    'it is long unsent',
    'bill',
    { state: 'unsent' },
    { watchedMs: 20 * LATE_REQUEST_WATCH_MS },
    look('by-id'),
  ],

  ['it was accepted', 'internet', following, {}, look('by-id', 'by-ref')],
  ['it was accepted', 'mobile', following, {}, look('by-id', 'by-ref', 'by-list')],
  ['it was accepted', 'gift-card', following, {}, look('by-id', 'by-list')],
  ['it was accepted', 'bill', following, {}, look('by-id')],
  ['nothing was found by ref yet', 'internet', following, unproven, look('by-ref', 'by-id')],
  ['nothing was found by ref yet', 'mobile', following, unproven, look('by-ref', 'by-id', 'by-list')],
  ['no ref has to be proven', 'gift-card', following, unproven, look('by-id', 'by-list')],
  ['it was looked at once', 'internet', following, { ...unproven, looks: 1 }, look('by-id', 'by-ref')],
  ['it was found without an id', 'internet', { state: 'following' }, {}, look('by-ref')],

  ['it is just given up', 'internet', { state: 'cancelled' }, {}, look('by-ref')],
  [
    ...(['it is nearly forgotten', 'internet', { state: 'cancelled' }] as const),
    ...([{ watchedMs: LATE_REQUEST_WATCH_MS - 1 }, look('by-ref')] as const),
  ],
  [
    ...(['it was watched for two days', 'internet', { state: 'cancelled' }] as const),
    ...([{ watchedMs: LATE_REQUEST_WATCH_MS }, rest] as const),
  ],
  ['a person said how it ended', 'internet', { state: 'refunded', byDecision }, {}, look('by-ref')],
  [
    ...(['a person said so two days ago', 'internet', { state: 'fulfilled', byDecision }] as const),
    ...([{ watchedMs: LATE_REQUEST_WATCH_MS }, rest] as const),
  ],
  ['it was delivered', 'internet', { state: 'fulfilled' }, {}, rest],
  ['it was delivered in part', 'gift-card', { state: 'partly-fulfilled', cards: [card] }, {}, rest],
  ['the money was given back', 'mobile', { state: 'refunded' }, {}, rest],
  ['its refusal may be of another delivery', 'bill', { state: 'refused' }, {}, look('by-id')],
  [
    ...(['its refusal was watched for two days', 'mobile', { state: 'refused' }] as const),
    ...([{ watchedMs: LATE_REQUEST_WATCH_MS }, rest] as const),
  ],
  ['no name finds a refused order', 'gift-card', { state: 'refused' }, {}, rest],
  ['the service has ended it', 'bill', { state: 'refused', serverStatus: 'FAILED' }, {}, rest],
]

describe('the next action for a sale', () => {
  test.each(rows)('when %s (%s)', (_, kind, sale, facts, effect) => {
    expect(decideEffect(storedSale(kind, sale), { ...calm, ...facts })).toEqual(effect)
  })

  test('has a row for every state', () => {
    expect(new Set(rows.map(([, , { state }]) => state))).toEqual(new Set(saleStates))
  })

  test('is nothing exactly if the sale is over, whatever its kind', () => {
    for (const kind of orderKinds) {
      const resting = saleStates.filter(
        (state) =>
          decideEffect(storedSale(kind, { state, deliveredCount: 1, cards: [card] }), calm).kind === 'rest',
      )
      // A refused order without a name is found by no look; a paid bill may be refunded yet.
      const final = finalSaleStates.filter((state) => kind !== 'bill' || state !== 'fulfilled')
      expect(resting).toEqual([...final, ...(kind === 'gift-card' ? ['refused'] : [])])
    }
  })
})

test('a delivery that is not all in the journal is looked at, whatever the earlier looks', () => {
  const { kind } = decideEffect(storedSale('gift-card', { state: 'fulfilled', cards: [] }), calm)
  expect(kind).toBe('look-up')
  const unsealed = { ...card, sealed: null }
  const partly = storedSale('gift-card', { state: 'partly-fulfilled', deliveredCount: 1, cards: [unsealed] })
  expect(decideEffect(partly, calm).kind).toBe('look-up')
})

describe.each(orderKinds)('a %s order is absent', (kind) => {
  const { lookUps, spanMs, silentMs } = kindOf(storedSale(kind)).absence
  const enough = { notFoundLookUps: lookUps, watchedMs: spanMs + silentMs }
  const absent = (sale: Partial<StoredSale>, facts: Partial<SaleFacts>) =>
    isConfirmedAbsent(storedSale(kind, sale), { ...calm, ...facts })

  test('after enough look-ups over long enough', () => {
    expect(absent({ reason: 'no-answer-in-time' }, enough)).toBe(true)
  })

  test.each([
    ['too few look-ups', {}, { ...enough, notFoundLookUps: lookUps - 1 }],
    ['too short a watch', {}, { ...enough, watchedMs: enough.watchedMs - 1 }],
    ['a stranger in its place', {}, { ...enough, strangerFound: true }],
    ['a stranger in its place, met before a restart', { reason: 'stranger-seen' }, enough],
    ['a service that knows the ref', { reason: 'duplicated-ref' }, enough],
    ['it was accepted', { state: 'following' }, enough],
    ['an attempt under way', { state: 'sending' }, enough],
  ] as const)('never after %s', (_, sale, facts) => {
    expect(absent(sale, facts)).toBe(false)
  })

  test('within twenty looks at its own pace, a restart included', () => {
    const waits = Array.from({ length: 19 }, (_, looks) => delayAfter('in-doubt', looks + 1) ?? 0)
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(spanMs)
    expect(waits.length).toBeGreaterThanOrEqual(lookUps)
  })
})

test('without a ref, a second request is a second order: absence takes longer', () => {
  const spanOf = (kind: OrderKind) => kindOf(storedSale(kind)).absence.spanMs
  expect(spanOf('gift-card')).toBeGreaterThanOrEqual(120_000)
  for (const kind of ['internet', 'mobile', 'bill'] as const)
    expect(spanOf(kind)).toBeGreaterThanOrEqual(60_000)
})

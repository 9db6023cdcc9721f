/** Which of the service's orders is a gift card sale's, as a table: orders × sale × window × claims. */
import { describe, expect, test } from 'vitest'
import type { AccountTransaction, GiftCardOrder, Row } from '#core/api/platform-records.ts'
import {
  listedOtherwise,
  matchGiftCardOrder,
  mayHavePaid,
  type Search,
} from '#core/products/gift-card/match.ts'
import {
  isWithin,
  LANDS_WITHIN_MS,
  spansOf,
  sureWindowsOf,
  undatedBy,
  windowsOf,
} from '#core/sale/time-window.ts'
import { centimes } from '#shared/money.ts'
import { orderOf, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'

const order = orderOf(refNumber(1))['gift-card']
const SECOND_MS = 1_000
const MINUTE_MS = 60_000

/** An attempt of ten seconds, `afterMs` later. */
const attempt = (afterMs = 0, serverOffsetMs: number | null = 0) => ({
  startedAtMs: startMs + afterMs,
  endedAtMs: startMs + afterMs + 10 * SECOND_MS,
  serverOffsetMs,
})
const windows = windowsOf([attempt()], 0)

const record = (orderId: string, more: Partial<GiftCardOrder> = {}): GiftCardOrder => ({
  orderId,
  rowId: null,
  status: 'FULFILLED',
  productId: order.productId,
  typeId: order.typeId,
  quantity: order.quantity,
  fulfilledQuantity: order.quantity,
  priceCentimes: order.unitCentimes,
  fulfilledCentimes: null,
  orderedAtMs: startMs + 2 * SECOND_MS,
  cards: [],
  unreadableCardCount: 0,
  ...more,
})
const row = (orderId: string, more: Partial<GiftCardOrder> = {}): Row<GiftCardOrder> => ({
  kind: 'item',
  item: record(orderId, more),
})
const unreadable = (id: string | null): Row<GiftCardOrder> => ({ kind: 'unreadable', id })
const rival = (afterMs: number, ...ruledOut: readonly string[]) => ({
  windows: windowsOf([attempt(afterMs)], 0),
  spans: spansOf([attempt(afterMs)], 0),
  ruledOut: new Set(ruledOut),
  comesFirst: false,
})
const first = (afterMs: number) => ({ ...rival(afterMs), comesFirst: true })

/** The answer in short: `one a`, `several a b`, `unclear …`, `none`. */
function answerTo(search: Partial<Search>): string {
  const match = matchGiftCardOrder({
    order,
    windows,
    rows: [],
    taken: new Set(),
    spans: spansOf([attempt()], 0),
    rivals: [],
    ...search,
  })
  if (match.kind === 'one') return `one ${match.record.orderId}`
  if (match.kind === 'several') return `several ${match.records.map(({ orderId }) => orderId).join(' ')}`
  return match.kind === 'unclear' ? `unclear ${match.why}` : match.kind
}

const at = (afterMs: number) => ({ orderedAtMs: startMs + afterMs })
const long = LANDS_WITHIN_MS + 10 * SECOND_MS

const rows: readonly (readonly [string, Partial<Search>, string])[] = [
  ['nothing is listed', {}, 'none'],
  ['one order fits', { rows: [row('a')] }, 'one a'],
  ['one order is on two pages', { rows: [row('a'), row('a')] }, 'one a'],
  ['two orders fit', { rows: [row('a'), row('b')] }, 'several a b'],

  ['another product', { rows: [row('a', { productId: 'xbox' })] }, 'none'],
  ['another type', { rows: [row('a', { typeId: 'steam-50' })] }, 'none'],
  ['another quantity', { rows: [row('a', { quantity: 1 })] }, 'none'],
  ['a price that changed', { rows: [row('a', { priceCentimes: centimes(1) })] }, 'several a'],
  [
    'a price that changed, and another',
    { rows: [row('a', { priceCentimes: centimes(1) }), row('b')] },
    'several a b',
  ],
  ['an unstated product', { rows: [row('a', { productId: null })] }, 'several a'],
  ['an unstated time', { rows: [row('a', { orderedAtMs: null })] }, 'several a'],
  ['an unstated quantity of another type', { rows: [row('a', { quantity: null, typeId: 'x' })] }, 'none'],

  ['half a minute before', { rows: [row('a', at(-30 * SECOND_MS))] }, 'one a'],
  ['earlier than that', { rows: [row('a', at(-31 * SECOND_MS))] }, 'none'],
  ['as late as a request can land', { rows: [row('a', at(long))] }, 'one a'],
  ['later than that', { rows: [row('a', at(long + 31 * SECOND_MS))] }, 'none'],
  ['no request can have arrived', { windows: [], rows: [row('a')] }, 'none'],
  [
    'no request can have arrived, no time stated',
    { windows: [], rows: [row('a', { orderedAtMs: null })] },
    'none',
  ],

  ['another sale’s', { rows: [row('a')], taken: new Set(['a']) }, 'none'],
  ['one of two is another sale’s', { rows: [row('a'), row('b')], taken: new Set(['a']) }, 'one b'],
  ['a row that cannot be read', { rows: [row('a'), unreadable(null)] }, 'unclear unreadable-row'],
  ['one that cannot be read, of another sale', { rows: [unreadable('b')], taken: new Set(['b']) }, 'none'],

  ['one in the time of two sales', { rows: [row('a')], rivals: [rival(-MINUTE_MS / 2)] }, 'several a'],
  ['two in the time of two', { rows: [row('a'), row('b')], rivals: [rival(MINUTE_MS / 2)] }, 'several a b'],
  [
    'one in the time of two, of which the other comes first',
    { rows: [row('a')], rivals: [first(-MINUTE_MS / 2)] },
    'unclear perhaps-of-another-sale',
  ],
  ['one in its own time alone', { rows: [row('a')], rivals: [rival(-2 * MINUTE_MS)] }, 'one a'],
  [
    'the same, of which the other comes first',
    { rows: [row('a')], rivals: [first(-2 * MINUTE_MS)] },
    'one a',
  ],
  [
    'one in the other sale’s time alone',
    { rows: [row('a', at(3 * MINUTE_MS))], rivals: [rival(3 * MINUTE_MS)] },
    'unclear perhaps-of-another-sale',
  ],
  ['one in nobody’s time', { rows: [row('a', at(3 * MINUTE_MS))], rivals: [rival(-MINUTE_MS)] }, 'several a'],
  [
    'one that is too late for the other sale',
    { rows: [row('a', at(long))], rivals: [rival(-2 * MINUTE_MS)] },
    'one a',
  ],
  [
    'one for each of two sales',
    { rows: [row('a'), row('b', at(2 * MINUTE_MS))], rivals: [rival(2 * MINUTE_MS)] },
    'one a',
  ],
  [
    'one that the other sale’s cashier ruled out',
    { rows: [row('a')], rivals: [rival(-MINUTE_MS / 2, 'a')] },
    'one a',
  ],
]

test.each(rows)('%s', (_, search, answer) => {
  expect(answerTo(search)).toBe(answer)
})

describe('the window follows the service’s clock', () => {
  const HOUR_MS = 60 * MINUTE_MS
  test.each([
    ['as it was when the attempt began', attempt(0, HOUR_MS), HOUR_MS, HOUR_MS],
    ['as it is now, where the attempt did not note it', attempt(0, null), HOUR_MS, HOUR_MS],
    ['where the machine’s was set since', attempt(0, HOUR_MS), -HOUR_MS, HOUR_MS],
    ['where the machine’s was set before and nobody had noticed', attempt(0, HOUR_MS), -HOUR_MS, -HOUR_MS],
  ])('%s', (_, one, nowOffsetMs, orderOffsetMs) => {
    const found = { rows: [row('a', at(orderOffsetMs))], windows: windowsOf([one], nowOffsetMs) }
    expect(answerTo(found)).toBe('one a')
    expect(answerTo({ ...found, rows: [row('a')] })).toBe('none')
  })

  test('and is as long as a call can be if the attempt’s end was not seen, or was seen by a clock set back', () => {
    for (const endedAtMs of [null, startMs - HOUR_MS]) {
      const lost = windowsOf([{ ...attempt(), endedAtMs }], 0)
      expect(answerTo({ windows: lost, rows: [row('a', at(LANDS_WITHIN_MS + MINUTE_MS))] })).toBe('one a')
    }
  })
})

describe('a time of which entries were lost', () => {
  const HOUR_MS = 60 * MINUTE_MS
  const loss = (untilMs: number, serverOffsetMs: number | null, ...otherOffsetsMs: readonly number[]) => ({
    ...{ startedAtMs: startMs, endedAtMs: startMs + untilMs },
    ...{ serverOffsetMs, isSupposed: true, otherOffsetsMs },
  })
  test.each([
    ['on one clock', loss(HOUR_MS, 0), 0, [0, HOUR_MS]],
    ['whose clock was put forward', loss(2 * HOUR_MS, HOUR_MS), 0, [0, 3 * HOUR_MS]],
    ['whose clock was put back', loss(-HOUR_MS, -2 * HOUR_MS), 0, [-2 * HOUR_MS, -HOUR_MS]],
    ['of which others said otherwise', loss(HOUR_MS, 0, -HOUR_MS), 0, [-HOUR_MS, HOUR_MS]],
    ['of which nothing is known', loss(HOUR_MS, null), null, [0, HOUR_MS]],
    ['whose clock went back, nobody knows by how much', loss(-HOUR_MS, null), 0, [-HOUR_MS, 0]],
  ])('%s', (_, one, nowOffsetMs, [fromMs = 0, toMs = 0]) => {
    const lost = windowsOf([one], nowOffsetMs)
    const found = (afterMs: number) => answerTo({ windows: lost, rows: [row('a', at(afterMs))] })
    for (const inside of [fromMs, (fromMs + toMs) / 2, toMs + LANDS_WITHIN_MS])
      expect(found(inside)).toBe('one a')
    for (const outside of [fromMs - MINUTE_MS, toMs + LANDS_WITHIN_MS + MINUTE_MS]) {
      expect(found(outside)).toBe('none')
    }
  })

  test.each([
    ['can be dated where both ends are known', loss(HOUR_MS, 0), 0, undefined],
    ['cannot where the clock went back over it', loss(-HOUR_MS, -2 * HOUR_MS), 0, 'entries-lost'],
    ['cannot where nothing is known of its beginning', loss(HOUR_MS, null, 0), 0, 'entries-lost'],
    ['cannot where nothing is known of the present', loss(HOUR_MS, 0), null, 'entries-lost'],
  ])('%s', (_, one, nowOffsetMs, why) => {
    expect(undatedBy([attempt(), one], nowOffsetMs)).toBe(why)
  })
})

describe('an attempt that began after the clock jumped', () => {
  const HOUR_MS = 60 * MINUTE_MS
  const doubted = { ...attempt(0, null), otherOffsetsMs: [0, -8 * HOUR_MS] }

  test.each([
    ['as the machine has slept', 0, null, [true, false]],
    ['as the clock was set', -8 * HOUR_MS, null, [true, false]],
    ['as both were', -3 * HOUR_MS, null, [true, false]],
    ['as an answer has shown since', HOUR_MS, HOUR_MS, [true, true]],
    ['by none of them', HOUR_MS, null, [false, false]],
  ])('is dated %s', (_, offsetMs, nowOffsetMs, [mayBe, isSure]) => {
    expect(isWithin(windowsOf([doubted], nowOffsetMs), startMs + offsetMs)).toBe(mayBe)
    expect(isWithin(sureWindowsOf([doubted], nowOffsetMs), startMs + offsetMs)).toBe(isSure)
  })

  test('is never proved to have no order', () => {
    expect(undatedBy([attempt(), doubted], 0)).toBe('clock-in-doubt')
    expect(undatedBy([attempt(), attempt(0, null)], 0)).toBeUndefined()
  })
})

describe('the account’s movements', () => {
  const movement = (more: Partial<AccountTransaction> = {}): Row<AccountTransaction> => ({
    kind: 'item',
    item: {
      id: 'm',
      type: 'ORDER',
      operation: 'OUT',
      amountCentimes: centimes(720_000),
      oldBalanceCentimes: null,
      newBalanceCentimes: null,
      objectId: 'a',
      note: null,
      atMs: startMs,
      ...more,
    },
  })
  const soon = (costCentimes: number) => ({ costCentimes, atMs: startMs })

  test.each([
    ['pay for such an order', [movement()], [], true],
    ['pay with the other sign', [movement({ amountCentimes: centimes(-720_000) })], [], true],
    ['pay for one card of it', [movement({ amountCentimes: centimes(240_000) })], [], true],
    ['pay in a word of their own', [movement({ type: 'PURCHASE' })], [], true],
    ['do not say which way they went', [movement({ type: 'DEBIT', operation: null })], [], true],
    ['name no order', [movement({ objectId: null })], [], true],
    ['name no order, of another sale', [movement({ objectId: null })], [soon(720_000)], false],
    [
      'name no order, more than other sales',
      [0, 1].map(() => movement({ objectId: null })),
      [soon(720_000)],
      true,
    ],
    ['cannot be read', [{ kind: 'unreadable', id: null } as const], [], true],
    ['pay for an order that is explained', [movement({ objectId: 'known' })], [], false],
    [
      'pay for two of its three cards',
      [movement({ type: 'x', amountCentimes: centimes(480_000) })],
      [],
      true,
    ],
    ['pay for card orders at another price', [movement({ amountCentimes: centimes(750_000) })], [], true],
    [
      'pay for a card order at another price, for another’s',
      [movement({ amountCentimes: centimes(750_000), objectId: null })],
      [soon(750_000)],
      false,
    ],
    [
      'are of another amount, in a word of their own',
      [movement({ type: 'x', amountCentimes: centimes(250_000) })],
      [],
      false,
    ],
    ['give money back', [movement({ type: 'REFUND-ORDER', operation: null })], [], false],
    ['bring money in', [movement({ type: 'x', operation: 'IN' })], [], false],
    ['are dated minutes beside it', [movement({ atMs: startMs - 10 * MINUTE_MS })], [], true],
    ['are of another time', [movement({ atMs: startMs - 30 * MINUTE_MS })], [], false],
  ])('that %s', (_, movements, others, says) => {
    expect(mayHavePaid({ order, windows }, movements, (id) => id === 'known', others)).toBe(says)
  })
})

test('an order of the thing that is dated minutes beside the sale may be its own, and one that is claimed is not', () => {
  const [{ fromMs = 0, toMs = 0 } = {}] = windows
  const rows = [
    row('before', { orderedAtMs: fromMs - 2 * MINUTE_MS }),
    row('after', { orderedAtMs: toMs + 14 * MINUTE_MS }),
    row('long-before', { orderedAtMs: fromMs - 16 * MINUTE_MS }),
    row('claimed', { orderedAtMs: fromMs - MINUTE_MS }),
    row('another-thing', { orderedAtMs: fromMs - MINUTE_MS, typeId: 'other' }),
    row('at-its-time', {}),
  ]
  const shown = listedOtherwise({ order, windows, rows, taken: new Set(['claimed']) })
  expect(shown.besideItsTime.map(({ orderId }) => orderId)).toEqual(['before', 'after'])
  expect(shown.otherThing.map(({ orderId }) => orderId)).toEqual(['another-thing'])
})

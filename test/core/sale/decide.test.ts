/** The engine's decision, as a table of every state with the facts that matter in it. */
import { describe, expect, test } from 'vitest'
import type { StoredSale } from '#core/journal/journal.ts'
import {
  ABSENT_AFTER_LOOK_UPS,
  ABSENT_AFTER_MS,
  believesAbsent,
  decideEffect,
  LATE_REQUEST_WATCH_MS,
  type SaleFacts,
} from '#core/sale/decide.ts'
import { centimes } from '#shared/money.ts'
import { saleStates } from '#shared/states/sale.ts'
import { refNumber } from '../../support/refs.ts'

const ref = refNumber(1)
const recordedAtMs = 1_760_000_000_000

const stored = (more: Partial<StoredSale>): StoredSale => ({
  ref,
  order: { kind: 'internet', type: 'ADSL', number: '023456789', valueCentimes: centimes(100_000) },
  subscriber: null,
  priceCentimes: centimes(100_000),
  costCentimes: centimes(96_500),
  state: 'in-doubt',
  serverStatus: null,
  recordedAtMs,
  changedAtMs: recordedAtMs,
  attempts: 1,
  topupId: null,
  requestId: null,
  reason: null,
  transactionNumber: null,
  cardTail: null,
  givenUp: false,
  everDoubted: false,
  reviewId: 'review',
  request: { type: 'ADSL', number: '023456789', value: 1_000, ref },
  ...more,
})

const calm: SaleFacts = {
  attempt: 'none',
  unrecorded: false,
  looks: 0,
  notFoundLookUps: 0,
  strangerFound: false,
  byRefProven: true,
  watchedMs: 0,
}
const unproven = { byRefProven: false }
const byId = { kind: 'look-up-by-id', topupId: 'a' }

const rows: readonly (readonly [string, Partial<StoredSale>, Partial<SaleFacts>, object])[] = [
  ['its attempt was just committed', { state: 'sending' }, { attempt: 'due' }, { kind: 'send' }],
  ['its attempt is on its way', { state: 'sending' }, { attempt: 'in-flight' }, { kind: 'wait' }],
  ['nobody here made its attempt', { state: 'sending' }, {}, { kind: 'doubt', reason: 'restart' }],
  ['its end is not on disk', { state: 'sending' }, { unrecorded: true }, { kind: 'record-again' }],
  ['it was never looked up', { state: 'in-doubt' }, {}, { kind: 'look-up-by-ref' }],
  ['its id is known all the same', { state: 'in-doubt', topupId: 'top-1' }, {}, { kind: 'look-up-by-ref' }],
  ['a late request may surface', { state: 'unsent' }, {}, { kind: 'look-up-by-ref' }],
  [
    'it is unsent for a month',
    { state: 'unsent' },
    { watchedMs: 20 * LATE_REQUEST_WATCH_MS },
    { kind: 'look-up-by-ref' },
  ],
  ['it was accepted', { state: 'following', topupId: 'a' }, {}, byId],
  [
    'nothing was found by ref yet',
    { state: 'following', topupId: 'a' },
    unproven,
    { kind: 'look-up-by-ref' },
  ],
  ['the look by ref brought nothing', { state: 'following', topupId: 'a' }, { ...unproven, looks: 1 }, byId],
  [
    'neither look brought anything',
    { state: 'following', topupId: 'a' },
    { ...unproven, looks: 2, notFoundLookUps: 2 },
    { kind: 'look-up-by-ref' },
  ],
  ['it was found without an id', { state: 'following' }, {}, { kind: 'look-up-by-ref' }],
  [
    'its id is not found',
    { state: 'following', topupId: 'a' },
    { notFoundLookUps: 1 },
    { kind: 'look-up-by-ref' },
  ],
  ['it is just given up', { state: 'cancelled' }, {}, { kind: 'look-up-by-ref' }],
  [
    'it is nearly forgotten',
    { state: 'cancelled' },
    { watchedMs: LATE_REQUEST_WATCH_MS - 1 },
    { kind: 'look-up-by-ref' },
  ],
  [
    'it was watched for two days',
    { state: 'cancelled' },
    { watchedMs: LATE_REQUEST_WATCH_MS },
    { kind: 'rest' },
  ],
  ['the card was delivered', { state: 'fulfilled' }, {}, { kind: 'rest' }],
  ['the money was given back', { state: 'refunded' }, {}, { kind: 'rest' }],
  ['the service refused it', { state: 'refused' }, {}, { kind: 'rest' }],
]

describe('what is done next about a sale', () => {
  test.each(rows)('when %s', (_, sale, facts, effect) => {
    expect(decideEffect(stored(sale), { ...calm, ...facts })).toEqual(effect)
  })

  test('has a row for every state', () => {
    expect(new Set(rows.map(([, { state }]) => state))).toEqual(new Set(saleStates))
  })

  test('sends only where this process committed the attempt', () => {
    for (const state of saleStates) {
      for (const attempt of ['due', 'in-flight', 'none'] as const) {
        const { kind } = decideEffect(stored({ state }), { ...calm, attempt })
        expect(kind === 'send').toBe(state === 'sending' && attempt === 'due')
      }
    }
  })
})

describe('an order is believed absent', () => {
  const enough = { notFoundLookUps: ABSENT_AFTER_LOOK_UPS, watchedMs: ABSENT_AFTER_MS }
  const absent = (sale: Partial<StoredSale>, facts: Partial<SaleFacts>) =>
    believesAbsent(stored(sale), { ...calm, ...facts })

  test('after enough look-ups over long enough', () => {
    expect(absent({ reason: 'no-answer-in-time' }, enough)).toBe(true)
  })

  test.each([
    ['too few look-ups', {}, { ...enough, notFoundLookUps: ABSENT_AFTER_LOOK_UPS - 1 }],
    ['too short a watch', {}, { ...enough, watchedMs: ABSENT_AFTER_MS - 1 }],
    ['a stranger under its ref', {}, { ...enough, strangerFound: true }],
    ['a service that knows the ref', { reason: 'duplicated-ref' }, enough],
    ['an accepted order', { state: 'following' }, enough],
    ['an attempt under way', { state: 'sending' }, enough],
  ] as const)('never after %s', (_, sale, facts) => {
    expect(absent(sale, facts)).toBe(false)
  })
})

/** What an order that was found becomes: every status from every status, kind by kind, and orders that say nothing new. */
import { describe, expect, test } from 'vitest'
import type { StoredSale } from '#core/journal/journal.ts'
import { type FoundOrder, noDetails, type OrderDetails } from '#core/products/kind.ts'
import { observe } from '#core/sale/observe.ts'
import { centimes } from '#shared/money.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import { bringTo, openWhole } from '../../support/journal.ts'
import { entryFor } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { storedSale } from '../../support/stored-sale.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const found = (status: string, more: Partial<FoundOrder> = {}): FoundOrder => ({
  status,
  serviceId: 'order-1',
  details: noDetails,
  contradiction: null,
  ...more,
})
const following = (kind: OrderKind, serverStatus: string | null, more: Partial<StoredSale> = {}) =>
  storedSale(kind, { state: 'following', serviceId: 'order-1', serverStatus, ...more })

/** Kind, last status seen, status reported, whether the tables expect it. */
const steps = [
  ['internet', null, 'HANDLING', true],
  ['internet', null, 'FULFILLED', true],
  ['internet', null, 'PENDING', false],
  ['internet', 'HANDLING', 'QUEUED', true],
  ['internet', 'QUEUED', 'FULFILLED', true],
  ['internet', 'QUEUED', 'REFUNDED', false],
  ['internet', 'QUEUED', 'HANDLING', false],
  ['internet', 'UNKNOWN_ERROR', 'FULFILLED', false],
  ['mobile', null, 'PENDING', true],
  ['mobile', 'PENDING', 'UNKNOWN_ERROR', true],
  ['mobile', 'UNKNOWN_ERROR', 'REFUNDED', true],
  ['mobile', 'HANDLING', 'PENDING', false],
  ['gift-card', 'HANDLING', 'PARTIALLY_FILLED', true],
  ['gift-card', null, 'REFUNDED', true],
  ['gift-card', null, 'ON_HOLD', false],
  ['bill', null, 'PROCESSING', true],
  ['bill', 'PROCESSING', 'UNKNOWN', true],
  ['bill', 'UNKNOWN', 'REFUNDED', true],
  ['bill', 'UNKNOWN', 'FAILED', false],
] as const

describe('a followed sale', () => {
  test.each(steps)('of %s, last seen %s, now %s: expected %s', (kind, before, status, expected) => {
    expect(observe(following(kind, before), found(status), 'req-1')).toEqual({
      kind: 'news',
      entry: {
        ...{ kind: 'observed', ref: refNumber(1), status, expected, serviceId: 'order-1' },
        ...noDetails,
        requestId: 'req-1',
      },
    })
  })

  test('is not recorded again while nothing changes', () => {
    expect(observe(following('mobile', 'HANDLING'), found('HANDLING'), null)).toEqual({ kind: 'nothing-new' })
    const nameless = found('HANDLING', { serviceId: null })
    expect(observe(following('mobile', 'HANDLING'), nameless, null)).toEqual({ kind: 'nothing-new' })
  })

  const card = { codeTail: '1234', serialTail: null }
  const otherCard = { codeTail: '5678', serialTail: null }
  const offer = { name: 'Facture', planCode: 'FACTURE_DJEZZY', amountCentimes: centimes(50_000) }
  test.each<readonly [string, Partial<StoredSale>, Partial<OrderDetails>, string]>([
    ['a number of the operation', {}, { transactionNumber: 'T1' }, 'news'],
    ['an offer', {}, { offers: [offer] }, 'news'],
    ['the same offer', { offers: [offer] }, { offers: [offer] }, 'nothing-new'],
    ['a card', {}, { cards: [{ ...card, sealed: null }] }, 'news'],
    [
      'the same card',
      { cards: [{ ...card, sealed: 'a' }] },
      { cards: [{ ...card, sealed: 'b' }] },
      'nothing-new',
    ],
    [
      'a key for the card',
      { cards: [{ ...card, sealed: null }] },
      { cards: [{ ...card, sealed: 'b' }] },
      'news',
    ],
    [
      'the same cards in another order',
      { cards: [card, otherCard].map((one) => ({ ...one, sealed: 'a' })) },
      { cards: [otherCard, card].map((one) => ({ ...one, sealed: 'b' })) },
      'nothing-new',
    ],
    ['no card', { cards: [{ ...card, sealed: 'a' }] }, { cards: [] }, 'nothing-new'],
    ['why it is not over', {}, { errorCode: 'PARTNER_UNAVAILABLE' }, 'news'],
  ])('is recorded with %s under the same status', (_, sale, reported, kind) => {
    const seen = found('HANDLING', { details: { ...noDetails, ...reported } })
    expect(observe(following('gift-card', 'HANDLING', sale), seen, null).kind).toBe(kind)
  })
})

test.each(['in-doubt', 'unsent', 'cancelled', 'refused'] as const)(
  'a sale that is %s has news in any order',
  (state) => {
    const seen = observe(storedSale('internet', { state }), found('HANDLING', { serviceId: null }), null)
    expect(seen).toMatchObject({ kind: 'news', entry: { status: 'HANDLING', expected: true } })
  },
)

test('an order that contradicts what was sent is not ours, and names the field', () => {
  const stranger = found('FULFILLED', { contradiction: 'number' })
  expect(observe(following('mobile', null), stranger, null)).toEqual({ kind: 'not-ours', field: 'number' })
})

test('a sale keeps the name under which it was accepted', () => {
  const renamed = found('FULFILLED', { serviceId: 'order-2' })
  expect(observe(following('internet', 'HANDLING'), renamed, null)).toMatchObject({
    entry: { serviceId: 'order-1', status: 'FULFILLED' },
  })
})

test.each(['fulfilled', 'partly-fulfilled', 'refunded', 'sending'] as const)(
  'a sale that is %s is not moved by an order',
  (state) => {
    expect(observe(storedSale('gift-card', { state }), found('HANDLING'), null)).toEqual({
      kind: 'impossible',
    })
  },
)

test('an observation is an entry that the journal takes', () => {
  const ref = refNumber(1)
  const journal = openWhole(temporaryFolder())
  bringTo(journal, ref, 'in-doubt')
  const sale = journal.readSale(ref)
  const seen = sale && observe(sale, found('UNKNOWN_ERROR'), 'req-1')
  if (seen?.kind !== 'news') throw new Error('no news')
  journal.record([seen.entry], 1)
  expect(journal.readSale(ref)).toMatchObject({ state: 'following', serverStatus: 'UNKNOWN_ERROR' })
  expect(() => journal.record([entryFor('not-found', ref)], 2)).toThrow()
})

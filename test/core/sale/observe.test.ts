/** What a record of the service becomes: every status from every status, and records that are not about our order. */
import { describe, expect, test } from 'vitest'
import type { InternetRecord } from '#core/api/platform-records.ts'
import type { StoredSale } from '#core/journal/journal.ts'
import { observeInternet } from '#core/sale/internet.ts'
import { centimes } from '#shared/money.ts'
import type { SaleState } from '#shared/states/sale.ts'
import { bringTo, openWhole } from '../../support/journal.ts'
import { entryFor } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ref = refNumber(1)

/** A sale of a real journal in this state; the service calls its order `top-1`. */
function saleIn(state: SaleState): StoredSale {
  const journal = openWhole(temporaryFolder())
  bringTo(journal, ref, state)
  const sale = journal.readSale(ref)
  if (!sale) throw new Error('not recorded')
  return sale
}

const record = (more: Partial<InternetRecord> = {}): InternetRecord => ({
  topupId: 'top-1',
  status: 'HANDLING',
  cardTail: null,
  transactionNumber: null,
  ref,
  number: '023456789',
  valueCentimes: centimes(100_000),
  ...more,
})

const silent = { ref: null, number: null, valueCentimes: null, topupId: null } as const

/** Last status seen, status told, whether the specification's table expects it. */
const steps = [
  [null, 'HANDLING', true],
  [null, 'FULFILLED', true],
  [null, 'REFUNDED', true],
  [null, 'QUEUED', true],
  [null, 'PENDING', false],
  ['HANDLING', 'QUEUED', true],
  ['HANDLING', 'FULFILLED', true],
  ['HANDLING', 'REFUNDED', true],
  ['HANDLING', 'UNKNOWN_ERROR', false],
  ['QUEUED', 'FULFILLED', true],
  ['QUEUED', 'REFUNDED', false],
  ['QUEUED', 'HANDLING', false],
  ['UNKNOWN_ERROR', 'FULFILLED', false],
] as const

describe('a followed sale', () => {
  test.each(steps)('last seen %s, now %s: expected %s', (serverStatus, status, expected) => {
    const sale = { ...saleIn('following'), serverStatus }
    expect(observeInternet(sale, record({ status }), 'req-1')).toEqual({
      kind: 'news',
      entry: {
        ...{ kind: 'observed', ref, status, expected, requestId: 'req-1' },
        ...{ topupId: 'top-1', transactionNumber: null, cardTail: null },
      },
    })
  })

  test('is not written down again while nothing changes', () => {
    const sale = { ...saleIn('following'), serverStatus: 'HANDLING' }
    expect(observeInternet(sale, record(), 'req-1')).toEqual({ kind: 'nothing-new' })
    expect(observeInternet(sale, record(silent), 'req-1')).toEqual({ kind: 'nothing-new' })
  })

  test('is written down when a field came with the same status', () => {
    const sale = { ...saleIn('following'), serverStatus: 'HANDLING' }
    expect(observeInternet(sale, record({ transactionNumber: 'T1' }), null).kind).toBe('news')
  })
})

test.each(['in-doubt', 'unsent', 'cancelled'] as const)(
  'a sale that is %s has news in any record',
  (state) => {
    const seen = observeInternet(saleIn(state), record(silent), null)
    expect(seen).toMatchObject({ kind: 'news', entry: { status: 'HANDLING', expected: true } })
  },
)

test.each([
  ['ref', { ref: refNumber(2) }],
  ['number', { number: '023456780' }],
  ['value', { valueCentimes: centimes(50_000) }],
  ['topupId', { topupId: 'top-2', ref: null }],
] as const)('a record with another %s is not ours', (field, more) => {
  expect(observeInternet(saleIn('following'), record(more), null)).toEqual({ kind: 'not-ours', field })
})

test('a record that names our ref is ours, whatever else it calls itself', () => {
  const sale = { ...saleIn('following'), serverStatus: 'HANDLING' }
  expect(observeInternet(sale, record({ topupId: 'top-2' }), null)).toEqual({ kind: 'nothing-new' })
  const ended = observeInternet(sale, record({ topupId: 'top-2', status: 'FULFILLED' }), null)
  expect(ended).toMatchObject({ kind: 'news', entry: { topupId: 'top-1', status: 'FULFILLED' } })
})

test('a number told with its country code is the same number', () => {
  const sale = { ...saleIn('following'), serverStatus: 'HANDLING' }
  expect(observeInternet(sale, record({ number: '+213 23 45 67 89' }), null)).toEqual({ kind: 'nothing-new' })
})

test.each(['fulfilled', 'refunded', 'refused', 'sending'] as const)(
  'a sale that is %s is not moved by a record',
  (state) => {
    expect(observeInternet(saleIn(state), record({ status: 'HANDLING' }), null)).toEqual({
      kind: 'impossible',
    })
  },
)

test('an observation is an entry that the journal takes', () => {
  const journal = openWhole(temporaryFolder())
  bringTo(journal, ref, 'in-doubt')
  const sale = journal.readSale(ref)
  const seen = sale && observeInternet(sale, record({ status: 'UNKNOWN_ERROR' }), 'req-1')
  if (seen?.kind !== 'news') throw new Error('no news')
  journal.record([seen.entry], 1)
  expect(journal.readSale(ref)).toMatchObject({ state: 'following', serverStatus: 'UNKNOWN_ERROR' })
  expect(() => journal.record([entryFor('not-found', ref)], 2)).toThrow()
})

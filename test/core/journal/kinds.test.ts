/** What the journal keeps of every kind of sale, and what belongs to one sale at the most. */
import { describe, expect, test } from 'vitest'
import type { SaleEntryBody } from '#core/journal/entry.ts'
import { JournalRefusal } from '#core/journal/faults.ts'
import type { Journal } from '#core/journal/journal.ts'
import { centimes } from '#shared/money.ts'
import { faceValueOf, orderKinds, productOf, subjectOf, subjectsFor } from '#shared/products/orders.ts'
import { bringTo, contentOf, openWhole } from '../../support/journal.ts'
import {
  candidates,
  confirmed,
  entryFor,
  orderOf,
  saleRecorded,
  startMs,
  transactionOf,
} from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ref = refNumber(1)
const other = refNumber(2)

/** What is refused leaves the journal as it was. */
function expectRefused(
  journal: Journal,
  reason: string,
  bodies: readonly [SaleEntryBody, ...SaleEntryBody[]],
) {
  const before = contentOf(journal)
  let refused: unknown
  try {
    journal.record(bodies, startMs)
  } catch (error) {
    refused = error instanceof JournalRefusal ? error.reason : error
  }
  expect(refused).toBe(reason)
  expect(contentOf(journal)).toEqual(before)
}

describe('a sale', () => {
  test.each(orderKinds)(
    'of kind %s is kept as it was reviewed, and after a rebuild and a restart',
    (kind) => {
      const folder = temporaryFolder()
      const journal = openWhole(folder)
      const order = orderOf(ref)[kind]
      journal.record(confirmed(ref, { order }), startMs)
      expect(journal.readSale(ref)).toMatchObject({
        ...{ order, subject: subjectOf(order), valueCentimes: faceValueOf(order), state: 'sending' },
        request: saleRecorded(ref, { order }).request,
      })
      const before = contentOf(journal)
      journal.rebuildProjections()
      expect(contentOf(journal)).toEqual(before)
      journal.close()
      expect(contentOf(openWhole(folder))).toEqual(before)
    },
  )

  test.each(orderKinds)('of kind %s is refused with the request of another', (kind) => {
    const journal = openWhole(temporaryFolder())
    const recorded = saleRecorded(ref, { order: orderOf(ref)[kind] })
    const order = orderOf(ref)[kind === 'bill' ? 'mobile' : 'bill']
    const { request } = saleRecorded(ref, { order })
    const started = { kind: 'attempt-started', ref, attempt: 1 } as const
    expectRefused(journal, 'invalid-entry', [{ ...recorded, request }, started])
  })
})

describe('the result of a look-up', () => {
  test('of a mobile sale: the offers and the reason of a refund', () => {
    const journal = openWhole(temporaryFolder())
    journal.record(confirmed(ref, { order: orderOf(ref).mobile }), startMs)
    const offers = [{ name: 'Facture', planCode: 'FACTURE_DJEZZY', amountCentimes: centimes(100_000) }]
    const refunded = { ...entryFor('found-refunded', ref), offers, refundMessage: 'رقم غير صالح' }
    journal.record([entryFor('accepted', ref), refunded as SaleEntryBody], startMs)
    expect(journal.readSale(ref)).toMatchObject({ state: 'refunded', offers, refundMessage: 'رقم غير صالح' })
  })

  test('of gift cards: how many came, their tails and their sealed codes', () => {
    const journal = openWhole(temporaryFolder())
    bringTo(journal, ref, 'partly-fulfilled')
    expect(journal.readSale(ref)).toMatchObject({
      ...{ state: 'partly-fulfilled', deliveredCount: 1, debitCentimes: 240_000 },
      cards: [{ codeTail: '9F2K', serialTail: null, sealed: 'sealed-1' }],
    })
  })

  test('of a bill that failed: its code, and that no money moved', () => {
    const journal = openWhole(temporaryFolder())
    journal.record(confirmed(ref, { order: orderOf(ref).bill }), startMs)
    journal.record([entryFor('accepted', ref), entryFor('found-failed', ref)], startMs)
    expect(journal.readSale(ref)).toMatchObject({ state: 'refused', reason: 'PAYMENT_DECLINED' })
  })

  test('is kept if a later look does not mention it', () => {
    const journal = openWhole(temporaryFolder())
    journal.record(confirmed(ref, { order: orderOf(ref)['gift-card'] }), startMs)
    const partly = entryFor('found-partly', ref)
    journal.record([entryFor('doubted', ref), { ...partly, status: 'HANDLING' } as SaleEntryBody], startMs)
    journal.record([{ ...entryFor('found-refunded', ref), serviceId: null } as SaleEntryBody], startMs)
    expect(journal.readSale(ref)).toMatchObject({
      ...{ state: 'refunded', serviceId: `order-${ref}`, deliveredCount: 1 },
      cards: [{ codeTail: '9F2K' }],
    })
  })
})

describe('several orders that may be the sale', () => {
  test('are kept until a person has chosen one, with who, why and what they saw', () => {
    const journal = openWhole(temporaryFolder())
    bringTo(journal, ref, 'in-doubt', startMs, 'gift-card')
    journal.record([entryFor('several-found', ref)], startMs)
    expect(journal.readSale(ref)).toMatchObject({ state: 'in-doubt', candidates, reason: 'several-found' })
    journal.record([entryFor('linked', ref)], startMs)
    expect(journal.readSale(ref)).toMatchObject({
      ...{ state: 'following', serviceId: 'order-1', candidates: [], reason: null },
    })
    expect(journal.readEntries(ref).at(-1)?.body).toEqual({
      ...{ kind: 'decided', ref, decision: { kind: 'link', serviceId: 'order-1' } },
      ...{ who: 'Amina', why: 'the time fits', seen: candidates },
    })
  })

  test('or none of them, by a person', () => {
    const journal = openWhole(temporaryFolder())
    bringTo(journal, ref, 'in-doubt', startMs, 'gift-card')
    journal.record([entryFor('several-found', ref), entryFor('released', ref)], startMs)
    expect(journal.readSale(ref)).toMatchObject({
      ...{ state: 'unsent', reason: 'not-received', candidates: [], everDoubted: true },
    })
  })

  test.each([
    ['no candidate', { kind: 'several-found', ref, candidates: [], requestId: null }],
    ['a decision of nobody', { ...entryFor('released', ref), who: '' }],
    ['a decision without a reason', { ...entryFor('released', ref), why: '' }],
  ])('%s is refused', (_what, body) => {
    const journal = openWhole(temporaryFolder())
    bringTo(journal, ref, 'in-doubt', startMs, 'gift-card')
    expectRefused(journal, 'invalid-entry', [body as SaleEntryBody])
  })
})

describe('an order of the service', () => {
  const claimed = (journal: Journal) => {
    bringTo(journal, ref, 'in-doubt', startMs, 'gift-card')
    bringTo(journal, other, 'in-doubt', startMs, 'gift-card')
    journal.record([entryFor('linked', ref)], startMs)
  }

  test('belongs to one gift card sale at the most, linked or found', () => {
    const journal = openWhole(temporaryFolder())
    claimed(journal)
    expectRefused(journal, 'order-taken', [entryFor('linked', other)])
    const found = { ...entryFor('found-open', other), serviceId: 'order-1' } as SaleEntryBody
    expectRefused(journal, 'order-taken', [found])
    journal.record([{ ...found, serviceId: 'order-2' } as SaleEntryBody], startMs)
    const claims = (ids: readonly string[]) => journal.listClaims(ids).map((sale) => sale.ref)
    expect(claims(['order-2', 'order-1', 'order-3'])).toEqual([ref, other])
    expect(claims(['order-3'])).toEqual([])
    expect(claims([])).toEqual([])
  })

  test('of another kind claims nothing: its ids are from another list', () => {
    const journal = openWhole(temporaryFolder())
    claimed(journal)
    const internet = refNumber(3)
    bringTo(journal, internet, 'in-doubt')
    journal.record([{ ...entryFor('found-open', internet), serviceId: 'order-1' } as SaleEntryBody], startMs)
    expect(journal.listClaims(['order-1']).map((sale) => sale.ref)).toEqual([ref])
  })
})

describe('a bill transaction', () => {
  test('is paid by one sale at most, whatever its end', () => {
    const journal = openWhole(temporaryFolder())
    journal.record(confirmed(ref, { order: orderOf(ref).bill }), startMs)
    expectRefused(journal, 'transaction-taken', confirmed(other, { order: orderOf(ref).bill }))
    journal.record([entryFor('not-sent', ref), entryFor('cancelled', ref)], startMs)
    expectRefused(journal, 'transaction-taken', confirmed(other, { order: orderOf(ref).bill }))
    journal.record(confirmed(other, { order: orderOf(other).bill }), startMs)
    expect(journal.findSaleByTransaction(transactionOf(ref))?.ref).toBe(ref)
    expect(journal.findSaleByTransaction(transactionOf(other))?.ref).toBe(other)
    expect(journal.findSaleByTransaction(transactionOf(refNumber(3)))).toBeUndefined()
  })
})

test('the newest known sale is looked for within its kind', () => {
  const journal = openWhole(temporaryFolder())
  bringTo(journal, ref, 'following', startMs, 'mobile')
  bringTo(journal, other, 'following', startMs, 'internet')
  expect(journal.findNewestKnown('mobile')?.ref).toBe(ref)
  expect(journal.findNewestKnown('internet')?.ref).toBe(other)
  expect(journal.findNewestKnown('bill')).toBeUndefined()
})

test.each(orderKinds)('a sale of %s is found by its number or account, and by no other', (kind) => {
  const journal = openWhole(temporaryFolder())
  const order = orderOf(ref)[kind]
  journal.record([...confirmed(ref, { order })], startMs)
  const { customers } = journal.till
  const foundBy = (number: string) =>
    customers.listSales(undefined, subjectsFor(number), 20).map((sale) => sale.ref)
  const number = productOf(order).numberOf(order)
  if (number !== null) expect(foundBy(number)).toEqual([ref])
  expect(foundBy('0699999999')).toEqual([])
})

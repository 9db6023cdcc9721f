import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openForWriting } from '#core/journal/connection.ts'
import { readEntries } from '#core/journal/entries.ts'
import type { SaleEntryBody } from '#core/journal/entry.ts'
import { JournalRefusal } from '#core/journal/faults.ts'
import { recordEntries } from '#core/journal/record.ts'
import { finalSaleStates, nextSaleState, saleEvents, saleStates } from '#shared/states/sale.ts'
import { bringTo, contentOf, journalPath, openWhole } from '../../support/journal.ts'
import {
  confirmed,
  entryFor,
  isProof,
  kindFor,
  saleRecorded,
  startMs,
} from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ref = refNumber(1)

function refusalOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof JournalRefusal) return error.reason
    throw error
  }
  return 'none'
}

describe('the table of the sale, through record()', () => {
  test.each(saleStates)('every event on a sale that is %s is a row or a refusal', (state) => {
    // Of a sale that did not end by a person's word the same entry is another event.
    for (const event of saleEvents.filter((one) => !isProof(one))) {
      const journal = openWhole(temporaryFolder())
      const kind = kindFor(finalSaleStates.includes(state) ? state : event)
      bringTo(journal, ref, state, startMs, kind)
      expect(journal.readSale(ref)?.state).toBe(state)
      const before = contentOf(journal)
      const after = nextSaleState(state, event)
      const refusal = refusalOf(() => journal.record([entryFor(event, ref)], startMs + 5))
      if (after === undefined) {
        expect(refusal, `${state} ${event}`).toBe('step-refused')
        expect(contentOf(journal)).toEqual(before)
      } else {
        expect(refusal, `${state} ${event}`).toBe('none')
        expect(journal.readSale(ref)).toMatchObject({ state: after, changedAtMs: startMs + 5 })
      }
    }
  })

  test.each([
    ['FULFILLED', 'fulfilled'],
    ['REFUNDED', 'refunded'],
    ['HANDLING', 'following'],
    ['UNKNOWN_ERROR', 'following'],
    ['fulfilled', 'following'],
  ])('a look-up that says %s leaves the sale %s', (status, state) => {
    const journal = openWhole(temporaryFolder())
    bringTo(journal, ref, 'in-doubt')
    const body = { ...entryFor('found-open', ref), status } as SaleEntryBody
    journal.record([body], startMs)
    expect(journal.readSale(ref)).toMatchObject({ state, serverStatus: status, reason: null })
  })
})

describe('a sale after each entry', () => {
  test('gains facts as answers come, and keeps them', () => {
    const journal = openWhole(temporaryFolder())
    journal.record([...confirmed(ref)], startMs)
    expect(journal.readSale(ref)).toEqual({
      ...(({ kind: _kind, ...facts }) => facts)(saleRecorded(ref)),
      state: 'sending',
      recordedAtMs: startMs,
      changedAtMs: startMs,
      attempts: 1,
      ...{ serverStatus: null, serviceId: null, requestId: null, reason: null },
      ...{ transactionNumber: null, cardTail: null, refundMessage: null, offers: [] },
      ...{ deliveredCount: null, debitCentimes: null },
      cards: [],
      candidates: [],
      subject: '023456789',
      valueCentimes: 100_000,
      byDecision: null,
      givenUp: false,
      everDoubted: false,
      officialReceipt: null,
    })
    journal.record([entryFor('not-sent', ref)], startMs + 1)
    expect(journal.readSale(ref)).toMatchObject({ state: 'unsent', reason: 'ECONNREFUSED' })
    journal.record([entryFor('attempt-started', ref)], startMs + 2)
    expect(journal.readSale(ref)).toMatchObject({ state: 'sending', attempts: 2, reason: null })
    journal.record([entryFor('accepted', ref, 2)], startMs + 3)
    expect(journal.readSale(ref)).toMatchObject({ serviceId: 'top-1', requestId: 'req-send' })
    const silent = { ...entryFor('found-fulfilled', ref), serviceId: null, requestId: null } as SaleEntryBody
    journal.record([silent], startMs + 4)
    expect(journal.readSale(ref)).toMatchObject({
      state: 'fulfilled',
      serverStatus: 'FULFILLED',
      serviceId: 'top-1',
      requestId: 'req-send',
      transactionNumber: 'TESTTRANS',
      cardTail: 'CARD',
      recordedAtMs: startMs,
      changedAtMs: startMs + 4,
    })
    expect(journal.readEntries(ref).map((entry) => entry.body.kind)).toEqual([
      ...['sale-recorded', 'attempt-started', 'not-sent', 'attempt-started', 'accepted', 'observed'],
    ])
  })

  test.each([
    ['refused', 'ERR_STOCK'],
    ['unsent', 'ECONNREFUSED'],
    ['in-doubt', 'time-out'],
    ['following', null],
    ['cancelled', null],
    ['refunded', null],
  ] as const)('its reason when %s is %s', (state, reason) => {
    const journal = openWhole(temporaryFolder())
    bringTo(journal, ref, state)
    expect(journal.readSale(ref)?.reason).toBe(reason)
  })

  test('has its own reason when it is not found', () => {
    const journal = openWhole(temporaryFolder())
    bringTo(journal, ref, 'in-doubt')
    journal.record([entryFor('not-found', ref)], startMs)
    expect(journal.readSale(ref)).toMatchObject({ state: 'unsent', reason: 'not-found' })
  })
})

describe('a call that is refused', () => {
  const other = refNumber(2)
  const started = (of = other, attempt = 1): SaleEntryBody => ({ kind: 'attempt-started', ref: of, attempt })
  const cases: readonly (readonly [string, string, readonly [SaleEntryBody, ...SaleEntryBody[]]])[] = [
    ['a sale without its first attempt', 'first-attempt-missing', [saleRecorded(other)]],
    ['a sale before another attempt', 'first-attempt-missing', [saleRecorded(other), started(ref, 2)]],
    ['a sale that begins with attempt 2', 'first-attempt-missing', [saleRecorded(other), started(other, 2)]],
    ['a ref that has a sale', 'ref-taken', [saleRecorded(ref, { reviewId: 'new' }), started(ref)]],
    [
      'a review that has a sale',
      'review-taken',
      [saleRecorded(other, { reviewId: `review-${ref}` }), started()],
    ],
    ['an entry of no sale', 'unknown-sale', [entryFor('accepted', other)]],
    ['an attempt that was skipped', 'attempt-number', [entryFor('attempt-started', ref, 2)]],
    ['an answer to another attempt', 'attempt-number', [entryFor('refused', ref, 2)]],
    [
      'a request of another number',
      'invalid-entry',
      [
        { ...saleRecorded(other), request: { ...saleRecorded(other).request, number: '023456780' } },
        started(),
      ],
    ],
    [
      'a request of another value',
      'invalid-entry',
      [{ ...saleRecorded(other), request: { ...saleRecorded(other).request, value: 500 } }, started()],
    ],
    [
      "a request under another sale's ref",
      'invalid-entry',
      [{ ...saleRecorded(other), request: { ...saleRecorded(other).request, ref } }, started()],
    ],
    [
      'a field that no entry has',
      'invalid-entry',
      [Object.assign(entryFor('not-sent', ref), { key: 'secret' })],
    ],
    ['a second creation', 'invalid-entry', [{ kind: 'journal-created' } as unknown as SaleEntryBody]],
    [
      'a good entry before a bad one',
      'step-refused',
      [entryFor('not-sent', ref), entryFor('not-found', ref)],
    ],
  ]

  test.each(cases)('%s is %s, and nothing is written', (_what, reason, bodies) => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    journal.record([...confirmed(ref)], startMs)
    const before = contentOf(journal)
    expect(refusalOf(() => journal.record(bodies, startMs))).toBe(reason)
    expect(contentOf(journal)).toEqual(before)
    journal.record([entryFor('not-sent', ref)], startMs)
    journal.close()
    expect(openWhole(folder).readEntries()).toHaveLength(before.entries.length + 1)
  })
})

describe('a full disk', () => {
  test('refuses the call, keeps all entries, and accepts the same call once there is room', () => {
    const folder = temporaryFolder()
    openWhole(folder).close()
    const db = openForWriting(journalPath(folder), { create: false })
    const pages = Number(db.connection.pragma('page_count', { simple: true }))
    db.connection.pragma(`max_page_count = ${pages + 2}`)
    let recorded = 0
    const fill = () => {
      for (let sale = 0; sale < 100; sale += 1) {
        recordEntries(db, confirmed(refNumber(sale)), startMs)
        recorded += 1
      }
    }
    expect(fill).toThrow(/database or disk is full/)
    expect(recorded).toBeGreaterThan(0)
    expect(readEntries(db)).toHaveLength(1 + 2 * recorded)
    db.connection.pragma('max_page_count = 1000000')
    recordEntries(db, confirmed(refNumber(recorded)), startMs)
    db.connection.close()
    expect(openWhole(folder).listSales({ limit: 100 })).toHaveLength(recorded + 1)
  })
})

describe('a time', () => {
  test.each([0.5, -1, Number.NaN, 2 ** 60])('of %s is refused', (atMs) => {
    const journal = openWhole(temporaryFolder())
    expect(refusalOf(() => journal.record([...confirmed(ref)], atMs))).toBe('invalid-entry')
    expect(journal.readSale(ref)).toBeUndefined()
  })
})

describe('what is written', () => {
  test('is one commit a call, however many entries it has', () => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    const commits = () => countCommits(readFileSync(`${journalPath(folder)}-wal`))
    const counted = [commits()]
    journal.record([...confirmed(ref)], startMs)
    counted.push(commits())
    journal.record(
      [entryFor('doubted', ref), entryFor('not-found', ref), entryFor('cancelled', ref)],
      startMs,
    )
    counted.push(commits())
    journal.rebuildProjections()
    counted.push(commits())
    expect(counted).toEqual([0, 1, 2, 3])
  })

  test('keeps the given times and the order by sequence when the clock goes back', () => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    journal.record([...confirmed(ref)], startMs)
    journal.record([entryFor('doubted', ref)], startMs - 86_400_000)
    journal.record([...confirmed(refNumber(2))], startMs - 1)
    expect(journal.readEntries().map(({ sequence, atMs }) => [sequence, atMs - startMs])).toEqual([
      ...[
        [1, 0],
        [2, 0],
        [3, 0],
      ],
      [4, -86_400_000],
      ...[
        [5, -1],
        [6, -1],
      ],
    ])
    expect(journal.listSales({ limit: 9 }).map((sale) => sale.ref)).toEqual([refNumber(2), ref])
    const before = contentOf(journal)
    journal.close()
    expect(contentOf(openWhole(folder))).toEqual(before)
  })

  test.each([
    ['half a surrogate pair', 'bad \ud800 half', 'bad \ufffd half'],
    ['a zero character', 'zero \u0000 inside', 'zero \u0000 inside'],
    ['Arabic', 'رصيد غير كاف', 'رصيد غير كاف'],
    ['SQL', `'; DELETE FROM entries; --`, `'; DELETE FROM entries; --`],
    ['a megabyte', 'x'.repeat(1_000_000), 'x'.repeat(1_000_000)],
  ])('holds whatever a service says: %s', (_what, said, kept) => {
    const folder = temporaryFolder()
    const journal = openWhole(folder)
    journal.record([...confirmed(ref)], startMs)
    const [entry] = journal.record([{ kind: 'doubted', ref, reason: said, requestId: said }], startMs)
    expect(entry?.body).toMatchObject({ reason: kept })
    journal.close()
    expect(openWhole(folder).readSale(ref)).toMatchObject({ reason: kept, requestId: kept })
  })
})

/** The commit frames of a WAL's present generation, by SQLite's file format: a commit names the size of the file. */
function countCommits(wal: Buffer): number {
  if (wal.length < 32) return 0
  const frameBytes = 24 + wal.readUInt32BE(8)
  const salts = wal.subarray(16, 24)
  let commits = 0
  for (let at = 32; at + frameBytes <= wal.length; at += frameBytes) {
    if (wal.subarray(at + 8, at + 16).equals(salts) && wal.readUInt32BE(at + 4) > 0) commits += 1
  }
  return commits
}

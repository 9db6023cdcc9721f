import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SaleEntryBody } from '#core/journal/entry.ts'
import type { Journal } from '#core/journal/journal.ts'
import { eventOfFound } from '#core/journal/next-sale.ts'
import { endsByDecision } from '#shared/decisions.ts'
import { nextSaleState, saleEvents } from '#shared/states/sale.ts'
import { RUNS } from '../../support/effort.ts'
import { contentOf, openWhole } from '../../support/journal.ts'
import { confirmed, entryFor, isProof, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const statuses = ['HANDLING', 'QUEUED', 'FULFILLED', 'REFUNDED', 'UNKNOWN_ERROR', '']

/** One thing that may happen to one of four sales, at a time that may go back. */
const happening = fc.record({
  sale: fc.nat(3),
  event: fc.constantFrom(...saleEvents),
  status: fc.constantFrom(...statuses),
  said: fc.string({ unit: 'binary', maxLength: 12 }),
  atMs: fc.integer({ min: startMs - 1_000_000, max: startMs + 1_000_000 }),
})
type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

/** Records what happened where the journal takes it; the sale is confirmed when it is first spoken of. */
function live(journal: Journal, { sale, event, status, said, atMs }: Happening): void {
  const ref = refNumber(sale)
  const stored = journal.readSale(ref)
  if (!stored) {
    journal.record([...confirmed(ref, { number: `02345678${sale}` })], atMs)
    return
  }
  if (nextSaleState(stored.state, event) === undefined) return
  if (event === 'refused' && stored.everDoubted) return
  if (isProof(event) && !endsByDecision(stored)) return
  const body = entryFor(event, ref, stored.attempts)
  const drawn: SaleEntryBody =
    body.kind === 'observed'
      ? { ...body, status, requestId: said }
      : 'reason' in body
        ? { ...body, reason: said }
        : body
  if (
    drawn.kind === 'observed' &&
    nextSaleState(stored.state, eventOfFound(stored, drawn.status)) === undefined
  )
    return
  journal.record([drawn], atMs)
}

describe('projections', () => {
  test('rebuilt from the entries are the same, for any history', () => {
    fc.assert(
      fc.property(fc.array(happening, { minLength: 1, maxLength: 40 }), (history) => {
        const folder = temporaryFolder()
        const journal = openWhole(folder)
        for (const one of history) live(journal, one)
        const before = contentOf(journal)
        journal.rebuildProjections()
        expect(contentOf(journal)).toEqual(before)
        journal.close()
        // Opening replays every entry and compares all tables with it.
        expect(contentOf(openWhole(folder))).toEqual(before)
      }),
      // Each is dozens of commits on a real disk.
      { numRuns: Math.ceil(RUNS / 2) },
    )
  })

  test('continue after a rebuild', () => {
    const journal = openWhole(temporaryFolder())
    journal.record([...confirmed(refNumber(1))], startMs)
    journal.rebuildProjections()
    journal.record([entryFor('doubted', refNumber(1))], startMs)
    expect(journal.readSale(refNumber(1))?.state).toBe('in-doubt')
  })

  test('are rebuilt for more entries than one batch holds', () => {
    const journal = openWhole(temporaryFolder())
    journal.record([...confirmed(refNumber(1)), entryFor('doubted', refNumber(1))], startMs)
    const doubts = Array.from({ length: 2_500 }, () => entryFor('doubted', refNumber(1)))
    journal.record([entryFor('doubted', refNumber(1)), ...doubts], startMs)
    const before = contentOf(journal)
    journal.rebuildProjections()
    expect(contentOf(journal)).toEqual(before)
  })
})

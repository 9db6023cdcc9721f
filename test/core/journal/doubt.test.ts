/** What the journal remembers of a doubt: its request may still land, whatever happens to the sale meanwhile. */
import { expect, test } from 'vitest'
import { bringTo, contentOf, openWhole } from '../../support/journal.ts'
import { entryFor, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ref = refNumber(1)

test('a sale that was in doubt and given up keeps that for ever', () => {
  const journal = openWhole(temporaryFolder())
  bringTo(journal, ref, 'in-doubt')
  expect(journal.readSale(ref)).toMatchObject({ everDoubted: true, givenUp: false })
  journal.record([entryFor('not-found', ref)], startMs)
  journal.record([entryFor('cancelled', ref)], startMs)
  expect(journal.readSale(ref)).toMatchObject({ everDoubted: true, givenUp: true })
  journal.record([entryFor('found-fulfilled', ref)], startMs)
  expect(journal.readSale(ref)).toMatchObject({ everDoubted: true, givenUp: true })
})

test('a refusal is not accepted after an attempt in doubt', () => {
  const journal = openWhole(temporaryFolder())
  bringTo(journal, ref, 'in-doubt')
  journal.record([entryFor('not-found', ref), entryFor('attempt-started', ref)], startMs)
  const before = contentOf(journal)
  expect(() => journal.record([entryFor('refused', ref, 2)], startMs)).toThrow('refused-after-doubt')
  expect(contentOf(journal)).toEqual(before)
  journal.record([entryFor('doubted', ref)], startMs)
  expect(journal.readSale(ref)?.state).toBe('in-doubt')
})

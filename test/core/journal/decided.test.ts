/** A sale that a person ended, in the journal: the service's own end overrules theirs, or takes its place. */
import { expect, test } from 'vitest'
import type { DecidedEnd } from '#shared/decisions.ts'
import { nextSaleState, type SaleEvent, saleEvents } from '#shared/states/sale.ts'
import { bringTo, openWhole } from '../../support/journal.ts'
import { entryFor, isProof, kindFor, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ref = refNumber(1)

/** What stays of their word: it stands, it is overruled, or the service has said the same. */
const stays: Readonly<Partial<Record<SaleEvent, readonly [delivered: string, refunded: string]>>> = {
  'proved-open': ['stands', 'stands'],
  'proved-fulfilled': ['agreed', 'overruled'],
  'proved-partly': ['overruled', 'overruled'],
  'proved-refunded': ['overruled', 'agreed'],
  'proved-failed': ['overruled', 'agreed'],
}
const cases = saleEvents
  .filter(isProof)
  .flatMap((event) =>
    (['delivered', 'refunded'] as const).map(
      (end, place) => [end, event, stays[event]?.[place] ?? 'unknown'] as const,
    ),
  )

test.each(cases)('said to be %s, then %s: their word %s', (end: DecidedEnd, event, stay) => {
  const journal = openWhole(temporaryFolder())
  bringTo(journal, ref, 'following', startMs, kindFor(event))
  journal.record([entryFor(`said-${end}`, ref)], startMs + 1)
  const before = journal.readSale(ref)
  expect(before?.byDecision).toMatchObject({ end, who: 'Amina', atMs: startMs + 1, isOverruled: false })
  expect(journal.listDecided(0)).toEqual([before])
  journal.record([entryFor(event, ref)], startMs + 2)
  const after = journal.readSale(ref)
  expect(after?.state).toBe(before && nextSaleState(before.state, event))
  const stayed =
    after?.byDecision?.isOverruled === false ? 'stands' : after?.byDecision ? 'overruled' : 'agreed'
  expect(stayed).toBe(stay)
  expect(journal.listDecided(0)).toHaveLength(stay === 'stands' ? 1 : 0)
})

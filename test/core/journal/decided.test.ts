/** A sale that a person ended, in the journal: the service's own end overrules theirs, or takes its place. */
import { expect, test } from 'vitest'
import { eventOfDecision } from '#core/journal/next-sale.ts'
import { countDelivered, type DecidedEnd, decidedEnds } from '#shared/decisions.ts'
import { nextSaleState, type SaleEvent, saleEvents } from '#shared/states/sale.ts'
import { bringTo, openWhole } from '../../support/journal.ts'
import { entryFor, isProof, kindFor, startMs } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ref = refNumber(1)

/** What stays of their word: it stands, it is overruled, or the service has said the same. */
const stays: Readonly<
  Partial<Record<SaleEvent, readonly [delivered: string, partly: string, refunded: string]>>
> = {
  'proved-open': ['stands', 'stands', 'stands'],
  'proved-fulfilled': ['agreed', 'overruled', 'overruled'],
  'proved-partly': ['overruled', 'agreed', 'overruled'],
  'proved-refunded': ['overruled', 'overruled', 'agreed'],
  'proved-failed': ['overruled', 'overruled', 'agreed'],
}
const cases = saleEvents
  .filter(isProof)
  .flatMap((event) =>
    decidedEnds.map((end, place) => [end, event, stays[event]?.[place] ?? 'unknown'] as const),
  )

test.each(cases)('said to be %s, then %s: their word %s', (end: DecidedEnd, event, stay) => {
  const journal = openWhole(temporaryFolder())
  bringTo(journal, ref, 'following', startMs, kindFor(event))
  journal.record([entryFor(eventOfDecision[end], ref)], startMs + 1)
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

test.each([
  ['the same count', 1, 'agreed', 1],
  ['another count', 2, 'overruled', 2],
  ['no count', null, 'stands', 1],
] as const)(
  'said to have come in part, then shown in part with %s: their word %s',
  (_, shownCount, stay, count) => {
    const journal = openWhole(temporaryFolder())
    bringTo(journal, ref, 'following', startMs, 'gift-card')
    journal.record([entryFor('said-partly', ref)], startMs + 1)
    const shown = entryFor('proved-partly', ref)
    if (shown.kind !== 'observed') throw new Error('not what the service shows')
    journal.record([{ ...shown, deliveredCount: shownCount }], startMs + 2)
    const sale = journal.readSale(ref)
    expect(sale).toMatchObject({ state: 'partly-fulfilled', deliveredCount: shownCount })
    expect(sale && countDelivered(sale)).toBe(count)
    const stayed =
      sale?.byDecision?.isOverruled === false ? 'stands' : sale?.byDecision ? 'overruled' : 'agreed'
    expect(stayed).toBe(stay)
  },
)

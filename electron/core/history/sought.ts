/** What a page of the history is sought by, and what is found; and the parts of the journal where that may be. */
import type { Db } from '../journal/connection.ts'
import { readBlocks } from './block-rows.ts'
import { hasNoPeriod, kindsOf, type Span, type Standing } from './standing-rows.ts'
import { startOfBlock } from './term-rows.ts'

/** Sales up to `until`, those before `before` alone, `limit` of them. */
export interface Sought {
  readonly standing: Standing
  readonly until: number
  readonly before: number
  readonly limit: number
}

export interface Found {
  /** The sales' places, newest first. */
  readonly ids: readonly number[]
  /** Where the next page begins; null at the end. */
  readonly before: number | null
  /** How many there are in all; null where that is not known. */
  readonly count: number | null
}

/** Only the first page tells how many there are: the others belong to it. */
export const isFirst = ({ before, until }: Sought): boolean => before > until

/** The first page of a list that may go on, and where the next begins. */
export const cut = (ids: readonly number[], limit: number): Pick<Found, 'ids' | 'before'> => ({
  ids: ids.slice(0, limit),
  before: ids.length > limit ? (ids[limit - 1] ?? null) : null,
})

/** The parts of the journal that may hold a sale of the days asked for, newest first: one, unless a clock was set. */
export function spansOf(db: Db, standing: Standing, last: number): readonly Span[] {
  if (hasNoPeriod(standing)) return [{ first: 0, last }]
  const spans: { first: number; last: number }[] = []
  for (const { block } of readBlocks(db, { ...standing, kinds: kindsOf(standing) })) {
    const first = startOfBlock(block)
    const span = { first, last: Math.min(last, startOfBlock(block + 1) - 1) }
    const later = spans.at(-1)
    if (later && later.first <= span.last + 1) later.first = first
    else if (first <= last) spans.push(span)
  }
  return spans
}

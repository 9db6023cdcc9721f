/**
 * One page of the history: which sales, where the next page begins, and how many there are in all. Reads only. A sale's place
 * is the entry that recorded it, so that a clock that was set back moves none, and sales made meanwhile move none either.
 */
import type { HistoryAsked, HistoryFilters } from '#shared/history.ts'
import type { Db } from '../journal/connection.ts'
import type { StoredSale } from '../journal/journal.ts'
import { newestSale, readSalesAt } from '../journal/sales.ts'
import { countListed, placeOfRank } from './count.ts'
import { search } from './search.ts'
import { cut, type Found, isFirst, type Sought, spansOf } from './sought.ts'
import { listStanding, type Standing } from './standing-rows.ts'
import { wordsOfQuery } from './words.ts'

export interface HistoryFound extends Omit<Found, 'ids'> {
  readonly sales: readonly StoredSale[]
  readonly until: number
  readonly hasRanks: boolean
}

/** Days are the shop's own, in Algiers: one hour ahead of UTC, all year. */
const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00+01:00`)
const DAY_MS = 86_400_000

const standingOf = ({ kinds, states, fromDay, toDay }: HistoryFilters): Standing => ({
  kinds: [...new Set(kinds)],
  states: [...new Set(states)],
  fromMs: fromDay === null ? 0 : Math.max(0, startOfDay(fromDay)),
  untilMs: toDay === null ? Number.MAX_SAFE_INTEGER : startOfDay(toDay) + DAY_MS,
})

/** Finds a page. Throws JournalFault where a sale cannot be read. */
export function findPage(db: Db, { query, filters, from, rows }: HistoryAsked): HistoryFound {
  const words = wordsOfQuery(query)
  const standing = standingOf(filters)
  const newest = newestSale(db)
  // A window's word is no bound: nothing is looked for where there is no journal.
  const until = from.kind === 'newest' ? newest : Math.min(from.until, newest)
  if (words === undefined) return { sales: [], before: null, until, count: 0, hasRanks: false }
  const hasRanks = words.length === 0 && standing.states.length === 0
  const whole: Sought = { standing, until, before: until + 1, limit: rows }
  const sought = { ...whole, before: beginning() }
  function beginning(): number {
    if (from.kind === 'behind') return from.before
    return from.kind === 'rank' && hasRanks ? placeOfRank(db, whole, from.rank) : whole.before
  }
  const { ids, ...rest } = words.length > 0 ? search(db, sought, words) : list(db, sought)
  return { ...rest, sales: readSalesAt(db, ids), until, hasRanks }
}

/** Without words: by kind, state and day alone. */
function list(db: Db, sought: Sought): Found {
  const { standing, until, before, limit } = sought
  const last = Math.min(before - 1, until)
  const ids: number[] = []
  for (const { first, last: end } of spansOf(db, standing, last)) {
    ids.push(...listStanding(db, standing, { first, last: end }, limit + 1 - ids.length))
    if (ids.length > limit) break
  }
  return { ...cut(ids, limit), count: isFirst(sought) ? countListed(db, sought) : null }
}

/**
 * One page of the history: which sales, where the next page begins, and how many there are in all. Reads only. A sale's place
 * is the entry that recorded it, so that a clock that was set back moves none, and sales made meanwhile move none either.
 */
import { type HistoryAsked, type HistoryFilters, historyLimits } from '#shared/history.ts'
import type { Db } from '../journal/connection.ts'
import type { StoredSale } from '../journal/journal.ts'
import { newestSale, readSalesAt } from '../journal/sales.ts'
import {
  asksNothing,
  countStanding,
  hasNoPeriod,
  keepNear,
  keepStanding,
  kindsOf,
  listStanding,
  newestFirst,
  type Span,
  type Standing,
  walkStanding,
} from './standing-rows.ts'
import { type BlockSum, blockOf, readAnywhere, readBlock, readBlocks, startOfBlock } from './term-rows.ts'
import { beginningsOf, wordsOfQuery } from './terms.ts'

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

// How many sales a list has, and which one stands at a rank: by the counts of whole blocks, and by looking into the others.

/** Lists of certain states are counted up to this many; more are "many". */
const MAX_COUNTED = 10_000

/** Null where there are many. */
function countListed(db: Db, sought: Sought): number | null {
  if (sought.standing.states.length > 0) return countStates(db, sought)
  let count = 0
  for (const block of blocksOf(db, sought)) count += countIn(db, sought, block)
  return count > historyLimits.countedSales ? null : count
}

/** The place before which the sales from `rank` on stand; 0 behind the last. */
function placeOfRank(db: Db, sought: Sought, rank: number): number {
  const { standing, until } = sought
  if (rank === 0) return until + 1
  let left = rank
  for (const block of blocksOf(db, sought)) {
    const count = countIn(db, sought, block)
    if (count >= left) return walkStanding(db, standing, spanOf(block, until))[left - 1] ?? 0
    left -= count
  }
  return 0
}

function countStates(db: Db, { standing, until }: Sought): number | null {
  let count = 0
  for (const span of spansOf(db, standing, until)) {
    const here = countStanding(db, standing, span, MAX_COUNTED - count)
    if (here === undefined) return null
    count += here
  }
  return count
}

/** The newest first. */
const blocksOf = (db: Db, { standing, until }: Sought): readonly BlockSum[] =>
  readBlocks(db, { ...standing, kinds: kindsOf(standing) }).filter(({ block }) => block <= blockOf(until))

/** Most blocks lie within what is asked for, all of them: only those at its edges are looked into. */
function countIn(db: Db, { standing, until }: Sought, sum: BlockSum): number {
  const isWhole = sum.block < blockOf(until) && liesWithin(sum, standing)
  return isWhole ? sum.sales : walkStanding(db, standing, spanOf(sum, until)).length
}

const liesWithin = ({ firstAtMs, lastAtMs }: BlockSum, { fromMs, untilMs }: Standing): boolean =>
  firstAtMs >= fromMs && lastAtMs < untilMs

const spanOf = ({ block }: BlockSum, until: number): Span => ({
  first: startOfBlock(block),
  last: Math.min(until, startOfBlock(block + 1) - 1),
})

// The sales that words find, newest first. Invariant: a step's work is bounded whatever the history holds. A rare word's
// sales are all read and sorted; common words are met block by block from the newest, until the page is full or the step has
// read enough, and the next step goes on from there.

/** Rows that a rare word has at the most: as many as are read and sorted without being felt. */
const RARE_ROWS = 1_000
/** Rows that one step reads before it answers with what it has. */
const MAX_EXAMINED = 2_500
/** Sales whose kind, state and day are looked up at a time, at the most. */
const MAX_BATCH = 1_000
/** What looking into a block costs, in rows, where it finds none. */
const LOOK_COST = 10

/** The sales of a word where they are few; undefined where they are not. */
function readRare(db: Db, word: string): readonly number[] | undefined {
  const found: number[] = []
  for (const beginning of beginningsOf(word)) {
    const ids = readAnywhere(db, beginning, RARE_ROWS - found.length)
    if (ids === undefined) return undefined
    found.push(...ids)
  }
  return found
}

function search(db: Db, sought: Sought, words: readonly string[]): Found {
  const rows = words.map((word) => ({ word, ids: readRare(db, word) }))
  const common = rows.flatMap(({ word, ids }) => (ids ? [] : [word])).sort((a, b) => b.length - a.length)
  const rare = rows.flatMap(({ ids }) => (ids ? [ids] : []))
  const listed = rare.length > 0 ? undefined : fewThatStand(db, sought)
  const sets = listed ? [listed] : rare
  if (sets.length === 0) return walk(db, sought, common, undefined)
  const fitting = kept(db, sought, intersect(sets)).filter((id) => id <= sought.until)
  const behind = fitting.filter((id) => id < sought.before)
  if (common.length > 0) return walk(db, sought, common, behind)
  return { ...cut(behind, sought.limit), count: fitting.length }
}

/** All sales of the kinds and states asked for, where they are few: then they lead, and not the words. */
function fewThatStand(db: Db, { standing, until }: Sought): readonly number[] | undefined {
  if (standing.states.length === 0) return undefined
  const span = { first: 0, last: until }
  const areMany = countStanding(db, standing, span, RARE_ROWS) === undefined
  return areMany ? undefined : listStanding(db, standing, span, RARE_ROWS)
}

/** Goes from block to block. `among`: the only sales that may fit, newest first; undefined where any may. */
function walk(db: Db, sought: Sought, words: readonly string[], among: readonly number[] | undefined): Found {
  const { limit } = sought
  const top = Math.min(sought.before - 1, sought.until)
  const found: number[] = []
  let met: number[] = []
  let judged = 0
  let examined = 0
  let before: number | null = null
  for (const block of among ? blocksOfIds(among) : blocksBelow(db, sought, blockOf(Math.max(0, top)))) {
    if (examined >= MAX_EXAMINED) {
      before = startOfBlock(block + 1)
      break
    }
    const here = meet(
      db,
      block,
      words,
      among?.filter((id) => blockOf(id) === block),
    )
    examined += here.examined
    met.push(...here.ids.filter((id) => id <= top))
    if (met.length < batchFor(sought, found.length, judged)) continue
    found.push(...kept(db, sought, met, keepNear))
    judged += met.length
    met = []
    if (found.length > limit) return { ...cut(found, limit), count: null }
  }
  found.push(...kept(db, sought, met, keepNear))
  if (found.length > limit) return { ...cut(found, limit), count: null }
  return { ids: found, before, count: before === null && isFirst(sought) ? found.length : null }
}

/** How many to meet before they are judged: as many as fill the page, if they fit as often as those before them. */
function batchFor({ standing, limit }: Sought, found: number, judged: number): number {
  const wanted = limit + 1 - found
  if (asksNothing(standing)) return wanted
  const likely = judged === 0 ? 2 * wanted : (wanted * judged) / Math.max(found, 1)
  return Math.min(Math.ceil(likely), MAX_BATCH)
}

/** The sales of one block that all words find. */
function meet(db: Db, block: number, words: readonly string[], among: readonly number[] | undefined) {
  let ids = among
  let examined = LOOK_COST
  for (const word of words) {
    const rows = beginningsOf(word).flatMap((beginning) => readBlock(db, block, beginning))
    examined += rows.length
    ids = intersect(ids ? [ids, rows] : [rows])
    if (ids.length === 0) break
  }
  return { ids: ids ?? [], examined }
}

/** Those that are of the kinds, states and days asked for, newest first. */
const kept = (
  db: Db,
  { standing }: Sought,
  ids: readonly number[],
  keep = keepStanding,
): readonly number[] => (asksNothing(standing) ? ids.toSorted(newestFirst) : keep(db, standing, ids))

const blocksOfIds = (ids: readonly number[]): readonly number[] =>
  [...new Set(ids.map(blockOf))].sort(newestFirst)

/** The blocks that may hold what is asked for, newest first, from `top` on. */
function blocksBelow(db: Db, { standing }: Sought, top: number): readonly number[] {
  if (hasNoPeriod(standing)) return Array.from({ length: top + 1 }, (_, place) => top - place)
  const rows = readBlocks(db, { ...standing, kinds: kindsOf(standing) })
  return rows.map(({ block }) => block).filter((block) => block <= top)
}

/** What is in all of these, each once. */
function intersect(lists: readonly (readonly number[])[]): readonly number[] {
  const [first = [], ...others] = lists.toSorted((a, b) => a.length - b.length)
  const sets = others.map((list) => new Set(list))
  return [...new Set(first)].filter((id) => sets.every((set) => set.has(id)))
}

// What a page of the history is sought by, and what is found; and the parts of the journal where that may be.

/** Sales up to `until`, those before `before` alone, `limit` of them. */
interface Sought {
  readonly standing: Standing
  readonly until: number
  readonly before: number
  readonly limit: number
}

interface Found {
  /** The sales' places, newest first. */
  readonly ids: readonly number[]
  /** Where the next page begins; null at the end. */
  readonly before: number | null
  /** How many there are in all; null where that is not known. */
  readonly count: number | null
}

/** Only the first page says how many there are: the others belong to it. */
const isFirst = ({ before, until }: Sought): boolean => before > until

/** The first page of a list that may go on, and where the next begins. */
const cut = (ids: readonly number[], limit: number): Pick<Found, 'ids' | 'before'> => ({
  ids: ids.slice(0, limit),
  before: ids.length > limit ? (ids[limit - 1] ?? null) : null,
})

/** The parts of the journal that may hold a sale of the days asked for, newest first: one, unless a clock was set. */
function spansOf(db: Db, standing: Standing, last: number): readonly Span[] {
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

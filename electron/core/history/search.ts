/**
 * The sales that words find, newest first. Invariant: a step's work is bounded whatever the history holds. A rare word's
 * sales are all read and sorted; common words are met block by block from the newest, until the page is full or the step has
 * read enough, and the next step goes on from there.
 */
import type { Db } from '../journal/connection.ts'
import { readBlocks } from './block-rows.ts'
import { cut, type Found, isFirst, type Sought } from './sought.ts'
import {
  asksNothing,
  countStanding,
  hasNoPeriod,
  keepNear,
  keepStanding,
  kindsOf,
  listStanding,
  newestFirst,
} from './standing-rows.ts'
import { blockOf, readAnywhere, readBlock, startOfBlock } from './term-rows.ts'

/** Rows that a rare word has at the most: as many as are read and sorted without being felt. */
const RARE_ROWS = 1_000
/** Rows that one step reads before it answers with what it has. */
const MAX_EXAMINED = 2_500
/** Sales whose kind, state and day are looked up at a time, at the most. */
const MAX_BATCH = 1_000
/** What looking into a block costs, in rows, where it finds none. */
const LOOK_COST = 10

export function search(db: Db, sought: Sought, words: readonly string[]): Found {
  const rows = words.map((word) => ({ word, ids: readAnywhere(db, word, RARE_ROWS) }))
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
  for (const block of among ? blocksOf(among) : blocksBelow(db, sought, blockOf(Math.max(0, top)))) {
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
    const rows = readBlock(db, block, word)
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

const blocksOf = (ids: readonly number[]): readonly number[] =>
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

/** How many sales a list has, and which one stands at a rank: by the counts of whole blocks, and by looking into the others. */
import { historyLimits } from '#shared/history.ts'
import type { Db } from '../journal/connection.ts'
import { type BlockSum, readBlocks } from './block-rows.ts'
import { type Sought, spansOf } from './sought.ts'
import { countStanding, kindsOf, type Span, type Standing, walkStanding } from './standing-rows.ts'
import { blockOf, startOfBlock } from './term-rows.ts'

/** Lists of certain states are counted up to this many; more are "many". */
const MAX_COUNTED = 10_000

/** Null where there are many. */
export function countListed(db: Db, sought: Sought): number | null {
  if (sought.standing.states.length > 0) return countStates(db, sought)
  let count = 0
  for (const block of blocksOf(db, sought)) count += countIn(db, sought, block)
  return count > historyLimits.countedSales ? null : count
}

/** The place before which the sales from `rank` on stand; 0 behind the last. */
export function placeOfRank(db: Db, sought: Sought, rank: number): number {
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

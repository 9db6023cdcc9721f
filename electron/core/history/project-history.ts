/** Brings the terms and the blocks along with the entries of a sale. What an entry adds, no later one takes away. */
import { isDeepStrictEqual } from 'node:util'
import type { OrderKind } from '#shared/products/orders.ts'
import type { Db } from '../journal/connection.ts'
import type { Entry, SaleEntryBody } from '../journal/entry.ts'
import { JournalFault } from '../journal/faults.ts'
import type { Steps } from '../journal/steps.ts'
import {
  type BlockRow,
  blockOf,
  countInBlock,
  countTerms,
  deleteBlocks,
  deleteTerms,
  holdsTerm,
  insertTerms,
  nextBlock,
  readAllBlocks,
} from './term-rows.ts'
import { termsOf } from './terms.ts'

/** What these entries add to the sale of the entry `place`. Inside the caller's transaction, once the sale itself stands. */
export function projectHistory(
  db: Db,
  place: number,
  entries: readonly (Entry & { readonly body: SaleEntryBody })[],
): void {
  for (const { body, sequence, atMs } of entries)
    if (body.kind === 'sale-recorded') countInBlock(db, sequence, body.order.kind, atMs)
  const terms = new Set(entries.flatMap(({ body }) => termsOf(body)))
  if (terms.size > 0) insertTerms(db, place, [...terms])
}

/** Before a rebuild; `indexTerms` ends it. */
export function deleteHistory(db: Db): void {
  deleteTerms(db)
  deleteBlocks(db)
}

// The check of terms and blocks against the entries that made them. Reads only, step by step.

/** A sale as its entries state it. */
interface ReplayedTerms {
  readonly place: number
  readonly kind: OrderKind
  readonly recordedAtMs: number
  readonly terms: ReadonlySet<string>
}

/** Throws JournalFault('damaged') where a term of the sale's is missing. */
export function compareTerms(db: Db, { place, terms }: ReplayedTerms): void {
  for (const term of terms)
    if (!holdsTerm(db, place, term)) differs(`the terms of the sale of entry ${place}`)
}

/** What all sales make together: kept by block, so that it is as small as the blocks are few. */
export interface HistoryTally {
  add(sale: ReplayedTerms): void
  /** Throws JournalFault('damaged') where the tables hold other blocks, or another number of terms. */
  check(db: Db): Steps<void>
}

export function createHistoryTally(): HistoryTally {
  const blocks = new Map<string, BlockRow>()
  const terms = new Map<number, number>()
  return {
    add(sale) {
      const { kind, recordedAtMs: atMs } = sale
      const block = blockOf(sale.place)
      const { sales, firstAtMs, lastAtMs } = blocks.get(`${block} ${kind}`) ?? {
        sales: 0,
        firstAtMs: atMs,
        lastAtMs: atMs,
      }
      const times = { firstAtMs: Math.min(firstAtMs, atMs), lastAtMs: Math.max(lastAtMs, atMs) }
      blocks.set(`${block} ${kind}`, { block, kind, sales: sales + 1, ...times })
      terms.set(block, (terms.get(block) ?? 0) + sale.terms.size)
    },
    *check(db) {
      const expected = [...blocks.values()].sort((a, b) => a.block - b.block || (a.kind < b.kind ? -1 : 1))
      if (!isDeepStrictEqual(readAllBlocks(db), expected)) differs('the blocks')
      const left = new Map(terms)
      // Each turn moves on to a later block of the table, so their number bounds the loop.
      for (let block = nextBlock(db, -1); block !== undefined; block = nextBlock(db, block)) {
        if (countTerms(db, block) !== (left.get(block) ?? 0)) differs(`the terms of block ${block}`)
        left.delete(block)
        yield
      }
      if ([...left.values()].some((count) => count > 0)) differs('terms are missing')
    },
  }
}

function differs(what: string): never {
  throw new JournalFault('damaged', `the history does not agree with the entries: ${what}`)
}

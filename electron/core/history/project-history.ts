/** Brings the terms and the blocks along with the entries of a sale. What an entry adds, no later one takes away. */
import type { Db } from '../journal/connection.ts'
import type { Entry, SaleEntryBody } from '../journal/entry.ts'
import { readPlace } from '../journal/sales.ts'
import { countInBlock, deleteBlocks } from './block-rows.ts'
import { deleteTerms, insertTerms } from './term-rows.ts'
import { termsOf } from './terms.ts'

/** Inside the caller's transaction, once the sale itself stands. */
export function projectHistory(
  db: Db,
  { body, sequence, atMs }: Entry & { readonly body: SaleEntryBody },
): void {
  if (body.kind === 'sale-recorded') countInBlock(db, sequence, body.order.kind, atMs)
  const terms = termsOf(body)
  if (terms.length > 0) insertTerms(db, readPlace(db, body.ref), terms)
}

/** Before a rebuild; `indexTerms` ends it. */
export function deleteHistory(db: Db): void {
  deleteTerms(db)
  deleteBlocks(db)
}

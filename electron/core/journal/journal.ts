/**
 * The journal as the rest of the core knows it: one file per environment and account, append-only, chained.
 * Every method is synchronous: better-sqlite3 is, and no transaction may span an await.
 */
import type { Centimes } from '#shared/money.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleState } from '#shared/states/sale.ts'
import type { SaleView } from '#shared/views.ts'
import type { Entry, EntryBody, SaleEntryBody } from './entry.ts'

/** A sale as the projection holds it. `phase` is derived when it is shown. */
export interface StoredSale extends Omit<SaleView, 'phase'> {
  readonly reviewId: string
  /** An attempt of this ref ended in doubt once: its request may land at any time, whatever became of the others. */
  readonly everDoubted: boolean
  /** The exact body that every attempt sends. */
  readonly request: Extract<EntryBody, { kind: 'sale-recorded' }>['request']
}

export interface RepeatsFilter {
  readonly number: string
  readonly valueCentimes: Centimes
  readonly sinceMs: number
  readonly alsoRefs: readonly Ref[]
}

export interface Journal {
  readonly journalId: string
  /**
   * Appends entries and brings the projections along, in one transaction and one fsync. All of them or none.
   * Throws where the sale's table refuses the step (a bug of the caller) and where the disk refuses the write.
   */
  record(bodies: readonly [SaleEntryBody, ...SaleEntryBody[]], atMs: number): readonly Entry[]
  readSale(ref: Ref): StoredSale | undefined
  findSaleByReview(reviewId: string): StoredSale | undefined
  /** Newest first. `limit` is bounded by the journal at 10,000. */
  listSales(filter: {
    readonly states?: readonly SaleState[]
    readonly changedSinceMs?: number
    readonly limit: number
  }): readonly StoredSale[]
  /** The newest sale that the service has given an id: an order that a look-up must find. */
  findNewestKnown(): StoredSale | undefined
  /**
   * Sales of the same number and value, newest first: the open ones, those recorded since a time, and those named. The
   * refused and cancelled ones are left out.
   */
  listRepeats(filter: RepeatsFilter): readonly StoredSale[]
  /** Every entry of one sale, or of the whole journal, in order. */
  readEntries(ref?: Ref): readonly Entry[]
  /** Rebuilds the projections from the entries, in one transaction. */
  rebuildProjections(): void
  close(): void
}

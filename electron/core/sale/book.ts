/**
 * The journal as the sales' rooms use it. Owns the order "commit, then tell": the event with the sale's full view is
 * published after record() has returned, and never without it.
 */
import type { Ref } from '#shared/ref.ts'
import { phaseOf } from '#shared/states/sale.ts'
import type { SaleView } from '#shared/views.ts'
import type { Events } from '../events.ts'
import type { SaleEntryBody } from '../journal/entry.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'

export interface SaleBook {
  read(ref: Ref): StoredSale | undefined
  /** The newest sale that the service is known to hold. */
  findNewestKnown(): StoredSale | undefined
  /** Commits the entries of one sale, tells the windows, and answers the sale as it now stands. Throws as record() does. */
  record(bodies: readonly [SaleEntryBody, ...SaleEntryBody[]], atMs: number): StoredSale
}

export function createSaleBook(journal: Journal, events: Events): SaleBook {
  return {
    read: (ref) => journal.readSale(ref),
    findNewestKnown: () => journal.findNewestKnown(),
    record(bodies, atMs) {
      journal.record(bodies, atMs)
      const sale = journal.readSale(bodies[0].ref)
      if (!sale) throw new Error(`sale ${bodies[0].ref} was recorded and cannot be read`)
      events.publish({ kind: 'sale-changed', sale: viewOfSale(sale) })
      return sale
    },
  }
}

/** What the screens are given of a stored sale: without what only the engine needs, with the phase. */
export function viewOfSale(stored: StoredSale): SaleView {
  const { reviewId: _review, request: _request, everDoubted: _doubted, ...sale } = stored
  return { ...sale, phase: phaseOf(sale.state, sale.serverStatus) }
}

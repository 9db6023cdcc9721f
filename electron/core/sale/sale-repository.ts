/**
 * The journal as sales, receipts and printing use it. Owns the order "commit, then publish": the event with the sale's full view
 * goes out after the commit, and says what the journal holds.
 */
import { hasRestCome } from '#shared/display-status.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import { phaseOf } from '#shared/states/observed.ts'
import type { SaleView } from '#shared/views.ts'
import type { Events } from '../events.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import type { SaleEntries } from '../journal/record.ts'
import { lacksOfDelivery } from './delivery.ts'
import { isDecidable } from './manual-review.ts'

export interface SaleRepository {
  /** Not any more where the counter stopped without waiting for a call. */
  isOpen(): boolean
  read(ref: Ref): StoredSale | undefined
  /** The newest sale of the kind that the service is known to hold. */
  findNewestKnown(kind: OrderKind): StoredSale | undefined
  /** Commits the entries of one sale, publishes it, and answers the sale as it now stands. Throws as record() does. */
  record(bodies: SaleEntries, atMs: number): StoredSale
}

export function createSaleRepository(journal: Journal, events: Events): SaleRepository {
  /** `before`: as it stood, where it may have lacked something of its delivery. */
  function publish(ref: Ref, before?: StoredSale): StoredSale | undefined {
    const sale = journal.readSale(ref)
    if (!sale) return undefined
    const view = viewOfSale(sale)
    const restCame = hasRestCome(before && viewOfSale(before), view)
    events.publish({ kind: 'sale-changed', sale: view, ...(restCame && { restCame }) })
    return sale
  }

  return {
    isOpen: () => journal.isOpen(),
    read: (ref) => journal.readSale(ref),
    findNewestKnown: (kind) => journal.findNewestKnown(kind),
    record(bodies, atMs) {
      const [first, ...others] = bodies
      const { ref } = first
      const before = bringsDelivery(first) ? journal.readSale(ref) : undefined
      try {
        journal.record(bodies, atMs)
      } catch (fault) {
        publishWhatIsThere(() => publish(ref))
        throw fault
      }
      const sale = publish(ref, before)
      if (!sale) throw new Error(`sale ${ref} was recorded and cannot be read`)
      for (const other of others) if (other.ref !== ref) publish(other.ref)
      return sale
    },
  }
}

/** Of the looks at a sale few bring any of its delivery: the others are recorded without a reading of what it lacked. */
const bringsDelivery = (body: SaleEntries[number]): boolean =>
  body.kind === 'observed' && (body.cards.length > 0 || body.offers.length > 0)

/** A commit that was denied may be on disk all the same. The denial is what the caller has to hear of, not a second fault. */
function publishWhatIsThere(publish: () => void): void {
  try {
    publish()
  } catch {
    // The disk cannot be read either: there is nothing to publish.
  }
}

/** What the screens are given of a stored sale: without what only the engine needs, with what follows from it. */
export function viewOfSale(stored: StoredSale): SaleView {
  const { reviewId: _review, request: _request, everDoubted: _doubted, ...fields } = stored
  const { subject: _subject, valueCentimes: _value, ...sale } = fields
  return {
    ...sale,
    cards: sale.cards.map(({ codeTail, serialTail }) => ({ codeTail, serialTail })),
    phase: phaseOf(sale.state, sale.order.kind, sale.serverStatus),
    decidable: isDecidable(stored),
    incomplete: lacksOfDelivery(stored),
  }
}

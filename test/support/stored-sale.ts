/** A sale of each kind as the journal's projection would hold it, for tables of pure functions. */
import type { StoredSale } from '#core/journal/journal.ts'
import { nextSale } from '#core/journal/next-sale.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import { orderOf, saleRecorded, startMs } from './journal-entries.ts'
import { refNumber } from './refs.ts'

const ref = refNumber(1)

/** A confirmed sale in doubt, changed by `more`. */
export function storedSale(kind: OrderKind, more: Partial<StoredSale> = {}): StoredSale {
  const body = saleRecorded(ref, { order: orderOf(ref)[kind] })
  const recorded = nextSale(undefined, { body, atMs: startMs })
  return { ...recorded, state: 'in-doubt', attempts: 1, ...more }
}

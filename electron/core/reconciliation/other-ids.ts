/**
 * Which gift card orders are the journal's own although the list names them otherwise than the service's answers did: by what
 * was ordered, and when. Pure. Keeps that none is taken for a sale's where the list names any as it was answered, and each for
 * one sale alone, so that of several alike one too many is left over.
 */
import type { StoredSale } from '../journal/journal.ts'
import type { OrderOfDay } from './claims.ts'
import { orderName } from './names.ts'

/** An order is listed with the time at which it was made, or ended. */
const WITHIN_MS = 15 * 60_000

/**
 * The names of those of `orders`, which name no sale, that are one of `sales` each. `isListed`: whether the list names it.
 * `offsetMs`: by how much the service's clock is ahead.
 */
export function namedOtherwise(
  orders: readonly OrderOfDay[],
  sales: readonly StoredSale[],
  { isListed, offsetMs }: { readonly isListed: (sale: StoredSale) => boolean; readonly offsetMs: number },
): ReadonlySet<string> {
  const explained = new Set<string>()
  const dated = orders.flatMap(({ side }) =>
    side.kind === 'gift-card' && side.atMs !== null ? [{ side, atMs: side.atMs - offsetMs }] : [],
  )
  if (dated.length === 0) return explained
  const named = sales.filter(({ order, serviceId }) => order.kind === 'gift-card' && serviceId !== null)
  if (named.some(isListed)) return explained
  const free = named.toSorted((a, b) => a.recordedAtMs - b.recordedAtMs)
  for (const { side, atMs } of dated.toSorted((a, b) => a.atMs - b.atMs)) {
    const place = free.findIndex(
      ({ subject, recordedAtMs }) => subject === side.subject && Math.abs(recordedAtMs - atMs) <= WITHIN_MS,
    )
    if (place < 0) continue
    free.splice(place, 1)
    explained.add(orderName(side))
  }
  return explained
}

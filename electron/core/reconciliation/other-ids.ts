/**
 * Which gift card orders are the journal's own although the list names them otherwise than the service's answers did: by what
 * was ordered, and when. Reads, and changes nothing. Keeps that none is taken for a sale's where the list names any as it was
 * answered, and each for one sale alone, so that of several alike one too many is left over.
 */
import type { StoredSale } from '../journal/journal.ts'
import type { ClaimParts, OrderOfDay } from './claims.ts'
import { orderName } from './names.ts'

/** An order is listed with the time at which it was made, or ended. */
const WITHIN_MS = 15 * 60_000

/** The names of those of `orders`, which name no sale, that are one of `sales` each. */
export function namedOtherwise(
  orders: readonly OrderOfDay[],
  sales: readonly StoredSale[],
  { workbook, journal, offsetMs }: Pick<ClaimParts, 'workbook' | 'journal' | 'offsetMs'>,
): ReadonlySet<string> {
  const explained = new Set<string>()
  const dated = orders.flatMap(({ side }) =>
    side.kind === 'gift-card' && side.atMs !== null ? [{ side, atMs: side.atMs - offsetMs }] : [],
  )
  if (dated.length === 0) return explained
  const named = sales.filter(({ order, serviceId }) => order.kind === 'gift-card' && serviceId !== null)
  const isListed = ({ serviceId }: StoredSale) =>
    serviceId !== null && workbook.rows.findOrders([serviceId]).length > 0
  // One that was found in the list has the list's name of it.
  const wasAnswered = ({ ref, serviceId }: StoredSale) =>
    journal.readEntries(ref).some(({ body }) => body.kind === 'accepted' && body.serviceId === serviceId)
  const listed = new Set(named.filter(isListed))
  if ([...listed].some(wasAnswered)) return explained
  const unlisted = named.filter((sale) => !listed.has(sale))
  const free = unlisted.toSorted((a, b) => a.recordedAtMs - b.recordedAtMs)
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

/** Promises 9 and 12: the cards of an order are one customer's, at this counter and at any other of the account. */
import type { StoredSale } from '#core/journal/journal.ts'
import { serviceIdOf } from '../journal-file.ts'
import { isCalled, isOneOrder } from './claims.ts'
import type { Facts } from './facts.ts'
import type { Report } from './report.ts'

/** `othersOrders`: the ids of what other tills ordered. */
export function checkCards(
  sales: readonly StoredSale[],
  othersOrders: readonly string[],
  report: Report,
): void {
  const named = sales.filter((sale) => serviceIdOf(sale) !== null)
  for (const id of othersOrders) {
    const taker = named.find((sale) => isCalled({ id }, serviceIdOf(sale)))
    if (taker !== undefined) report(9, `${taker.ref} has the order ${id} of another till`)
  }
  const ids = named.flatMap((sale) => serviceIdOf(sale) ?? [])
  for (const [place, id] of ids.entries()) {
    const first = ids.findIndex((other) => isOneOrder(id, other))
    if (first < place) report(9, `${named[place]?.ref} has the order of ${named[first]?.ref}`)
  }
}

/**
 * Of two orders that are alike a sale may have the other's, as long as each has one. A request that was held up cannot be
 * distinguished from one of the other sale's.
 */
export function checkTaken({ ledger, sales, postings }: Facts, report: Report): void {
  const unnamed = ledger.orders.filter(({ kind }) => kind === 'gift-card')
  for (const order of unnamed) {
    const origin = sales.find(({ ref }) => ref === postings.originOf(order.id))
    const taker = sales.find((sale) => isCalled(order, serviceIdOf(sale)))
    if (!origin || !taker || origin === taker || serviceIdOf(origin) !== null) continue
    const hasOwn = unnamed.some(({ id }) => postings.originOf(id) === taker.ref)
    if (!hasOwn && postings.isTimely(order.id) && !postings.isTwin(order.id))
      report(12, `${taker.ref} has ordered nothing, and has the order ${order.id} of ${origin.ref}`)
  }
}

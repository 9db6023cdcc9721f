/** Promise 9: the cards of an order are one customer's, at this counter and at any other of the account. */
import type { StoredSale } from '#core/journal/journal.ts'
import { serviceIdOf } from '../journal-file.ts'
import { isCalled } from './claims.ts'
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
  const ids = named.map(serviceIdOf)
  for (const [place, sale] of named.entries()) {
    const first = ids.indexOf(serviceIdOf(sale))
    if (first < place) report(9, `${sale.ref} has the order of ${named[first]?.ref}`)
  }
}

/** Promises 1 and 2: the service's ledger is explained by the journal, one sale an order, one debit a sale. */
import { type Facts, netOf, ordersOf, spareOrders } from './facts.ts'
import type { Report } from './report.ts'

export function checkBooks(facts: Facts, confirmedReviews: ReadonlySet<string>, report: Report): void {
  const { ledger, sales } = facts
  const spare = spareOrders(facts)
  for (const order of ledger.orders) {
    const count = facts.claimants.get(order.id)?.length ?? 0
    if (count !== 1 && !spare.includes(order.id)) {
      report(1, `order ${order.id} under ${order.ref} is explained by ${count} sales`)
    }
  }
  for (const { orderId, type, amount } of ledger.movements) {
    if (!ledger.orders.some(({ id }) => id === orderId)) {
      report(1, `${type} of ${amount} belongs to no order: ${orderId}`)
    }
  }
  for (const sale of sales) {
    const nets = ordersOf(facts, sale).map(({ id }) => netOf(ledger, id))
    const paid = nets.filter(({ netCentimes }) => netCentimes > 0).length
    if (paid > 1 || nets.some(({ debits }) => debits > 1)) report(2, `${sale.ref} is debited ${paid} times`)
    if (!confirmedReviews.has(sale.reviewId)) report(2, `${sale.ref} comes of no review that was confirmed`)
  }
  const reviews = new Set(sales.map(({ reviewId }) => reviewId))
  if (reviews.size !== sales.length) report(2, `${sales.length} sales come of ${reviews.size} reviews`)
}

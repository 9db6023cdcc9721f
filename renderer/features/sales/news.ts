/** Which changes of a sale the cashier must be told of, even while another customer is being served. */
import type { SalePhase } from '#shared/states/sale.ts'
import type { SaleView } from '#shared/views.ts'

/** What a sale can become that calls for something to be done or said at the counter. */
const alwaysNews: readonly SalePhase[] = ['refunded', 'refused', 'unsent', 'in-doubt', 'unknown', 'queued']

/** What a customer may have left the counter in; its happy end is news too. */
const waitedIn: readonly SalePhase[] = ['queued', 'unknown', 'in-doubt', 'unsent', 'cancelled']

/** A sale whose phase did not change is no news; an ordinary delivery seconds after the sale is none either. */
export function isNews(before: SaleView | undefined, after: SaleView): boolean {
  if (!before || before.phase === after.phase) return false
  if (alwaysNews.includes(after.phase)) return true
  return after.phase === 'fulfilled' && waitedIn.includes(before.phase)
}

/** Promise 8: what the windows list, what the journal holds and what the service has booked come to the same sums. */
import type { StoredSale } from '#core/journal/journal.ts'
import { startOfShopDay } from '#shared/dates.ts'
import { endsByDecision } from '#shared/decisions.ts'
import { openSaleStates } from '#shared/states/sale.ts'
import type { SaleView } from '#shared/views.ts'
import { type Facts, netOf, spareOrders } from './facts.ts'
import type { Report } from './report.ts'

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** What a sale has cost the shop in the end: the debit that the service showed, or its cost at the confirmation, of a part its share. */
function costOf({ state, order, costCentimes, debitCentimes, deliveredCount }: StoredSale): number {
  if (!soldStates.includes(state)) return 0
  const isPart = state === 'partly-fulfilled' && order.kind === 'gift-card' && deliveredCount !== null
  return debitCentimes ?? (isPart ? (costCentimes / order.quantity) * deliveredCount : costCentimes)
}

const soldStates: readonly StoredSale['state'][] = ['fulfilled', 'partly-fulfilled']

/** When everything is settled: what the sales cost is what the service has taken. */
export function checkSums(facts: Facts, report: Report): void {
  const { ledger, sales } = facts
  // A person states how a sale ended, and not what it cost.
  if (sales.some(endsByDecision)) return
  const spare = spareOrders(facts)
  const asked = ledger.orders.filter(({ id }) => !spare.includes(id))
  const booked = sumOf(asked.map(({ id }) => netOf(ledger, id).netCentimes))
  const sold = sumOf(sales.map(costOf))
  if (booked !== sold) report(8, `the sales cost ${sold} centimes, the service has taken ${booked}`)
}

/** How long the sales of a day stay listed beside those of the next. */
const EVENING_MS = 5 * 60_000

/** The list of the day holds every sale that is open or changed on it, once, as the journal has it. */
export function checkList(
  shown: readonly SaleView[],
  sales: readonly StoredSale[],
  nowMs: number,
  report: Report,
): void {
  const today = startOfShopDay(nowMs - EVENING_MS)
  const due = sales.filter(({ state, changedAtMs }) => openSaleStates.includes(state) || changedAtMs >= today)
  const priceOf = (list: readonly Pick<SaleView, 'state' | 'priceCentimes'>[]) =>
    sumOf(list.filter(({ state }) => soldStates.includes(state)).map(({ priceCentimes }) => priceCentimes))
  if (shown.length !== due.length) report(8, `${shown.length} sales are listed and ${due.length} are due`)
  if (priceOf(shown) !== priceOf(due))
    report(8, `the list comes to ${priceOf(shown)}, its sales to ${priceOf(due)}`)
  for (const { ref, state } of due) {
    const listed = shown.filter((view) => view.ref === ref)
    if (listed.length !== 1 || listed[0]?.state !== state)
      report(8, `${ref} is ${state} and listed otherwise`)
  }
}

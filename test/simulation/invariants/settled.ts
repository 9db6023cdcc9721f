/** Promises 3 and 4, when the line is good, nothing is under way and the service has ended its work. */
import type { StoredSale } from '#core/journal/journal.ts'
import type { Ledger } from '#training/ledger.ts'
import { endOfWord, kindOf } from '../kinds/kinds.ts'
import { type Facts, netOf, ordersOf } from './facts.ts'
import type { Report } from './report.ts'

/** States of a sale of which the service holds nothing. */
const nothingHeld: readonly StoredSale['state'][] = ['refused', 'unsent', 'cancelled']

/** Whether the service will change nothing more by itself. */
export const isServiceDone = (ledger: Ledger): boolean =>
  ledger.orders.every(({ kind, status }) => endOfWord(kindOf(kind), status) !== undefined)

export const isSettled = (facts: Facts): boolean =>
  facts.sales.every((sale) => problemOf(facts, sale) === undefined)

export function checkSettled(facts: Facts, report: Report): void {
  for (const sale of facts.sales) {
    const problem = problemOf(facts, sale)
    if (problem === undefined) continue
    const debited = ordersOf(facts, sale).some(({ id }) => netOf(facts.ledger, id).netCentimes > 0)
    report(debited && nothingHeld.includes(sale.state) ? 3 : 4, problem)
  }
}

function problemOf(facts: Facts, sale: StoredSale): string | undefined {
  const { ref, state, debitCentimes } = sale
  const [order] = ordersOf(facts, sale)
  if (order === undefined) {
    return nothingHeld.includes(state) ? undefined : `${ref} is ${state} and the service holds nothing`
  }
  const expected = endOfWord(kindOf(order.kind), order.status)
  if (state !== expected) return `${ref} is ${state} and ${order.status} at the service`
  const { netCentimes } = netOf(facts.ledger, order.id)
  return debitCentimes === null || debitCentimes === netCentimes
    ? undefined
    : `${ref} tells a debit of ${debitCentimes} and the service took ${netCentimes}`
}

/** Promises 3 and 4, when the line is good, nothing is under way and the service has ended its work. */
import type { StoredSale } from '#core/journal/journal.ts'
import type { Ledger } from '#training/ledger.ts'
import { endOfWord, kindOf } from '../kinds/kinds.ts'
import { type Facts, netOf, ordersOf } from './facts.ts'
import type { Report } from './report.ts'

/** States of a sale of which the service holds nothing. */
const nothingHeld: readonly StoredSale['state'][] = ['refused', 'unsent', 'cancelled']

const givesBack: readonly string[] = ['REFUNDED', 'PARTIALLY_FILLED']

/** Whether the service will change nothing more by itself: every order has ended, and what is given back is there. */
export const isServiceDone = (ledger: Ledger): boolean =>
  ledger.orders.every(({ id, kind, status, cost }) => {
    const isPaidBack = cost === 0 || netOf(ledger, id).refunds > 0
    return endOfWord(kindOf(kind), status) !== undefined && (isPaidBack || !givesBack.includes(status))
  })

/** `asked`: the sales of which a person is asked what became of them. */
export const isSettled = (facts: Facts, asked: readonly string[] = []): boolean =>
  facts.sales.every((sale) => asked.includes(sale.ref) || problemOf(facts, sale) === undefined)

export function checkSettled(facts: Facts, asked: readonly string[], report: Report): void {
  for (const sale of facts.sales) {
    const problem = problemOf(facts, sale)
    if (problem === undefined || asked.includes(sale.ref)) continue
    const debited = ordersOf(facts, sale).some(({ id }) => netOf(facts.ledger, id).netCentimes > 0)
    report(debited && nothingHeld.includes(sale.state) ? 3 : 4, problem)
  }
}

/** What costs nothing is over either way; a person has one word for money that came back and money that never left. */
const isOverAllTheSame = (state: StoredSale['state'], expected: string | undefined, cost: number): boolean =>
  (cost === 0 && (state === 'fulfilled' || state === 'refunded')) ||
  (state === 'refunded' && expected === 'refused')

function problemOf(facts: Facts, sale: StoredSale): string | undefined {
  const { ref, state, debitCentimes } = sale
  const [order] = ordersOf(facts, sale)
  if (order === undefined) {
    return nothingHeld.includes(state) ? undefined : `${ref} is ${state} and the service holds nothing`
  }
  const expected = endOfWord(kindOf(order.kind), order.status)
  if (state !== expected && !isOverAllTheSame(state, expected, order.cost))
    return `${ref} is ${state} and ${order.status} at the service`
  const { netCentimes } = netOf(facts.ledger, order.id)
  return debitCentimes === null || debitCentimes === netCentimes
    ? undefined
    : `${ref} shows a debit of ${debitCentimes} and the service took ${netCentimes}`
}

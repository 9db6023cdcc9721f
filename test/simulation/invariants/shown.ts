/** Promises 3 and 5, for a sale as a window is shown it at any moment: nothing is told that is known to be otherwise. */
import { tellingOf } from '#shared/telling.ts'
import type { SaleView } from '#shared/views.ts'
import { kindOf, phaseOfWord } from '../kinds/kinds.ts'
import { type Facts, netOf, ordersOf } from './facts.ts'
import type { Report } from './report.ts'

/** Tellings that say for certain that the service holds nothing. */
const certainlyNothing: readonly string[] = ['refused', 'unsent']

/** `sale` was shown just now; what the service holds has not changed since. */
export function checkShown(view: SaleView, facts: Facts, report: Report): void {
  const { ref, phase, serverStatus, order } = view
  const telling = tellingOf(view)
  const sale = facts.sales.find((one) => one.ref === ref)
  if (certainlyNothing.includes(telling)) {
    const orders = sale === undefined ? [] : ordersOf(facts, sale)
    const held = orders.filter(({ id }) => netOf(facts.ledger, id).netCentimes > 0)
    if (held.length > 0) report(3, `${ref} is shown as ${telling} while the service holds ${held[0]?.id}`)
    // A bill's transaction that has ended takes no late request (service-api.md, pay: NOT_FOUND where it is not READY).
    const isOver = order.kind === 'bill' && serverStatus !== null
    if (facts.postings.isAwaited(ref) && !isOver)
      report(3, `${ref} is shown as ${telling} while its request is under way`)
  }
  if (serverStatus === null) return
  if (phase !== phaseOfWord(kindOf(order.kind), serverStatus))
    report(5, `${ref} is shown as ${phase} although its status is ${serverStatus}`)
}

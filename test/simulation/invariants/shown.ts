/** Promises 3 and 5, for a sale as a window is shown it at any moment: nothing is shown that is known to be otherwise. */
import { displayStatusOf } from '#shared/display-status.ts'
import type { SaleView } from '#shared/views.ts'
import { endOfWord, kindOf, phaseOfWord } from '../kinds/kinds.ts'
import type { ServiceOrder } from '../service/service.ts'
import { type Facts, netOf, ordersOf } from './facts.ts'
import type { Report } from './report.ts'

/** Display statuses that say for certain that the service holds nothing. */
const certainlyNothing: readonly string[] = ['refused', 'unsent']

/** `sale` was shown just now; what the service holds has not changed since. */
export function checkShown(view: SaleView, facts: Facts, report: Report): void {
  const sale = facts.sales.find((one) => one.ref === view.ref)
  const orders = sale === undefined ? [] : ordersOf(facts, sale)
  if (certainlyNothing.includes(displayStatusOf(view))) checkNothing(view, orders, facts, report)
  checkWord(view, orders[0], report)
}

function checkNothing(view: SaleView, orders: readonly ServiceOrder[], facts: Facts, report: Report): void {
  const { ref, serverStatus, order } = view
  // It is looked at again, and the evening asks for what was found.
  if (facts.postings.isForgotten(ref)) return
  const displayStatus = displayStatusOf(view)
  const held = orders.find(({ id }) => netOf(facts.ledger, id).netCentimes > 0)
  if (held !== undefined && !facts.postings.isMisled(ref))
    report(3, `${ref} is shown as ${displayStatus} while the service holds ${held.id}`)
  // A bill's transaction that has ended takes no late request (service-api.md, pay: NOT_FOUND where it is not READY).
  const isOver = order.kind === 'bill' && serverStatus !== null
  if (facts.postings.isAwaited(ref) && !isOver)
    report(3, `${ref} is shown as ${displayStatus} while its request is under way`)
}

const ends: readonly string[] = ['fulfilled', 'partly-fulfilled', 'refunded']

/** A word may say less than the counts and the movements beside it, and a person may know more than either. */
function checkWord(view: SaleView, held: ServiceOrder | undefined, report: Report): void {
  const { ref, phase, serverStatus, order } = view
  const end = held && endOfWord(kindOf(held.kind), held.status)
  // A paid bill may be refunded after it was looked at: that it is known in the end is looked for there.
  const isRefundedLate = order.kind === 'bill' && phase === 'fulfilled' && end === 'refunded'
  if (phase === end || isRefundedLate) return
  if (ends.includes(phase) && end !== undefined && held?.cost !== 0)
    report(3, `${ref} is shown as ${phase} although it is ${held?.status} at the service`)
  if (serverStatus !== null && phase !== phaseOfWord(kindOf(order.kind), serverStatus))
    report(5, `${ref} is shown as ${phase} although its status is ${serverStatus}`)
}

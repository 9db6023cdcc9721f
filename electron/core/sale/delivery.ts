/**
 * Whether all of a delivery is in the journal. A sale is over as soon as the service says so; the codes of its cards and the
 * offers of its menu may come later, so it is looked at some times more, at a pace of its own. Pure.
 */
import { endsByDecision } from '#shared/decisions.ts'
import { phaseOf } from '#shared/states/observed.ts'
import type { StoredSale } from '../journal/journal.ts'
import { deliveredStates } from '../journal/rest-of-delivery.ts'
import type { PaceName } from '../schedule/cadence.ts'
import { kindOf } from './kinds/kinds.ts'

export const lacksOfDelivery = (sale: StoredSale): boolean =>
  deliveredStates.includes(sale.state) && kindOf(sale).lacksOfDelivery?.(sale) === true

/** Delivered, and the service may give its money back all the same. */
export const mayBeRefundedLate = (sale: StoredSale): boolean =>
  sale.state === 'fulfilled' && kindOf(sale).mayBeRefundedLate === true

/** By what the waits between looks at this sale go. */
export function paceOf(sale: StoredSale): PaceName {
  if (endsByDecision(sale)) return 'decided'
  if (lacksOfDelivery(sale)) return 'undelivered-rest'
  return mayBeRefundedLate(sale) ? 'refundable' : phaseOf(sale.state, sale.order.kind, sale.serverStatus)
}

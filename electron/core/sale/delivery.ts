/**
 * Whether all of a delivery is in the journal. A sale is over as soon as the service says so; the codes of its cards and the
 * offers of its menu may come later, so it is looked at some times more, at a pace of its own. Pure.
 */
import type { StoredSale } from '../journal/journal.ts'
import { deliveredStates } from '../journal/next-sale.ts'
import { kindOf } from '../products/kinds.ts'

export const lacksOfDelivery = (sale: StoredSale): boolean =>
  deliveredStates.includes(sale.state) && kindOf(sale).lacksOfDelivery?.(sale) === true

/** Delivered, and the service may give its money back all the same. */
export const mayBeRefundedLate = (sale: StoredSale): boolean =>
  sale.state === 'fulfilled' && kindOf(sale).mayBeRefundedLate === true

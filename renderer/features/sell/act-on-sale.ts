/** Does to the sale in hand what a key says. */

import { offersToSell } from '#shared/display-status.ts'
import { unreachable } from '#shared/result.ts'
import { serviceOf } from './flow.ts'
import type { SaleAction } from './keyboard.ts'
import type { Selling } from './sell-store.ts'

export function actOnSale(action: SaleAction, selling: Selling): void {
  const { step } = selling.store.getState()
  const entry = selling.entries[serviceOf(step)]
  switch (action.do) {
    case 'go-on':
      entry.goOn()
      return
    case 'pick':
      entry.pickAt(action.digit)
      return
    case 'remember':
      entry.remember(action.digit)
      return
    case 'write':
      entry.pressDigit(action.text)
      return
    case 'move':
      entry.move?.(action.by)
      return
    case 'offer': {
      const offer = step.kind === 'outcome' ? offersToSell(step.sale)[action.digit - 1] : undefined
      if (step.kind === 'outcome' && offer) void selling.entries.mobile.sellOffer(step.sale, offer)
      return
    }
    case 'scan':
      selling.entries.bill.scan(action.text)
      return
    case 'back':
      selling.back()
      return
    case 'next':
      selling.next()
      return
    default:
      unreachable(action)
  }
}

/**
 * What is told of a sale at the counter and on its slip: its phase, refined by what the cashier did and by how much is
 * really known. Invariant: no telling promises more than the journal holds.
 */
import { type SalePhase, salePhases } from './states/sale.ts'
import type { SaleView } from './views.ts'

export const tellings = [
  ...salePhases,
  /** Unsent, but a request may have left: it was not found so far, and is looked up as long as it stays unsent. */
  'not-found',
  /** Given up at the counter, and the service holds it all the same: how it ends is not known. */
  'surfaced',
  /** Given up, then delivered: the customer owes what was given back. */
  'delivered-after-all',
  /** Given up, surfaced, then refunded: nothing is owed to a customer who has the money back already. */
  'refunded-after-all',
] as const
export type Telling = (typeof tellings)[number]

const afterGivingUp: Partial<Readonly<Record<SalePhase, Telling>>> = {
  handling: 'surfaced',
  queued: 'surfaced',
  unknown: 'surfaced',
  fulfilled: 'delivered-after-all',
  refunded: 'refunded-after-all',
}

export type ToldSale = Pick<SaleView, 'phase' | 'givenUp' | 'attempts' | 'reason'>

export function tellingOf(sale: ToldSale): Telling {
  if (sale.phase === 'unsent') return neverLeft(sale) ? 'unsent' : 'not-found'
  return (sale.givenUp && afterGivingUp[sale.phase]) || sale.phase
}

/** The one attempt ended definitely. Of several, an earlier one may be under way still. */
const neverLeft = ({ attempts, reason }: ToldSale): boolean =>
  attempts === 1 && reason !== null && reason !== 'not-found'

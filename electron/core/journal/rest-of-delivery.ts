/**
 * What was delivered with a sale that is over, and is told later than its end: codes of cards, offers. Pure. Invariant: such
 * an entry ends nothing anew and takes nothing away; it only brings the sale more of what the service has delivered.
 */
import type { SaleState } from '#shared/states/sale.ts'
import type { Offer } from '#shared/views.ts'
import type { KeptCard } from './entry.ts'
import type { StoredSale } from './journal.ts'

interface Told {
  readonly status: string
  readonly cards: readonly KeptCard[]
  readonly offers: readonly Offer[]
}

/** States in which the customer has what was ordered, or some of it. */
export const deliveredStates: readonly SaleState[] = ['fulfilled', 'partly-fulfilled']

/** Whether this answer, of a sale that was delivered, brings more of its delivery than the journal holds. */
export const hasLateDelivery = (sale: StoredSale, { status, cards, offers }: Told): boolean =>
  deliveredStates.includes(sale.state) &&
  status === sale.serverStatus &&
  (bringsMore(sale.cards, cards) || (sale.offers.length === 0 && offers.length > 0))

/** Codes that are sealed are never given up for codes that are not: only the whole code is of use to the customer. */
const bringsMore = (kept: readonly KeptCard[], told: readonly KeptCard[]): boolean => {
  const more = sealedIn(told) - sealedIn(kept)
  return more > 0 || (more === 0 && told.length > kept.length)
}

/** Whether what was kept would lose a code, or the end of one, if this answer's cards took its place. */
export const losesCards = (kept: readonly KeptCard[], told: readonly KeptCard[]): boolean =>
  bringsMore(told, kept)

const sealedIn = (cards: readonly KeptCard[]): number => cards.filter(({ sealed }) => sealed !== null).length

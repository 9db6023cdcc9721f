/** How each kind of sale is put together, in the order of the tabs. */
import type { StoreApi } from 'zustand/vanilla'
import type { Favourite, OrderKind } from '#shared/products/orders.ts'
import type { Offer, SaleView } from '#shared/views.ts'
import type { ServiceEntry, Wizard } from '../features/sell/flow.ts'
import { billFlow } from './bill/entry.ts'
import { giftCardFlow } from './gift-card/entry.ts'
import { internetFlow } from './internet/entry.ts'
import { mobileFlow } from './mobile/entry.ts'

/** What the steps of a kind of sale can do. */
export interface ProductEntry<Kind extends OrderKind = OrderKind, Take = never> extends ServiceEntry<Take> {
  /** Begins with what is pinned: where something is typed already it is sold to that, else to what is typed next. */
  startFavourite(favourite: Extract<Favourite, { kind: Kind }>): void
  /** Goes to the review of what the service suggested in the place of a sale: a sale of its own. */
  sellOffer?(sale: SaleView, offer: Offer): Promise<void>
  /** The parts of the service that were said to be down when it was last asked; missing where nobody asks. */
  readonly outages?: Pick<
    StoreApi<{ readonly down: readonly string[] }>,
    'getState' | 'getInitialState' | 'subscribe'
  >
}

export const productFlows = {
  mobile: mobileFlow,
  internet: internetFlow,
  'gift-card': giftCardFlow,
  bill: billFlow,
} as const satisfies {
  readonly [Kind in OrderKind]: { createEntry(wizard: Wizard): ProductEntry<Kind> }
}

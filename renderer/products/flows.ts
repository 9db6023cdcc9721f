/** How each kind of sale is put together, in the order of the tabs. */
import type { Favourite, OrderKind } from '#shared/orders.ts'
import type { ServiceEntry, Wizard } from '../features/sell/flow.ts'
import { billFlow } from './bill/entry.ts'
import { giftCardFlow } from './gift-card/entry.ts'
import { internetFlow } from './internet/entry.ts'
import { mobileFlow } from './mobile/entry.ts'

/** What the steps of a kind of sale can do. */
export interface ProductEntry<Kind extends OrderKind = OrderKind, Take = never> extends ServiceEntry<Take> {
  /** Begins with what is pinned: where something is typed already it is sold to that, else to what is typed next. */
  startFavourite(favourite: Extract<Favourite, { kind: Kind }>): void
}

export const productFlows = {
  mobile: mobileFlow,
  internet: internetFlow,
  'gift-card': giftCardFlow,
  bill: billFlow,
} as const satisfies {
  readonly [Kind in OrderKind]: { createEntry(wizard: Wizard): ProductEntry<Kind> }
}

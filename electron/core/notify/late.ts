/**
 * Which endings of a sale are told outside of the counter, and what stands on the desktop at once: pure. Invariant: never
 * more notifications than a person reads; what is more becomes one that counts.
 */
import type { Ref } from '#shared/ref.ts'
import { openSaleStates, type SalePhase } from '#shared/states/sale.ts'
import type { SaleView } from '#shared/views.ts'

export type OpenSale = Pick<SaleView, 'ref' | 'state' | 'phase' | 'givenUp'>

export const isOpenSale = ({ state }: Pick<SaleView, 'state'>): boolean => openSaleStates.includes(state)

/** What is remembered of a sale that is open: whether its customer was sent away to wait. */
export interface Followed {
  readonly wasQueued: boolean
}

export const follow = (before: Followed | undefined, phase: SalePhase): Followed => ({
  wasQueued: before?.wasQueued === true || phase === 'queued',
})

/**
 * Whether a sale that changed has just ended and nobody at the counter saw it: the counter was not in front, or the sale
 * had been queued for hours. `before` is undefined where it was not open. What the cashier gave up, or decided, is their own
 * doing, and what becomes of that later is told like an ending.
 */
export function isLateEnding(
  before: Followed | undefined,
  after: Pick<SaleView, 'state' | 'phase' | 'givenUp' | 'byDecision'>,
  isInFront: boolean,
): boolean {
  if (isOpenSale(after) || after.phase === 'cancelled') return false
  if (after.byDecision !== null && !after.byDecision.isOverruled) return false
  if (before === undefined && !after.givenUp && after.byDecision === null) return false
  return !isInFront || before?.wasQueued === true
}

/** More than this many at once are one that counts. */
export const maxShown = 3

/** What stands on the desktop: some sales, each by itself, or how many there are. */
export type ShownNotices =
  | { readonly kind: 'sales'; readonly refs: readonly Ref[] }
  | { readonly kind: 'count'; readonly refs: readonly Ref[] }

export const nothingShown: ShownNotices = { kind: 'sales', refs: [] }

/** The desktop with one ending more. A sale counts once. */
export function withEnding(shownNotices: ShownNotices, ref: Ref): ShownNotices {
  const refs = [...shownNotices.refs.filter((one) => one !== ref), ref].slice(-maxCounted)
  return { kind: shownNotices.kind === 'count' || refs.length > maxShown ? 'count' : 'sales', refs }
}

/** A person pressed or put away the notification of this sale. */
export const withoutEnding = (shownNotices: ShownNotices, ref: Ref): ShownNotices => ({
  ...shownNotices,
  refs: shownNotices.refs.filter((one) => one !== ref),
})

/** No night ends more sales than are worth counting one by one. */
const maxCounted = 999

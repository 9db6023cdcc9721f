/** Begins the sale of a favourite, by its key or by a press. Decides nothing: each service knows what it takes yet. */
import { type Favourite, favouritesOfKind } from '#shared/favourites.ts'
import { unreachable } from '#shared/result.ts'
import type { Parts } from '../../counter-context.tsx'
import { serviceOf } from '../sell/flow.ts'
import { focusMainField } from '../sell/main-field.ts'

export function beginFavourite({ selling }: Pick<Parts, 'selling'>, favourite: Favourite): void {
  const { mobile, internet, 'gift-card': cards, bill } = selling.entries
  switch (favourite.kind) {
    case 'mobile':
      mobile.startFavourite(favourite)
      break
    case 'internet':
      internet.startFavourite(favourite)
      break
    case 'gift-card':
      cards.startFavourite(favourite)
      break
    case 'bill':
      bill.pick(favourite.partner)
      break
    default:
      unreachable(favourite)
  }
  // What is still missing is typed at once.
  focusMainField()
}

/** The one of the open service that the digit counts, 1 for the first; nothing where there is none. */
export function pressFavourite(parts: Pick<Parts, 'selling' | 'counter'>, digit: number): void {
  const service = serviceOf(parts.selling.store.getState().step)
  const favourites = parts.counter.store.getState().mirror?.settings.favourites ?? []
  if (service === 'payment-link') return
  const favourite = favouritesOfKind(favourites, service)[digit - 1]
  if (favourite) beginFavourite(parts, favourite)
}

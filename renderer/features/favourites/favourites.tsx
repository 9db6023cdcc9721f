/** Begins the sale of a favourite, by its key or by a press. Decides nothing: each service knows what it takes yet. */
import {
  favouriteOf,
  favouritesOfKind,
  hasRoomFor,
  isFavourite,
  maxFavouritesPerKind,
  withFavourite,
  withoutFavourite,
} from '#shared/favourites.ts'
import type { Favourite, Order } from '#shared/orders.ts'
import buttonStyles from '../../components/button.module.css'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { type Parts, useParts, useSettings } from '../../counter-context.tsx'
import type { ProductEntry } from '../../products/flows.ts'
import { serviceOf } from '../sell/flow.ts'
import { focusMainField } from '../sell/step-parts.tsx'

export function beginFavourite({ selling }: Pick<Parts, 'selling'>, favourite: Favourite): void {
  const { step } = selling.store.getState()
  // The field begins the service that it is of.
  if (serviceOf(step) === 'start') selling.entries.start.open(favourite.kind)
  const entry: ProductEntry = selling.entries[favourite.kind]
  entry.startFavourite(favourite)
  // What is still missing is typed at once.
  focusMainField()
}

/**
 * The one of the open service that the digit counts, 1 for the first; in the field the choice of that key, and any service's
 * where nothing is typed. Nothing where there is none.
 */
export function pressFavourite(parts: Pick<Parts, 'selling' | 'counter'>, digit: number): void {
  const { step } = parts.selling.store.getState()
  const service = serviceOf(step)
  const favourites = parts.counter.store.getState().mirror?.settings.favourites ?? []
  if (service === 'payment-link') return
  if (step.kind === 'entry' && step.service === 'start') {
    const favourite = favourites[digit - 1]
    if (step.text.trim() !== '') parts.selling.entries.start.pickAt(digit)
    else if (favourite) beginFavourite(parts, favourite)
    return
  }
  if (service === 'start') return
  const favourite = favouritesOfKind(favourites, service)[digit - 1]
  if (favourite) beginFavourite(parts, favourite)
}

// The shop's favourites and their one way to change: they are kept with the settings, by the core.

interface Favourites {
  readonly favourites: readonly Favourite[]
  change(make: (favourites: readonly Favourite[]) => readonly Favourite[]): Promise<void>
}

export function useFavourites(): Favourites {
  const { client, screen } = useParts()
  const { favourites } = useSettings()
  return {
    favourites,
    async change(make) {
      const done = await client.command('settings.update', { favourites: [...make(favourites)] })
      if (!done.ok) screen.tell({ kind: 'error', error: done.error })
    },
  }
}

// Pins what a sale is of, or takes it off the favourites: what is sold, never to whom.

export function PinButton({ order }: { readonly order: Order }) {
  const { favourites, change } = useFavourites()
  const favourite = favouriteOf(order)
  if (favourite === null) return null
  const isPinned = isFavourite(favourites, favourite)
  const isFull = !isPinned && !hasRoomFor(favourites, favourite)
  const word = isFull ? 'full' : 'pin'
  return (
    <button
      type="button"
      className={buttonStyles['button']}
      data-look="plain"
      data-testid="pin"
      aria-disabled={isFull || undefined}
      // Enter goes on to the next customer all the same.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!isFull) void change((now) => (isPinned ? withoutFavourite : withFavourite)(now, favourite))
      }}
    >
      <Icon name="star" />
      <Text
        k={isPinned ? 'favourites.unpin' : `favourites.${word}`}
        values={{ count: maxFavouritesPerKind }}
      />
    </button>
  )
}

/** Pins what a sale is of, or takes it off the favourites: what is sold, never to whom. */
import {
  favouriteOf,
  hasRoomFor,
  isFavourite,
  maxFavouritesPerKind,
  withFavourite,
  withoutFavourite,
} from '#shared/favourites.ts'
import type { Order } from '#shared/orders.ts'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useFavourites } from './use-favourites.ts'

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
      className="button"
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

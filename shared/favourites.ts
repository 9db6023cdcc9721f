/**
 * What the shop sells most, as the cashier pins it: what is sold, and never to whom. Kept with the settings, so that it
 * leaves the counter in a settings file and comes back from one. Invariant: no number and no account of a customer has a
 * place in a favourite.
 */
import * as z from 'zod'
import { type Favourite, favouriteSchema, type Order, orderKinds, productOf } from './products/orders.ts'

export type FavouriteKind = Favourite['kind']
export type FavouriteOf<Kind extends FavouriteKind> = Extract<Favourite, { kind: Kind }>

/** As many of each kind as there are keys to begin one with. */
export const maxFavouritesPerKind = 6

const maxFavourites = orderKinds.length * maxFavouritesPerKind

export const favouritesSchema = z.array(favouriteSchema).max(maxFavourites)

/** What of an order may be sold again to anybody; null where that is nothing, as with a list of offers for one number. */
export const favouriteOf = (order: Order): Favourite | null => productOf(order).favouriteOf(order)

/** What makes two favourites one: what is sold, whatever the service calls it today. */
export const keyOfFavourite = (favourite: Favourite): string => productOf(favourite).keyOfFavourite(favourite)

/** Those of one kind, in the order in which they were pinned: the key of each is its place. */
export const favouritesOfKind = <Kind extends FavouriteKind>(
  favourites: readonly Favourite[],
  kind: Kind,
): readonly FavouriteOf<Kind>[] =>
  favourites.filter((one): one is FavouriteOf<Kind> => one.kind === kind).slice(0, maxFavouritesPerKind)

export const isFavourite = (favourites: readonly Favourite[], favourite: Favourite): boolean =>
  favourites.some((one) => keyOfFavourite(one) === keyOfFavourite(favourite))

export const hasRoomFor = (favourites: readonly Favourite[], { kind }: Favourite): boolean =>
  favourites.filter((one) => one.kind === kind).length < maxFavouritesPerKind

/** With this one behind the others; unchanged where it is there already or its kind is full. */
export const withFavourite = (
  favourites: readonly Favourite[],
  favourite: Favourite,
): readonly Favourite[] =>
  isFavourite(favourites, favourite) || !hasRoomFor(favourites, favourite)
    ? favourites
    : [...favourites, favourite]

export const withoutFavourite = (
  favourites: readonly Favourite[],
  favourite: Favourite,
): readonly Favourite[] => favourites.filter((one) => keyOfFavourite(one) !== keyOfFavourite(favourite))

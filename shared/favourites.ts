/**
 * What the shop sells most, as the cashier pins it: what is sold, and never to whom. Kept with the settings, so that it
 * leaves the counter in a settings file and comes back from one. Invariant: no number and no account of a customer has a
 * place in a favourite.
 */
import * as z from 'zod'
import { centimesSchema } from './money.ts'
import type { Order } from './orders.ts'
import { internetTypes, operators } from './phone.ts'
import { billPartners } from './products/bill.ts'
import { unreachable } from './result.ts'

/** As long as any id or title of the service's that is kept here may be. */
const text = z.string().min(1).max(200)

export const favouriteSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mobile'),
    planCode: text,
    planName: text,
    operator: z.enum(operators).nullable(),
    /** Typed for a dynamic plan; null where the plan has its own amount, or none. */
    amountCentimes: centimesSchema.nullable(),
  }),
  z.object({ kind: z.literal('internet'), type: z.enum(internetTypes), valueCentimes: centimesSchema }),
  z.object({
    kind: z.literal('gift-card'),
    productId: text,
    productTitle: text,
    typeId: text,
    typeName: text,
  }),
  z.object({ kind: z.literal('bill'), partner: z.enum(billPartners) }),
])
export type Favourite = z.infer<typeof favouriteSchema>
export type FavouriteKind = Favourite['kind']
export type FavouriteOf<Kind extends FavouriteKind> = Extract<Favourite, { kind: Kind }>

/** As many of each kind as there are keys to begin one with. */
export const maxFavouritesPerKind = 6

/** Four kinds of them. */
const maxFavourites = 4 * maxFavouritesPerKind

export const favouritesSchema = z.array(favouriteSchema).max(maxFavourites)

/** What of an order may be sold again to anybody; null where that is nothing, as with a list of offers for one number. */
export function favouriteOf(order: Order): Favourite | null {
  switch (order.kind) {
    case 'internet': {
      const { kind, type, valueCentimes } = order
      return { kind, type, valueCentimes }
    }
    case 'mobile': {
      const { kind, planCode, planName, operator, planKind } = order
      if (planKind === 'menu') return null
      const amountCentimes = planKind === 'dynamic' ? order.amountCentimes : null
      return { kind, planCode, planName, operator, amountCentimes }
    }
    case 'gift-card': {
      const { kind, productId, productTitle, typeId, typeName } = order
      return { kind, productId, productTitle, typeId, typeName }
    }
    case 'bill':
      return { kind: 'bill', partner: order.partner }
    default:
      return unreachable(order)
  }
}

/** What makes two favourites one: what is sold, whatever the service calls it today. */
export function keyOfFavourite(favourite: Favourite): string {
  switch (favourite.kind) {
    case 'internet':
      return `internet ${favourite.type} ${favourite.valueCentimes}`
    case 'mobile':
      return `mobile ${favourite.planCode} ${favourite.amountCentimes ?? ''}`
    case 'gift-card':
      return `gift-card ${favourite.productId} ${favourite.typeId}`
    case 'bill':
      return `bill ${favourite.partner}`
    default:
      return unreachable(favourite)
  }
}

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

/** What a favourite sells, in a few words. */
import type { Favourite } from '#shared/favourites.ts'
import { unreachable } from '#shared/result.ts'
import { Amount, Text } from '../../components/text.tsx'

export function FavouriteName({ favourite }: { readonly favourite: Favourite }) {
  switch (favourite.kind) {
    case 'mobile': {
      const { planName, amountCentimes } = favourite
      return (
        <>
          <bdi>{planName}</bdi> {amountCentimes !== null && <Amount centimes={amountCentimes} />}
        </>
      )
    }
    case 'internet':
      return (
        <>
          <Text k={`sell.type.${favourite.type}`} /> <Amount centimes={favourite.valueCentimes} />
        </>
      )
    case 'gift-card':
      // One run of text, in the direction of the product's own name.
      return <bdi>{`${favourite.productTitle} ${favourite.typeName}`}</bdi>
    case 'bill':
      return <bdi>{favourite.partner}</bdi>
    default:
      return unreachable(favourite)
  }
}

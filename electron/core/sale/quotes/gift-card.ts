/** Gift cards: sold at what they cost, because the service shows no face value, and never more of them than there are. */
import { centimes } from '#shared/money.ts'
import { err, ok } from '#shared/result.ts'
import type { GiftCardShelf } from '../gift-card-shelf.ts'
import { cannotSell, type Quoted, type ReviewInputOf } from './quote.ts'

/** Stock and price are asked for just before the sale: an order that carries no ref is not to be sent in vain. */
export async function quoteGiftCard(
  input: ReviewInputOf<'gift-card'>,
  shelf: GiftCardShelf,
): Promise<Quoted> {
  const { productId, typeId, quantity } = input
  const product = await shelf.checkProduct(productId)
  if (!product.ok) return product
  const type = product.value.types.find((one) => one.typeId === typeId)
  if (!type) return cannotSell('typeId', 'no-such-card')
  if (type.stockCount === 0) return err({ kind: 'refused', code: 'ERR_STOCK', message: 'card out of stock' })
  if (quantity > type.stockCount) return cannotSell('quantity', 'not-enough-cards')
  const { priceCentimes: unitCentimes, name: typeName } = type
  const region = shelf.regionOf(productId)
  const totalCentimes = centimes(unitCentimes * quantity)
  return ok({
    order: {
      kind: 'gift-card',
      productId,
      productTitle: product.value.title,
      ...(region === undefined ? {} : { region }),
      typeId,
      typeName,
      quantity,
      unitCentimes,
    },
    subscriber: null,
    priceCentimes: totalCentimes,
    costCentimes: totalCentimes,
  })
}

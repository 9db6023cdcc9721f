/** Gift cards: sold at what they cost, because the service shows no face value, and never more of them than there are. */

import type { AppError } from '#shared/app-error.ts'
import { centimes } from '#shared/money.ts'
import type { GiftCardCatalogView, GiftCardStockView } from '#shared/products/gift-card.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ServiceClient } from '../../api/client.ts'
import { answered, type OnFailure } from '../../call-error.ts'
import { cannotSell, type Quoted, type ReviewInputOf } from '../kind.ts'

/** Stock and price are asked for just before the sale: an order that carries no ref is not to be sent in vain. */
export async function quoteGiftCard(
  input: ReviewInputOf<'gift-card'>,
  catalog: GiftCardCatalog,
): Promise<Quoted> {
  const { productId, typeId, quantity } = input
  const product = await catalog.checkProduct(productId)
  if (!product.ok) return product
  const type = product.value.types.find((one) => one.typeId === typeId)
  if (!type) return cannotSell('typeId', 'no-such-card')
  if (type.stockCount === 0) return err({ kind: 'refused', code: 'ERR_STOCK', message: 'card out of stock' })
  if (quantity > type.stockCount) return cannotSell('quantity', 'not-enough-cards')
  const { priceCentimes: unitCentimes, name: typeName } = type
  const region = catalog.regionOf(productId)
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
    baseCentimes: totalCentimes,
    costCentimes: totalCentimes,
  })
}

// The gift cards on sale, as the screens and the review ask for them. Stock and prices change and are never from memory;
// where a product's cards are good does not, and is the word of the catalog that was read last.

export interface GiftCardCatalog {
  /** service-api.md, GET /v3/gift-cards/catalog: what there is, without prices. */
  readCatalog(): Promise<Result<GiftCardCatalogView, AppError>>
  /** What the types of one product cost, and how many there are; the path comes from the profile. */
  checkProduct(productId: string): Promise<Result<GiftCardStockView, AppError>>
  /** Where a product's cards are good; undefined where no catalog has said so. */
  regionOf(productId: string): string | undefined
}

interface GiftCardCatalogOptions {
  readonly client: Pick<ServiceClient, 'readGiftCardCatalog' | 'checkGiftCardProduct'>
  readonly onFailure: OnFailure
}

export function createGiftCardCatalog({ client, onFailure }: GiftCardCatalogOptions): GiftCardCatalog {
  let regions: ReadonlyMap<string, string | null> = new Map()
  return {
    async readCatalog() {
      const answer = answered(await client.readGiftCardCatalog(), onFailure)
      if (!answer.ok) return answer
      const { categories, unreadableCount } = answer.value
      const products = categories.flatMap((category) => category.products)
      regions = new Map(products.map(({ productId, region }) => [productId, region]))
      return ok({
        categories: categories.map(({ title, products }) => ({ title, products: [...products] })),
        unreadableCount,
      })
    },
    async checkProduct(productId) {
      const answer = answered(await client.checkGiftCardProduct(productId), onFailure)
      return answer.ok ? ok({ ...answer.value, types: [...answer.value.types] }) : answer
    },
    regionOf: (productId) => regions.get(productId) || undefined,
  }
}

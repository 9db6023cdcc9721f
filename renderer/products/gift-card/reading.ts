/** What is made of a typed text as gift cards: products of the catalog, found by their names. Pure. */
import type { GiftCardCatalogView, GiftCardProductView } from '#shared/products/gift-card.ts'
import type { Reader, Reading } from '../../features/sell/reading.ts'
import { bestPlace, matchesIn } from './search.ts'

export interface GiftCardTake {
  readonly product: GiftCardProductView
}

/** More than these are for the catalog itself. */
const maxFound = 6

function read(text: string, catalog: GiftCardCatalogView | undefined): readonly Reading<GiftCardTake>[] {
  if (catalog === undefined || !/\p{L}/u.test(text)) return []
  const matches = matchesIn(catalog, text)
  const best = bestPlace(matches, text)
  const ranked = best === null ? matches : [...matches.slice(best, best + 1), ...matches.toSpliced(best, 1)]
  return ranked.slice(0, maxFound).map(({ product }) => ({
    id: product.productId,
    fit: product.isEnabled ? 'found' : 'begun',
    take: { product },
  }))
}

export const giftCardReader: Reader<GiftCardTake, GiftCardCatalogView> = {
  async learn(client) {
    const told = await client.command('gift-cards.catalog', {})
    return told.ok ? told.value : undefined
  },
  read,
}

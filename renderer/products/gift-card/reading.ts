/** What is made of a typed text as gift cards: products of the catalog, found by their names. Pure. */

import { fold } from '#shared/folded-text.ts'
import type { GiftCardCatalogView, GiftCardProductView } from '#shared/products/gift-card.ts'
import type { Reader, Reading } from '../../features/sell/reading.ts'

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
    const answer = await client.command('gift-cards.catalog', {})
    return answer.ok ? answer.value : undefined
  },
  read,
}

// Products of the catalog by what is typed: case, accents, vowel marks and the usual Arabic spellings do not count.
// Quick enough for each key.

export interface Match {
  readonly category: string
  readonly product: GiftCardProductView
}

const wordsOf = (text: string): readonly string[] => fold(text).split(/\s+/).filter(Boolean)

/** The products that hold every word of the query in their title, category or region, in the order of the catalog. */
export function matchesIn({ categories }: GiftCardCatalogView, query: string): readonly Match[] {
  const words = wordsOf(query)
  return categories
    .flatMap(({ title, products }) => products.map((product) => ({ category: title, product })))
    .filter(({ category, product }) => {
      const text = fold(`${product.title} ${category} ${product.region ?? ''}`)
      return words.every((word) => text.includes(word))
    })
}

/**
 * Which match is marked before the cashier chose any: the first on sale whose title begins with the query; where no title
 * does, whose title has a word that does; else the first on sale. None where what fits best is not on sale: Enter must not
 * open another product instead.
 */
export function bestPlace(matches: readonly Match[], query: string): number | null {
  const typed = fold(query)
  const ranked = [
    ({ product }: Match) => fold(product.title).startsWith(typed),
    ({ product }: Match) => wordsOf(product.title).some((word) => word.startsWith(typed)),
    () => true,
  ]
  for (const fits of ranked) {
    const fitting = matches.filter(fits)
    const onSale = fitting.find(({ product }) => product.isEnabled)
    if (onSale) return matches.indexOf(onSale)
    if (fitting.length > 0) return null
  }
  return null
}

/** The next match on sale, up or down; the same where there is none. */
export function placeBeside(matches: readonly Match[], place: number | null, by: 1 | -1): number | null {
  const open = matches.flatMap(({ product }, at) => (product.isEnabled ? [at] : []))
  const at = place === null ? -1 : open.indexOf(place)
  return open[at + by] ?? place
}

/** The screen's store at a step of a sale of gift cards, over a bridge whose answers are prepared. */

import { centimes } from '#shared/money.ts'
import type {
  GiftCardCatalogView,
  GiftCardProductView,
  GiftCardTypeView,
} from '#shared/products/gift-card.ts'
import { ok } from './bridge.ts'
import { startScreen } from './selling-screen.ts'

const product = (productId: string, title: string, change: Partial<GiftCardProductView> = {}) => ({
  ...{ productId, title, isEnabled: true, region: null },
  ...change,
})
export const catalog: GiftCardCatalogView = {
  categories: [
    {
      title: 'Jeux vidéo',
      products: [
        product('psn', 'PlayStation Store', { region: 'FR' }),
        product('steam', 'Steam', { region: 'US' }),
        product('xbox', 'Xbox', { isEnabled: false }),
      ],
    },
    { title: 'ألعاب', products: [product('pubg', 'بَبْجي'), product('ent', 'مكتبة الأغاني')] },
  ],
  unreadableCount: 0,
}
export const type = (typeId: string, stockCount: number): GiftCardTypeView => ({
  ...{ typeId, name: typeId, priceCentimes: centimes(115_050), stockCount },
})

export function startAtCatalog() {
  const screen = startScreen()
  const { testBridge, selling } = screen
  testBridge.answer('gift-cards.catalog', () => ok(catalog))
  testBridge.answer('gift-cards.product', () =>
    ok({
      productId: 'steam',
      title: 'Steam',
      types: [type('five', 25), type('ten', 0)],
      unreadableCount: 0,
    }),
  )
  const cards = selling.entries['gift-card']
  selling.open('gift-card')
  return { ...screen, cards }
}

export async function startAtTypes() {
  const counter = startAtCatalog()
  await counter.settled()
  counter.cards.search('ste')
  counter.cards.goOn()
  await counter.settled()
  return counter
}

export async function startAtQuantity() {
  const counter = await startAtTypes()
  counter.cards.pickAt(1)
  return counter
}

/** The gift cards in the training stock: service-api.md, "Gift card catalog"; prices and stock as public practice shows. */
import { type Centimes, centimes } from '#shared/money.ts'
import { giftCardPractice } from '#shared/practice.ts'

export interface GiftCardType {
  readonly id: string
  readonly name: string
  readonly priceCentimes: Centimes
  /** Cards in the stock of a new data file. 0 is out of stock, to both keys. */
  readonly stock: number
}

export interface GiftCardProduct {
  readonly id: string
  readonly title: string
  readonly enabled: boolean
  readonly region?: string
  readonly types: readonly GiftCardType[]
}

export interface GiftCardCategory {
  readonly title: string
  readonly products: readonly GiftCardProduct[]
}

const FULL_SHELF = 25

const card = (id: string, name: string, dinars: number, stock = FULL_SHELF): GiftCardType => ({
  id,
  name,
  priceCentimes: centimes(dinars * 100),
  stock,
})

/** The practice types cost the same wherever they are asked for. */
const practiceTypes: readonly GiftCardType[] = giftCardPractice.map(({ typeId }) => card(typeId, typeId, 500))

export const giftCardCategories: readonly GiftCardCategory[] = [
  {
    title: 'Jeux vidéo',
    products: [
      {
        id: 'playstation-fr',
        title: 'PlayStation Store',
        enabled: true,
        region: 'FR',
        types: [card('psn-fr-10', '10 EUR', 2_450), card('psn-fr-20', '20 EUR', 4_900)],
      },
      {
        id: 'steam-us',
        title: 'Steam',
        enabled: true,
        region: 'US',
        types: [card('steam-us-5', '5 USD', 1_150.5), card('steam-us-50', '50 USD', 11_400, 0)],
      },
      {
        id: 'xbox-us',
        title: 'Xbox',
        enabled: false,
        region: 'US',
        types: [card('xbox-us-10', '10 USD', 2_290)],
      },
    ],
  },
  {
    title: 'Applications',
    products: [
      {
        id: 'google-play-us',
        title: 'Google Play',
        enabled: true,
        region: 'US',
        types: [card('google-us-10', '10 USD', 2_280), card('google-us-25', '25 USD', 5_690)],
      },
    ],
  },
  {
    title: 'Entraînement',
    products: [{ id: 'training-cards', title: 'Cartes d’entraînement', enabled: true, types: practiceTypes }],
  },
]

export const giftCardProducts: readonly GiftCardProduct[] = giftCardCategories.flatMap(
  ({ products }) => products,
)

export const findProduct = (id: string): GiftCardProduct | undefined =>
  giftCardProducts.find((product) => product.id === id)

/** A type of this product; the practice types are types of every product. */
export const findType = ({ types }: GiftCardProduct, id: string): GiftCardType | undefined =>
  [...types, ...practiceTypes].find((type) => type.id === id)

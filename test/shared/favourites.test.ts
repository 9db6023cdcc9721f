/** What is pinned: what is sold and never to whom, each once, no more than there are keys. */
import { describe, expect, test } from 'vitest'
import {
  favouriteOf,
  favouritesOfKind,
  favouritesSchema,
  hasRoomFor,
  isFavourite,
  maxFavouritesPerKind,
  withFavourite,
  withoutFavourite,
} from '#shared/favourites.ts'
import { centimes } from '#shared/money.ts'
import type { Favourite, Order } from '#shared/products/orders.ts'
import { refNumber } from '../support/refs.ts'

const plan = { kind: 'mobile', planCode: 'PIXX_500', planName: 'Pixx 500', operator: 'Mobilis' } as const
const orders: readonly Order[] = [
  { kind: 'internet', type: 'ADSL', number: '023456789', valueCentimes: centimes(100_000) },
  { ...plan, planKind: 'dynamic', number: '0661234567', amountCentimes: centimes(50_000) },
  { ...plan, planKind: 'fixed', number: '0661234567', amountCentimes: centimes(50_000) },
  {
    ...{ kind: 'gift-card', productId: 'steam-us', productTitle: 'Steam', typeId: 'steam-us-5' },
    ...{ typeName: '5 $', quantity: 3, unitCentimes: centimes(115_000) },
  },
  {
    ...{ kind: 'bill', partner: 'SEAAL', accountNumber: '100001 / 1234567', discoveryRef: refNumber(1) },
    ...{ transactionId: '65f0c1d2e3a4b5c6d7e8f901', bills: [], feeCentimes: centimes(3_000) },
  },
]

const card = (dinars: number): Favourite => ({
  ...{ kind: 'internet', type: 'ADSL', valueCentimes: centimes(dinars * 100) },
})

describe('a favourite', () => {
  test('of an order holds nothing of its customer', () => {
    const pinned = orders.map((order) => favouriteOf(order))
    const text = JSON.stringify(pinned)
    for (const secret of ['023456789', '0661234567', '100001', '1234567']) expect(text).not.toContain(secret)
    expect(favouritesSchema.parse(pinned)).toEqual(pinned)
  })

  test('of a plan with a price of its own has no amount to go stale', () => {
    expect(orders.slice(1, 3).map((order) => favouriteOf(order))).toMatchObject([
      { amountCentimes: 50_000 },
      { amountCentimes: null },
    ])
  })

  test('is not made of a list of offers for one number', () => {
    const asked = { ...plan, planKind: 'menu', number: '0661234567', amountCentimes: centimes(0) } as const
    expect(favouriteOf(asked)).toBeNull()
  })
})

describe('the favourites', () => {
  test('hold each once, in the order in which they were pinned, and lose it again', () => {
    const two = withFavourite(withFavourite([], card(500)), card(1_000))
    expect(withFavourite(two, card(500))).toBe(two)
    expect(two.map((one) => isFavourite(two, one))).toEqual([true, true])
    expect(withoutFavourite(two, card(500))).toEqual([card(1_000)])
  })

  test('of one kind are at most as many as keys, whatever the others', () => {
    const many = Array.from({ length: maxFavouritesPerKind }, (_, place) => card(place + 1))
    const full = many.reduce<readonly Favourite[]>(withFavourite, [])
    expect(hasRoomFor(full, card(99))).toBe(false)
    expect(withFavourite(full, card(99))).toBe(full)
    const bill = { kind: 'bill', partner: 'ADE' } as const
    expect(favouritesOfKind(withFavourite(full, bill), 'bill')).toEqual([bill])
  })

  test('of a file with more than that are cut to that', () => {
    const many = Array.from({ length: 10 }, (_, place) => card(place + 1))
    expect(favouritesOfKind(favouritesSchema.parse(many), 'internet')).toHaveLength(maxFavouritesPerKind)
  })
})

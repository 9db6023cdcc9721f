/** A favourite at the counter: sold to the number that stands there, else to the next; where it does not fit, nothing is sold. */

import { describe, expect, test } from 'vitest'
import type { FavouriteOf } from '#shared/favourites.ts'
import { centimes } from '#shared/money.ts'
import type { MobilePlanView } from '#shared/products/mobile.ts'
import { ok, reviewOf } from '../support/bridge.ts'
import { startAtCatalog } from '../support/gift-card-screen.ts'
import { prepaid } from '../support/mobile-plans.ts'
import { settled, startScreen } from '../support/selling-screen.ts'

const card = { kind: 'internet', type: 'ADSL', valueCentimes: centimes(100_000) } as const
const plan: FavouriteOf<'mobile'> = {
  ...{ kind: 'mobile', planCode: 'PREPAID', planName: 'Prépayé', operator: 'Mobilis' },
  amountCentimes: centimes(35_050),
}

function start(
  products = [{ ...card, costCentimes: centimes(97_500), available: true }],
  plans: readonly MobilePlanView[] = [prepaid],
) {
  const { testBridge, selling, at, asked } = startScreen()
  const { subscriber } = reviewOf()
  const line = (input: unknown) => ok({ ...Object(input), subscriber })
  testBridge.answer('internet.check-number', line)
  testBridge.answer('internet.products', () => ok({ products }))
  testBridge.answer('mobile.plans', () => ok({ plans, unreadableCount: 0 }))
  return { selling, at, reviewed: () => asked('sale.review'), ...selling.entries }
}

describe('a card of a line', () => {
  test('waits for its number, and the number leads to the review', async () => {
    const { internet, at, reviewed } = start()
    internet.startFavourite(card)
    expect(at()).toBe('number')
    internet.type('023456789')
    internet.goOn()
    await settled()
    expect(at()).toBe('review')
    expect(reviewed()).toEqual([{ ...card, number: '023456789' }])
  })

  test('is sold at once to a number in the field; half a number does not count', async () => {
    const { internet, at, reviewed } = start()
    internet.type('0234')
    internet.startFavourite(card)
    await settled()
    expect([at(), reviewed()]).toEqual(['number', []])
    internet.type('023456789')
    internet.startFavourite(card)
    await settled()
    expect(at()).toBe('review')
  })

  test.each([
    ['that is out of stock', [{ ...card, costCentimes: centimes(1), available: false }], '023456789'],
    ['that the line does not take', [], '023456789'],
    ['for a line of another type', undefined, '213300000009'],
  ])('%s leads to the available cards', async (_, products, number) => {
    const { internet, at, reviewed } = start(products)
    internet.startFavourite(card)
    internet.type(number)
    internet.goOn()
    await settled()
    expect([at(), reviewed()]).toEqual(['cards', []])
  })

  test('is dropped with the next customer, and after Esc', async () => {
    const { selling, internet } = start()
    internet.startFavourite(card)
    selling.back()
    expect(selling.store.getState().step).not.toMatchObject({ favourite: card })
  })
})

describe('a plan', () => {
  test('is priced with its amount to the centime', async () => {
    const { selling, mobile, at, reviewed } = start()
    selling.open('mobile')
    mobile.type('0661234567')
    mobile.startFavourite(plan)
    await settled()
    await settled()
    expect(at()).toBe('review')
    expect(reviewed()).toEqual([
      { kind: 'mobile', planCode: 'PREPAID', number: '0661234567', amountCentimes: 35_050 },
    ])
  })

  test.each([
    ['that is unavailable now', { isEnabled: false }, 'plan', []],
    ['that takes less than the amount', { maxCentimes: centimes(30_000) }, 'plan', []],
    ['that the service does not list any more', { code: 'OTHER' }, 'plan', []],
  ])('%s is not sold: the plans are shown', async (_, change, place, asked) => {
    const { selling, mobile, at, reviewed } = start(undefined, [{ ...prepaid, ...change }])
    selling.open('mobile')
    mobile.startFavourite(plan)
    mobile.type('0661234567')
    mobile.goOn()
    await settled()
    expect([at(), reviewed()]).toEqual([place, asked])
  })
})

describe('a gift card', () => {
  const favourite = { kind: 'gift-card', productTitle: 'Steam', typeName: '5 USD' } as const

  test.each([
    ['is at its number of cards', 'steam', 'five', 'quantity'],
    ['that is out of stock is at its types', 'steam', 'ten', 'types'],
    ['whose product is unavailable stays in the catalog', 'xbox', 'five', 'catalog'],
  ])('%s', async (_, productId, typeId, place) => {
    const { cards, at, settled: done } = startAtCatalog()
    await done()
    cards.startFavourite({ ...favourite, productId, typeId })
    await done()
    expect(at()).toBe(place)
  })
})

/** Where gift cards are good: the catalog's word, kept with the order and read on its slip, after a restart as well. */

import { expect, test } from 'vitest'
import { giftCardOrderSchema } from '#shared/products/gift-card.ts'
import { slipPath } from '#shared/slip-page.ts'
import { startCounter } from '../../support/core.ts'
import { sellOne } from '../../support/sell.ts'

test('is in the order, in the journal and on the slip if a catalog was read', async () => {
  const { counter, restart } = await startCounter()
  await counter.command('gift-cards.catalog', {})
  const { ref, order } = await sellOne['gift-card'](counter)
  expect(order).toMatchObject({ kind: 'gift-card', region: 'US' })
  await counter.reached(ref, 'fulfilled')
  const again = await restart()
  expect((await again.readSale(ref)).order).toEqual(order)
  const slip = again.core.readPage(slipPath({ ref, language: 'fr', widthMm: 80 }))?.body
  expect(String(slip)).toMatch(/Région[\s\S]*US/)
})

test('is missing without a read catalog, and in orders of older journals', async () => {
  const { counter } = await startCounter()
  const { order } = await sellOne['gift-card'](counter)
  expect(order).not.toHaveProperty('region')
  expect(giftCardOrderSchema.parse(order)).toEqual(order)
})

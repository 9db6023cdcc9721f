/** Where gift cards are good: the catalog's word, kept with the order and read on its slip, after a restart as well. */
import { expect, test } from 'vitest'
import { giftCardOrderSchema } from '#shared/orders.ts'
import { slipPath } from '#shared/slip-page.ts'
import { startCore, startShop } from '../../support/core.ts'
import { sellOne } from '../../support/sell.ts'

test('of a catalog that was read is in the order, in the journal and on the slip', async () => {
  const shop = await startShop()
  const counter = await startCore(shop)
  await counter.tell('gift-cards.catalog', {})
  const { ref, order } = await sellOne['gift-card'](counter)
  expect(order).toMatchObject({ kind: 'gift-card', region: 'US' })
  await counter.reached(ref, 'fulfilled')
  await counter.core.stop()
  const again = await startCore({ ...shop, dataDir: counter.dataDir })
  expect((await again.readSale(ref)).order).toEqual(order)
  const slip = again.core.readPage(slipPath({ ref, language: 'fr', widthMm: 80 }))?.body
  expect(String(slip)).toMatch(/Région[\s\S]*US/)
})

test('is missing where no catalog was read, and in orders of journals that knew none', async () => {
  const counter = await startCore(await startShop())
  const { order } = await sellOne['gift-card'](counter)
  expect(order).not.toHaveProperty('region')
  expect(giftCardOrderSchema.parse(order)).toEqual(order)
})

/** A menu plan's result is its offers: where the answer that ends the sale leaves them out, they are read once more, and for a while. */
import { expect, test } from 'vitest'
import { type Counter, phasesOf, startCounter, until } from '../../support/core.ts'
import { profileWithPaths } from '../../support/profiles.ts'
import { endpoints } from '../../support/sell.ts'

const lost = { method: 'POST', path: endpoints.mobile.send, action: { do: 'cut', take: true } } as const
/** The service answers NOT_FOUND to everything under a path that it does not have. */
const wrongPath = profileWithPaths({ mobileByRef: '/v3/mobile/no-such-path/{ref}' })
const askOffers = ({ sellOrder }: Counter) =>
  sellOrder({ kind: 'mobile', planCode: 'GETMENU_Djezzy', number: '0770123456' })

/** A shop whose answers under these paths come without offers while `odd.on`, and whose path by ref does not exist. */
async function openShopWithout(isPoor: (path: string) => boolean) {
  const odd = { on: true }
  const shop = await startCounter({
    config: { profile: wrongPath },
    rewrite: (path, text) =>
      odd.on && isPoor(path) ? text.replace(/"suggested_offers":/g, '"left_out":') : text,
  })
  return { ...shop, odd }
}

test('a row of the list without offers is read by its id, in the same look', async () => {
  const { service, counter } = await openShopWithout((path) => path.startsWith('/v3/mobile/list'))
  await service.addFaults(lost)
  const { ref } = await askOffers(counter)
  const { offers } = await counter.reached(ref, 'fulfilled')
  expect(phasesOf(counter, ref)).toContain('in-doubt')
  expect(offers.length).toBeGreaterThan(0)
})

test('missing offers are asked for some minutes more', async () => {
  const { counter, odd } = await openShopWithout((path) => path.startsWith('/v3/mobile/'))
  const { ref } = await askOffers(counter)
  expect((await counter.reached(ref, 'fulfilled')).offers).toEqual([])
  odd.on = false
  await until('they are there', async () => (await counter.readSale(ref)).offers.length > 0)
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'fulfilled' })
})

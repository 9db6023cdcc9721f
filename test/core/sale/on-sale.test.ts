/** What is on sale, as the screens ask for it: plans, cards with their stock, billers. */
import { describe, expect, test } from 'vitest'
import { builtInProfile } from '#core/api/profile.ts'
import type { CommandName } from '#shared/ipc/commands.ts'
import { startCore, startCounter, startShop, until } from '../../support/core.ts'

test('the plans come with their bounds, their amounts and their cost', async () => {
  const counter = await startCore(await startShop())
  const { plans, unreadableCount } = await counter.command('mobile.plans', {})
  const plan = (code: string) => plans.find((one) => one.code === code)
  expect(unreadableCount).toBe(0)
  expect(plan('PREPAID_DJEZZY')).toMatchObject({
    ...{ kind: 'dynamic', operator: 'Djezzy', isWholesale: false, costMillionths: 962_500 },
    ...{ minCentimes: 4_000, maxCentimes: 500_000, wholeDinars: true },
  })
  expect(plan('GROS_DJEZZY')).toMatchObject({
    operatorName: 'GDjezzy',
    isWholesale: true,
    costMillionths: null,
  })
  expect(plan('DIMA_1500')).toMatchObject({ kind: 'fixed', amountCentimes: 150_000, isEnabled: false })
  expect(plan('GETMENU_Ooredoo')).toMatchObject({ kind: 'menu', operator: 'Ooredoo' })
})

test('the catalog names the products, and a product its types with price and stock', async () => {
  const counter = await startCore(await startShop())
  const { categories } = await counter.command('gift-cards.catalog', {})
  expect(categories[0]?.products).toContainEqual({
    ...{ productId: 'steam-us', title: 'Steam', isEnabled: true, region: 'US' },
  })
  const { title, types } = await counter.command('gift-cards.product', { productId: 'steam-us' })
  expect(title).toBe('Steam')
  expect(types).toEqual([
    { typeId: 'steam-us-5', name: '5 USD', priceCentimes: 115_050, stockCount: 25 },
    { typeId: 'steam-us-50', name: '50 USD', priceCentimes: 1_140_000, stockCount: 0 },
  ])
})

test('every biller is listed', async () => {
  const counter = await startCore(await startShop())
  const { partners } = await counter.command('bills.partners', {})
  expect(Object.keys(partners).toSorted()).toEqual(['AADL', 'ADE', 'Algérie Télécom', 'SEAAL', 'SONELGAZ'])
})

test('every biller comes with the forms that the profile lets it be asked with', async () => {
  const billForms = { ...builtInProfile.billForms, SEAAL: ['seaal' as const] }
  const profile = { ...builtInProfile, billForms }
  const counter = await startCore({ ...(await startShop()), config: { profile } })
  expect(await counter.command('bills.partners', {})).toMatchObject({ forms: billForms })
})

describe('a cut line is reported, and noted by the connection', () => {
  const asked = [
    ['mobile.plans', '/v3/mobile/plans'],
    ['gift-cards.catalog', '/v3/gift-cards/catalog'],
    ['bills.partners', '/v3/partners'],
  ] as const satisfies readonly (readonly [CommandName, string])[]

  test.each(asked)('%s', async (name, path) => {
    const { service, counter } = await startCounter()
    const cut = { do: 'cut', take: false } as const
    await service.addFaults({ method: 'GET', path, action: cut, times: 100 })
    const checks = async () =>
      (await service.requests()).filter((seen) => seen.path === '/v3/validate').length
    const before = await checks()
    expect(await counter.ask(name, {})).toMatchObject({ error: { kind: 'unreachable' } })
    await until('the connection is checked again', async () => (await checks()) > before)
  })
})

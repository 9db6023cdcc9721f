/** The amount of a top-up as it is typed: a second comma never joins dinars and centimes into another amount. */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import type { MobilePlanView } from '#shared/on-sale.ts'
import { createClient } from '../../renderer/client.ts'
import { createSelling } from '../../renderer/features/sell/sell-store.ts'
import { createTestBridge, ok, reviewOf } from '../support/bridge.ts'

const settled = () => new Promise((end) => setTimeout(end, 0))
const plan: MobilePlanView = {
  ...{ kind: 'dynamic', code: 'FACTURE', name: 'Facture', operatorName: 'Mobilis', operator: 'Mobilis' },
  ...{ isWholesale: false, isEnabled: true, costMillionths: null, wholeDinars: false },
  ...{ minCentimes: centimes(50), maxCentimes: centimes(10_000_000) },
}

async function startAtAmount() {
  const door = createTestBridge()
  door.answer('mobile.down', () => ok({ down: [] }))
  door.answer('mobile.plans', () => ok({ plans: [plan], unreadableCount: 0 }))
  door.answer('sale.review', () => ok(reviewOf()))
  const wait = () => new Promise<void>(() => undefined)
  const selling = createSelling({ client: createClient(door.bridge), wait })
  const { mobile } = selling.entries
  selling.open('mobile')
  mobile.type('0661234567')
  mobile.goOn()
  await settled()
  const reviewed = () => door.asked.filter(({ name }) => name === 'sale.review').map(({ input }) => input)
  return { mobile, reviewed }
}

test.each([
  ['500,50', 50_050],
  ['50,5', 5_050],
])('%s and a comma too many: the amount is the same', async (typed, amountCentimes) => {
  const { mobile, reviewed } = await startAtAmount()
  for (const key of `${typed},`) mobile.pressDigit(key)
  mobile.goOn()
  await settled()
  expect(reviewed()).toMatchObject([{ planCode: 'FACTURE', amountCentimes }])
})

test('an erase after a comma too many takes a digit, never the comma between dinars and centimes', async () => {
  const { mobile, reviewed } = await startAtAmount()
  mobile.typeAmount('50,50')
  mobile.typeAmount('50,50,')
  mobile.erase()
  mobile.goOn()
  await settled()
  expect(reviewed()).toMatchObject([{ amountCentimes: 5_050 }])
})

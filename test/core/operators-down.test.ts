/** What the service says is down of mobile top-ups: asked seldom and behind the counter, and no failure of anything. */
import { expect, test } from 'vitest'
import { failedAttemptsMaxCount, rateLimitCount } from '#shared/limits.ts'
import { partDownFor } from '#shared/products/mobile.ts'
import { startCore, startShop, until } from '../support/core.ts'
import type { VirtualClock } from '../support/virtual-clock.ts'

const path = '/v3/ping'

async function startWatch(...options: Parameters<typeof startShop>) {
  const shop = await startShop(...options)
  const counter = await startCore(shop)
  const readDown = async () => (await counter.command('mobile.down', {})).down
  const seen = async (one: string) => (await shop.service.requests()).filter((at) => at.path === one).length
  return { ...shop, counter, readDown, pings: () => seen(path), checks: () => seen('/v3/validate') }
}

/** Until the last answer is not believed any more. */
const later = (clock: VirtualClock) => clock.pass(21_000)

test('an operator that is down is shown until it is up', async () => {
  const { clock, service, readDown } = await startWatch()
  expect(await readDown()).toEqual([])
  await service.switchOperator('ooredoo', 'down')
  await service.switchOperator('mobilisFixedPlans', 'down')
  await later(clock)
  expect(await readDown()).toEqual(['ooredoo', 'mobilisFixedPlans'])
  await service.switchOperator('ooredoo', 'up')
  await later(clock)
  expect(await readDown()).toEqual(['mobilisFixedPlans'])
})

test('many numbers in a row ask once, at the same moment and one after the other', async () => {
  const { service, readDown, pings } = await startWatch()
  await service.switchOperator('mobilis', 'down')
  const answers = await Promise.all(Array.from({ length: 20 }, readDown))
  expect(answers).toEqual(Array.from({ length: 20 }, () => ['mobilis']))
  expect(await readDown()).toEqual(['mobilis'])
  expect(await pings()).toBe(1)
})

test.each([
  ['an error', { do: 'answer', take: false, status: 404, code: 'NOT_FOUND' }],
  ['a page that is none of the service’s', { do: 'garble', take: true }],
  ['a line that is cut', { do: 'cut', take: false }],
] as const)('%s claims nothing, and is no failure of the line', async (_name, action) => {
  const { service, counter, readDown, checks } = await startWatch()
  await service.switchOperator('mobilis', 'down')
  const before = await checks()
  await service.addFaults({ method: 'GET', path, action, times: 3 })
  expect(await readDown()).toEqual([])
  const { plans } = await counter.command('mobile.plans', {})
  expect(plans.length).toBeGreaterThan(0)
  expect(await checks()).toBe(before)
  expect((await counter.command('app.snapshot', {})).status).toMatchObject({
    connection: 'online',
    selling: { open: true },
  })
})

test('a late answer is not used by the waiting caller, and is known to the next one', async () => {
  const { service, counter, readDown, pings } = await startWatch()
  await service.switchOperator('djezzy', 'down')
  await service.addFaults({ method: 'GET', path, action: { do: 'hold', take: true } })
  expect(await readDown()).toEqual([])
  expect((await counter.command('mobile.plans', {})).plans.length).toBeGreaterThan(0)
  await service.release()
  await until('the late word is there', async () => (await readDown()).includes('djezzy'))
  expect(await pings()).toBe(1)
})

test('asking for many customers does not block the address if every call needs the key', async () => {
  const { clock, service, counter, readDown } = await startWatch({
    behaviour: { pingKey: 'asked', missingKey: 'counted', failuresForgotten: 'block' },
  })
  await service.switchOperator('mobilis', 'down')
  for (let customers = 0; customers < failedAttemptsMaxCount; customers += 1) {
    expect(await readDown()).toEqual(['mobilis'])
    await later(clock)
  }
  expect((await counter.command('mobile.plans', {})).plans.length).toBeGreaterThan(0)
})

test('nothing is asked while the rate is low', async () => {
  const { clock, service, counter, readDown, pings } = await startWatch({
    rateLimit: rateLimitCount,
  })
  await service.switchOperator('mobilis', 'down')
  const resetS = String(Math.ceil(clock.nowMs() / 1_000) + 30)
  const left = { 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': resetS }
  const scarce = { do: 'answer', take: false, status: 404, code: 'NOT_FOUND', headers: left } as const
  await service.addFaults({ method: 'GET', path: '/v3/mobile/plans', action: scarce })
  await counter.ask('mobile.plans', {})
  expect(await readDown()).toEqual([])
  expect(await pings()).toBe(0)
})

test('setting the clock does not change the age of an answer', async () => {
  const { clock, counter, pings } = await startWatch()
  await counter.command('mobile.down', {})
  clock.setBy(-3_600_000)
  await counter.command('mobile.down', {})
  clock.setBy(7_200_000)
  await counter.command('mobile.down', {})
  expect(await pings()).toBe(1)
})

test('an operator that is down can still be sold: no review fails by it', async () => {
  const { service, counter, readDown } = await startWatch()
  await service.switchOperator('mobilis', 'down')
  expect(await readDown()).toEqual(['mobilis'])
  const { ref } = await counter.sellOrder({ kind: 'mobile', planCode: 'PIXX_500', number: '0661234567' })
  expect((await counter.reached(ref, 'fulfilled')).attempts).toBe(1)
})

test.each([
  ['Mobilis', 'dynamic', ['mobilis'], 'mobilis'],
  ['Mobilis', 'menu', ['mobilis'], 'mobilis'],
  ['Mobilis', 'fixed', ['mobilisFixedPlans'], 'mobilisFixedPlans'],
  ['Mobilis', 'fixed', ['mobilisFixedPlans', 'mobilis'], 'mobilis'],
  ['Mobilis', 'dynamic', ['mobilisFixedPlans', 'djezzy'], undefined],
  ['Mobilis', 'menu', ['mobilisFixedPlans'], undefined],
  ['Djezzy', 'fixed', ['mobilisFixedPlans', 'mobilis'], undefined],
  ['Djezzy', 'fixed', ['djezzy'], 'djezzy'],
  ['Ooredoo', 'dynamic', ['ooredoo'], 'ooredoo'],
  [null, 'fixed', ['mobilis', 'ooredoo', 'djezzy', 'mobilisFixedPlans'], undefined],
] as const)('a plan of %s (%s) where %j is down: %s', (operator, kind, down, part) => {
  expect(partDownFor({ operator, kind }, down)).toBe(part)
})

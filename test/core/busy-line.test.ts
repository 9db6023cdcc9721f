/**
 * A service that asks for patience holds the polls back for as long as it says, and a closed counter for a minute at the most.
 * It says nothing of the key, and is not shown as a cut line.
 */
import { describe, expect, test } from 'vitest'
import { callLimits } from '#core/api/limits.ts'
import type { FaultAction } from '#training/faults.ts'
import { morningMs } from '../support/clock.ts'
import { startClosed, startCore, startCounter, until } from '../support/core.ts'
import { answerAt } from '../support/line.ts'
import { refusal, validAnswer } from '../support/refused-keys.ts'
import { endpoints, sellOne } from '../support/sell.ts'
import { checksAt, refuse, statusOf, validate } from '../support/selling-status.ts'
import { startLineService } from '../support/training.ts'
import { virtualClock } from '../support/virtual-clock.ts'

const MINUTE_MS = 60_000
/** After a check the line is not looked at again for as long as this. */
const REST_MS = 2_000
const cards = { method: 'GET', path: '/v3/internet/products' } as const
const tooMany: FaultAction = { do: 'fail', as: 'RATE_LIMIT_EXCEEDED' }

/** A counter whose time the test turns, made and not started. */
async function prepare() {
  const clock = virtualClock()
  const service = startLineService(clock)
  const counter = await startCore({ service, clock, started: false })
  const checks = () => checksAt(service)
  const askCards = () => counter.ask('internet.products', { type: 'ADSL' })
  return { clock, service, counter, checks, askCards, status: () => statusOf(counter) }
}

/** The same, open, and free to look at the line again. */
async function open() {
  const shop = await prepare()
  shop.counter.core.start()
  await until('the balance is known', async () => (await shop.status()).balance !== null)
  await shop.clock.pass(REST_MS)
  return shop
}

test('selling opens again soon after the line is back, whatever delay the rate limit gave to polls', async () => {
  const clock = virtualClock()
  let isUp = true
  const answers: Readonly<Record<string, string>> = {
    '/v3/validate': validAnswer,
    '/v3/account/balance': '{"success":true,"data":{"balance":1}}',
  }
  const busy = { status: 429, headers: { 'retry-after': '3600' }, body: refusal('RATE_LIMIT_EXCEEDED') }
  const wire = answerAt(({ path }) => {
    if (!isUp) return { kind: 'cut' }
    const body = answers[path]
    return { kind: 'whole', answer: body === undefined ? busy : { status: 200, headers: {}, body } }
  })
  const service = { baseUrl: wire.baseUrl, billUrl: wire.baseUrl }
  const counter = await startClosed({ service, clock })
  await until('selling is open', async () => (await statusOf(counter)).selling.open)
  await counter.ask('internet.products', { type: 'ADSL' })
  isUp = false
  const checked = counter.command('connection.check', {})
  await until('selling is closed', async () => {
    await clock.pass(1_000)
    return !(await statusOf(counter)).selling.open
  })
  await checked
  isUp = true
  await clock.pass(MINUTE_MS)
  await until('selling is open again', async () => (await statusOf(counter)).selling.open)
  expect((await statusOf(counter)).connection).toBe('online')
})

test('a check beyond the rate limit leaves selling open, is reported, and is repeated when there is room', async () => {
  const { clock, service, checks, askCards, status } = await open()
  await service.addFaults(
    { ...cards, action: { do: 'garble', take: true } },
    { ...validate, action: tooMany },
  )
  expect(await askCards()).toMatchObject({ error: { kind: 'unreachable' } })
  await until('it is shown', async () => (await status()).notices.includes('too-many-requests'))
  expect(await status()).toMatchObject({ connection: 'online', selling: { open: true } })
  const before = await checks()
  await clock.pass(MINUTE_MS)
  await until('it was made again', async () => (await checks()) > before)
  await until('it is shown no more', async () => (await status()).notices.length === 0)
  expect(await status()).toMatchObject({ connection: 'online', selling: { open: true } })
})

test('a key refused after a check beyond the rate limit still closes selling', async () => {
  const { clock, service, askCards, status } = await open()
  await service.addFaults(
    { ...cards, action: { do: 'garble', take: true } },
    { ...validate, action: tooMany },
    { ...validate, action: refuse(403, 'API_DISABLED') },
  )
  await askCards()
  await until('it is shown', async () => (await status()).notices.includes('too-many-requests'))
  await clock.pass(MINUTE_MS)
  await until('selling is closed', async () => !(await status()).selling.open)
  expect((await status()).selling).toMatchObject({ why: 'key-refused' })
})

test('a start beyond the rate limit closes selling as busy, says why, and opens by itself', async () => {
  const { clock, service, counter, status } = await prepare()
  await service.addFaults({ ...validate, action: tooMany })
  counter.core.start()
  await until('it is closed', async () => (await status()).connection !== 'connecting')
  expect(await status()).toMatchObject({
    ...{ connection: 'online', notices: ['too-many-requests'] },
    selling: { open: false, why: 'busy', detail: expect.stringContaining('RATE_LIMIT_EXCEEDED') },
  })
  await clock.pass(MINUTE_MS)
  await counter.opened()
  await until('it is shown no more', async () => (await status()).notices.length === 0)
})

test.each<[string, FaultAction]>([
  ['a failure of its own', { do: 'answer', take: false, status: 500, code: 'INTERNAL_SERVER_ERROR' }],
  ['a page of what stands before it', { do: 'answer', take: false, status: 502, html: true }],
])('%s on the check is the service’s trouble, not a cut line', async (_, action) => {
  const { clock, service, counter, askCards, status } = await open()
  await service.addFaults(
    { ...cards, action: { do: 'garble', take: true } },
    { ...validate, action, times: callLimits.maxTries },
  )
  await askCards()
  await until('selling is closed', async () => {
    await clock.pass(500)
    return !(await status()).selling.open
  })
  expect(await status()).toMatchObject({ connection: 'online', selling: { why: 'service-fails' } })
  await clock.pass(REST_MS)
  await counter.opened()
})

test('a page at 429 without the error shape is a check beyond the rate limit too', async () => {
  const { service, counter, status } = await prepare()
  await service.addFaults({ ...validate, action: { do: 'answer', take: false, status: 429, html: true } })
  counter.core.start()
  await until('it is closed', async () => (await status()).connection !== 'connecting')
  expect((await status()).selling).toMatchObject({ why: 'busy' })
})

describe('a look beyond the rate limit', () => {
  const anHourAheadS = String((morningMs() + 60 * MINUTE_MS) / 1_000)
  test.each([
    ['internet', 'the clock is set back', { 'Retry-After': '60' }, -50 * MINUTE_MS],
    ['bill', 'the clock is set back', { 'Retry-After': '60' }, -50 * MINUTE_MS],
    ['internet', 'the service’s reset is an hour ahead', { 'X-RateLimit-Reset': anHourAheadS }, 0],
    ['bill', 'the service’s reset is an hour ahead', { 'X-RateLimit-Reset': anHourAheadS }, 0],
  ] as const)('is made again within minutes (%s), though %s', async (kind, _, rateHeaders, setByMs) => {
    const { clock, service, counter } = await startCounter()
    const headers = { 'X-RateLimit-Limit': '120', 'X-RateLimit-Remaining': '0', ...rateHeaders }
    const [path = ''] = endpoints[kind].looks
    const { ref } = await sellOne[kind](counter)
    const action = { do: 'answer', take: false, status: 429, code: 'RATE_LIMIT_EXCEEDED', headers } as const
    await service.addFaults({ method: 'GET', path, action })
    const lookedMs = clock.elapsedMs()
    const looks = async () => (await service.requests()).filter((asked) => asked.path.startsWith(path)).length
    const before = await looks()
    await until('a look was one too many', async () => (await looks()) > before)
    clock.setBy(setByMs)
    await counter.reached(ref, 'fulfilled')
    expect(clock.elapsedMs() - lookedMs).toBeLessThan(5 * MINUTE_MS)
  })
})

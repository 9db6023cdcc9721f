/** Whether selling is open, and why not: every answer to the key's check, and what is asked again when. */
import { describe, expect, test } from 'vitest'
import { callLimits } from '#core/api/limits.ts'
import { trainingKeys } from '#training/keys.ts'
import { startClosed, startCore, startCounter, startProvenCore, startShop, until } from '../support/core.ts'
import { answerAlways } from '../support/line.ts'
import { checksAt, closedWith, refuse, statusOf, validate } from '../support/selling-status.ts'
import { folderWithoutJournal } from '../support/temporary-folder.ts'
import { virtualClock } from '../support/virtual-clock.ts'

/** As many as one check has tries: fewer are healed on the way, and nobody hears of them. */
const allTries = callLimits.maxTries

describe('selling', () => {
  test('opens with a sandbox key that may write, and the balance follows', async () => {
    const counter = await startCore(await startShop())
    await until('the balance is known', async () => (await statusOf(counter)).balance !== null)
    expect(await statusOf(counter)).toMatchObject({
      environment: 'training',
      connection: 'online',
      account: { username: expect.any(String) },
      balance: { amountCentimes: 5_000_000 },
      selling: { open: true },
      journal: { kind: 'open' },
    })
  })

  test('keeps the newest balance when answers arrive out of order', async () => {
    const shop = await startShop({ practiceBalance: true })
    const counter = await startProvenCore(shop)
    const read = { method: 'GET', path: '/v3/account/balance' } as const
    const balance = async () => (await statusOf(counter)).balance
    const before = await balance()
    const readings = async () =>
      (await shop.service.requests()).filter(({ path }) => path === read.path).length
    const askedBefore = await readings()
    // One reading is on its way when a sale moves money and has it read again.
    await shop.service.addFaults({ ...read, action: { do: 'delay', take: true, ms: 20_000 } })
    void counter.ask('connection.check', {})
    await until('the balance is asked for', async () => (await readings()) > askedBefore)
    const { ref } = await counter.sell('024000002', 500)
    await counter.reached(ref, 'fulfilled')
    const isNewer = async () => (await balance())?.amountCentimes !== before?.amountCentimes
    await until('the money that moved is seen', isNewer)
    const newest = (await balance())?.amountCentimes
    const overMs = shop.clock.nowMs() + 25_000
    await until('the first reading is answered', () => shop.clock.nowMs() > overMs)
    expect((await balance())?.amountCentimes).toBe(newest)
  })

  test('is closed until the first answer', async () => {
    const counter = await startCore({ ...(await startShop()), started: false })
    expect(await statusOf(counter)).toMatchObject({
      connection: 'connecting',
      selling: { open: false, why: 'connecting' },
    })
  })

  test.each([
    ['a key that only reads', trainingKeys.readOnly, 'read-only-key'],
    ['a key of production', trainingKeys.production, 'key-refused'],
    ['a key that nobody knows', 'no-such-key', 'key-refused'],
    ['no key', '', 'key-refused'],
  ])('stays closed with %s', async (_, key, why) => {
    const counter = await startClosed({ ...(await startShop()), key })
    expect(await closedWith(counter)).toBe(why)
  })

  test('names the address that the service refuses', async () => {
    const shop = await startShop()
    const message = 'IP address 41.100.7.9 is not allowed for SANDBOX'
    const refusal = JSON.stringify({ success: false, error: { code: 'IP_NOT_ALLOWED', message } })
    const wire = answerAlways(403, refusal)
    const service = { baseUrl: wire.baseUrl, billUrl: wire.baseUrl }
    const counter = await startClosed({ ...shop, service })
    expect(await closedWith(counter)).toBe('address-refused')
    expect((await statusOf(counter)).selling).toMatchObject({ address: '41.100.7.9' })
  })

  test.each([
    ['IP_NOT_ALLOWED', 403, 'address-refused'],
    ['IP_BLOCKED', 403, 'blocked'],
    ['API_DISABLED', 403, 'key-refused'],
    ['RATE_LIMIT_EXCEEDED', 429, 'busy'],
    ['INTERNAL_SERVER_ERROR', 500, 'service-fails'],
    ['SERVICE_UNAVAILABLE', 503, 'maintenance'],
  ])('is closed by %s, and opens when the service allows it', async (code, status, why) => {
    const { clock, service } = await startShop()
    const times = status >= 500 ? allTries : 1
    await service.addFaults({ ...validate, action: refuse(status, code), times })
    const counter = await startCore({ clock, service, started: false })
    const closed: string[] = []
    counter.core.onEvent(({ event }) => {
      if (event.kind === 'status-changed' && !event.status.selling.open) closed.push(event.status.selling.why)
    })
    counter.core.start()
    await counter.opened()
    expect([...new Set(closed)]).toEqual([why])
  })

  test('opens again by itself when the line comes back', async () => {
    const { clock, service } = await startShop()
    await service.addFaults({ ...validate, action: { do: 'cut', take: false }, times: 4 })
    const counter = await startClosed({ clock, service })
    expect(await closedWith(counter)).toBe('offline')
    await counter.opened()
    expect(await checksAt(service)).toBe(5)
  })
})

test('a refused key is not retried by itself, whatever else is called', async () => {
  const { clock, service, counter } = await startCounter({ key: 'no-such-key', started: false })
  counter.core.start()
  expect(await closedWith(counter)).toBe('key-refused')
  await counter.ask('internet.products', { type: 'ADSL' })
  await clock.pass(60_000)
  expect((await service.requests()).length).toBe(1)
})

test('a check beyond the rate limit is repeated when there is room', async () => {
  const clock = virtualClock()
  const limited = JSON.stringify({ success: false, error: { code: 'RATE_LIMIT_EXCEEDED', message: 'm' } })
  const wire = answerAlways(429, limited, { 'retry-after': '40' })
  const service = { baseUrl: wire.baseUrl, billUrl: wire.baseUrl }
  const counter = await startClosed({ service, clock })
  expect(await closedWith(counter)).toBe('busy')
  await clock.pass(39_000)
  expect(wire.requests).toHaveLength(1)
  await clock.pass(1_000)
  await until('it was made again', () => wire.requests.length === 2)
})

test('failed calls have the line checked at once, and only once', async () => {
  const { clock, service, counter } = await startCounter()
  await clock.pass(15_000)
  const before = await checksAt(service)
  await service.addFaults({
    method: 'GET',
    path: '/v3/internet/products',
    action: { do: 'cut', take: false },
    times: 8 * allTries,
  })
  const asked = Array.from({ length: 8 }, () => counter.ask('internet.products', { type: 'ADSL' }))
  for (const reply of await Promise.all(asked)) {
    expect(reply).toMatchObject({ error: { kind: 'unreachable' } })
  }
  await until('the line was looked at', async () => (await checksAt(service)) > before)
  await clock.pass(18_000)
  expect(await checksAt(service)).toBeLessThanOrEqual(before + 2)
})

test('a dead line closes selling, and look-ups wait until it is back', async () => {
  const { service, counter } = await startCounter()
  await service.addFaults({ ...validate, action: { do: 'cut', take: false }, times: 2 * allTries })
  const { ref } = await counter.sell('023456789')
  void counter.command('connection.check', {})
  await until('selling is closed', async () => !(await statusOf(counter)).selling.open)
  await counter.opened()
  await counter.reached(ref, 'fulfilled')
})

test('when the line comes back, open sales are looked at without their remaining wait', async () => {
  const { clock, service, counter } = await startCounter()
  const looks = async () =>
    (await service.requests()).filter(({ path }) => path.startsWith('/v3/internet/check-ref')).length
  const duplicated = { do: 'answer', take: false, status: 403, code: 'DUPLICATED_REF' } as const
  await service.addFaults({ method: 'POST', path: '/v3/internet/send', action: duplicated })
  await counter.sell('023456789')
  await until('the next look is far away', async () => (await looks()) === 6)
  const sinceMs = clock.nowMs()
  await service.addFaults({ ...validate, action: { do: 'cut', take: false }, times: allTries })
  void counter.command('connection.check', {})
  await until('it was looked at', async () => (await looks()) === 7)
  expect(clock.nowMs() - sinceMs).toBeLessThan(10_000)
})

test('open sales are looked at when the machine wakes', async () => {
  const { clock, service, counter } = await startCounter({}, { speed: 1_000 })
  await service.addFaults({ method: 'POST', path: '/v3/internet/send', action: { do: 'cut', take: true } })
  const { ref } = await counter.sell('023456789')
  await counter.reached(ref, 'in-doubt')
  counter.core.setPower('suspend')
  counter.core.setPower('resume')
  const wokenMs = clock.nowMs()
  await counter.reached(ref, 'fulfilled')
  expect(clock.nowMs() - wokenMs).toBeLessThan(500)
})

test('a journal that cannot be opened closes selling, and the core still answers', async () => {
  const counter = await startClosed({ ...(await startShop()), dataDir: folderWithoutJournal() })
  await until('the line is good', async () => (await statusOf(counter)).connection === 'online')
  expect(await statusOf(counter)).toMatchObject({
    selling: { open: false, why: 'journal' },
    journal: { kind: 'closed', problem: expect.stringMatching(/^(not-ours|damaged|unreadable)$/) },
  })
  expect(await counter.ask('sale.confirm', { reviewId: 'x' })).toMatchObject({
    error: { kind: 'selling-closed', why: 'journal' },
  })
  expect((await counter.command('internet.products', { type: '4G' })).products).not.toEqual([])
})

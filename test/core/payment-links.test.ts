/** Payment links through the core's commands: made once, watched with patience, shown as no more than is known. */
import { expect, test } from 'vitest'
import type { Clock } from '#core/ports.ts'
import { paymentLinkLifetimeMs, rateLimitCount } from '#shared/limits.ts'
import { centimes } from '#shared/money.ts'
import { type Counter, type Service, startCore, startCounter, startShop, until } from '../support/core.ts'
import { profileWithPaths } from '../support/profiles.ts'

const asked = (dinars: number) => ({ title: 'Téléphone', amountCentimes: centimes(dinars * 100) })
const createPath = '/v3/paylink/createLink'
const checkPath = '/v3/paylink/checkPayment/'
const HOUR_MS = 3_600_000

async function startLinks(...options: Parameters<typeof startShop>) {
  const shop = await startShop(...options)
  const counter = await startCore(shop)
  const check = (paymentRef: string, by: 'cashier' | 'screen' = 'cashier') =>
    counter.command('links.check', { paymentRef, by })
  const calls = async (path: string) =>
    (await shop.service.requests()).filter((seen) => seen.path.startsWith(path)).length
  /** A person looks every ten seconds. */
  const failed = (paymentRef: string) =>
    until('it has failed', async () => {
      await shop.clock.pass(10_000)
      return (await check(paymentRef)).phase === 'failed'
    })
  return { ...shop, counter, check, calls, failed }
}

test('a link is made, not yet paid, being paid, and paid', async () => {
  const { clock, counter, check } = await startLinks()
  const beforeMs = clock.nowMs()
  const made = await counter.command('links.create', { ...asked(1_003), feeMode: 'CUSTOMER_FEE' })
  expect(made).toMatchObject({ phase: 'untouched', amountCentimes: 100_300, begunAtMs: null })
  expect(made.paymentUrl).toContain(made.paymentRef)
  expect(made.endsByMs).toBeGreaterThanOrEqual(beforeMs + paymentLinkLifetimeMs)
  await clock.pass(45_000)
  const begun = await check(made.paymentRef)
  expect(begun).toMatchObject({
    phase: 'being-paid',
    endsByMs: null,
    serverStatus: 'PENDING',
    isSandbox: true,
  })
  expect(begun.begunAtMs).not.toBeNull()
  await clock.pass(120_000)
  expect(await check(made.paymentRef)).toMatchObject({
    phase: 'paid',
    serverStatus: 'CONFIRMED',
    nextLookMs: null,
  })
})

test('an answer out of order does not take back that a link is paid', async () => {
  const { clock, service, counter } = await startCounter({
    config: { limits: { headersMs: HOUR_MS, totalMs: HOUR_MS } },
  })
  const { paymentRef } = await counter.command('links.create', asked(1_003))
  await clock.pass(45_000)
  await service.addFaults({ method: 'GET', path: checkPath, action: { do: 'hold', take: true } })
  const early = counter.command('links.check', { paymentRef, by: 'screen' })
  await until('its answer is held', async () => (await service.heldCount()) === 1)
  await clock.pass(120_000)
  expect(await counter.command('links.check', { paymentRef, by: 'cashier' })).toMatchObject({ phase: 'paid' })
  await service.release()
  expect(await early).toMatchObject({ phase: 'paid', serverStatus: 'CONFIRMED', nextLookMs: null })
})

test('a declined payment is not paid, and nothing more is expected', async () => {
  const { counter, check, failed } = await startLinks()
  const { paymentRef } = await counter.command('links.create', asked(1_001))
  await failed(paymentRef)
  expect(await check(paymentRef)).toMatchObject({ serverStatus: 'FAILED', endsByMs: null, nextLookMs: null })
})

test('a payment after a declined one counts when it is asked for again', async () => {
  const { clock, counter, check, failed } = await startLinks({ behaviour: { linkFailed: 'then-paid' } })
  const { paymentRef } = await counter.command('links.create', asked(1_001))
  await failed(paymentRef)
  await clock.pass(200_000)
  expect(await check(paymentRef)).toMatchObject({ phase: 'paid', serverStatus: 'CONFIRMED' })
})

test('a link’s end is counted from when it was made or first seen, however often it is looked at', async () => {
  const { counter, check } = await startLinks()
  const { paymentRef, endsByMs } = await counter.command('links.create', asked(1_002))
  expect((await check(paymentRef)).endsByMs).toBe(endsByMs)
  expect((await check(paymentRef, 'screen')).endsByMs).toBe(endsByMs)
})

test('an unknown reference is refused as such; an expired one is shown as expired, with what was known', async () => {
  const { service, counter, check } = await startLinks()
  expect(await counter.ask('links.check', { paymentRef: 'TRAIN-ABC234-XY78', by: 'cashier' })).toMatchObject({
    error: { kind: 'refused', code: 'PAYMENT_NOT_FOUND' },
  })
  const { paymentRef } = await counter.command('links.create', asked(1_002))
  const gone = { do: 'answer', take: false, status: 410, code: 'GONE' } as const
  await service.addFaults({ method: 'GET', path: checkPath, action: gone })
  expect(await check(paymentRef)).toMatchObject({
    ...{ phase: 'expired', amountCentimes: 100_200, endsByMs: null, nextLookMs: null },
  })
})

test('each look of the screen waits longer than the one before; a press starts over', async () => {
  const { counter, check } = await startLinks()
  const { paymentRef, nextLookMs } = await counter.command('links.create', asked(1_002))
  const waits = [nextLookMs]
  for (let look = 0; look < 12; look += 1) waits.push((await check(paymentRef, 'screen')).nextLookMs)
  expect(waits.slice(0, 4)).toEqual([3_000, 4_500, 6_750, 10_125])
  expect(waits.at(-1)).toBe(60_000)
  expect((await check(paymentRef)).nextLookMs).toBe(3_000)
  for (let look = 0; look < 60; look += 1) waits.push((await check(paymentRef, 'screen')).nextLookMs)
  expect(waits.at(-1)).toBeNull()
})

test('while the rate is low the screen shows what is known, and only a press is sent', async () => {
  const { clock, service, counter, check, calls } = await startLinks({ rateLimit: rateLimitCount })
  const { paymentRef } = await counter.command('links.create', asked(1_002))
  await shortenRate(clock, service, counter)
  const before = await calls(checkPath)
  const shown = await check(paymentRef, 'screen')
  expect(shown).toMatchObject({ phase: 'untouched', amountCentimes: 100_200 })
  expect(shown.nextLookMs).toBeGreaterThan(3_000)
  expect(await calls(checkPath)).toBe(before)
  await check(paymentRef, 'cashier')
  expect(await calls(checkPath)).toBe(before + 1)
})

test('an unknown status is neither paid nor failed, and is polled on', async () => {
  const { counter } = await startCounter({
    rewrite: (path, text) => (path.startsWith(checkPath) ? text.replace('PENDING', 'ON_HOLD') : text),
  })
  const { paymentRef } = await counter.command('links.create', asked(1_002))
  expect(await counter.command('links.check', { paymentRef, by: 'screen' })).toMatchObject({
    ...{ phase: 'unknown', serverStatus: 'ON_HOLD', endsByMs: null, nextLookMs: 4_500 },
  })
})

test.each([
  ['cut after it was taken', { do: 'cut', take: true }],
  ['garbled', { do: 'garble', take: true }],
] as const)(
  'an answer that is %s is shown as a link that may exist, and requested once',
  async (_name, action) => {
    const { service, counter, calls } = await startLinks()
    await service.addFaults({ method: 'POST', path: createPath, action })
    expect(await counter.ask('links.create', asked(900))).toMatchObject({
      error: { kind: 'link-maybe-made' },
    })
    expect(await calls(createPath)).toBe(1)
  },
)

test('a refused link was not made', async () => {
  const { service, counter } = await startLinks()
  const refused = { do: 'answer', take: false, status: 400, code: 'ERR_VALIDATION' } as const
  await service.addFaults({ method: 'POST', path: createPath, action: refused })
  expect(await counter.ask('links.create', asked(900))).toMatchObject({
    error: { kind: 'refused', code: 'ERR_VALIDATION' },
  })
})

test('a shop whose profile names no path to make links with is offered none', async () => {
  const profile = profileWithPaths({ paymentLinkCreate: null })
  const { clock, service, counter } = await startCounter({ config: { profile } })
  expect(await counter.command('links.offered', {})).toEqual({ creates: false })
  expect(await counter.ask('links.create', asked(900))).toMatchObject({ error: { problem: 'no-links-here' } })
  expect((await service.requests()).filter(({ path }) => path === createPath)).toEqual([])
  const usual = await startCore({ clock, service })
  expect(await usual.command('links.offered', {})).toEqual({ creates: true })
})

test('the links of a session are listed newest first, each as it was last seen, the doubtful ones too', async () => {
  const { clock, service, counter, failed } = await startLinks()
  const declined = await counter.command('links.create', asked(1_001))
  await service.addFaults({ method: 'POST', path: createPath, action: { do: 'cut', take: true } })
  await counter.ask('links.create', asked(900))
  const refused = { do: 'answer', take: false, status: 400, code: 'ERR_VALIDATION' } as const
  await service.addFaults({ method: 'POST', path: createPath, action: refused })
  await counter.ask('links.create', asked(800))
  const waiting = await counter.command('links.create', asked(1_002))
  await failed(declined.paymentRef)
  const { links } = await counter.command('links.session', {})
  expect(links).toMatchObject([
    { kind: 'made', amountCentimes: 100_200, title: 'Téléphone', paymentUrl: waiting.paymentUrl },
    { kind: 'maybe-made', amountCentimes: 90_000, title: 'Téléphone' },
    {
      kind: 'made',
      link: { paymentRef: declined.paymentRef, phase: 'failed' },
      paymentUrl: declined.paymentUrl,
    },
  ])
  const next = await startCore({ clock, service })
  expect(await next.command('links.session', {})).toEqual({ links: [] })
})

test('a link has the time of the last answer, not of the last request', async () => {
  const { clock, service, counter, check } = await startLinks({ rateLimit: rateLimitCount })
  const { paymentRef, seenAtMs } = await counter.command('links.create', asked(1_002))
  expect(seenAtMs).toBeLessThanOrEqual(clock.nowMs())
  const shown = async () => (await counter.command('links.session', {})).links
  await clock.pass(30_000)
  const refusing = { do: 'answer', take: false, status: 404, code: 'PAYMENT_NOT_FOUND' } as const
  await service.addFaults({ method: 'GET', path: checkPath, action: refusing })
  await counter.ask('links.check', { paymentRef, by: 'screen' })
  expect(await shown()).toMatchObject([{ link: { seenAtMs } }])
  const again = await check(paymentRef, 'screen')
  expect(again.seenAtMs).toBeGreaterThanOrEqual(seenAtMs + 30_000)
  await shortenRate(clock, service, counter)
  expect(await check(paymentRef, 'screen')).toMatchObject({ seenAtMs: again.seenAtMs })
})

test('a long list drops the oldest ended link, then the oldest known one, never one that may exist', async () => {
  const { service, counter, failed } = await startLinks()
  await service.addFaults({ method: 'POST', path: createPath, action: { do: 'cut', take: true } })
  await counter.ask('links.create', asked(900))
  const make = async () => (await counter.command('links.create', asked(1_002))).paymentRef
  const oldest = await make()
  const declined = (await counter.command('links.create', asked(1_001))).paymentRef
  await failed(declined)
  const listed = async () => (await counter.command('links.session', {})).links
  const refs = async () =>
    (await listed()).map((one) => (one.kind === 'made' ? one.link.paymentRef : one.kind))
  for (let count = 3; count < 50; count += 1) await make()
  expect((await refs()).slice(-3)).toEqual([declined, oldest, 'maybe-made'])
  await make()
  expect((await refs()).slice(-2)).toEqual([oldest, 'maybe-made'])
  await make()
  const left = await refs()
  expect(left).toHaveLength(50)
  expect([left.includes(oldest), left.at(-1)]).toEqual([false, 'maybe-made'])
})

test('a polled link that the service refuses is not polled again; a press starts over', async () => {
  const { clock, service, counter, check } = await startLinks({ rateLimit: rateLimitCount })
  const made = await counter.command('links.create', asked(1_002))
  const { paymentRef } = made
  const refusing = { do: 'answer', take: false, status: 404, code: 'PAYMENT_NOT_FOUND' } as const
  await service.addFaults({ method: 'GET', path: checkPath, action: refusing })
  expect(await counter.ask('links.check', { paymentRef, by: 'screen' })).toMatchObject({
    error: { code: 'PAYMENT_NOT_FOUND' },
  })
  expect((await counter.command('links.session', {})).links).toMatchObject([
    { link: { phase: 'untouched', nextLookMs: null } },
  ])
  await shortenRate(clock, service, counter)
  expect(await check(paymentRef, 'screen')).toMatchObject({ nextLookMs: null })
  expect(await check(paymentRef)).toMatchObject({ nextLookMs: 3_000 })
})

/** An answer about another link says that little is left of the rate. */
async function shortenRate(clock: Pick<Clock, 'nowMs'>, service: Service, counter: Counter): Promise<void> {
  const resetS = String(Math.ceil(clock.nowMs() / 1_000) + 30)
  const left = { 'x-ratelimit-limit': '120', 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': resetS }
  const scarce = { do: 'answer', take: false, status: 404, code: 'PAYMENT_NOT_FOUND', headers: left } as const
  await service.addFaults({ method: 'GET', path: checkPath, action: scarce })
  await counter.ask('links.check', { paymentRef: 'TRAIN-ABC234-XY78', by: 'cashier' })
}

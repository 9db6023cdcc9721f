/** Who may spend the rate limit: the meter by itself, with a clock in hand, and what the client makes of real answers. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { createRateMeter } from '#core/api/rate.ts'
import type { TransportResult } from '#core/api/transport.ts'
import { ok } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'
import { systemClock } from '../../support/api-client.ts'
import { connect, serve } from '../../support/client-on-wire.ts'
import { httpAnswer } from '../../support/raw-service.ts'
import { startService } from '../../support/training.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const bornMs = Date.UTC(2026, 9, 5, 8)

type Headers = Readonly<Record<string, string>>
const answer = (status: number, headers: Headers = {}): TransportResult => ({
  kind: 'answer',
  status,
  headers,
  body: new Uint8Array(),
})
const rateHeaders = (remaining: number, resetInMs: number, limit = 120): Headers => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset': String((bornMs + resetInMs) / 1_000),
})

/** A meter, and requests that are over at once; times count from the meter's first moment. */
function start() {
  let elapsedMs = 0
  let setByMs = 0
  const clock = { nowMs: () => bornMs + elapsedMs + setByMs, elapsedMs: () => elapsedMs }
  const meter = createRateMeter(clock)
  const at = (atMs: number) => {
    elapsedMs = atMs
    return meter
  }
  const spend = (atMs: number, result = answer(200), serverTimeMs: number | null = null) =>
    at(atMs).begin('platform')(result, serverTimeMs)
  const wait = (atMs: number) => at(atMs).backgroundWaitMs()
  const setClock = (byMs: number) => {
    setByMs = byMs
  }
  return { meter, at, spend, wait, setClock }
}

describe('background work', () => {
  test('runs while nothing is known', () => {
    expect(start().wait(0)).toBe(0)
  })

  test('pauses for two minutes if the reset is long past by the service’s clock', () => {
    const { spend, wait } = start()
    spend(0, answer(200, rateHeaders(30, 20_000)), bornMs + 3_600_000)
    expect(wait(0)).toBe(120_000)
    expect(wait(120_000)).toBe(0)
  })

  test('leaves a quarter of the rest to the counter until the window starts anew', () => {
    const { spend, wait } = start()
    spend(0, answer(200, rateHeaders(31, 20_000)))
    expect(wait(0)).toBe(0)
    spend(1_000, answer(200, rateHeaders(30, 20_000)))
    expect(wait(1_000)).toBe(19_000)
    expect(wait(19_999)).toBe(1)
    expect(wait(20_000)).toBe(0)
  })

  test('leaves room by urgency: backlog to awaited work, leisure to both', () => {
    const { at, spend } = start()
    const urgencies = ['awaited', 'backlog', 'leisure'] as const
    const waits = (atMs: number) => urgencies.map((urgency) => at(atMs).backgroundWaitMs(urgency))
    spend(0, answer(200, rateHeaders(73, 20_000)))
    expect(waits(0)).toEqual([0, 0, 0])
    spend(500, answer(200, rateHeaders(72, 19_500)))
    expect(waits(500)).toEqual([0, 0, 19_500])
    spend(1_000, answer(200, rateHeaders(48, 20_000)))
    expect(waits(1_000)).toEqual([0, 19_000, 19_000])
  })

  test('waits as long as the refusals have lasted, and starts over after any other answer', () => {
    const { spend, wait } = start()
    let atMs = 0
    const waits = Array.from({ length: 8 }, () => {
      spend(atMs, answer(429))
      const waitMs = wait(atMs)
      atMs += waitMs
      return waitMs / 60_000
    })
    expect(waits).toEqual([1, 1, 2, 4, 8, 16, 32, 60])
    spend(atMs)
    // A person tries again and again within the pause.
    for (let tried = 0; tried <= 10; tried += 1) spend(atMs + tried * 30_000, answer(429))
    expect(wait(atMs + 300_000)).toBe(300_000)
  })

  test('waits longer and longer for a refusing host, whatever the other host answers', () => {
    const { at, spend, wait } = start()
    let atMs = 0
    const waits = Array.from({ length: 6 }, () => {
      spend(atMs, answer(429))
      at(atMs).begin('bills')(answer(200), null)
      const waitMs = wait(atMs)
      atMs += waitMs
      return waitMs / 60_000
    })
    expect(waits).toEqual([1, 1, 2, 4, 8, 16])
    expect(at(atMs).refusedForMs('platform')).toBe(atMs)
    expect(at(atMs).refusedForMs('bills')).toBe(0)
  })

  test.each([2, 3])(
    'ends a window of a quarter of an hour that every refused request of %i counters extends',
    (counters) => {
      const windowMs = 900_000
      let shutUntilMs = windowMs
      // They begin evenly apart, so that each asks in the middle of the others' pauses.
      const meters = Array.from({ length: counters }, (_, at) => ({
        ...start(),
        nextMs: 60_000 + (at * 960_000) / counters,
      }))
      for (;;) {
        const [next] = meters.toSorted((a, b) => a.nextMs - b.nextMs)
        if (!next) return expect.fail()
        const { nextMs } = next
        expect(nextMs).toBeLessThan(6 * 3_600_000)
        if (nextMs >= shutUntilMs) return
        next.spend(nextMs, answer(429))
        shutUntilMs = nextMs + windowMs
        next.nextMs = nextMs + next.wait(nextMs)
      }
    },
  )

  test('counts open and unanswered requests', () => {
    const { meter, wait } = start()
    meter.begin('platform')(answer(200, rateHeaders(32, 20_000)), null)
    meter.begin('platform')
    expect(wait(0)).toBe(0)
    meter.begin('platform')({ kind: 'lost', reason: 'cut-before-answer', status: null, headers: {} }, null)
    expect(wait(0)).toBeGreaterThan(0)
  })

  test('waits for the minute if no answer says what is left', () => {
    const { spend, wait } = start()
    for (let call = 0; call < 89; call += 1) spend(call * 100)
    expect(wait(9_000)).toBe(0)
    spend(9_000)
    expect(wait(9_000)).toBe(51_000)
    expect(wait(60_000)).toBe(0)
  })

  test('keeps to the limit of the answers in place of the document’s', () => {
    const { spend, wait } = start()
    for (let call = 0; call < 15; call += 1) spend(call, answer(200, rateHeaders(20, 3_600_000, 20)))
    expect(wait(15)).toBeGreaterThan(59_000)
  })

  test.each<readonly [string, Headers, number]>([
    ['until the window starts anew', rateHeaders(0, 25_000), 25_000],
    ['as long as the answer says', { 'retry-after': '7' }, 7_000],
    ['for the longer of the two', { ...rateHeaders(0, 25_000), 'retry-after': '40' }, 40_000],
    ['for a minute where nobody says', {}, 60_000],
    ['for an hour at the most', { 'retry-after': '86400' }, 3_600_000],
  ])('pauses after a 429 %s', (_name, headers, waitMs) => {
    const { spend, wait } = start()
    spend(0, answer(429, headers))
    expect(wait(0)).toBe(waitMs)
    expect(wait(waitMs)).toBe(0)
  })

  test('uses the headers of an answer whose body is lost', () => {
    const { spend, wait } = start()
    spend(0, { kind: 'lost', reason: 'cut-in-answer', status: 429, headers: { 'retry-after': '7' } })
    expect(wait(0)).toBe(7_000)
  })

  test('reads the reset by the service’s clock', () => {
    const { meter, wait } = start()
    const aheadMs = 7_200_000
    const headers = rateHeaders(3, aheadMs + 20_000)
    meter.begin('platform')(answer(200, headers), bornMs + aheadMs)
    expect(wait(0)).toBe(20_000)
  })

  test.each([-86_400_000, -3_000_000, 3_000_000])(
    'waits the same time if a person sets the clock by %i',
    (byMs) => {
      const { spend, wait, setClock } = start()
      spend(0, answer(429, rateHeaders(0, 25_000)))
      for (let call = 0; call < 200; call += 1) spend(0)
      setClock(byMs)
      expect(wait(0)).toBe(60_000)
      expect(wait(60_000)).toBe(0)
    },
  )

  test('is not held by a far reset: the service’s clock may be wrong', () => {
    const { spend, wait } = start()
    spend(0, answer(429, rateHeaders(0, 3_600_000)))
    expect(wait(0)).toBe(120_000)
    expect(wait(120_000)).toBe(0)
    spend(120_000, answer(200, rateHeaders(0, 3_600_000)))
    expect(wait(120_000)).toBe(120_000)
  })

  test.each<readonly [string, Headers]>([
    ['half of them', { 'x-ratelimit-remaining': '0' }],
    ['words', { ...rateHeaders(0, 25_000), 'x-ratelimit-reset': 'soon' }],
    ['less than nothing', { ...rateHeaders(0, 25_000), 'x-ratelimit-remaining': '-1' }],
  ])('ignores headers that are %s', (_name, headers) => {
    const { spend, wait } = start()
    spend(0, answer(200, headers))
    expect(wait(0)).toBe(0)
  })
})

test('all calls of the client are counted, and the cashier’s are never held', async () => {
  const body = '{"success":true,"data":{"balance":1}}'
  let elapsedMs = 0
  const clock = { ...systemClock, nowMs: () => bornMs + elapsedMs, elapsedMs: () => elapsedMs }
  const service = await serve((socket) => {
    const resetS = String(bornMs / 1_000 + 30)
    const headers = { 'X-RateLimit-Limit': '120', 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': resetS }
    socket.write(httpAnswer(200, body, headers))
  })
  const client = connect(service.baseUrl, { clock })
  expect(client.backgroundWaitMs()).toBe(0)
  await client.readBalance()
  expect(client.backgroundWaitMs()).toBe(30_000)
  expect(await client.readBalance()).toMatchObject({ kind: 'accepted' })
  elapsedMs = 30_000
  expect(client.backgroundWaitMs()).toBe(0)
})

test('the training service’s own headers and its 429 are understood', async () => {
  const service = await startService({ rateLimit: 8 })
  onTestFinished(service.close)
  const client = connect(service.baseUrl, { readKey: async () => ok(trainingKeys.sandbox) })
  const waits: number[] = []
  for (let call = 0; call < 9; call += 1) {
    waits.push(client.backgroundWaitMs())
    await client.ping()
    await client.readBalance()
  }
  expect(waits[0]).toBe(0)
  expect(waits.at(-1)).toBeGreaterThan(0)
})

test.each([
  ['is set back', { 'Retry-After': '60' }, -3_000_000],
  ['is an hour behind the service’s', { 'X-RateLimit-Reset': String(bornMs / 1_000 + 3_630) }, 0],
])('a clock that %s holds background calls for two minutes at the most', async (_name, headers, setByMs) => {
  const clock = virtualClock(bornMs)
  const limits = { 'X-RateLimit-Limit': '120', 'X-RateLimit-Remaining': '0' }
  const service = await serve((socket) => socket.write(httpAnswer(429, '{}', { ...limits, ...headers })))
  const client = connect(service.baseUrl, { clock })
  await client.readBalance()
  clock.setBy(setByMs)
  expect(client.backgroundWaitMs()).toBeGreaterThan(0)
  expect(client.backgroundWaitMs()).toBeLessThanOrEqual(120_000)
})

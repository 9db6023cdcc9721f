/** When a question is asked again: the decision as a table, and whole calls on the wire. */
import { describe, expect, test } from 'vitest'
import { callLimits } from '#core/api/limits.ts'
import { retryWaitMs, type Tried } from '#core/api/retry.ts'
import type { TransportResult } from '#core/api/transport.ts'
import { systemClock } from '../../support/api-client.ts'
import { balance, connect, order, serve } from '../../support/client-on-wire.ts'
import { always, type Behaviour, httpAnswer } from '../../support/raw-service.ts'
import { refNumber } from '../../support/refs.ts'

const answer = (status: number, headers: Readonly<Record<string, string>> = {}): TransportResult => ({
  kind: 'answer',
  status,
  headers,
  body: new Uint8Array(),
})
type Lost = 'cut-before-answer' | 'cut-in-answer' | 'no-answer-in-time' | 'not-http'
const lost = (reason: Lost, status: number | null = null, headers: Readonly<Record<string, string>> = {}) =>
  ({ kind: 'lost', reason, status, headers }) as const
const notSent = (reason: 'dns' | 'connection-refused' | 'tls' | 'closed' | 'connect-timeout' | 'bad-proxy') =>
  ({ kind: 'not-sent', reason }) as const

const nowMs = Date.UTC(2026, 9, 5, 8)
const waitOf = (result: TransportResult, over: Partial<Tried> = {}) =>
  retryWaitMs(
    { method: 'GET', result, tries: 1, spentMs: 50, rateWaitMs: 0, nowMs, random: 1, ...over },
    callLimits,
  )

describe('the decision', () => {
  test.each<readonly [string, TransportResult, number | undefined]>([
    ['a cut before the answer', lost('cut-before-answer'), 300],
    ['a cut in the answer', lost('cut-in-answer'), 300],
    ['a refused connection', notSent('connection-refused'), 300],
    ['an unknown name', notSent('dns'), 300],
    ['500', answer(500), 300],
    ['502', answer(502), 300],
    ['503 that says when', answer(503, { 'retry-after': '5' }), 5_000],
    ['503 that gives a date', answer(503, { 'retry-after': 'Mon, 05 Oct 2026 08:00:02 GMT' }), 2_000],
    ['503 that says at once', answer(503, { 'retry-after': '0' }), 300],
    ['429 that says when', answer(429, { 'retry-after': '2' }), 2_000],
    ['429 that does not', answer(429), undefined],
    ['503 that says when, too late', answer(503, { 'retry-after': '60' }), undefined],
    ['200', answer(200), undefined],
    ['404', answer(404), undefined],
    ['401', answer(401, { 'retry-after': '1' }), undefined],
    ['401 that is cut', lost('cut-in-answer', 401), undefined],
    ['200 that is cut', lost('cut-in-answer', 200), 300],
    ['429 that is cut and says when', lost('cut-in-answer', 429, { 'retry-after': '2' }), 2_000],
    ['429 that is cut and does not', lost('cut-in-answer', 429), undefined],
    ['403', answer(403, { 'retry-after': '1' }), undefined],
    ['silence', lost('no-answer-in-time'), undefined],
    ['a slow connection', notSent('connect-timeout'), undefined],
    ['bytes that are not HTTP', lost('not-http'), undefined],
    ['a certificate that nobody vouches for', notSent('tls'), undefined],
    ['a proxy that is none', notSent('bad-proxy'), undefined],
    ['a closed client', notSent('closed'), undefined],
  ])('after %s', (_name, result, expected) => {
    expect(waitOf(result)).toBe(expected)
    expect(waitOf(result, { method: 'POST' })).toBeUndefined()
  })

  test('the wait doubles, is at least half of that at random, and ends with the tries', () => {
    const waits = [1, 2, 3].map((tries) => waitOf(lost('cut-in-answer'), { tries }))
    expect(waits).toEqual([300, 600, undefined])
    expect(waitOf(lost('cut-in-answer'), { random: 0 })).toBe(150)
  })

  test('a retry waits for room in the rate limit, or is dropped if that is too late', () => {
    expect(waitOf(answer(500), { rateWaitMs: 4_000 })).toBe(4_000)
    expect(waitOf(answer(500), { rateWaitMs: 200 })).toBe(300)
    expect(waitOf(answer(500), { rateWaitMs: 30_000 })).toBeUndefined()
  })

  test('a retry begins before the deadline or not at all', () => {
    const { retryWithinMs } = callLimits
    expect(waitOf(answer(500), { spentMs: retryWithinMs - 300 })).toBe(300)
    expect(waitOf(answer(500), { spentMs: retryWithinMs - 299 })).toBeUndefined()
  })
})

const busy = '{"success":false,"error":{"code":"INTERNAL_SERVER_ERROR","message":"m"}}'
/** No call of these tests lasts longer. */
const TOTAL_MS = 20_000
const KEY_MS = 19_999

async function serveAtOnce(behave: Behaviour) {
  const service = await serve(behave)
  const waits: number[] = []
  const clock = {
    ...systemClock,
    after(delayMs: number, work: () => void) {
      // Neither the patience with the keychain nor what outlasts the call is a wait between two tries.
      const isOfTries = delayMs !== KEY_MS && delayMs <= TOTAL_MS
      if (!isOfTries) return systemClock.after(delayMs, work)
      waits.push(delayMs)
      return systemClock.after(0, work)
    },
  }
  const client = connect(service.baseUrl, {
    clock,
    limits: { keyMs: KEY_MS, retryBaseMs: 300, totalMs: TOTAL_MS },
  })
  return { service, client, waits }
}

describe('a call', () => {
  test('succeeds if the line comes back in time', async () => {
    const { service, client, waits } = await serveAtOnce((socket, _request, count) => {
      if (count < 3) socket.destroy()
      else socket.write(httpAnswer(200, balance))
    })
    expect(await client.readBalance()).toMatchObject({ kind: 'accepted', value: { amountCentimes: 120_050 } })
    expect(service.requests).toHaveLength(3)
    expect(waits).toHaveLength(2)
  })

  test('waits as long as the answer asks', async () => {
    const { client, waits } = await serveAtOnce((socket, _request, count) => {
      if (count === 1) socket.write(httpAnswer(503, busy, { 'retry-after': '5' }))
      else socket.write(httpAnswer(200, balance))
    })
    expect(await client.readBalance()).toMatchObject({ kind: 'accepted' })
    expect(waits).toEqual([5_000])
  })

  test('ends after three tries with the last answer', async () => {
    const { service, client } = await serveAtOnce(always(500, busy))
    const outcome = await client.readBalance()
    expect(outcome).toMatchObject({ kind: 'in-doubt', reason: 'internal-server-error' })
    expect(service.requests).toHaveLength(3)
  })

  test('keeps to the room in the rate limit in the background; a cashier’s does not', async () => {
    const headers = (remaining: number) => ({
      'X-RateLimit-Limit': '120',
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(Math.floor(Date.now() / 1_000) + 50),
    })
    const short = await serveAtOnce(always(500, busy, headers(20)))
    expect(await short.client.background.readBalance()).toMatchObject({ kind: 'in-doubt' })
    expect(short.service.requests).toHaveLength(1)
    await short.client.readBalance()
    expect(short.service.requests).toHaveLength(4)
    const roomy = await serveAtOnce(always(500, busy, headers(100)))
    await roomy.client.background.readBalance()
    expect(roomy.service.requests).toHaveLength(3)
  })

  test('never ends as not sent once a try was sent', async () => {
    const { service, client } = await serveAtOnce((socket) => {
      void service.close()
      socket.destroy()
    })
    const outcome = await client.readBalance()
    expect(outcome).toMatchObject({ kind: 'in-doubt', reason: 'cut-before-answer' })
    expect(service.requests).toHaveLength(1)
  })

  test('that starts work is sent once, whatever the answer', async () => {
    const { service, client, waits } = await serveAtOnce(always(503, busy, { 'retry-after': '1' }))
    await client.sendInternet(order(1))
    await client.sendMobile({ plan_code: 'P', MSSIDN: '0661234567', amount: 100, ref: refNumber(2) })
    await client.placeGiftCardOrder({ productId: 'p', typeId: 't', quantity: 1 })
    await client.createPaymentLink({ productInfo: { title: 't', amount: 1500 } })
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'POST'])
    expect(waits).toEqual([])
  })

  test('is one line of the log, however many tries it took', async () => {
    const lines: unknown[] = []
    const service = await serve(always(500, busy))
    await connect(service.baseUrl, { log: { write: (_level, what) => lines.push(what) } }).readBalance()
    expect(lines).toEqual(['api call'])
  })
})

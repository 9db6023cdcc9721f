/** What every request meets before its resource: envelope, route, key, scope, rate, body. */
import { createConnection } from 'node:net'
import { describe, expect, test } from 'vitest'
import { trainingKeys } from '#training/keys.ts'
import { serviceForEachTest } from '../support/service-hooks.ts'
import { startService } from '../support/training.ts'
import { callerOf } from '../support/training-calls.ts'

const { service, clock } = serviceForEachTest()

describe('the envelope', () => {
  test('of a success carries data, time and a request id of its own, also in the header', async () => {
    const { get } = callerOf(service.baseUrl)
    const first = await get('/v3/account/balance')
    const second = await get('/v3/account/balance')
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      success: true,
      data: { balance: 50_000 },
      meta: { timestamp: '2026-10-05T08:00:00.000Z' },
      requestId: first.headers.get('X-Request-ID'),
    })
    expect(first.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(second.body.requestId).not.toBe(first.body.requestId)
  })

  test('of an error carries code, message and request id', async () => {
    const { status, headers, body } = await callerOf(service.baseUrl).get('/v3/nothing-here')
    expect(status).toBe(404)
    expect(body).toEqual({
      success: false,
      error: { code: 'NOT_FOUND', message: expect.any(String) },
      requestId: headers.get('X-Request-ID'),
    })
  })

  test('spells its header as each half of the service does', async () => {
    const raw = async (url: string) => {
      const socket = createConnection(Number(new URL(url).port), '127.0.0.1')
      socket.write('GET /v3/validate HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      let text = ''
      for await (const chunk of socket) text += chunk
      return text
    }
    expect(await raw(service.baseUrl)).toContain('\r\nX-Request-ID: ')
    expect(await raw(service.billUrl)).toContain('\r\nX-Request-Id: ')
  })
})

describe('the key record', () => {
  test.each([
    ['sandbox', 'SANDBOX', 'READ-WRITE'],
    ['production', 'PRODUCTION', 'READ-WRITE'],
    ['readOnly', 'SANDBOX', 'READ-ONLY'],
  ] as const)('of the %s key', async (name, type, scope) => {
    const key = trainingKeys[name]
    const platform = await callerOf(service.baseUrl, key).get('/v3/validate')
    expect(platform.body.data).toEqual({
      username: expect.stringMatching(/^0\d{9}$/),
      apiKey: { key, isEnabled: true, type, allowedips: [], scope },
    })
    const bill = await callerOf(service.billUrl, key).get('/v3/validate')
    expect(bill.body.data).toEqual({
      account: { id: expect.any(String), status: 'ACTIVE', currency: 'DZD' },
      key: { type },
    })
    expect(bill.headers.has('X-RateLimit-Limit')).toBe(false)
  })
})

describe('authentication', () => {
  test('distinguishes a missing key from a wrong one, each half in its own way', async () => {
    const noKey = await callerOf(service.baseUrl, null).get('/v3/validate')
    expect([noKey.status, noKey.body.error.code]).toEqual([400, 'MISSING_ACCESS_TOKEN'])
    const noBillKey = await callerOf(service.billUrl, null).get('/v3/validate')
    expect([noBillKey.status, noBillKey.body.error.code]).toEqual([401, 'MISSING_ACCESS_TOKEN'])
    const wrong = await callerOf(service.billUrl, 'wrong').get('/v3/validate')
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'INVALID_ACCESS_TOKEN'])
  })

  test('counts five wrong keys down, then blocks the address for fifteen minutes', async () => {
    const wrong = callerOf(service.baseUrl, 'wrong')
    for (const attemptsLeft of [4, 3, 2, 1, 0]) {
      const { status, body } = await wrong.get('/v3/validate')
      expect([status, body.error.code, body.error.details]).toEqual([
        401,
        'INVALID_ACCESS_TOKEN',
        { attemptsLeft },
      ])
    }
    const right = callerOf(service.baseUrl)
    const blocked = await right.get('/v3/validate')
    expect([blocked.status, blocked.body.error.code]).toEqual([403, 'IP_BLOCKED'])
    clock.pass(15 * 60_000 - 1)
    expect((await right.send()).body.error.code).toBe('IP_BLOCKED')
    clock.pass(1)
    expect((await right.get('/v3/validate')).status).toBe(200)
    expect((await wrong.get('/v3/validate')).body.error.details).toEqual({ attemptsLeft: 4 })
  })

  test('does not keep an address blocked for longer because its clock was set back', async () => {
    const wrong = callerOf(service.baseUrl, 'wrong')
    for (let attempt = 0; attempt < 5; attempt += 1) await wrong.get('/v3/validate')
    clock.pass(-24 * 3_600_000)
    expect((await callerOf(service.baseUrl).get('/v3/validate')).status).toBe(200)
  })

  test('forgives wrong keys once the right one came', async () => {
    const wrong = callerOf(service.baseUrl, 'wrong')
    await wrong.get('/v3/validate')
    await callerOf(service.baseUrl).get('/v3/validate')
    expect((await wrong.get('/v3/validate')).body.error.details).toEqual({ attemptsLeft: 4 })
  })
})

describe('the rate limit', () => {
  test('is on every platform answer and refuses what is past it until the window ends', async () => {
    const limited = await startService({ nowMs: clock.nowMs, rateLimit: 3 })
    const { get } = callerOf(limited.baseUrl)
    const limitsAt = async (path: string) => {
      const { status, headers } = await get(path)
      const named = ['Limit', 'Remaining', 'Reset'].map((name) => headers.get(`X-RateLimit-${name}`))
      return [status, ...named.map(Number)]
    }
    const reset = clock.nowMs() / 1_000 + 60
    expect(await limitsAt('/v3/validate')).toEqual([200, 3, 2, reset])
    expect(await limitsAt('/v3/nothing-here')).toEqual([404, 3, 1, reset])
    expect(await limitsAt('/v3/validate')).toEqual([200, 3, 0, reset])
    expect(await limitsAt('/v3/validate')).toEqual([429, 3, 0, reset])
    expect((await get('/v3/validate')).body.error.code).toBe('RATE_LIMIT_EXCEEDED')
    const other = await callerOf(limited.baseUrl, trainingKeys.production).get('/v3/validate')
    expect(other.status).toBe(200)
    clock.pass(60_000)
    expect(await limitsAt('/v3/validate')).toEqual([200, 3, 2, reset + 60])
    await limited.close()
  })

  test('is 120 by default, and an order past it is not taken', async () => {
    const usual = await startService({ nowMs: clock.nowMs, rateLimit: undefined })
    const caller = callerOf(usual.baseUrl)
    expect((await caller.get('/v3/validate')).headers.get('X-RateLimit-Limit')).toBe('120')
    for (let used = 1; used < 120; used += 1) await caller.get('/v3/validate')
    expect((await caller.send()).status).toBe(429)
    expect((await usual.ledger()).orders).toEqual([])
    await usual.close()
  })
})

describe('a request that does not fit', () => {
  test.each([
    ['another method', 'POST', '/v3/validate', '{}', 405, 'METHOD_NOT_ALLOWED'],
    ['a method nobody knows', 'PATCH', '/v3/internet/send', '{}', 405, 'METHOD_NOT_ALLOWED'],
    ['an unknown path', 'GET', '/v3/internet', undefined, 404, 'NOT_FOUND'],
    ['a trailing slash', 'GET', '/v3/validate/', undefined, 404, 'NOT_FOUND'],
    ['a path in other letters', 'GET', '/V3/validate', undefined, 404, 'NOT_FOUND'],
    ['a bill path on the platform', 'GET', '/v3/partners', undefined, 404, 'NOT_FOUND'],
    ['a broken encoding', 'GET', '/v3/internet/check-ref/%E0%A4', undefined, 404, 'NOT_FOUND'],
    ['no ref', 'GET', '/v3/internet/check-ref/', undefined, 404, 'NOT_FOUND'],
    ['broken JSON', 'POST', '/v3/internet/send', '{"type":', 400, 'ERR_VALIDATION'],
    ['no body', 'POST', '/v3/internet/send', '', 400, 'ERR_VALIDATION'],
    ['a body too large', 'POST', '/v3/internet/send', ' '.repeat(200_000), 413, 'PAYLOAD_TOO_LARGE'],
  ] as const)('%s is refused', async (_, method, path, body, status, code) => {
    const headers = { 'X-Access-Token': trainingKeys.sandbox }
    const init = { method, headers, ...(body === undefined ? {} : { body }) }
    const response = await fetch(`${service.baseUrl}${path}`, init)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ success: false, error: { code } })
    expect(response.headers.get('X-RateLimit-Limit')).not.toBeNull()
    if (status === 405) expect(response.headers.get('Allow')).toMatch(/^(GET|POST)$/)
  })
})

/** The key's way: out of the vault, into one header, and nowhere else. */
import { describe, expect, test } from 'vitest'
import { err, ok } from '#shared/result.ts'
import { keepLog, testKey } from '../../support/api-client.ts'
import { connect, order, serve } from '../../support/client-on-wire.ts'
import { always } from '../../support/raw-service.ts'
import { allCalls, validAnswer } from '../../support/refused-keys.ts'

const refusal = (code: string, message = 'no') => JSON.stringify({ success: false, error: { code, message } })

describe('without a usable key nothing is sent', () => {
  test.each([
    ['none is stored', async () => err({ problem: 'none' } as const), 'key-none'],
    ['the keychain is locked', async () => err({ problem: 'locked' } as const), 'key-locked'],
    ['the keychain says no', async () => err({ problem: 'denied' } as const), 'key-denied'],
    ['there is no keychain', async () => err({ problem: 'unavailable' } as const), 'key-unavailable'],
    ['the vault fails', () => Promise.reject(new Error(testKey)), 'key-unavailable'],
    ['the vault never answers', () => new Promise<never>(() => {}), 'key-unavailable'],
    ['it is empty', async () => ok(''), 'key-none'],
    ['it would break the header', async () => ok(`${testKey}\r\nx-evil: 1`), 'key-malformed'],
    ['it is not ASCII', async () => ok('clé'), 'key-malformed'],
  ])('%s', async (_name, readKey, reason) => {
    const service = await serve(always(200, validAnswer))
    const log = keepLog()
    const outcome = await connect(service.baseUrl, { readKey, log, limits: { keyMs: 1_000 } }).sendInternet(
      order(1),
    )
    expect(outcome).toMatchObject({ kind: 'not-sent', reason, evidence: { httpStatus: null } })
    expect(service.connections()).toBe(0)
    expect(JSON.stringify([outcome, log.lines])).not.toContain(testKey)
  })
})

describe('the key stays in its header', () => {
  const echo = { 'x-request-id': testKey, 'set-cookie': `token=${testKey}` }
  const details = { [testKey]: [testKey], attemptsLeft: 4 }
  const error = { code: 'INVALID_ACCESS_TOKEN', message: `no such key: ${testKey}`, details }
  const record = {
    username: '0550',
    apiKey: { key: testKey, isEnabled: true, type: 'SANDBOX', scope: 'READ-WRITE' },
  }

  test.each([
    ['a refusal that repeats it', 401, JSON.stringify({ success: false, error, requestId: testKey })],
    ['a 429 of unknown code', 429, refusal(testKey, testKey)],
    ['its own record', 200, JSON.stringify({ success: true, data: record })],
    ['a page that repeats it', 502, `<pre>${testKey}</pre>`],
  ])('through %s', async (_name, status, body) => {
    const service = await serve(always(status, body, echo))
    const log = keepLog()
    const outcomes = await allCalls(connect(service.baseUrl, { log }))
    expect(service.requests[0]?.headers['x-access-token']).toBe(testKey)
    expect(JSON.stringify(service.requests.map(({ path, body: sent }) => [path, sent]))).not.toContain(
      testKey,
    )
    expect(log.lines).toHaveLength(outcomes.length)
    expect(JSON.stringify([outcomes, log.lines])).not.toContain(testKey)
  })

  test('and a refusal still has the number of attempts left', async () => {
    const service = await serve(always(401, JSON.stringify({ success: false, error })))
    expect(await connect(service.baseUrl).validateKey()).toMatchObject({
      kind: 'refused',
      refusal: { code: 'INVALID_ACCESS_TOKEN', message: 'no such key: ***', attemptsLeft: 4 },
    })
  })
})

test('no whole card code and no body is in an outcome or the log', async () => {
  const code = '98765432101234'
  const data = { status: 'FULFILLED', card_code: code, code: code, note: `code ${code}`, topupId: 't1' }
  const service = await serve(always(200, JSON.stringify({ success: true, data })))
  const log = keepLog()
  const client = connect(service.baseUrl, { log })
  const found = await client.findInternetById('t1')
  expect(found).toMatchObject({ kind: 'accepted', value: { cardTail: '1234' } })
  expect(JSON.stringify([found, await allCalls(client), log.lines])).not.toContain(code)
})

test('each call is one line of the log', async () => {
  const service = await serve(always(400, refusal('ERR_PHONE'), { 'x-request-id': 'req-9' }))
  const log = keepLog()
  await connect(service.baseUrl, { log }).sendInternet(order(1))
  const facts = {
    endpoint: 'sendInternet',
    outcome: 'refused',
    reason: 'ERR_PHONE',
    status: 400,
    requestId: 'req-9',
  }
  expect(log.lines).toEqual([
    { level: 'warn', what: 'api call', facts: { ...facts, ms: expect.any(Number) } },
  ])
})

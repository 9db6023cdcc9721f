/** Every platform endpoint against everything that can come back: one table of calls, one of answers. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ServiceClient } from '#core/api/client.ts'
import { serviceErrors } from '#shared/service-errors.ts'
import { clientFor } from '../../support/api-client.ts'
import { platformMethods, platformRequests } from '../../support/platform-requests/all.ts'
import { always, type Behaviour, type RawService, startRawService } from '../../support/raw-service.ts'

/** What serves bills must not see the platform's calls, so the platform's host alone is there. */
const nowhere = 'http://127.0.0.1:9'

let service: RawService
let client: ServiceClient
let behave: Behaviour
beforeAll(async () => {
  service = await startRawService((...seen) => behave(...seen))
})
beforeEach(() => {
  client = clientFor(service.baseUrl, { billUrl: nowhere })
  service.requests.length = 0
  return () => client.close()
})
afterAll(() => service.close())

const failure = (code: string, details: unknown = null) =>
  JSON.stringify({ success: false, error: { code, message: 'why', details }, requestId: 'req-9' })

/** What a first delivery of the same order may have brought about: to an order without a ref it is no refusal. */
const mayHideAnOrder = ['ERR_STOCK', 'INSUFFICIENT_BALANCE', 'RATE_LIMIT_EXCEEDED']

describe.each(platformMethods)('%s', (method) => {
  const { ask, line, body, answer, value, broken } = platformRequests[method]
  const isPost = line.startsWith('POST')

  /** However a POST ends, it arrived once. */
  function expectSentOnce() {
    expect(service.requests.length).toBeGreaterThan(0)
    if (isPost) expect(service.requests).toHaveLength(1)
  }

  test('goes out as the document writes it, and its success is accepted', async () => {
    behave = (socket) => socket.write(answer)
    const evidence = { endpoint: method, httpStatus: 200, requestId: 'req-1' }
    expect(await ask(client)).toMatchObject({ kind: 'accepted', value, evidence })
    const [seen] = service.requests
    expect([`${seen?.method} ${seen?.path}`, seen?.body]).toEqual([line, body])
    expect(seen?.headers['x-access-token'] === undefined).toBe(method === 'ping')
    expect(service.requests).toHaveLength(1)
  })

  test('is accepted with fields that nobody knows', async () => {
    const text = answer.split('\r\n\r\n')[1] ?? ''
    const told = JSON.parse(text, (_key, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part) && !('mobilis' in part)
        ? { ...part, laterField: { deep: [1] } }
        : part,
    )
    behave = always(200, JSON.stringify(told))
    expect(await ask(client)).toMatchObject({ kind: 'accepted', value })
  })

  test('is in doubt after a body that breaks its schema', async () => {
    behave = (socket) => socket.write(broken)
    expect(await ask(client)).toMatchObject({ kind: 'in-doubt', reason: 'wrong-shape' })
    expectSentOnce()
  })

  test('is in doubt after a cut before the answer', async () => {
    behave = (socket) => socket.destroy()
    expect(await ask(client)).toMatchObject({ kind: 'in-doubt', reason: 'cut-before-answer' })
    expectSentOnce()
  })

  test('is in doubt after an answer that falls short of its length', async () => {
    behave = (socket) => socket.end(answer.slice(0, -3))
    expect(await ask(client)).toMatchObject({ kind: 'in-doubt', reason: 'cut-in-answer' })
    expectSentOnce()
  })

  test('is in doubt after silence', async () => {
    behave = () => {}
    expect(await ask(client)).toMatchObject({ kind: 'in-doubt', reason: 'no-answer-in-time' })
    expect(service.requests).toHaveLength(1)
  })

  test('is accepted after an answer that is slow but in time', async () => {
    behave = (socket) => {
      socket.write(answer.slice(0, 40))
      setTimeout(() => socket.write(answer.slice(40)), 200)
    }
    expect(await ask(client)).toMatchObject({ kind: 'accepted' })
    expect(service.requests).toHaveLength(1)
  })

  const rows = serviceErrors.filter(({ host }) => host === 'platform')
  test.each(rows)('$code proves what its row says', async ({ code, statuses, money, on, refReusable }) => {
    for (const status of statuses) {
      service.requests.length = 0
      const fresh = clientFor(service.baseUrl, { billUrl: nowhere })
      behave = always(status, failure(code, { attemptsLeft: 4 }))
      const outcome = await ask(fresh)
      await fresh.close()
      const hides = method === 'placeGiftCardOrder' && mayHideAnOrder.includes(code)
      const isDefinite = money === 'no' && (on === 'any' || !isPost) && !hides
      // What carries no ref may never be sent again.
      const carriesRef = method !== 'placeGiftCardOrder' && method !== 'createPaymentLink'
      const refused = {
        kind: 'refused',
        refusal: { code, message: 'why' },
        refReusable: refReusable && carriesRef,
      }
      const doubtful = { kind: 'in-doubt', reason: code.toLowerCase().replaceAll('_', '-') }
      expect(outcome).toMatchObject(isDefinite ? refused : doubtful)
      expect(outcome.evidence).toMatchObject({ endpoint: method, httpStatus: status, requestId: 'req-9' })
      expectSentOnce()
    }
  })

  test.each([
    ['an unknown code', 400, 'SOMETHING_NEW', 'unknown-code'],
    ['a known code with a status that is not its own', 418, 'INVALID_ACCESS_TOKEN', 'unexpected-status'],
    ['a refusal with 200', 200, 'NOT_FOUND', 'success-false'],
  ])('is in doubt after %s', async (_name, status, code, reason) => {
    behave = always(status, failure(code))
    expect(await ask(client)).toMatchObject({ kind: 'in-doubt', reason })
    expectSentOnce()
  })
})

const canStray = platformMethods.filter((method) => platformRequests[method].astray !== null)

test.each(canStray)('%s is in doubt after an answer that speaks of something else', async (method) => {
  const { ask, astray } = platformRequests[method]
  behave = (socket) => socket.write(astray ?? '')
  expect(await ask(client)).toMatchObject({ kind: 'in-doubt', reason: 'answer-disagrees' })
  expect(service.requests).toHaveLength(1)
})

/** Written out from "Platform error codes", so that the table of the product is not its own judge. */
const documented: readonly (readonly [string, number, 'refused' | 'in-doubt', boolean | null])[] = [
  ['MISSING_ACCESS_TOKEN', 400, 'refused', true],
  ['INVALID_ACCESS_TOKEN', 401, 'refused', true],
  ['IP_NOT_ALLOWED', 403, 'refused', true],
  ['IP_BLOCKED', 403, 'refused', true],
  ['ERR_VALIDATION', 400, 'refused', false],
  ['ERR_PHONE', 400, 'refused', false],
  ['ERR_STOCK', 400, 'refused', false],
  ['INSUFFICIENT_BALANCE', 403, 'refused', false],
  ['DUPLICATED_REF', 403, 'in-doubt', null],
  ['INTERNAL_SERVER_ERROR', 500, 'in-doubt', null],
]

describe.each(['sendInternet', 'sendMobile'] as const)('%s', (method) => {
  test.each(documented)('answered %s %i is %s', async (code, status, kind, refReusable) => {
    behave = always(status, failure(code), { 'retry-after': '1' })
    const outcome = await platformRequests[method].ask(client)
    expect(outcome.kind).toBe(kind)
    if (outcome.kind === 'refused') expect(outcome.refReusable).toBe(refReusable)
    expect(service.requests).toHaveLength(1)
  })
})

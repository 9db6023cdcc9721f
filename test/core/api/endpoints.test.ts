/** Every endpoint against everything that can come back: one table of calls, one of answers. */
import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { CallLimits } from '#core/api/limits.ts'
import { serviceErrors } from '#shared/service-errors.ts'
import { billMethods, billRequests } from '../../support/bill-requests.ts'
import { connect, serve, serviceOfFile } from '../../support/client-on-wire.ts'
import { platformMethods, platformRequests } from '../../support/platform-requests/all.ts'
import { always, type Behaviour, type RawService } from '../../support/raw-service.ts'

const service = await serviceOfFile()
const requests = { ...platformRequests, ...billRequests }
type Method = keyof typeof requests
const isBill = (method: Method): boolean => Object.hasOwn(billRequests, method)

/** Where nothing answers: each host must see its own calls alone. */
const nowhere = 'http://127.0.0.1:9'

/** A client whose calls of this method reach the service, and whose calls of the other host reach nothing. */
const clientOf = (method: Method, { baseUrl }: RawService = service, limits: Partial<CallLimits> = {}) =>
  isBill(method)
    ? connect(nowhere, { billUrl: baseUrl, limits })
    : connect(baseUrl, { billUrl: nowhere, limits })

const failure = (code: string, details: unknown = null) =>
  JSON.stringify({ success: false, error: { code, message: 'why', details }, requestId: 'req-9' })

/** However a POST ends, it arrived once. */
function expectSentOnce(method: Method) {
  expect(service.requests.length).toBeGreaterThan(0)
  if (requests[method].line.startsWith('POST')) expect(service.requests).toHaveLength(1)
}

/** What a good answer is read as, where the table of calls says it. */
function readAs(method: Method) {
  const request = requests[method]
  return 'value' in request ? { value: request.value } : {}
}

const methods = [...platformMethods, ...billMethods]

describe.each(methods)('%s', (method) => {
  const { ask, line, body, answer, broken } = requests[method]

  test('is sent as in the document, and its success is accepted', async () => {
    service.behave = (socket) => socket.write(answer)
    const evidence = { endpoint: method, httpStatus: 200, requestId: 'req-1' }
    expect(await ask(clientOf(method))).toMatchObject({ kind: 'accepted', ...readAs(method), evidence })
    const [seen] = service.requests
    expect([`${seen?.method} ${seen?.path}`, seen?.body]).toEqual([line, body])
    expect(seen?.headers['x-access-token']).toBeDefined()
    expect(service.requests).toHaveLength(1)
  })

  const [status, code] = isBill(method) ? [404, 'PARTNER_UNAVAILABLE'] : [418, 'INVALID_ACCESS_TOKEN']
  test.each<readonly [string, Behaviour, string]>([
    ['a body that breaks its schema', (socket) => socket.write(broken), 'wrong-shape'],
    ['a cut before the answer', (socket) => socket.destroy(), 'cut-before-answer'],
    [
      'an answer that falls short of its length',
      (socket) => socket.end(answer.slice(0, -3)),
      'cut-in-answer',
    ],
    ['an unknown code', always(400, failure('SOMETHING_NEW')), 'unknown-code'],
    ['a known code with a status that is not its own', always(status, failure(code)), 'unexpected-status'],
    [
      'a refusal with 200',
      always(200, failure('NOT_FOUND')),
      method === 'downloadReceipt' ? 'wrong-shape' : 'success-false',
    ],
  ])('is in doubt after %s', async (_name, behave, reason) => {
    service.behave = behave
    expect(await ask(clientOf(method))).toMatchObject({ kind: 'in-doubt', reason })
    expectSentOnce(method)
  })

  const rows = serviceErrors.filter(({ host }) => host === (isBill(method) ? 'bills' : 'platform'))
  test.each(rows)('$code has the effect of its row', async (row) => {
    const details = isBill(method) ? ['ref: too long', 'account: missing'] : { attemptsLeft: 4 }
    const isForAll = row.on === 'any' || line.startsWith('GET')
    const isDefinite = row.money === 'no' && isForAll
    const refused = { kind: 'refused', refusal: { code: row.code, message: 'why' } }
    const doubtful = { kind: 'in-doubt', reason: row.code.toLowerCase().replaceAll('_', '-') }
    for (const httpStatus of row.statuses) {
      service.requests.length = 0
      service.behave = always(httpStatus, failure(row.code, details))
      const outcome = await ask(clientOf(method))
      expect(outcome).toMatchObject(isDefinite ? refused : doubtful)
      expect(outcome.evidence).toMatchObject({ endpoint: method, httpStatus, requestId: 'req-9' })
      expectSentOnce(method)
    }
  })
})

/** Asks every method at once, each at a service of its own. Answers the outcomes, with how many requests each made. */
const askAll = (behaveFor: (method: Method) => Behaviour, limits: Partial<CallLimits> = {}) =>
  Promise.all(
    methods.map(async (method) => {
      const own = await serve(behaveFor(method))
      const outcome = await requests[method].ask(clientOf(method, own, { ...patience, ...limits }))
      return { method, outcome, count: own.requests.length }
    }),
  )
const patience = { keyMs: 20_000, connectMs: 20_000, bodyMs: 20_000, totalMs: 20_000, fileTotalMs: 20_000 }

test('without an answer every call is in doubt, and none is retried', async () => {
  const silent: Behaviour = () => {}
  const doubt = { kind: 'in-doubt', reason: 'no-answer-in-time' }
  const calls = await askAll(() => silent, { headersMs: 1_000 })
  expect(calls).toMatchObject(methods.map((method) => ({ method, outcome: doubt, count: 1 })))
})

test('a slow answer within the time-out is accepted', async () => {
  const slowly = (method: Method) => (socket: Socket) => {
    const { answer } = requests[method]
    socket.write(answer.slice(0, 40))
    setTimeout(() => socket.write(answer.slice(40)), 200)
  }
  const calls = await askAll(slowly, { headersMs: 20_000 })
  expect(calls).toMatchObject(methods.map((method) => ({ method, outcome: { kind: 'accepted' }, count: 1 })))
})

const jsonMethods = methods.filter((method) => method !== 'downloadReceipt')

test.each(jsonMethods)('%s is accepted with unknown fields', async (method) => {
  const text = String(requests[method].answer).split('\r\n\r\n')[1] ?? ''
  const extended = JSON.parse(text, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) && !('mobilis' in part)
      ? { ...part, laterField: { deep: [1] } }
      : part,
  )
  service.behave = always(200, JSON.stringify(extended))
  const outcome = await requests[method].ask(clientOf(method))
  expect(outcome).toMatchObject({ kind: 'accepted', ...readAs(method) })
})

const canStray = platformMethods.filter((method) => platformRequests[method].astray !== null)

test.each(canStray)('%s is in doubt after an answer about something else', async (method) => {
  const { ask, astray } = platformRequests[method]
  service.behave = (socket) => socket.write(astray ?? '')
  expect(await ask(clientOf(method))).toMatchObject({ kind: 'in-doubt', reason: 'answer-disagrees' })
  expect(service.requests).toHaveLength(1)
})

type Documented = readonly (readonly [string, number, 'refused' | 'in-doubt', boolean | null])[]

/** Written out from "Platform error codes", so that the table of the product is not its own judge. */
const platformDocumented: Documented = [
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

/** Written out from "Bill payment error codes", for the same reason. */
const billsDocumented: Documented = [
  ['ERR_VALIDATION', 400, 'refused', false],
  ['INVALID_ACCOUNT', 400, 'refused', false],
  ['MISSING_ACCESS_TOKEN', 401, 'refused', true],
  ['INVALID_ACCESS_TOKEN', 401, 'refused', true],
  ['DUPLICATED_REF', 403, 'in-doubt', null],
  ['NOT_FOUND', 404, 'refused', false],
  ['BILL_ALREADY_PAID', 409, 'refused', false],
  ['PAYMENT_IN_PROGRESS', 409, 'refused', false],
  ['PARTNER_UNAVAILABLE', 503, 'refused', true],
  ['AUTH_UNAVAILABLE', 503, 'refused', true],
  ['SERVICE_UNAVAILABLE', 503, 'in-doubt', null],
  ['INTERNAL_ERROR', 500, 'in-doubt', null],
]

describe.each(['sendInternet', 'sendMobile', 'discoverBills', 'payBills'] as const)('%s', (method) => {
  test.each(isBill(method) ? billsDocumented : platformDocumented)(
    'answered %s %i is %s',
    async (code, status, kind, mayGoAgain) => {
      service.behave = always(status, failure(code), { 'retry-after': '5' })
      const outcome = await requests[method].ask(clientOf(method))
      expect(outcome.kind).toBe(kind)
      if (outcome.kind === 'refused') expect(outcome.refusal.meaning.resend === 'same-ref').toBe(mayGoAgain)
      expect(service.requests).toHaveLength(1)
    },
  )
})

/** Every bill endpoint against everything that can come back: one table of calls, one of answers. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ServiceClient } from '#core/api/client.ts'
import { builtInProfile } from '#core/api/profile.ts'
import { serviceErrors } from '#shared/service-errors.ts'
import { clientFor, shortLimits } from '../../support/api-client.ts'
import { billMethods, billRequests } from '../../support/bill-requests.ts'
import { sampleIds, samplePayRef, sampleRef } from '../../support/bill-samples.ts'
import {
  always,
  type Behaviour,
  httpAnswer,
  type RawService,
  startRawService,
} from '../../support/raw-service.ts'

/** What serves the platform must not see a bill, so the bill host alone is there. */
const nowhere = 'http://127.0.0.1:9'

let service: RawService
let client: ServiceClient
let behave: Behaviour
beforeAll(async () => {
  service = await startRawService((...seen) => behave(...seen))
})
beforeEach(() => {
  client = clientFor(nowhere, {
    billUrl: service.baseUrl,
    limits: { ...shortLimits, fileTotalMs: 1_500 },
  })
  service.requests.length = 0
  return () => client.close()
})
afterAll(() => service.close())

/** However a POST ends, it arrived once. */
function expectSentOnce(method: (typeof billMethods)[number]) {
  expect(service.requests.length).toBeGreaterThan(0)
  if (billRequests[method].line.startsWith('POST')) expect(service.requests).toHaveLength(1)
}

/** What a first delivery of the same payment may have brought about: to a payment it is no refusal. */
const mayHideAPayment = [
  'NOT_FOUND',
  'BILL_ALREADY_PAID',
  'PAYMENT_IN_PROGRESS',
  'INSUFFICIENT_BALANCE',
  'RATE_LIMIT_EXCEEDED',
]

describe.each(billMethods)('%s', (method) => {
  const { ask, line, body, answer, broken } = billRequests[method]

  test('goes out as the document writes it, and its success is accepted', async () => {
    behave = (socket) => socket.write(answer)
    const evidence = { endpoint: method, httpStatus: 200, requestId: 'req-1' }
    expect(await ask(client)).toMatchObject({ kind: 'accepted', evidence })
    const [seen] = service.requests
    expect([`${seen?.method} ${seen?.path}`, seen?.body]).toEqual([line, body])
    expect(service.requests).toHaveLength(1)
  })

  test('is in doubt after a body that breaks its schema', async () => {
    behave = (socket) => socket.write(broken)
    expect(await ask(client)).toMatchObject({ kind: 'in-doubt', reason: 'wrong-shape' })
    expectSentOnce(method)
  })

  test('is in doubt after a cut before the answer', async () => {
    behave = (socket) => socket.destroy()
    expect(await ask(client)).toMatchObject({ kind: 'in-doubt', reason: 'cut-before-answer' })
    expectSentOnce(method)
  })

  test('is in doubt after an answer that falls short of its length', async () => {
    behave = (socket) => socket.end(answer.slice(0, -3))
    expect(await ask(client)).toMatchObject({ kind: 'in-doubt', reason: 'cut-in-answer' })
    expectSentOnce(method)
  })

  test('is in doubt after silence', async () => {
    behave = () => {}
    expect(await ask(client)).toMatchObject({ kind: 'in-doubt', reason: 'no-answer-in-time' })
    expectSentOnce(method)
  })

  test('is accepted after an answer that is slow but in time', async () => {
    behave = (socket) => {
      socket.write(answer.slice(0, 40))
      setTimeout(() => socket.write(answer.slice(40)), 200)
    }
    expect(await ask(client)).toMatchObject({ kind: 'accepted' })
    expect(service.requests).toHaveLength(1)
  })

  const rows = serviceErrors.filter(({ host }) => host === 'bills')
  test.each(rows)('$code proves what its row says', async ({ code, statuses, money, refReusable }) => {
    for (const status of statuses) {
      service.requests.length = 0
      const fresh = clientFor(nowhere, { billUrl: service.baseUrl })
      const error = { code, message: 'why', details: ['ref: too long', 'account: missing'] }
      behave = always(status, JSON.stringify({ success: false, error, requestId: 'req-9' }))
      const outcome = await ask(fresh)
      await fresh.close()
      const refused = { kind: 'refused', refusal: { code, message: 'why' }, refReusable }
      const doubtful = { kind: 'in-doubt', reason: code.toLowerCase().replaceAll('_', '-') }
      const hides = method === 'payBills' && mayHideAPayment.includes(code)
      expect(outcome).toMatchObject(money === 'no' && !hides ? refused : doubtful)
      expect(outcome.evidence).toMatchObject({ endpoint: method, httpStatus: status, requestId: 'req-9' })
      expectSentOnce(method)
    }
  })

  const doubts: readonly (readonly [string, number, string, string])[] = [
    ['an unknown code', 400, 'SOMETHING_NEW', 'unknown-code'],
    ['a known code with a status that is not its own', 404, 'PARTNER_UNAVAILABLE', 'unexpected-status'],
    ['a refusal with 200', 200, 'NOT_FOUND', method === 'downloadReceipt' ? 'wrong-shape' : 'success-false'],
  ]
  test.each(doubts)('is in doubt after %s', async (_name, status, code, reason) => {
    behave = always(status, JSON.stringify({ success: false, error: { code, message: 'why' } }))
    expect(await ask(client)).toMatchObject({ kind: 'in-doubt', reason })
    expectSentOnce(method)
  })
})

/** Written out from "Bill payment error codes", so that the table of the product is not its own judge. */
const documented: readonly (readonly [string, number, 'refused' | 'in-doubt', boolean | null])[] = [
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

describe.each(['discoverBills', 'payBills'] as const)('%s', (method) => {
  test.each(documented)(
    'answered %s %i is %s, unless it may hide what was taken',
    async (code, status, kind, refReusable) => {
      const body = JSON.stringify({ success: false, error: { code, message: 'why' } })
      behave = always(status, body, { 'retry-after': '5' })
      const outcome = await billRequests[method].ask(client)
      const hides = method === 'payBills' && mayHideAPayment.includes(code)
      expect(outcome.kind).toBe(hides ? 'in-doubt' : kind)
      if (outcome.kind === 'refused') expect(outcome.refReusable).toBe(refReusable)
      expect(service.requests).toHaveLength(1)
    },
  )
})

describe('an answer that speaks of something else is not believed', () => {
  const { other } = sampleIds
  const swap = (text: string | Buffer, from: string, to: string) => {
    const [, body = ''] = String(text).split('\r\n\r\n')
    return httpAnswer(200, body.replaceAll(from, to))
  }
  test.each([
    ['discoverBills', sampleRef, samplePayRef],
    ['payBills', sampleIds.transaction, other],
    ['findBill', sampleIds.transaction, other],
    ['findBillByRef', sampleRef, samplePayRef],
    ['findBillByRef', '"SONELGAZ"', '"ADE"'],
    ['listBills', '"offset":0', '"offset":20'],
    ['listBills', '"limit":5', '"limit":0'],
  ] as const)('%s: %s', async (method, from, to) => {
    behave = (socket) => socket.write(swap(billRequests[method].answer, from, to))
    const outcome = await billRequests[method].ask(client)
    expect(outcome).toMatchObject({ kind: 'in-doubt', reason: 'answer-disagrees' })
  })
})

describe('what breaks a rule of its form is not sent', () => {
  const { transaction: transactionId } = sampleIds
  const ref = samplePayRef
  const ids = Array.from({ length: 51 }, (_, place) => `b-${place}`)
  const account = { contractNumber: '123456' }
  type Ask = (client: ServiceClient) => Promise<unknown>
  const cases: readonly (readonly [string, Ask])[] = [
    ['an account of another biller', (c) => c.discoverBills({ partner: 'AADL', account, ref })],
    [
      'an identifier that is too long',
      (c) => c.discoverBills({ partner: 'SONELGAZ', account: { contractNumber: '1'.repeat(51) }, ref }),
    ],
    [
      'two slots',
      (c) => {
        const two = { ...account, phoneNumber: '023456789' }
        return c.discoverBills({ partner: 'SONELGAZ', account: two, ref })
      },
    ],
    ['no bill', (c) => c.payBills({ transactionId, billIds: [], ref })],
    ['51 bills', (c) => c.payBills({ transactionId, billIds: ids, ref })],
    ['a bill twice', (c) => c.payBills({ transactionId, billIds: ['b-1', 'b-1'], ref })],
    ['a bill id that is too long', (c) => c.payBills({ transactionId, billId: 'x'.repeat(101), ref })],
    [
      'billId and billIds',
      (c) => {
        const both = { transactionId, billId: 'b-1', billIds: ['b-1'], ref }
        return c.payBills(both)
      },
    ],
    ['a transaction id in capitals', (c) => c.findBill(transactionId.toUpperCase())],
    ['a transaction id that climbs', (c) => c.downloadReceipt('../../../v3/account')],
    ['a limit of 0', (c) => c.listBills({ limit: 0 })],
    ['a limit of 101', (c) => c.listBills({ limit: 101 })],
    ['an offset below 0', (c) => c.listBills({ offset: -1 })],
    ['a date that is none', (c) => c.listBills({ from: '2026-02-30' })],
    ['a date in another order', (c) => c.listBills({ to: '01/09/2026' })],
  ]
  test.each(cases)('%s', async (_name, ask) => {
    behave = () => {}
    expect(await ask(client)).toMatchObject({ kind: 'not-sent', reason: 'invalid-request' })
    expect(service.requests).toHaveLength(0)
  })
})

describe('what goes on the wire', () => {
  test('every form of an account, as it was given', async () => {
    behave = always(400, '{}')
    const invoice = { invoice_number: '9876543210', amount_without_stamp: '1200.00', ebb_key: 'K1' }
    const ade = { sub_id: '123456789012', period: '03/2026', amount: '450.00', pay_key: 'ABCDEFG' }
    const requests = [
      ['ADE', { reference: 'R-1' }],
      ['ADE', { electronic_payment_key: '0123456789012345678901234' }],
      ['ADE', { ade }],
      ['SEAAL', { seaal: { code_client: '100001', code_contrat: '12' } }],
      ['SONELGAZ', { contractNumber: '123456' }],
      ['SONELGAZ', { sonelgaz: invoice }],
      ['AADL', { aadlNumber: '0123456' }],
      ['AADL', { aadl: { codeloc: '012345' } }],
      ['Algérie Télécom', { phoneNumber: '023456789' }],
    ] as const
    for (const [partner, account] of requests)
      await client.discoverBills({ partner, account, ref: sampleRef })
    expect(service.requests.map(({ body }) => JSON.parse(body))).toEqual(
      requests.map(([partner, account]) => ({ partner, account, ref: sampleRef })),
    )
  })

  test('one bill alone by its own name', async () => {
    behave = always(400, '{}')
    await client.payBills({ transactionId: sampleIds.transaction, billId: 'b 1', ref: samplePayRef })
    const body = { transactionId: sampleIds.transaction, billId: 'b 1', ref: samplePayRef }
    expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual(body)
  })

  test('the accents of a biller in a query, and the paths of the shop’s own profile', async () => {
    behave = always(400, '{}')
    const paths = { ...builtInProfile.paths, billPartners: '/v3/bills/partners', billByRef: '/v3/bills/find' }
    const own = clientFor(nowhere, {
      billUrl: `${service.baseUrl}/b/`,
      profile: { ...builtInProfile, paths },
    })
    await own.listBillPartners()
    await own.findBillByRef(sampleRef, 'Algérie Télécom')
    await own.close()
    const [partners, found] = service.requests.filter(({ path }, place, all) => path !== all[place - 1]?.path)
    expect(partners?.path).toBe('/b/v3/bills/partners')
    expect(found?.path).toBe(`/b/v3/bills/find?ref=${sampleRef}&partner=Alg%C3%A9rie+T%C3%A9l%C3%A9com`)
  })
})

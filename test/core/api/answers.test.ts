/** What whole answers to a send prove, and what everything that only looks like an answer does not. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { ServiceClient } from '#core/api/client.ts'
import { serviceErrors } from '#shared/service-errors.ts'
import { clientFor } from '../../support/api-client.ts'
import { serviceOfFile } from '../../support/client-on-wire.ts'
import { always } from '../../support/raw-service.ts'
import { refNumber } from '../../support/refs.ts'

const service = await serviceOfFile()
let client: ServiceClient
beforeEach(() => {
  client = clientFor(service.baseUrl)
  return () => client.close()
})

const ref = refNumber(1)
const line = { type: 'ADSL', number: '023456789' } as const
const send = () => client.sendInternet({ ...line, value: 500, ref })

const failure = (code: string, details?: unknown) =>
  JSON.stringify({ success: false, error: { code, message: 'why', details }, requestId: 'req-1' })

const platformRows = serviceErrors.filter(({ host }) => host === 'platform')

describe('a code of the table', () => {
  test.each(platformRows)('$code with another status proves nothing', async ({ code, statuses }) => {
    for (const status of [200, 402, 418, 429, 500, 502, 503].filter((one) => !statuses.includes(one))) {
      service.behave = always(status, failure(code))
      const reason = status === 200 ? 'success-false' : 'unexpected-status'
      expect(await send()).toMatchObject({ kind: 'in-doubt', reason })
    }
  })
})

test('a ref that the service knows is looked up, not taken for a refusal', async () => {
  service.behave = always(403, failure('DUPLICATED_REF'))
  expect(await send()).toMatchObject({ kind: 'in-doubt', reason: 'duplicated-ref' })
})

describe('the status of a payment link', () => {
  const check = () => client.checkPaymentLink('TRAIN-ABCDEF-GHJK')

  test.each([
    [404, 'LINK_UNKNOWN', 'PAYMENT_NOT_FOUND'],
    [410, 'GONE', 'PAYMENT_EXPIRED'],
    [404, 'NOT_FOUND', 'NOT_FOUND'],
    [404, 'PAYMENT_EXPIRED', 'PAYMENT_EXPIRED'],
  ])('answered %i %s is refused as %s', async (status, code, means) => {
    service.behave = always(status, failure(code))
    expect(await check()).toMatchObject({ kind: 'refused', refusal: { code: means, message: 'why' } })
  })

  test('answered so without the error shape, or with another status, is in doubt', async () => {
    service.behave = always(404, '<html>nothing here</html>')
    expect(await check()).toMatchObject({ kind: 'in-doubt', reason: 'not-json' })
    service.behave = always(409, failure('GONE'))
    expect(await check()).toMatchObject({ kind: 'in-doubt', reason: 'unknown-code' })
  })

  test.each([404, 410])('is refused by %i only for a look, and a send is in doubt', async (status) => {
    service.behave = always(status, failure('GONE'))
    const productInfo = { title: 'Recharge', amount: 1_500 }
    for (const call of [send(), client.createPaymentLink({ productInfo })]) {
      expect(await call).toMatchObject({ kind: 'in-doubt', reason: 'unknown-code' })
    }
  })
})

test('a record is absent by a 404 under any code, and not by a page', async () => {
  const asked = () => [
    client.findInternetByRef(ref),
    client.findInternetById('t1'),
    client.findMobileByRef(ref),
    client.findMobileById('t1'),
    client.findGiftCardOrder('o1'),
  ]
  service.behave = always(404, failure('GONE'))
  for (const call of asked()) expect(await call).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
  service.behave = always(404, '<html>nothing here</html>')
  for (const call of asked()) expect(await call).toMatchObject({ kind: 'in-doubt', reason: 'not-json' })
})

test('429 is a refusal under any code that no table knows, because the document names none', async () => {
  service.behave = always(429, failure('SLOW_DOWN'))
  const refusal = { code: 'RATE_LIMIT_EXCEEDED', message: 'why' }
  expect(await send()).toMatchObject({ kind: 'refused', refusal })
  service.behave = always(429, '<html>slow down</html>')
  expect(await send()).toMatchObject({ kind: 'in-doubt', reason: 'not-json' })
})

const acknowledged = { success: true, data: { topupId: 't1', topupRef: ref } }
const html = '<!doctype html><title>502 Bad Gateway</title>'

/** Status, body and why the send is in doubt. */
const doubtful: readonly (readonly [number, string, string])[] = [
  [200, '', 'empty-answer'],
  [200, ' \r\n', 'empty-answer'],
  [200, html, 'not-json'],
  [200, JSON.stringify(acknowledged).slice(0, -1), 'not-json'],
  [200, `${JSON.stringify(acknowledged)}{}`, 'not-json'],
  [200, '['.repeat(200_000), 'not-json'],
  [200, 'null', 'wrong-shape'],
  [200, '[]', 'wrong-shape'],
  [200, '"ok"', 'wrong-shape'],
  [200, '{}', 'wrong-shape'],
  [200, '{"success":true}', 'wrong-shape'],
  [200, '{"success":true,"data":{}}', 'wrong-shape'],
  [200, JSON.stringify({ ...acknowledged, success: 'true' }), 'wrong-shape'],
  [200, JSON.stringify({ ...acknowledged, success: false }), 'wrong-shape'],
  [200, JSON.stringify({ data: acknowledged.data }), 'wrong-shape'],
  [200, JSON.stringify({ success: true, data: { topupId: 7, topupRef: ref } }), 'wrong-shape'],
  [200, JSON.stringify({ success: true, data: { topupId: '', topupRef: ref } }), 'wrong-shape'],
  [200, JSON.stringify({ success: true, data: { topupId: 't1' } }), 'wrong-shape'],
  [200, failure('ERR_STOCK'), 'success-false'],
  [
    200,
    JSON.stringify({ success: true, data: { topupId: 't1', topupRef: refNumber(2) } }),
    'answer-disagrees',
  ],
  [
    200,
    JSON.stringify({ success: true, data: { topupId: 't1', topupRef: ref.toLowerCase() } }),
    'answer-disagrees',
  ],
  [201, failure('ERR_STOCK'), 'success-false'],
  [204, '', 'empty-answer'],
  [301, JSON.stringify(acknowledged), 'redirected'],
  [302, html, 'redirected'],
  [308, '', 'redirected'],
  [400, '', 'empty-answer'],
  [400, html, 'not-json'],
  [400, '{"error":{"code":"ERR_PHONE","message":"no"}}', 'wrong-shape'],
  [400, '{"success":false,"error":"ERR_PHONE"}', 'wrong-shape'],
  [400, '{"success":false,"error":{"code":"ERR_PHONE"}}', 'wrong-shape'],
  [400, '{"success":true,"error":{"code":"ERR_PHONE","message":"no"}}', 'wrong-shape'],
  [400, failure(''), 'wrong-shape'],
  [400, failure('err_phone'), 'unknown-code'],
  [400, failure('__proto__'), 'unknown-code'],
  [400, failure('SOMETHING_NEW'), 'unknown-code'],
  [403, failure('READ_ONLY'), 'unknown-code'],
  [404, failure('NOT_FOUND'), 'not-found'],
  [404, html, 'not-json'],
  [418, failure('TEAPOT'), 'unknown-code'],
  [500, failure('INTERNAL_SERVER_ERROR'), 'internal-server-error'],
  [500, html, 'not-json'],
  [502, html, 'not-json'],
  [503, failure('SERVICE_UNAVAILABLE'), 'unknown-code'],
  [503, '', 'empty-answer'],
  [504, '', 'empty-answer'],
  [599, JSON.stringify(acknowledged), 'wrong-shape'],
]

test.each([200, 201, 202])('a success is accepted with %i', async (status) => {
  service.behave = always(status, JSON.stringify(acknowledged))
  expect(await send()).toMatchObject({ kind: 'accepted', value: acknowledged.data })
})

describe('a send is in doubt', () => {
  test.each(doubtful)('after %i %.60s: %s', async (status, body, reason) => {
    service.behave = always(status, body, status === 204 ? { 'content-length': '0' } : {})
    expect(await send()).toMatchObject({ kind: 'in-doubt', reason, evidence: { httpStatus: status } })
    expect(service.requests).toHaveLength(1)
  })
})

describe('money that is not a whole number of centimes is no answer', () => {
  test.each(['0.001', '12.345', '1e30', '1e400', '"500"', 'null', '-0.005', '0.10001'])(
    '%s',
    async (number) => {
      const product = `{"cost":${number},"value":500,"available":true}`
      service.behave = always(200, `{"success":true,"data":{"type":"4G","products":[${product}]}}`)
      expect(await client.listInternetProducts('4G')).toMatchObject({
        kind: 'in-doubt',
        reason: 'wrong-shape',
      })
    },
  )

  test.each(['1e30', '1e400', '"500"', 'null'])('a balance of %s is not an answer either', async (number) => {
    service.behave = always(200, `{"success":true,"data":{"balance":${number}}}`)
    expect(await client.readBalance()).toMatchObject({ kind: 'in-doubt', reason: 'wrong-shape' })
  })

  test.each([
    ['0.001', 0],
    ['12.345', 1_235],
    ['861.7449999999999', 86_175],
    ['86174.50000000001', 8_617_450],
    ['-0.005', -1],
    ['0.10001', 10],
  ])('a balance of %s is read to the nearest centime', async (number, amountCentimes) => {
    service.behave = always(200, `{"success":true,"data":{"balance":${number}}}`)
    expect(await client.readBalance()).toMatchObject({ kind: 'accepted', value: { amountCentimes } })
  })

  test('whole amounts are read to the centime', async () => {
    service.behave = always(200, '{"success":true,"data":{"balance":48250.07}}')
    expect(await client.readBalance()).toMatchObject({
      kind: 'accepted',
      value: { amountCentimes: 4_825_007 },
    })
  })
})

describe('the correlation id', () => {
  const body = (more: object) => JSON.stringify({ success: true, data: { balance: 1 }, ...more })
  test.each([
    ['the body', body({ requestId: 'a' }), { 'x-request-id': 'c' }, 'a'],
    ['meta', body({ meta: { requestId: 'b' } }), { 'x-request-id': 'c' }, 'b'],
    ['the header', body({}), { 'X-Request-Id': 'c' }, 'c'],
    ['the header in its other spelling', body({}), { 'X-Request-ID': 'd' }, 'd'],
    ['the header of a page', html, { 'X-Request-ID': 'e' }, 'e'],
    ['nowhere', body({}), {}, null],
    ['a body where it is no word', body({ requestId: { a: 1 }, meta: 'x' }), { 'x-request-id': 'c' }, 'c'],
    ['a body where it is too long', body({ requestId: 'x'.repeat(129) }), {}, null],
    ['a body where it breaks the line', body({ requestId: 'a\nb' }), {}, null],
  ] as const)('is taken from %s', async (_where, text, headers, requestId) => {
    service.behave = always(200, text, headers)
    expect((await client.readBalance()).evidence.requestId).toBe(requestId)
  })
})

describe('an order that is looked up', () => {
  const record = (data: object) => always(200, JSON.stringify({ success: true, data }))

  test('is read in either spelling; an odd field other than its status is left out', async () => {
    service.behave = record({
      _id: 'id-1',
      status: 'FULFILLED',
      topupRef: ref,
      card_code: '12345678901234',
      num_trans: 77,
    })
    const value = { topupId: 'id-1', cardTail: '1234', transactionNumber: '77', ref, number: null }
    expect(await client.findInternetByRef(ref)).toMatchObject({ kind: 'accepted', value })
    service.behave = record({
      status: 'SOMETHING_NEW',
      card_code: { code: '12345678901234' },
      num_trans: [],
      value: 0.001,
    })
    expect(await client.findInternetByRef(ref)).toMatchObject({
      kind: 'accepted',
      value: {
        topupId: null,
        status: 'SOMETHING_NEW',
        cardTail: null,
        transactionNumber: null,
        valueCentimes: null,
      },
    })
  })

  test('shows no tail of a code that is too short to hide the rest', async () => {
    service.behave = record({ status: 'FULFILLED', card_code: '1234567' })
    expect(await client.findInternetByRef(ref)).toMatchObject({ kind: 'accepted', value: { cardTail: null } })
  })

  test('is not accepted if it is another order', async () => {
    service.behave = record({ _id: 'other', ref: refNumber(2), status: 'FULFILLED' })
    expect(await client.findInternetByRef(ref)).toMatchObject({
      kind: 'in-doubt',
      reason: 'answer-disagrees',
    })
    expect(await client.findInternetById('t1')).toMatchObject({
      kind: 'in-doubt',
      reason: 'answer-disagrees',
    })
  })

  test('is not found: a definite answer', async () => {
    service.behave = always(404, failure('NOT_FOUND'))
    expect(await client.findInternetByRef(ref)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'NOT_FOUND' },
    })
  })

  test('without a status is no answer', async () => {
    service.behave = record({ _id: 't1', ref })
    expect(await client.findInternetByRef(ref)).toMatchObject({ kind: 'in-doubt', reason: 'wrong-shape' })
  })
})

/** The client against the training service: every method's good day, and the exact requests that leave. */
import { afterAll, describe, expect, test } from 'vitest'
import { type ApiProfile, builtInProfile } from '#core/api/profile.ts'
import { ok } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'
import { clientFor } from '../../support/api-client.ts'
import { connect, order, serve } from '../../support/client-on-wire.ts'
import { always } from '../../support/raw-service.ts'
import { refNumber } from '../../support/refs.ts'
import { startService } from '../../support/training.ts'
import { handClock } from '../../support/training-calls.ts'

const clock = handClock()
const service = await startService({ nowMs: clock.nowMs })
const { baseUrl, billUrl } = service
const keyed = (key: string) => clientFor(baseUrl, { billUrl, readKey: async () => ok(key) })
const client = keyed(trainingKeys.sandbox)
afterAll(() => Promise.all([client.close(), service.close()]))

const orderTo = (number: string) => ({ ...order(Number(number)), number }) as const

describe('the account', () => {
  test('the key has its kind and scope', async () => {
    const value = { keyType: 'SANDBOX', scope: 'READ-WRITE', isEnabled: true }
    expect(await client.validateKey()).toMatchObject({
      kind: 'accepted',
      value,
      evidence: { endpoint: 'validateKey', httpStatus: 200, requestId: expect.any(String) },
    })
    const readOnly = keyed(trainingKeys.readOnly)
    expect(await readOnly.validateKey()).toMatchObject({ kind: 'accepted', value: { scope: 'READ-ONLY' } })
    await readOnly.close()
  })

  test('the balance is in centimes', async () => {
    const value = { amountCentimes: 5_000_000 }
    expect(await client.readBalance()).toMatchObject({ kind: 'accepted', value })
  })
})

describe('internet cards', () => {
  test.each(['ADSL', '4G'] as const)('the %s list has prices and what is left', async (type) => {
    const outcome = await client.listInternetProducts(type)
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
    expect(outcome.value).toContainEqual({
      valueCentimes: 50_000,
      costCentimes: type === 'ADSL' ? 48_250 : 48_500,
      available: true,
    })
    expect(outcome.value.some(({ available }) => !available)).toBe(true)
  })

  test('a line has its owner; only ADSL has an offer', async () => {
    const adsl = await client.checkInternetNumber({ type: 'ADSL', number: '023456789' })
    expect(adsl).toMatchObject({ kind: 'accepted', value: { offer: expect.stringContaining('ADSL') } })
    const mobile = await client.checkInternetNumber({ type: '4G', number: '213661234567' })
    expect(mobile).toMatchObject({
      kind: 'accepted',
      value: { customerNumber: expect.stringContaining('*'), offer: null },
    })
  })

  test('an order is taken once, then found by its ref and by its id until it is delivered', async () => {
    const { ref } = order(1)
    const sent = await client.sendInternet(order(1))
    if (sent.kind !== 'accepted') throw new Error(sent.kind)
    expect(sent.value.topupRef).toBe(ref)
    const { topupId } = sent.value
    expect(await client.findInternetByRef(ref)).toMatchObject({
      kind: 'accepted',
      value: { status: 'HANDLING', cardTail: null, transactionNumber: null },
    })
    clock.pass(3_000)
    const value = {
      topupId,
      status: 'FULFILLED',
      cardTail: 'CARD',
      transactionNumber: 'TESTTRANS',
      ref,
      number: '023456789',
      valueCentimes: 50_000,
    }
    const found = await client.findInternetById(topupId)
    expect(found).toMatchObject({ kind: 'accepted', value })
    expect(JSON.stringify(found)).not.toContain('TESTCARD')
    expect(await client.sendInternet(order(1))).toMatchObject({ kind: 'in-doubt', reason: 'duplicated-ref' })
    const { orders } = await service.ledger()
    expect(orders.filter((one) => one.ref === ref)).toHaveLength(1)
  })

  test.each([
    ['030000001', 'REFUNDED'],
    ['030000002', 'QUEUED'],
  ])('the sandbox number %s becomes %s', async (line, status) => {
    expect(await client.sendInternet(orderTo(line))).toMatchObject({ kind: 'accepted' })
    clock.pass(3_000)
    const found = await client.findInternetByRef(refNumber(Number(line)))
    expect(found).toMatchObject({ kind: 'accepted', value: { status } })
  })

  test('a number that the service rejects is refused, and no order exists', async () => {
    const rejected = orderTo('030000000')
    expect(await client.sendInternet(rejected)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'ERR_PHONE', number: '030000000' },
    })
    const { type, number } = rejected
    expect(await client.checkInternetNumber({ type, number })).toMatchObject({ kind: 'refused' })
    expect(await client.findInternetByRef(rejected.ref)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'NOT_FOUND' },
    })
  })
})

describe('what goes on the wire', () => {
  test('is the document’s request, byte for byte', async () => {
    const wire = await serve(always(200, '{}'))
    const wired = connect(`${wire.baseUrl}/api/`, { readKey: async () => ok('the-key-of-the-shop') })
    await wired.sendInternet(order(1))
    await wired.listInternetProducts('4G')
    await wired.checkInternetNumber({ type: 'ADSL', number: '023456789' })
    await wired.findInternetByRef(refNumber(1))
    await wired.findInternetById('a/b ?c#%é')
    const [sent, ...read] = wire.requests
    expect(sent?.body).toBe(`{"type":"ADSL","number":"023456789","value":500,"ref":"${refNumber(1)}"}`)
    expect(sent?.headers).toMatchObject({
      'x-access-token': 'the-key-of-the-shop',
      'content-type': 'application/json',
    })
    expect(wire.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v3/internet/send',
      'GET /api/v3/internet/products?type=4G',
      'GET /api/v3/internet/check-number?type=ADSL&number=023456789',
      `GET /api/v3/internet/check-ref/${refNumber(1)}`,
      'GET /api/v3/internet/check-id/a%2Fb%20%3Fc%23%25%C3%A9',
    ])
    expect(read.map(({ body }) => body).join('')).toBe('')
  })

  test('is nothing if the request does not fit its form', async () => {
    const wire = await serve(always(200, '{}'))
    const wired = connect(wire.baseUrl)
    const wrong = { kind: 'not-sent', reason: 'invalid-request' }
    expect(await wired.sendInternet({ ...order(1), number: '12' })).toMatchObject(wrong)
    expect(await wired.sendInternet({ ...order(1), value: -500 })).toMatchObject(wrong)
    expect(await wired.sendInternet({ ...order(1), value: Number.NaN })).toMatchObject(wrong)
    expect(await wired.checkInternetNumber({ type: '4G', number: '023456789' })).toMatchObject(wrong)
    for (const id of ['', '.', '..', '\ud800', 'x'.repeat(201)]) {
      expect(await wired.findInternetById(id)).toMatchObject(wrong)
    }
    expect(wire.connections()).toBe(0)
  })

  test('goes where the shop’s own profile says', async () => {
    const wire = await serve(always(200, '{}'))
    const paths = { ...builtInProfile.paths, internetByRef: '/v3/net/{ref}/status' }
    const profile = { ...builtInProfile, paths }
    const wired = connect(wire.baseUrl, { profile })
    await wired.findInternetByRef(refNumber(1))
    expect(wire.requests[0]?.path).toBe(`/v3/net/${refNumber(1)}/status`)
  })

  test('no biller is asked with a form that the shop’s own profile leaves out', async () => {
    const wire = await serve(always(400, '{}'))
    const profile: ApiProfile = {
      ...builtInProfile,
      billForms: { ...builtInProfile.billForms, AADL: ['aadl'] },
    }
    const wired = connect(wire.baseUrl, { profile })
    const ask = (account: Parameters<typeof wired.discoverBills>[0]['account']) =>
      wired.discoverBills({ partner: 'AADL', account, ref: refNumber(1) })
    expect(await ask({ aadlNumber: '012345' })).toMatchObject({ kind: 'not-sent', reason: 'invalid-request' })
    expect(wire.requests).toHaveLength(0)
    await ask({ aadl: { codeloc: '012345' } })
    expect(wire.requests).toHaveLength(1)
  })
})

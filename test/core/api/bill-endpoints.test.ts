/** What the bill host's calls send, what they refuse to send, and what they do not believe. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { ServiceClient } from '#core/api/client.ts'
import { builtInProfile } from '#core/api/profile.ts'
import { clientFor } from '../../support/api-client.ts'
import { billRequests } from '../../support/bill-requests.ts'
import { sampleIds, samplePayRef, sampleRef } from '../../support/bill-samples.ts'
import { connect, serviceOfFile } from '../../support/client-on-wire.ts'
import { always, httpAnswer } from '../../support/raw-service.ts'

/** What serves the platform must not see a bill, so the bill host alone is there. */
const nowhere = 'http://127.0.0.1:9'

const service = await serviceOfFile()
let client: ServiceClient
beforeEach(() => {
  client = clientFor(nowhere, { billUrl: service.baseUrl })
  return () => client.close()
})

describe('an answer about something else is not accepted', () => {
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
    service.behave = (socket) => socket.write(swap(billRequests[method].answer, from, to))
    const outcome = await billRequests[method].ask(client)
    expect(outcome).toMatchObject({ kind: 'in-doubt', reason: 'answer-disagrees' })
  })
})

describe('a request that breaks a rule of its form is not sent', () => {
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
    service.behave = () => {}
    expect(await ask(client)).toMatchObject({ kind: 'not-sent', reason: 'invalid-request' })
    expect(service.requests).toHaveLength(0)
  })
})

describe('on the wire', () => {
  test('is every form of an account, as it was given', async () => {
    service.behave = always(400, '{}')
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

  test('is one bill by its own id', async () => {
    service.behave = always(400, '{}')
    await client.payBills({ transactionId: sampleIds.transaction, billId: 'b 1', ref: samplePayRef })
    const body = { transactionId: sampleIds.transaction, billId: 'b 1', ref: samplePayRef }
    expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual(body)
  })

  test('are a biller’s accents in a query, and the paths of the shop’s own profile', async () => {
    service.behave = always(400, '{}')
    const paths = { ...builtInProfile.paths, billPartners: '/v3/bills/partners', billByRef: '/v3/bills/find' }
    const profile = { ...builtInProfile, paths }
    const own = connect(nowhere, { billUrl: `${service.baseUrl}/b/`, profile })
    await own.listBillPartners()
    await own.findBillByRef(sampleRef, 'Algérie Télécom')
    const [partners, found] = service.requests.filter(({ path }, place, all) => path !== all[place - 1]?.path)
    expect(partners?.path).toBe('/b/v3/bills/partners')
    expect(found?.path).toBe(`/b/v3/bills/find?ref=${sampleRef}&partner=Alg%C3%A9rie+T%C3%A9l%C3%A9com`)
  })
})

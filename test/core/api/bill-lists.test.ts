/** The bill host's lists: transactions by page, billers on offer, and the account they are for. */
import { afterAll, describe, expect, test } from 'vitest'
import { clientFor } from '../../support/api-client.ts'
import { envelope, listEnvelope, sampleIds, sampleTransactions } from '../../support/bill-samples.ts'
import { serviceOfFile } from '../../support/client-on-wire.ts'
import { httpAnswer } from '../../support/raw-service.ts'

let body = ''
const service = await serviceOfFile()
service.behave = (socket) => socket.write(httpAnswer(200, body))
const client = clientFor(service.baseUrl)
afterAll(client.close)

const { ready, success } = sampleTransactions

describe('the list', () => {
  test('has its paging; rows without bills say nothing of bills', async () => {
    body = listEnvelope([success, { ...ready, bills: [] }], { total: 41 })
    const outcome = await client.listBills()
    expect(outcome).toMatchObject({
      kind: 'accepted',
      value: {
        rows: [
          { kind: 'transaction', transaction: { status: 'SUCCESS' } },
          { kind: 'transaction', transaction: { status: 'READY', bills: null } },
        ],
        totalCount: 41,
        limit: 20,
        offset: 0,
      },
    })
  })

  test('counts a row that cannot be read and names it where it can', async () => {
    body = listEnvelope([{ ...success, status: 5 }, 'garbage', success])
    const outcome = await client.listBills()
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
    expect(outcome.value.rows).toMatchObject([
      { kind: 'unreadable', transactionId: sampleIds.transaction },
      { kind: 'unreadable', transactionId: null },
      { kind: 'transaction' },
    ])
  })

  test('is empty where nothing matches', async () => {
    body = listEnvelope([])
    expect(await client.listBills()).toMatchObject({ kind: 'accepted', value: { rows: [], totalCount: 0 } })
  })

  test.each([
    ['no paging', envelope([])],
    ['an object', envelope({ items: [] }, { total: 0, limit: 20, offset: 0 })],
    ['more rows than any limit', listEnvelope(Array(101).fill(success), { limit: 100 })],
    ['a count below nothing', listEnvelope([], { total: -1 })],
  ])('is no answer with %s', async (_name, text) => {
    body = text
    expect(await client.listBills({ limit: 100 })).toMatchObject({ kind: 'in-doubt', reason: 'wrong-shape' })
  })
})

describe('the bill host’s account', () => {
  test.each([
    [
      'the document’s shape',
      { account: { id: 'a-1', status: 'ACTIVE', currency: 'DZD' }, key: { type: 'PRODUCTION' } },
      { keyType: 'PRODUCTION', isActive: true, accountId: 'a-1' },
    ],
    [
      'an account that is not active',
      { account: { id: 'a-1', status: 'SUSPENDED', currency: 'DZD' }, key: { type: 'SANDBOX' } },
      { keyType: 'SANDBOX', isActive: false, accountId: 'a-1' },
    ],
    [
      'the platform’s shape',
      { username: '0550', apiKey: { key: 'k', isEnabled: true, type: 'SANDBOX', scope: 'READ-WRITE' } },
      { keyType: 'SANDBOX', isActive: true, accountId: null },
    ],
  ])('is read in %s', async (_name, data, value) => {
    body = envelope(data)
    const outcome = await client.validateBillKey()
    expect(outcome.kind === 'accepted' && outcome.value).toEqual(value)
  })

  test('offers the billers that it says are active, and no others', async () => {
    body = envelope({
      ADE: { status: 'ACTIVE' },
      SONELGAZ: { status: 'UNAVAILABLE' },
      SEAAL: { status: 'SOON' },
      AADL: 'ACTIVE',
      ['Algérie Télécom'.normalize('NFD')]: { status: 'ACTIVE' },
      FACTURE: { status: 'ACTIVE' },
    })
    const outcome = await client.listBillPartners()
    expect(outcome.kind === 'accepted' && outcome.value).toEqual({
      ADE: 'ACTIVE',
      SONELGAZ: 'UNAVAILABLE',
      SEAAL: 'UNAVAILABLE',
      AADL: 'UNAVAILABLE',
      'Algérie Télécom': 'ACTIVE',
    })
  })
})

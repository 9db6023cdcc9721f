/** The account: its history made from the books, its health, and who may call from where. */
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { trainingKeys } from '#training/keys.ts'
import { serviceForEachTest } from '../support/service-hooks.ts'
import { startService } from '../support/training.ts'
import { type Caller, callerOf } from '../support/training-calls.ts'

const { service, clock, production } = serviceForEachTest()

describe('the history', () => {
  const history = async (from = production) => (await from.get('/v3/account/transactions')).body.data.items

  /** One of each kind of movement, refunds included. */
  async function trade(from: Caller) {
    await from.send({ ref: 'card', number: '030000001' })
    const topup = { plan_code: 'PIXX_500', MSSIDN: '0600000001', ref: 'topup' }
    await from.post('/v3/mobile/send', topup)
    const cards = { productId: 'training-cards', typeId: 'TEST_PARTIAL', quantity: 4 }
    await from.post('/v3/gift-cards/placeOrder', cards)
    await from.post('/v3/paylink/createLink', { productInfo: { title: 'x', amount: 700 } })
    clock.pass(60_000)
  }

  test('has every movement of the balance with both balances', async () => {
    await trade(production)
    const items = await history()
    expect(items.map(({ type }: { type: string }) => type).toSorted()).toEqual([
      'ADSL',
      'DEPOSIT',
      'FLEXY',
      'ORDER',
      'REFUND-ADSL',
      'REFUND-FLEXY',
      'REFUND-ORDER',
    ])
    expect(items.at(-1)).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      type: 'ADSL',
      operation: 'OUT',
      amount: 965,
      oldBalance: 50_000,
      newBalance: 49_035,
      objid: expect.stringMatching(/^[0-9a-f]{24}$/),
      note: 'card',
      time: '2026-10-05T08:00:00.000Z',
    })
    let carried = 50_000
    for (const { operation, amount, oldBalance, newBalance } of items.toReversed()) {
      expect(oldBalance).toBe(carried)
      expect(newBalance).toBe(operation === 'OUT' ? oldBalance - amount : oldBalance + amount)
      carried = newBalance
    }
    const { openingBalances, balances } = await service.ledger()
    expect(openingBalances).toEqual({ sandbox: 50_000, production: 50_000 })
    expect(balances).toEqual({ sandbox: 50_000, production: carried })
    expect(carried).toBe(50_000 - 1_000 + 700)
  })

  test('of the sandbox has movements that moved nothing', async () => {
    const sandbox = callerOf(service.baseUrl)
    await trade(sandbox)
    const items = await history(sandbox)
    expect(items).toHaveLength(7)
    for (const { oldBalance, newBalance } of items) expect([oldBalance, newBalance]).toEqual([50_000, 50_000])
    expect(await history()).toEqual([])
  })
})

test('health needs no key, and never counts as a wrong one', async () => {
  const operators = { mobilis: 'up', ooredoo: 'up', djezzy: 'up', mobilisFixedPlans: 'up' }
  for (const key of [null, 'wrong', trainingKeys.sandbox]) {
    const { status, body } = await callerOf(service.baseUrl, key).get('/v3/ping')
    expect([status, body.data]).toEqual([200, { api: 'ok', operators }])
  }
  const wrong = await callerOf(service.baseUrl, 'wrong').get('/v3/validate')
  expect(wrong.body.error.details).toEqual({ attemptsLeft: 4 })
})

test('health says which operators are down, as the control channel has it, and takes their orders all the same', async () => {
  const operators = async () => (await callerOf(service.baseUrl, null).get('/v3/ping')).body.data.operators
  const all = { mobilis: 'up', ooredoo: 'up', djezzy: 'up', mobilisFixedPlans: 'up' }
  await service.switchOperator('djezzy', 'down')
  await service.switchOperator('mobilisFixedPlans', 'down')
  expect(await operators()).toEqual({ ...all, djezzy: 'down', mobilisFixedPlans: 'down' })
  const topup = { plan_code: 'HAYLA_1000', MSSIDN: '0770123456', ref: 'topup' }
  expect((await production.post('/v3/mobile/send', topup)).status).toBe(200)
  await service.switchOperator('djezzy', 'up')
  expect(await operators()).toEqual({ ...all, mobilisFixedPlans: 'down' })
  const wrong = { method: 'POST', body: JSON.stringify({ operator: 'nobody', status: 'down' }) }
  expect((await fetch(`${service.baseUrl}/training/operators`, wrong)).status).toBe(400)
})

describe('the whitelist', () => {
  /** A call from another address of this machine. */
  const statusFrom = (localAddress: string, base: string, key: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'X-Access-Token': key }
      request(`${base}/v3/validate`, { localAddress, headers, agent: false }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })

  test('of each environment is separate, and a refused caller gets the address and the environment', async () => {
    const guarded = await startService({ whitelist: { production: ['127.0.0.2', '10.0.0.1'] } })
    const { sandbox, production: real } = trainingKeys
    for (const [url, header] of [
      [guarded.baseUrl, 'X-Request-ID'],
      [guarded.billUrl, 'X-Request-Id'],
    ] as const) {
      const refused = await callerOf(url, real).get('/v3/validate')
      expect([refused.status, refused.body.error.code]).toEqual([403, 'IP_NOT_ALLOWED'])
      expect(refused.body.error.message).toMatch(/127\.0\.0\.1.*PRODUCTION/)
      expect(refused.headers.get(header)).toBe(refused.body.requestId)
      expect((await callerOf(url, sandbox).get('/v3/validate')).status).toBe(200)
      expect(await statusFrom('127.0.0.2', url, real)).toBe(200)
    }
    const record = await callerOf(guarded.baseUrl, sandbox).get('/v3/validate')
    expect(record.body.data.apiKey.allowedips).toEqual([])
    await guarded.close()
  })
})

/** The lockout that spares the shop a block: what begins it, and who may ask again. */
import { describe, expect, test } from 'vitest'
import { addressBlockMs } from '#shared/limits.ts'
import { err, ok } from '#shared/result.ts'
import { testKey } from '../../support/api-client.ts'
import { billRequests } from '../../support/bill-requests.ts'
import { serve } from '../../support/client-on-wire.ts'
import { platformRequests } from '../../support/platform-requests/all.ts'
import { always, httpAnswer } from '../../support/raw-service.ts'
import {
  allCalls,
  connect,
  held,
  newKey,
  once,
  press,
  refusal,
  refused,
  refusing,
  validAnswer,
} from '../../support/refused-keys.ts'

describe('the lockout begins', () => {
  test.each([
    [401, 'INVALID_ACCESS_TOKEN', 'key-refused'],
    [400, 'MISSING_ACCESS_TOKEN', 'key-refused'],
    [401, 'A_CODE_NOBODY_KNOWS', 'key-refused'],
    [401, 'ERR_PHONE', 'key-refused'],
    [403, 'IP_BLOCKED', 'address-blocked'],
    [403, 'IP_NOT_ALLOWED', 'key-refused'],
  ] as const)('by %i %s, for every call but the one that proves the key', async (status, code, reason) => {
    const service = await serve(always(status, refusal(code)))
    const { client } = connect(service.baseUrl)
    await client.readBalance()
    const others = (await allCalls(client)).filter(({ evidence }) => !/^validate/.test(evidence.endpoint))
    for (const outcome of others) expect(outcome).toMatchObject(held(reason))
    const paths = new Set(service.requests.map(({ path }) => path))
    expect(['/v3/account/balance', '/v3/validate']).toEqual(expect.arrayContaining([...paths]))
  })

  test.each([
    ['a page', '<html><h1>401</h1></html>'],
    ['nothing', ''],
    ['half of an answer', '{"success":false'],
    ['another shape', '{"error":"unauthorized"}'],
    ['a success', '{"success":true,"data":{"balance":1}}'],
    ['bytes', '\u{ff}\u{fe}'],
  ])('by a 401 with %s', async (_name, body) => {
    const service = await serve(always(401, body))
    const { client } = connect(service.baseUrl)
    expect((await client.readBalance()).kind).toBe('in-doubt')
    expect(await client.readBalance()).toMatchObject(held('key-refused'))
    expect(service.requests).toHaveLength(1)
  })

  test('by a 401 that is cut off, which is not retried', async () => {
    const service = await serve((socket) => {
      socket.write('HTTP/1.1 401 Unauthorized\r\ncontent-length: 900\r\n\r\n{"succ')
      setTimeout(() => socket.destroy(), 10)
    })
    const { client } = connect(service.baseUrl)
    expect(await client.readBalance()).toMatchObject({ kind: 'in-doubt', evidence: { httpStatus: 401 } })
    expect(await client.readBalance()).toMatchObject(held('key-refused'))
    expect(service.requests).toHaveLength(1)
  })

  test.each([
    ['the error shape', refusal('INVALID_ACCESS_TOKEN')],
    ['a page', '<html></html>'],
  ])('by a file that is answered 401 with %s', async (_name, body) => {
    const service = await serve(always(401, body))
    const { client } = connect(service.baseUrl)
    await billRequests.downloadReceipt.ask(client)
    expect(await billRequests.downloadReceipt.ask(client)).toMatchObject(held('key-refused'))
    expect(service.requests).toHaveLength(1)
  })

  test('for the health check too, which runs by itself for each customer', async () => {
    const service = await refusing()
    const { client } = connect(service.baseUrl)
    await client.readBalance()
    expect(await client.ping()).toMatchObject(held('key-refused'))
    expect(service.requests).toHaveLength(1)
  })

  test('for retries of an earlier question', async () => {
    const service = await serve((socket, { path }) =>
      socket.write(path === '/v3/account/balance' ? httpAnswer(503, '', { 'retry-after': '1' }) : refused(4)),
    )
    const { client } = connect(service.baseUrl)
    const asked = client.readBalance()
    await expect.poll(() => service.requests.length).toBe(1)
    await client.listMobilePlans()
    expect(await asked).toMatchObject({ kind: 'in-doubt', evidence: { httpStatus: 503 } })
    expect(service.requests).toHaveLength(2)
  })
})

describe('no lockout begins', () => {
  test('if one host is switched off: the other one sells', async () => {
    const off = await serve(always(403, refusal('API_DISABLED')))
    const on = await serve((socket) => socket.write(platformRequests.sendInternet.answer))
    const { client } = connect(on.baseUrl, { billUrl: off.baseUrl })
    for (let time = 0; time < 2; time += 1) {
      expect(await billRequests.payBills.ask(client)).toMatchObject({ refusal: { code: 'API_DISABLED' } })
      expect(await platformRequests.sendInternet.ask(client)).toMatchObject({ kind: 'accepted' })
    }
    expect(client.keyStanding()).toBeUndefined()
  })

  test('and the count is reset when a key is valid', async () => {
    let good = false
    const service = await serve((socket) => socket.write(good ? httpAnswer(200, validAnswer) : refused()))
    const { client } = connect(service.baseUrl)
    for (let day = 0; day < 6; day += 1) {
      good = false
      await client.readBalance()
      good = true
      expect(await client.validateKey()).toMatchObject({ kind: 'accepted' })
    }
  })
})

describe('a person may ask again', () => {
  test('once, and background work may not', async () => {
    const service = await refusing({ reportsLeft: true })
    const { client } = connect(service.baseUrl)
    await client.readBalance()
    expect(client.keyStanding()).toEqual({ attemptsLeft: 4, next: once })
    for (let time = 0; time < 3; time += 1) {
      expect(await client.background.validateKey()).toMatchObject(held('key-refused'))
    }
    expect(await client.validateKey()).toMatchObject({ kind: 'refused' })
    expect(client.keyStanding()).toEqual({ attemptsLeft: 3, next: newKey })
    await press(client)
    expect(service.requests).toHaveLength(2)
  })

  test('once, however many ask together', async () => {
    const service = await refusing()
    const { client } = connect(service.baseUrl)
    await client.readBalance()
    await Promise.all([1, 2, 3].flatMap(() => [client.validateKey(), client.validateBillKey()]))
    expect(service.requests).toHaveLength(2)
  })

  test('once, in one try, whatever happens on the line: a lost answer may have been a refusal', async () => {
    const service = await serve((socket, _request, count) => {
      if (count === 1) socket.write(refused(4))
      else socket.destroy()
    })
    const { client } = connect(service.baseUrl)
    await client.readBalance()
    await press(client)
    expect(service.requests).toHaveLength(2)
    expect(client.keyStanding()).toEqual({ attemptsLeft: 3, next: newKey })
  })

  test('again where the attempt never left, or was answered by something else', async () => {
    let locked = true
    const readKey = async () => (locked ? err({ problem: 'locked' } as const) : ok(testKey))
    const service = await serve((socket, _request, count) =>
      socket.write(count === 2 ? httpAnswer(503, '<html></html>') : refused()),
    )
    const { client } = connect(service.baseUrl, { readKey })
    locked = false
    await client.readBalance()
    locked = true
    await press(client)
    locked = false
    expect(await client.validateKey()).toMatchObject({ kind: 'in-doubt', evidence: { httpStatus: 503 } })
    expect(await client.validateKey()).toMatchObject({ kind: 'refused' })
    await press(client)
    expect(service.requests).toHaveLength(3)
  })

  test('never if the service says that one attempt is left', async () => {
    const service = await refusing({ reportsLeft: true, left: 2 })
    const { client, pass } = connect(service.baseUrl)
    await client.readBalance()
    expect(client.keyStanding()).toEqual({ attemptsLeft: 1, next: newKey })
    await press(client)
    pass(addressBlockMs)
    await press(client)
    expect(service.requests).toHaveLength(1)
  })

  test('never if parallel calls used up the others', async () => {
    const service = await refusing()
    const { client } = connect(service.baseUrl)
    await Promise.all([1, 2, 3, 4].map(() => client.readBalance()))
    await press(client)
    expect(service.requests).toHaveLength(4)
    expect(client.keyStanding()?.next).toEqual(newKey)
  })

  test('never if the lowest of several answers says so', async () => {
    const attemptsLeft = [1, 3, 2]
    const service = await serve((socket, _request, count) => socket.write(refused(attemptsLeft[count - 1])))
    const { client } = connect(service.baseUrl)
    await Promise.all(attemptsLeft.map(() => client.readBalance()))
    expect(client.keyStanding()).toEqual({ attemptsLeft: 1, next: newKey })
    await press(client)
    expect(service.requests).toHaveLength(attemptsLeft.length)
  })

  test('any number of times if no attempt is counted', async () => {
    const service = await serve(always(403, refusal('IP_NOT_ALLOWED')))
    const { client } = connect(service.baseUrl)
    await press(client, 8)
    expect(service.requests).toHaveLength(8)
    expect(client.keyStanding()).toBeUndefined()
  })

  test('and sells again if the key is valid after all', async () => {
    let good = false
    const service = await serve((socket, { path }) => {
      const answer = path === '/v3/validate' ? validAnswer : '{"success":true,"data":{"balance":1}}'
      socket.write(good ? httpAnswer(200, answer) : refused())
    })
    const { client } = connect(service.baseUrl)
    await client.readBalance()
    good = true
    expect(await client.readBalance()).toMatchObject(held('key-refused'))
    expect(await client.validateKey()).toMatchObject({ kind: 'accepted' })
    expect(await client.readBalance()).toMatchObject({ kind: 'accepted' })
    expect(client.keyStanding()).toBeUndefined()
  })
})

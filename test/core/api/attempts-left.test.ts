/** Whose attempts a refused key spends, and what brings them back: time, another key, and neither. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { addressBlockMs } from '#shared/limits.ts'
import { trainingKeys } from '#training/keys.ts'
import { systemClock, testKey } from '../../support/api-client.ts'
import { serve } from '../../support/client-on-wire.ts'
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
import { startService } from '../../support/training.ts'

describe('time', () => {
  test.each([
    ['the service says', true, 3],
    ['nobody says', false, null],
  ])('restores no attempt if %s how many are left', async (_, reportsLeft, attemptsLeft) => {
    const service = await refusing({ reportsLeft })
    const { client, pass } = connect(service.baseUrl)
    await press(client)
    for (let block = 0; block < 3; block += 1) {
      pass(addressBlockMs)
      await press(client)
    }
    expect(service.requests).toHaveLength(2)
    expect(client.keyStanding()).toEqual({ attemptsLeft, next: newKey })
  })

  test('ends a block, and background work asks again afterwards', async () => {
    const service = await serve(always(403, refusal('IP_BLOCKED')))
    const { client, pass, nowMs } = connect(service.baseUrl)
    await client.readBalance()
    await press(client)
    expect(await client.background.validateKey()).toMatchObject(held('address-blocked'))
    const next = { kind: 'later', fromMs: nowMs() + addressBlockMs }
    expect(client.keyStanding()).toEqual({ attemptsLeft: null, next })
    expect(service.requests).toHaveLength(1)
    pass(addressBlockMs)
    for (let time = 0; time < 3; time += 1) await client.background.validateKey()
    expect(service.requests).toHaveLength(2)
  })
})

describe('another key', () => {
  test('is checked at once, and ends the lockout if it is valid', async () => {
    const service = await refusing({ reportsLeft: true })
    const { client, give } = connect(service.baseUrl)
    await press(client)
    give('good-key')
    expect(await client.readBalance()).toMatchObject(held('key-refused'))
    expect(await client.validateKey()).toMatchObject({ kind: 'accepted' })
    expect((await client.readBalance()).kind).not.toBe('not-sent')
  })

  test('begins with the attempts that the address has left', async () => {
    const service = await refusing({ reportsLeft: true })
    const { client, give } = connect(service.baseUrl)
    await press(client)
    give('second-bad-key')
    await client.validateKey()
    expect(client.keyStanding()).toEqual({ attemptsLeft: 2, next: once })
    await press(client)
    expect(client.keyStanding()).toEqual({ attemptsLeft: 1, next: newKey })
    expect(service.requests).toHaveLength(4)
  })

  test('starts with them even if no answer says how many', async () => {
    const service = await refusing()
    const { client, give } = connect(service.baseUrl)
    await press(client)
    give('second-bad-key')
    await press(client)
    expect(service.requests).toHaveLength(4)
    give('third-bad-key')
    await press(client)
    expect(service.requests).toHaveLength(5)
  })

  test('waits too if the address has none left', async () => {
    const service = await refusing({ reportsLeft: true, left: 1 })
    const { client, give, pass, nowMs } = connect(service.baseUrl)
    await client.readBalance()
    give('good-key')
    expect(await client.validateKey()).toMatchObject(held('key-refused'))
    const next = { kind: 'later', fromMs: nowMs() + addressBlockMs }
    expect(client.keyStanding()).toEqual({ attemptsLeft: 0, next })
    pass(addressBlockMs)
    expect(await client.validateKey()).toMatchObject({ kind: 'accepted' })
  })

  test('is not unlocked by a late answer about the previous key', async () => {
    let letGo = () => {}
    const service = await serve((socket, { headers, path }) => {
      const isOld = headers['x-access-token'] === testKey
      if (isOld && path === '/v3/validate') letGo = () => socket.write(httpAnswer(200, validAnswer))
      else socket.write(refused(4))
    })
    const { client, give } = connect(service.baseUrl)
    const late = client.validateKey()
    await expect.poll(() => service.requests.length).toBe(1)
    give('bad-key')
    await client.readBalance()
    letGo()
    expect(await late).toMatchObject({ kind: 'accepted' })
    expect(await client.readBalance()).toMatchObject(held('key-refused'))
  })
})

describe('the training service', () => {
  /** It and its clients share the time. */
  async function startShop() {
    let nowMs = Date.now()
    const clock = { ...systemClock, nowMs: () => nowMs }
    const service = await startService({ nowMs: clock.nowMs })
    onTestFinished(service.close)
    const open = (key: string) => {
      const { client, give } = connect(service.baseUrl, { clock, billUrl: service.billUrl })
      give(key)
      return { client, give }
    }
    return { service, open, pass: (ms: number) => (nowMs += ms) }
  }

  test('gets a refused key twice at most, however long work goes on', async () => {
    const { service, open, pass } = await startShop()
    const { client } = open('not-a-key')
    for (let turn = 0; turn < 10; turn += 1) {
      await allCalls(client)
      await allCalls({ ...client, ...client.background })
      pass(addressBlockMs)
    }
    expect(await service.requests()).toHaveLength(2)
    expect(await open(trainingKeys.sandbox).client.validateKey()).toMatchObject({ kind: 'accepted' })
  })

  test('blocks for the last attempt of keys that persons gave, and the right one opens after the block', async () => {
    const { open, pass } = await startShop()
    const { client, give } = open('')
    const left: unknown[] = []
    for (const key of ['first', 'second', 'third']) {
      give(key)
      await press(client)
      left.push(client.keyStanding()?.attemptsLeft)
    }
    expect(left).toEqual([3, 1, 0])
    const other = open(trainingKeys.sandbox).client
    expect(await other.validateKey()).toMatchObject({ refusal: { code: 'IP_BLOCKED' } })
    give(trainingKeys.sandbox)
    expect(await client.validateKey()).toMatchObject(held('key-refused'))
    pass(addressBlockMs)
    expect(await client.validateKey()).toMatchObject({ kind: 'accepted' })
  })
})

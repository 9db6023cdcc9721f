/** The time of the other tests of the core: what it waits for, what it leaves alone, and that nothing in it fails unseen. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { morningMs } from '../support/clock.ts'
import { startCore, startShop, until } from '../support/core.ts'
import { callerOf } from '../support/training-calls.ts'
import { inVirtualTime, virtualClock } from '../support/virtual-clock.ts'

const READS = 30
const HOUR_MS = 3_600_000

async function readFiles(): Promise<void> {
  for (let read = 0; read < READS; read += 1) await readFile(import.meta.filename)
}

test('a long wait ends after file operations that began before', async () => {
  const clock = virtualClock()
  const seen: string[] = []
  const worked = readFiles().then(() => seen.push('worked'))
  clock.after(HOUR_MS, () => void seen.push('waited'))
  await inVirtualTime(Promise.all([worked, clock.pass(2 * HOUR_MS)]))
  expect(seen).toEqual(['worked', 'waited'])
})

test('planned work runs in the order of its time, each after the promises of the one before', async () => {
  const clock = virtualClock()
  const seen: number[] = []
  const note = async () => {
    for (let turn = 0; turn < READS; turn += 1) await Promise.resolve()
    seen.push(clock.elapsedMs())
  }
  for (const delayMs of [30, 10, 20]) clock.after(delayMs, () => void note())
  await clock.pass(40)
  expect(seen).toEqual([10, 20, 30])
  expect(clock.waits()).toBe(0)
})

test('a clock that is set moves no wait, no elapsed time and no other clock', async () => {
  const [set, other] = [virtualClock(morningMs()), virtualClock(morningMs())]
  let isOver = false
  set.after(HOUR_MS, () => {
    isOver = true
  })
  set.setBy(2 * HOUR_MS)
  expect(set.nowMs() - other.nowMs()).toBe(2 * HOUR_MS)
  await set.pass(HOUR_MS - 1)
  expect({ isOver, elapsedMs: set.elapsedMs() }).toEqual({ isOver: false, elapsedMs: HOUR_MS - 1 })
  await other.pass(1)
  expect(isOver).toBe(true)
})

test('waiting for what never comes ends with an error', async () => {
  const clock = virtualClock()
  const again = () => void clock.after(HOUR_MS, again)
  again()
  await expect(until('it is so', () => false)).rejects.toThrow('waited in vain until it is so')
})

test('an error of planned work fails the waiting test', async () => {
  const clock = virtualClock()
  clock.after(1, () => {
    throw new Error('a fault of the work')
  })
  await expect(clock.pass(2)).rejects.toThrow('a fault of the work')
})

test('the service uses the clock of its shop: an order takes its own time', async () => {
  const { clock, service } = await startShop()
  const { send, get } = callerOf(service.baseUrl)
  const { body } = await send({ ref: 'a1b2c3' })
  const statusOf = async () => (await get(`/v3/internet/check-id/${body.data.topupId}`)).body.data.status
  expect(await statusOf()).toBe('HANDLING')
  await clock.pass(HOUR_MS)
  expect(await statusOf()).toBe('FULFILLED')
})

test('the service refuses what is past its rate limit, until the next minute', async () => {
  const { clock, service } = await startShop({ rateLimit: 1 })
  const { get } = callerOf(service.baseUrl)
  const ask = async () => (await get('/v3/account/balance')).status
  expect([await ask(), await ask()]).toEqual([200, 429])
  await clock.pass(60_000)
  expect(await ask()).toBe(200)
})

test('a core that is stopped has ended what was under way, and sends nothing more', async () => {
  const shop = await startShop()
  const { core } = await startCore(shop)
  await core.stop()
  const seen = (await shop.service.requests()).length
  await shop.clock.pass(HOUR_MS)
  expect(await shop.service.requests()).toHaveLength(seen)
  expect(shop.clock.waits()).toBe(0)
})

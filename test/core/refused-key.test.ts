/** A key or an address that the service refuses: selling closes, and the cashier is shown when it may be asked about again. */
import { describe, expect, test } from 'vitest'
import { addressBlockMs } from '#shared/limits.ts'
import type { FaultAction } from '#training/faults.ts'
import { type Counter, startClosed, startCounter, startShop, until } from '../support/core.ts'
import { answerAlways } from '../support/line.ts'
import { checksAt, closedWith, refuse, statusOf, validate } from '../support/selling-status.ts'
import { virtualClock } from '../support/virtual-clock.ts'

describe('a refused key', () => {
  const closedView = async (counter: Counter) => (await statusOf(counter)).selling
  const press = (counter: Counter) => counter.command('connection.check', {})

  test.each<readonly [string, FaultAction]>([
    ['a page', { do: 'answer', take: false, status: 401, html: true }],
    ['a code that nobody knows', refuse(401, 'TOKEN_IS_SLEEPY')],
    ['a code of another status', refuse(401, 'ERR_PHONE')],
  ])('is refused by a 401 with %s too, and is not retried by itself', async (_, action) => {
    const { clock, service } = await startShop()
    await service.addFaults({ ...validate, action, times: 100 })
    const counter = await startClosed({ clock, service })
    expect(await closedWith(counter)).toBe('key-refused')
    counter.core.setPower('resume')
    await clock.pass(60_000)
    expect(await checksAt(service)).toBe(1)
  })

  test('can be tried once more by a person, and then another key is needed', async () => {
    const { service, counter } = await startCounter({ key: 'no-such-key', started: false })
    counter.core.start()
    await closedWith(counter)
    expect(await closedView(counter)).toMatchObject({ attemptsLeft: 4, nextCheck: { kind: 'once' } })
    for (let time = 0; time < 4; time += 1) await press(counter)
    expect(await closedView(counter)).toMatchObject({
      why: 'key-refused',
      attemptsLeft: 3,
      nextCheck: { kind: 'new-key' },
    })
    expect(await checksAt(service)).toBe(2)
  })

  test('leaves the person’s attempt to the person where a call of the day found it', async () => {
    const { service, counter } = await startCounter()
    const before = await checksAt(service)
    const action = refuse(401, 'INVALID_ACCESS_TOKEN')
    await service.addFaults({ method: 'GET', path: '/v3/internet/products', action })
    await counter.ask('internet.products', { type: 'ADSL' })
    await until('selling is closed', async () => !(await statusOf(counter)).selling.open)
    expect(await closedView(counter)).toMatchObject({ why: 'key-refused', nextCheck: { kind: 'once' } })
    expect(await checksAt(service)).toBe(before)
    await press(counter)
    await counter.opened()
  })

  /** Answers every request with a 401, on a clock that the test turns. */
  async function startRefused(body: string) {
    const clock = virtualClock()
    const wire = answerAlways(401, body)
    const service = { baseUrl: wire.baseUrl, billUrl: wire.baseUrl }
    const counter = await startClosed({ service, clock })
    await closedWith(counter)
    return { clock, wire, counter }
  }

  test('is not tried after a wait if the number of attempts left is unknown', async () => {
    const { clock, wire, counter } = await startRefused('<html></html>')
    for (let block = 0; block < 3; block += 1) {
      await press(counter)
      await clock.pass(addressBlockMs)
    }
    expect(await closedView(counter)).toMatchObject({ attemptsLeft: null, nextCheck: { kind: 'new-key' } })
    expect(wire.requests).toHaveLength(2)
  })

  test('waits if no attempt is left, and the screen shows until when', async () => {
    const error = { code: 'INVALID_ACCESS_TOKEN', message: 'no', details: { attemptsLeft: 0 } }
    const { clock, wire, counter } = await startRefused(JSON.stringify({ success: false, error }))
    await press(counter)
    const { nextCheck } = (await closedView(counter)) as { nextCheck: { kind: string; fromMs: number } }
    expect(nextCheck.kind).toBe('later')
    const waitMs = nextCheck.fromMs - clock.nowMs()
    // Since the refusal as much time has gone by as a busy machine took for what the test did.
    expect(waitMs).toBeGreaterThan(addressBlockMs - 60_000)
    expect(waitMs).toBeLessThanOrEqual(addressBlockMs)
    await clock.pass(addressBlockMs)
    const nextChecks = counter.events.flatMap(({ event }) =>
      event.kind === 'status-changed' && !event.status.selling.open ? event.status.selling.nextCheck : [],
    )
    expect(nextChecks.at(-1)).toEqual({ kind: 'once' })
    await press(counter)
    expect(wire.requests).toHaveLength(2)
  })
})

test('a block met by any call closes selling, which opens by itself when the block ends', async () => {
  const { service, counter } = await startCounter()
  const closed: unknown[] = []
  counter.core.onEvent(({ event }) => {
    if (event.kind === 'status-changed' && !event.status.selling.open) closed.push(event.status.selling)
  })
  const action = refuse(403, 'IP_BLOCKED')
  await service.addFaults({ method: 'GET', path: '/v3/internet/products', action })
  await counter.ask('internet.products', { type: 'ADSL' })
  await until('selling was closed', () => closed.length > 0)
  await counter.opened()
  expect(closed[0]).toMatchObject({
    why: 'blocked',
    nextCheck: { kind: 'later', fromMs: expect.any(Number) },
  })
})

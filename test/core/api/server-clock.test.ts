/** How far the service's clock is ahead: from the answers' own time, the quickest answer first. */
import { expect, test } from 'vitest'
import { createServerClock } from '#core/api/server-clock.ts'
import { systemClock } from '../../support/api-client.ts'
import { connect, serve } from '../../support/client-on-wire.ts'
import { always } from '../../support/raw-service.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

/** A machine, and what it knows of the service's clock, which goes on whatever is done to the machine's. */
function startMachine() {
  const machine = virtualClock(0)
  const clock = createServerClock(machine)
  let serviceAheadMs = 0
  return {
    begin: clock.begin,
    pass: machine.pass,
    offsets: () => [clock.offsetMs(), clock.otherOffsetMs()],
    /** A person sets the clock. */
    set(byMs: number) {
      machine.setBy(byMs)
      serviceAheadMs -= byMs
    },
    sleep: machine.setBy,
    /** An answer that was so long on its way, and `lateMs` nearer to its end than to its beginning. */
    async answer(tripMs = 0, lateMs = 0) {
      const noteServerTime = clock.begin()
      await machine.pass(tripMs)
      noteServerTime(machine.nowMs() + serviceAheadMs - tripMs / 2 + lateMs)
    },
    serverTimeMs: () => machine.nowMs() + serviceAheadMs,
  }
}

test('nothing is known before the first answer with a time', () => {
  expect(startMachine().offsets()).toEqual([null, null])
})

test('the quickest answer counts', async () => {
  const { answer, offsets } = startMachine()
  await answer(10 * SECOND_MS, 4 * SECOND_MS)
  await answer(20)
  await answer(4 * SECOND_MS, -2 * SECOND_MS)
  expect(offsets()).toEqual([0, null])
})

test('an answer is forgotten after a few others', async () => {
  const { answer, offsets } = startMachine()
  await answer(0, SECOND_MS)
  for (let more = 0; more < 8; more += 1) await answer(2 * SECOND_MS)
  expect(offsets()).toEqual([0, null])
})

test('an answer that a newer one disproves is forgotten at once', async () => {
  const { answer, offsets, set } = startMachine()
  await answer()
  set(-HOUR_MS)
  await answer(20 * SECOND_MS)
  expect(offsets()).toEqual([HOUR_MS, null])
})

test('if the clock jumped since the last answer, both possible offsets are given', async () => {
  const { answer, offsets, set, sleep, pass } = startMachine()
  await answer()
  await pass(20 * SECOND_MS)
  expect(offsets()).toEqual([0, null])
  set(-HOUR_MS)
  expect(offsets()).toEqual([HOUR_MS, 0])
  await answer()
  expect(offsets()).toEqual([HOUR_MS, null])
  sleep(8 * HOUR_MS)
  expect(offsets()).toEqual([HOUR_MS, -7 * HOUR_MS])
})

test('an answer that agrees after the machine slept ends the doubt, however slow it was', async () => {
  const { answer, offsets, set, sleep } = startMachine()
  await answer()
  sleep(8 * HOUR_MS)
  await answer(400)
  expect(offsets()).toEqual([0, null])
  set(-HOUR_MS)
  expect(offsets()).toEqual([HOUR_MS, 0])
})

test('a clock set while the only answer is on its way is in doubt until the next one', async () => {
  for (const byMs of [HOUR_MS, -HOUR_MS]) {
    const { answer, begin, offsets, set, pass, serverTimeMs } = startMachine()
    const noteServerTime = begin()
    await pass(100)
    const serverMs = serverTimeMs()
    set(byMs)
    await pass(100)
    noteServerTime(serverMs)
    expect(offsets()).toEqual([Math.max(0, -byMs), Math.min(0, -byMs)])
    await answer(400)
    expect(offsets()).toEqual([-byMs, null])
  }
})

test.each([
  ['before the service', true],
  ['after the service', false],
])('the clock of a machine that sleeps on the way is in doubt too, %s said its time', async (_, isBefore) => {
  const { answer, begin, offsets, sleep, pass, serverTimeMs } = startMachine()
  await answer()
  const noteServerTime = begin()
  if (isBefore) sleep(HOUR_MS)
  const serverMs = serverTimeMs()
  if (!isBefore) sleep(HOUR_MS)
  await pass(100)
  noteServerTime(serverMs)
  const [most = 0, least = 0] = offsets().map(Number)
  expect([least < SECOND_MS, most > -SECOND_MS]).toEqual([true, true])
  expect(most - least).toBe(HOUR_MS)
  await answer(400)
  expect(offsets()).toEqual([0, null])
})

/** A host that refuses everything, an answer's time being so far ahead. */
function startHost(aheadMs: number) {
  const timestamp = new Date(systemClock.nowMs() + aheadMs).toISOString()
  const error = { code: 'NOT_FOUND', message: 'm' }
  return serve(always(404, JSON.stringify({ success: false, error, meta: { timestamp } })))
}

test('the client learns it from meta.timestamp, of a refusal too', async () => {
  const service = await startHost(HOUR_MS)
  const client = connect(service.baseUrl)
  expect(client.serverOffsetMs()).toBeNull()
  await client.readBalance()
  expect(Math.abs((client.serverOffsetMs() ?? 0) - HOUR_MS)).toBeLessThan(5_000)
})

test('the bill host’s time is not used for the clock by which orders are dated', async () => {
  const [platform, bills] = await Promise.all([startHost(0), startHost(HOUR_MS)])
  const client = connect(platform.baseUrl, { billUrl: bills.baseUrl })
  await client.listBillPartners()
  expect(client.serverOffsetMs()).toBeNull()
  await client.readBalance()
  await client.listBillPartners()
  expect(Math.abs(client.serverOffsetMs() ?? HOUR_MS)).toBeLessThan(5_000)
})

/** How far the service's clock is ahead: from the answers' own time, the quickest answer first. */
import { expect, test } from 'vitest'
import { createServerClock } from '#core/api/server-clock.ts'
import { clientFor, systemClock } from '../../support/api-client.ts'
import { steppedClock } from '../../support/clock.ts'
import { always, startRawService } from '../../support/raw-service.ts'

const HOUR_MS = 3_600_000

/** A server clock on a machine whose time is that of the last answer, and was never set. */
function steadyClock() {
  let atMs = 0
  const { note, ...clock } = createServerClock({ nowMs: () => atMs, elapsedMs: () => atMs })
  return {
    ...clock,
    note(serverTimeMs: number, startedAtMs: number, endedAtMs: number) {
      atMs = endedAtMs
      note(serverTimeMs, startedAtMs, endedAtMs)
    },
  }
}

test('nothing is known before an answer told its time', () => {
  expect(createServerClock(steppedClock(0)).offsetMs()).toBeNull()
})

test('the answer that came back quickest is believed', () => {
  const clock = steadyClock()
  clock.note(HOUR_MS + 9_000, 0, 10_000)
  clock.note(HOUR_MS + 100_010, 100_000, 100_020)
  clock.note(HOUR_MS + 200_000, 200_000, 204_000)
  expect(clock.offsetMs()).toBe(HOUR_MS)
})

test('what was told before the machine’s clock was set is forgotten after a few answers', () => {
  const clock = steadyClock()
  clock.note(1_500, 0, 0)
  for (let answer = 0; answer < 8; answer += 1) clock.note(2_000, 1_000, 3_000)
  expect(clock.offsetMs()).toBe(0)
})

test('what a newer answer proves wrong is forgotten at once, however quick it was', () => {
  const clock = steadyClock()
  clock.note(HOUR_MS, 0, 0)
  clock.note(20_000, 10_000, 30_000)
  expect(clock.offsetMs()).toBe(0)
})

test('an answer that came before it was asked for tells nothing', () => {
  const clock = steadyClock()
  clock.note(HOUR_MS, 10_000, 0)
  expect(clock.offsetMs()).toBeNull()
})

test('a clock that is set back is noticed before the next answer, by the time that has elapsed', async () => {
  const machine = steppedClock(0)
  const clock = createServerClock(machine)
  clock.note(5_000, 0, 0)
  await machine.pass(20_000)
  expect([clock.offsetMs(), clock.otherOffsetMs()]).toEqual([5_000, null])
  machine.setBy(-HOUR_MS)
  expect([clock.offsetMs(), clock.otherOffsetMs()]).toEqual([5_000 + HOUR_MS, null])
  clock.note(30_000 + HOUR_MS, machine.nowMs(), machine.nowMs())
  expect(clock.otherOffsetMs()).toBeNull()
})

test('one that went forward was set, or the machine slept: both are told', () => {
  const machine = steppedClock(0)
  const clock = createServerClock(machine)
  clock.note(5_000, 0, 0)
  machine.setBy(HOUR_MS)
  expect([clock.offsetMs(), clock.otherOffsetMs()]).toEqual([5_000, 5_000 - HOUR_MS])
})

test('an answer that agrees after the machine slept ends the doubt, however slow it was', () => {
  const machine = steppedClock(0)
  const clock = createServerClock(machine)
  clock.note(5_000, 0, 0)
  machine.setBy(8 * HOUR_MS)
  const nowMs = machine.nowMs()
  clock.note(nowMs + 5_000 - 200, nowMs - 400, nowMs)
  expect([clock.offsetMs(), clock.otherOffsetMs()]).toEqual([5_000, null])
  machine.setBy(-HOUR_MS)
  expect([clock.offsetMs(), clock.otherOffsetMs()]).toEqual([5_000 + HOUR_MS, null])
})

test('the client learns it from meta.timestamp, of a refusal too', async () => {
  const timestamp = new Date(systemClock.nowMs() + HOUR_MS).toISOString()
  const error = { code: 'NOT_FOUND', message: 'm' }
  const service = await startRawService(
    always(404, JSON.stringify({ success: false, error, meta: { timestamp } })),
  )
  const client = clientFor(service.baseUrl)
  expect(client.serverOffsetMs()).toBeNull()
  await client.readBalance()
  expect(Math.abs((client.serverOffsetMs() ?? 0) - HOUR_MS)).toBeLessThan(5_000)
  await client.close()
  await service.close()
})

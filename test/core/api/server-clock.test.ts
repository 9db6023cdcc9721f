/** How far the service's clock is ahead: from the answers' own time, the quickest answer first. */
import { expect, test } from 'vitest'
import { createServerClock } from '#core/api/server-clock.ts'
import { clientFor, systemClock } from '../../support/api-client.ts'
import { always, startRawService } from '../../support/raw-service.ts'

const HOUR_MS = 3_600_000

test('nothing is known before an answer told its time', () => {
  expect(createServerClock().offsetMs()).toBeNull()
})

test('the answer that came back quickest is believed', () => {
  const clock = createServerClock()
  clock.note(HOUR_MS + 9_000, 0, 10_000)
  clock.note(HOUR_MS + 100_010, 100_000, 100_020)
  clock.note(HOUR_MS + 200_000, 200_000, 204_000)
  expect(clock.offsetMs()).toBe(HOUR_MS)
})

test('what was told before the machine’s clock was set is forgotten after a few answers', () => {
  const clock = createServerClock()
  clock.note(1_500, 0, 0)
  for (let answer = 0; answer < 8; answer += 1) clock.note(2_000, 1_000, 3_000)
  expect(clock.offsetMs()).toBe(0)
})

test('what a newer answer proves wrong is forgotten at once, however quick it was', () => {
  const clock = createServerClock()
  clock.note(HOUR_MS, 0, 0)
  clock.note(20_000, 10_000, 30_000)
  expect(clock.offsetMs()).toBe(0)
})

test('an answer that came before it was asked for tells nothing', () => {
  const clock = createServerClock()
  clock.note(HOUR_MS, 10_000, 0)
  expect(clock.offsetMs()).toBeNull()
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

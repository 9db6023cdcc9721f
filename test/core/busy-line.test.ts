/** A service that asks for patience holds the polls back for as long as it says, and a closed counter for a minute at the most. */
import { expect, onTestFinished, test } from 'vitest'
import { steppedClock } from '../support/clock.ts'
import { startCore, until } from '../support/core.ts'
import { httpAnswer, startRawService } from '../support/raw-service.ts'
import { refusal, validAnswer } from '../support/refused-keys.ts'
import { statusOf } from '../support/selling-status.ts'

const MINUTE_MS = 60_000

test('selling opens again soon after the line is back, whatever the rate limit asked of the polls', async () => {
  const clock = steppedClock()
  let isUp = true
  const answers: Readonly<Record<string, string>> = {
    '/v3/validate': httpAnswer(200, validAnswer),
    '/v3/account/balance': httpAnswer(200, '{"success":true,"data":{"balance":1}}'),
  }
  const busy = httpAnswer(429, refusal('RATE_LIMIT_EXCEEDED'), { 'retry-after': '3600' })
  const wire = await startRawService((socket, { path }) => {
    if (isUp) socket.write(answers[path] ?? busy)
    else socket.destroy()
  })
  onTestFinished(wire.close)
  const service = { baseUrl: wire.baseUrl, billUrl: wire.baseUrl }
  const counter = await startCore({ service, clock, started: false })
  counter.core.start()
  await until('selling is open', async () => (await statusOf(counter)).selling.open)
  await counter.ask('internet.products', { type: 'ADSL' })
  isUp = false
  const checked = counter.tell('connection.check', {})
  await until('selling is closed', async () => {
    await clock.pass(1_000)
    return !(await statusOf(counter)).selling.open
  })
  await checked
  isUp = true
  await clock.pass(MINUTE_MS)
  await until('selling is open again', async () => (await statusOf(counter)).selling.open)
  expect((await statusOf(counter)).connection).toBe('online')
})

/** What runs by itself never stands before the counter, and never spends more attempts of a refused key than were under way. */
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { callLimits } from '#core/api/limits.ts'
import { failedAttemptsMaxCount } from '#shared/limits.ts'
import { serve } from '../../support/client-on-wire.ts'
import { platformRequests } from '../../support/platform-requests/all.ts'
import { httpAnswer } from '../../support/raw-service.ts'
import { refNumber } from '../../support/refs.ts'
import { connect, held, refusal, refused } from '../../support/refused-keys.ts'

const MANY = 12
const { maxBackgroundConnections } = callLimits
const notFound = httpAnswer(404, refusal('NOT_FOUND'))

test('a sale goes out at once, however many polls wait for their answers', async () => {
  const waiting: Socket[] = []
  let answersPolls = false
  const service = await serve((socket, { path }) => {
    if (path === '/v3/internet/send') socket.write(platformRequests.sendInternet.answer)
    else if (answersPolls) socket.write(notFound)
    else waiting.push(socket)
  })
  const { client } = connect(service.baseUrl)
  const polls = Array.from({ length: MANY }, (_, place) =>
    client.background.findInternetByRef(refNumber(place)),
  )
  await expect.poll(() => service.requests.length).toBe(maxBackgroundConnections)
  expect(await platformRequests.sendInternet.ask(client)).toMatchObject({ kind: 'accepted' })
  const before = service.requests.findIndex(({ method }) => method === 'POST')
  expect(before).toBe(maxBackgroundConnections)
  answersPolls = true
  for (const socket of waiting) socket.write(notFound)
  await Promise.all(polls)
  expect(service.requests).toHaveLength(MANY + 1)
})

test('a call that waits for a connection when the key is refused is not sent', async () => {
  const service = await serve((socket) => setTimeout(() => socket.write(refused()), 20))
  const { client } = connect(service.baseUrl)
  const outcomes = await Promise.all(
    Array.from({ length: MANY }, (_, place) => client.background.findInternetByRef(refNumber(place))),
  )
  expect(service.requests).toHaveLength(maxBackgroundConnections)
  expect(outcomes.filter(({ kind }) => kind === 'refused')).toHaveLength(maxBackgroundConnections)
  for (const outcome of outcomes.slice(maxBackgroundConnections)) {
    expect(outcome).toMatchObject(held('key-refused'))
  }
})

test('a sale of the counter is not sent either', async () => {
  const service = await serve((socket) => setTimeout(() => socket.write(refused()), 20))
  const { client } = connect(service.baseUrl, { limits: { maxConnections: 1 } })
  const [, sale] = await Promise.all([client.readBalance(), platformRequests.sendInternet.ask(client)])
  expect(sale).toMatchObject(held('key-refused'))
  expect(service.requests.map(({ path }) => path)).toEqual(['/v3/account/balance'])
})

test('the polls that may be under way together cannot have the address blocked', () => {
  expect(maxBackgroundConnections).toBeLessThan(failedAttemptsMaxCount - 1)
})

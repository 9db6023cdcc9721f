/** What the real transport promises, the tests' in-memory line promises as well: each case runs on both. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { callLimits } from '#core/api/limits.ts'
import { createTransport, type HeldBack, type TransportRequest } from '#core/api/transport.ts'
import { trainingKeys } from '#training/keys.ts'
import { morningMs } from '../../support/clock.ts'
import { until } from '../../support/core.ts'
import { answerAt, lineTransport } from '../../support/line.ts'
import { type LineService, startLineService, startService } from '../../support/training.ts'
import { inVirtualTime, virtualClock } from '../../support/virtual-clock.ts'

const PATIENCE_MS = 20_000
/** A request that leaves arrives within this time: it may be longer, and then the real transport's case shows less. */
const ENOUGH_MS = 20

interface Opened {
  readonly service: LineService
  send(more?: Partial<TransportRequest>, heldBack?: HeldBack): Promise<unknown>
  close(): Promise<void>
  pass(ms: number): Promise<unknown>
}

const transports = {
  async real(limits): Promise<Opened> {
    const service = await startService()
    onTestFinished(service.close)
    const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    return overOf(service, createTransport({ ...callLimits, ...limits }), pass)
  },
  async line(limits) {
    const clock = virtualClock(morningMs())
    return overOf(startLineService(clock), lineTransport(clock, limits), clock.pass)
  },
} satisfies Record<string, (limits: Partial<typeof callLimits>) => Promise<Opened>>

function overOf(
  service: LineService,
  transport: ReturnType<typeof createTransport>,
  pass: Opened['pass'],
): Opened {
  onTestFinished(() => inVirtualTime(transport.close()))
  const headers = { accept: 'application/json', 'x-access-token': trainingKeys.sandbox }
  const request: TransportRequest = {
    ...{ origin: service.baseUrl, method: 'GET', path: '/v3/account/balance', headers, body: null },
    ...{ answerKind: 'message', byItself: false },
  }
  return {
    ...{ service, pass },
    send: (more, heldBack) => inVirtualTime(transport.send({ ...request, ...more }, PATIENCE_MS, heldBack)),
    close: () => inVirtualTime(transport.close()),
  }
}

const path = '/v3/account/balance'
const faultOf = (action: object) => ({ method: 'GET', path, action }) as never
const arrivals = async (service: LineService) => (await service.requests()).length
const held = (service: LineService, count: number) =>
  until(`${count} are held`, async () => (await service.heldCount()) === count)

describe.each(Object.keys(transports) as (keyof typeof transports)[])('the %s transport', (name) => {
  const open = (limits: Partial<typeof callLimits> = {}) => transports[name](limits)

  test('delivers a request once', async () => {
    const { service, send } = await open()
    expect(await send()).toMatchObject({ kind: 'answer', status: 200 })
    expect(await arrivals(service)).toBe(1)
  })

  test('does not send a request that is held back or cannot be written', async () => {
    const { service, send } = await open()
    expect(await send({}, () => 'closed')).toEqual({ kind: 'not-sent', reason: 'closed' })
    const unwritable = { kind: 'not-sent', reason: 'connect-failed' }
    expect(await send({ path: `${path} ` })).toEqual(unwritable)
    expect(await send({ headers: { 'x-access-token': 'a\nb' } })).toEqual(unwritable)
    expect(await arrivals(service)).toBe(0)
  })

  test('reports a cut before an answer and a cut within it', async () => {
    const { service, send } = await open()
    await service.addFaults(faultOf({ do: 'cut', take: true }), faultOf({ do: 'cut-body', take: true }))
    expect(await send()).toMatchObject({ kind: 'lost', reason: 'cut-before-answer', status: null })
    expect(await send()).toMatchObject({ kind: 'lost', reason: 'cut-in-answer', status: 200 })
  })

  test('accepts an answer up to its maximum size', async () => {
    const { send } = await open({ maxBodyBytes: 20 })
    expect(await send()).toMatchObject({ kind: 'lost', reason: 'answer-too-big', status: 200 })
    expect(await send({ answerKind: 'file' })).toMatchObject({ kind: 'answer' })
  })

  test('limits parallel requests to its connections, for each kind', async () => {
    const { service, send, pass } = await open({ maxConnections: 2, maxBackgroundConnections: 1 })
    await service.addFaults(...Array.from({ length: 4 }, () => faultOf({ do: 'hold', take: true })))
    const sent = [send(), send(), send(), send({ byItself: true })]
    await held(service, 3)
    await pass(ENOUGH_MS)
    expect(await arrivals(service)).toBe(3)
    await service.release()
    await held(service, 1)
    await service.release()
    expect(await Promise.all(sent)).toMatchObject(Array.from({ length: 4 }, () => ({ kind: 'answer' })))
  })

  test('cuts open requests when the service ends, and is refused from then on', async () => {
    const { service, send } = await open()
    await service.addFaults(faultOf({ do: 'hold', take: true }))
    const sent = send()
    await held(service, 1)
    await service.close()
    expect(await sent).toMatchObject({ kind: 'lost', reason: 'cut-before-answer' })
    expect(await send()).toEqual({ kind: 'not-sent', reason: 'connection-refused' })
  })

  test('finishes open requests when it is closed, and sends nothing more', async () => {
    const { service, send, close } = await open()
    await service.addFaults(faultOf({ do: 'hold', take: true }))
    const sent = send()
    await held(service, 1)
    let isClosed = false
    const closing = close().then(() => {
      isClosed = true
    })
    expect(await send()).toEqual({ kind: 'not-sent', reason: 'closed' })
    expect(isClosed).toBe(false)
    await service.release()
    expect(await sent).toMatchObject({ kind: 'answer' })
    await closing
    expect(await arrivals(service)).toBe(1)
  })
})

test.fails('an error in the handler of the line fails the test', async () => {
  const clock = virtualClock()
  const { baseUrl } = answerAt(() => {
    throw new Error('a fault of the handler')
  })
  const { send } = overOf({ ...startLineService(clock), baseUrl }, lineTransport(clock), clock.pass)
  expect(await send()).toMatchObject({ kind: 'lost', reason: 'cut-before-answer' })
})

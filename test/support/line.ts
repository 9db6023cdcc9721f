/**
 * An in-memory line: services that answer at addresses nothing listens at, and the transport that carries a core's requests
 * to them by the core's own clock. It keeps what the real transport promises (transport.ts): a request arrives once at the
 * most, and `not-sent` is said only of one that did not leave.
 */
import { onTestFinished } from 'vitest'
import { type CallLimits, callLimits } from '#core/api/limits.ts'
import type { Transport, TransportRequest, TransportResult } from '#core/api/transport.ts'
import type { Clock } from '#core/ports.ts'
import type { Delivery } from '#training/deliver.ts'

/** A request as it arrives. `path` holds the query. */
export interface LineRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What is at an address. It rejects where the connection goes without an answer. */
export type LineHandler = (request: LineRequest) => Promise<Delivery> | Delivery

const handlers = new Map<string, LineHandler>()
const FIRST_PORT = 10_000
const PORTS = 50_000
let addresses = 0

export interface LineAddress {
  readonly baseUrl: string
  /** From now on nothing answers there. */
  close(): void
}

/** Has a handler answer at an address of its own until the test is over. */
export function answerAt(handler: LineHandler): LineAddress {
  addresses += 1
  const baseUrl = `http://127.77.0.1:${FIRST_PORT + (addresses % PORTS)}`
  return { baseUrl, close: answerAgainAt(baseUrl, handler) }
}

/** Has a handler answer at an address that was closed, until the test is over; the answer closes it again. */
export function answerAgainAt(baseUrl: string, handler: LineHandler): () => void {
  handlers.set(baseUrl, handler)
  const close = () => void (handlers.get(baseUrl) === handler && handlers.delete(baseUrl))
  onTestFinished(close)
  return close
}

/** Has the same answer given to every request; keeps the requests. */
export function answerAlways(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): LineAddress & { readonly requests: readonly LineRequest[] } {
  const requests: LineRequest[] = []
  const address = answerAt((request) => {
    requests.push(request)
    return { kind: 'whole', answer: { status, headers, body } }
  })
  return { ...address, requests }
}

/** What the handler at this address answers; nothing there is a cut connection. */
export const deliverAt = async (baseUrl: string, request: LineRequest): Promise<Delivery> =>
  (await handlers.get(baseUrl)?.(request)) ?? { kind: 'cut' }

export const isOnLine = (baseUrl: string): boolean => handlers.has(new URL(baseUrl).origin)

/** `fetch`, for addresses of the line as well. */
export async function fetchAt(url: string, init: RequestInit = {}): Promise<Response> {
  const { origin, pathname, search } = new URL(url)
  if (!handlers.has(origin)) return fetch(url, init)
  const headers = Object.fromEntries(new Headers(init.headers))
  const body = typeof init.body === 'string' ? init.body : ''
  const request = { method: init.method ?? 'GET', path: `${pathname}${search}`, headers, body }
  const delivery = await deliverAt(origin, request)
  if (delivery.kind !== 'whole') throw new TypeError('fetch failed')
  const { status, headers: told, body: bytes } = delivery.answer
  return new Response(typeof bytes === 'string' ? bytes : new Uint8Array(bytes), { status, headers: told })
}

/** Each way. */
const LATENCY_MS = 5

const lost = (reason: 'cut-before-answer' | 'no-answer-in-time'): TransportResult => ({
  kind: 'lost',
  ...{ reason, status: null, headers: {} },
})

/** The transport of one core. Its waits are by `clock`, its bounds those of the product where none are given. */
export function lineTransport(clock: Clock, given: Partial<CallLimits> = {}): Transport {
  const limits = { ...callLimits, ...given }
  const turnOf = createTurns(limits)

  async function exchange(request: TransportRequest, end: (result: TransportResult) => void): Promise<void> {
    const { origin, method, path, headers, body } = request
    if (!handlers.has(origin)) return end({ kind: 'not-sent', reason: 'connection-refused' })
    await pause(clock, LATENCY_MS)
    const arrived = { method, path, headers, body: body ?? '' }
    const delivery = await deliverAt(origin, arrived).catch((): Delivery => ({ kind: 'cut' }))
    await pause(clock, LATENCY_MS)
    end(resultOf(delivery))
  }

  return {
    async send(request, withinMs, heldBack = () => undefined) {
      const deadlineMs = clock.elapsedMs() + withinMs
      const done = await turnOf(request, (isLate) => clock.after(withinMs, isLate))
      if (done === undefined) return { kind: 'not-sent', reason: 'no-connection-in-time' }
      const reason = heldBack()
      if (reason !== undefined) {
        done()
        return { kind: 'not-sent', reason }
      }
      return new Promise<TransportResult>((resolve) => {
        const patienceMs = Math.min(deadlineMs - clock.elapsedMs(), limits.headersMs)
        const cancel = clock.after(patienceMs, () => end(lost('no-answer-in-time')))
        const end = (result: TransportResult) => {
          cancel()
          done()
          resolve(result)
        }
        void exchange(request, end)
      })
    },
    close: async () => undefined,
  }
}

const pause = (clock: Clock, ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))

/** As many requests at a time as the real transport has connections, each kind by itself; the others wait. */
function createTurns({ maxConnections, maxBackgroundConnections, maxFileConnections }: CallLimits) {
  const lanes = new Map<string, { busy: number; readonly waiting: (() => void)[] }>()
  /** Answers what gives the turn back, or undefined where none came in time. */
  return async (
    { origin, answerKind, byItself }: TransportRequest,
    plan: (late: () => void) => () => void,
  ) => {
    const name = `${answerKind} ${byItself} ${origin}`
    const lane = lanes.get(name) ?? { busy: 0, waiting: [] }
    lanes.set(name, lane)
    const most =
      answerKind === 'file' ? maxFileConnections : byItself ? maxBackgroundConnections : maxConnections
    if (lane.busy >= most) {
      const isIn = await new Promise<boolean>((resolve) => {
        const enter = () => {
          cancel()
          resolve(true)
        }
        const cancel = plan(() => {
          lane.waiting.splice(lane.waiting.indexOf(enter), 1)
          resolve(false)
        })
        lane.waiting.push(enter)
      })
      if (!isIn) return undefined
    } else lane.busy += 1
    let isGivenBack = false
    return () => {
      if (isGivenBack) return
      isGivenBack = true
      const next = lane.waiting.shift()
      if (next) next()
      else lane.busy -= 1
    }
  }
}

/** What the transport makes of what comes back, as the real one does. */
export function resultOf(delivery: Delivery): TransportResult {
  if (delivery.kind === 'cut') return lost('cut-before-answer')
  const { status } = delivery.answer
  const body = Buffer.from(delivery.answer.body)
  const told = Object.entries(delivery.answer.headers).map(([name, value]) => [name.toLowerCase(), value])
  const headers = { ...Object.fromEntries(told), 'content-length': String(body.length) }
  if (delivery.kind === 'half') return { kind: 'lost', reason: 'cut-in-answer', status, headers }
  return { kind: 'answer', status, headers, body }
}

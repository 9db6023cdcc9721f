/**
 * An in-memory line: services that answer at addresses nothing listens at, and the transport that carries a core's requests
 * to them by the core's own clock. It keeps what the real transport promises (transport.ts): a request arrives once at the
 * most, and `not-sent` is said only of one that did not leave.
 */
import { onTestFinished } from 'vitest'
import { type CallLimits, callLimits } from '#core/api/limits.ts'
import type {
  HeldBack,
  LostReason,
  Transport,
  TransportRequest,
  TransportResult,
} from '#core/api/transport.ts'
import type { Clock } from '#core/ports.ts'
import type { Delivery } from '#training/deliver.ts'
import { resultOf } from '../simulation/line/line.ts'

/** A request as it arrives. `path` holds the query. */
export interface LineRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * What is at an address. It rejects with AbortError where the connection goes without an answer; any other error fails the
 * running test.
 */
export type LineHandler = (request: LineRequest) => Promise<Delivery> | Delivery

interface Place {
  readonly handler: LineHandler
  /** Resolves when the address is closed: its connections are cut. */
  readonly closed: Promise<Delivery>
}

const places = new Map<string, Place>()
const cut: Delivery = { kind: 'cut' }
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
  const { promise: closed, resolve } = Promise.withResolvers<Delivery>()
  const faults: unknown[] = []
  const place = { handler: keepFaults(handler, faults), closed }
  places.set(baseUrl, place)
  const close = () => {
    if (places.get(baseUrl) === place) places.delete(baseUrl)
    resolve(cut)
  }
  onTestFinished(() => {
    close()
    if (faults.length > 0) throw faults[0]
  })
  return close
}

const isClosing = (error: unknown) => error instanceof Error && error.name === 'AbortError'

const keepFaults =
  (handler: LineHandler, faults: unknown[]): LineHandler =>
  async (request) => {
    try {
      return await handler(request)
    } catch (error) {
      if (!isClosing(error)) faults.push(error)
      throw error
    }
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
  (await places.get(baseUrl)?.handler(request)) ?? cut

export const isOnLine = (baseUrl: string): boolean => places.has(new URL(baseUrl).origin)

/** `fetch`, for addresses of the line as well. */
export async function fetchAt(url: string, init: RequestInit = {}): Promise<Response> {
  const { origin, pathname, search } = new URL(url)
  if (!places.has(origin)) return fetch(url, init)
  const headers = Object.fromEntries(new Headers(init.headers))
  const body = typeof init.body === 'string' ? init.body : ''
  const request = { method: init.method ?? 'GET', path: `${pathname}${search}`, headers, body }
  const delivery = await deliverAt(origin, request)
  if (delivery.kind !== 'whole') throw new TypeError('fetch failed')
  const { status, headers: answerHeaders, body: bytes } = delivery.answer
  return new Response(typeof bytes === 'string' ? bytes : new Uint8Array(bytes), {
    status,
    headers: answerHeaders,
  })
}

/** Each way. */
const LATENCY_MS = 5

const lost = (reason: LostReason): TransportResult => ({
  kind: 'lost',
  ...{ reason, status: null, headers: {} },
})

/** The transport of one core. Its waits are by `clock`, its bounds those of the product where none are given. */
export function lineTransport(clock: Clock, given: Partial<CallLimits> = {}): Transport {
  const limits = { ...callLimits, ...given }
  const turnOf = createTurns(limits)

  /** What comes back of one request that leaves now, unless its address closes before. */
  async function carry(place: Place, { origin, method, path, headers, body }: TransportRequest) {
    await pause(clock, LATENCY_MS)
    if (places.get(origin) !== place) return cut
    const arrived = { method, path, headers, body: body ?? '' }
    const delivery = await deliverAt(origin, arrived).catch(() => cut)
    await pause(clock, LATENCY_MS)
    return delivery
  }

  async function exchange(request: TransportRequest, end: (result: TransportResult) => void): Promise<void> {
    if (!canBeWritten(request)) return end({ kind: 'not-sent', reason: 'connect-failed' })
    const place = places.get(request.origin)
    if (place === undefined) return end({ kind: 'not-sent', reason: 'connection-refused' })
    const delivery = await Promise.race([carry(place, request), place.closed])
    end(boundedBy(limits, request, resultOf(delivery)))
  }

  async function send(request: TransportRequest, withinMs: number, heldBack: HeldBack) {
    const deadlineMs = clock.elapsedMs() + withinMs
    const done = await turnOf(request, (isLate) => clock.after(withinMs, isLate))
    if (done === undefined) return { kind: 'not-sent', reason: 'no-connection-in-time' } as const
    const reason = heldBack()
    if (reason !== undefined) {
      done()
      return { kind: 'not-sent', reason } as const
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
  }

  const underWay = new Set<Promise<unknown>>()
  let closing: Promise<unknown> | undefined
  return {
    async send(request, withinMs, heldBack = () => undefined) {
      if (closing) return { kind: 'not-sent', reason: 'closed' }
      const result = send(request, withinMs, heldBack)
      underWay.add(result)
      return result.finally(() => underWay.delete(result))
    },
    async close() {
      closing ??= Promise.all(underWay)
      await closing
    },
  }
}

/** HTTP/1.1 has no place for other characters: undici refuses such a request before it connects. */
const canBeWritten = ({ path, headers }: TransportRequest): boolean =>
  /^\/[\u0021-\u00ff]*$/.test(path) &&
  Object.values(headers).every((value) => /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value))

function boundedBy(
  limits: CallLimits,
  { answerKind }: TransportRequest,
  result: TransportResult,
): TransportResult {
  const mostBytes = answerKind === 'file' ? limits.maxFileBytes : limits.maxBodyBytes
  if (result.kind !== 'answer' || result.body.length <= mostBytes) return result
  const { status, headers } = result
  return { kind: 'lost', reason: 'answer-too-big', status, headers }
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

/**
 * One HTTP request and its answer, as data. Keeps the invariant that everything else leans on: a request is written to a
 * socket once at the most, and `not-sent` is said only where it is proved that no byte of it left. It never retries and
 * never follows a redirect.
 */
import { type Dispatcher, Pool } from 'undici'
import type { CallLimits } from './limits.ts'
import { type LostReason, lostReason, type NotSentReason, notSentReason } from './transport-reasons.ts'

export interface TransportRequest {
  readonly origin: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** Header names in lower case, repeated headers joined. */
export type AnswerHeaders = Readonly<Record<string, string>>

export type TransportResult =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers: AnswerHeaders
      readonly body: string
    }
  | { readonly kind: 'not-sent'; readonly reason: NotSentReason }
  /** Status and headers where they still came. */
  | {
      readonly kind: 'lost'
      readonly reason: LostReason
      readonly status: number | null
      readonly headers: AnswerHeaders
    }

export interface Transport {
  /** Never rejects. Ends within `totalMs`. */
  send(request: TransportRequest): Promise<TransportResult>
  /** Closes idle connections; requests under way end first. Later ones are not sent. Closing again changes nothing. */
  close(): Promise<void>
}

/** Makes a transport with one keep-alive pool per origin, opened at its first request. */
export function createTransport(limits: CallLimits): Transport {
  const pools = new Map<string, Pool>()
  let closing: Promise<unknown> | undefined
  const poolOf = (origin: string): Pool => {
    const pool = pools.get(origin) ?? new Pool(origin, poolOptions(limits))
    pools.set(origin, pool)
    return pool
  }
  return {
    async send(request) {
      if (closing) return { kind: 'not-sent', reason: 'closed' }
      return exchange(poolOf(request.origin), request, limits.totalMs)
    },
    async close() {
      closing ??= Promise.all([...pools.values()].map((pool) => pool.close()))
      await closing
    },
  }
}

/**
 * Pipelining of one and HTTP/1.1 alone: the two cases in which undici puts a request that it has already written back in
 * its queue are a pipeline behind another request and an HTTP/2 GOAWAY. Certificates are verified whatever the
 * environment says.
 */
const poolOptions = (limits: CallLimits): Pool.Options => ({
  connections: limits.maxConnections,
  pipelining: 1,
  allowH2: false,
  useMilo: false,
  connect: { timeout: limits.connectMs, rejectUnauthorized: true },
  headersTimeout: limits.headersMs,
  bodyTimeout: limits.bodyMs,
  keepAliveTimeout: limits.keepAliveMs,
  keepAliveMaxTimeout: limits.maxKeepAliveMs,
  maxHeaderSize: limits.maxHeaderBytes,
  maxResponseSize: limits.maxBodyBytes,
})

/**
 * Runs one request through a handler of its own. undici calls `onRequestStart` in the same turn in which it writes the
 * first byte and before it does so: until then nothing has left, and from then on nothing is certain. A second start, or
 * one after the deadline, is aborted there, which undici heeds before it writes.
 */
function exchange(pool: Dispatcher, request: TransportRequest, totalMs: number): Promise<TransportResult> {
  return new Promise((resolve) => {
    const answer = { status: null as number | null, headers: {} as AnswerHeaders, chunks: [] as Buffer[] }
    let controller: Dispatcher.DispatchController | undefined
    let over = false

    const end = (result: TransportResult) => {
      if (over) return
      over = true
      clearTimeout(deadline)
      resolve(result)
    }
    const fail = (error: unknown) => {
      if (controller === undefined) return end({ kind: 'not-sent', reason: notSentReason(error) })
      const { status, headers } = answer
      end({ kind: 'lost', reason: lostReason(error, status), status, headers })
    }
    const deadline = setTimeout(() => {
      const late = new DOMException('no answer in time', 'TimeoutError')
      fail(late)
      controller?.abort(late)
    }, totalMs)

    const { method, path, headers, body } = request
    pool.dispatch(
      { method, path, headers, body },
      {
        onRequestStart(started) {
          if (over || controller !== undefined) return started.abort(new Error('a request starts once'))
          controller = started
        },
        onResponseStart(_controller, status, rawHeaders) {
          answer.status = status
          answer.headers = joinHeaders(rawHeaders)
        },
        onResponseData(_controller, chunk) {
          answer.chunks.push(chunk)
        },
        onResponseEnd() {
          const text = decode(answer.chunks)
          if (text === undefined || answer.status === null)
            return fail(new DOMException('not UTF-8', 'EncodingError'))
          end({ kind: 'answer', status: answer.status, headers: answer.headers, body: text })
        },
        onResponseError(_controller, error) {
          fail(error)
        },
      },
    )
  })
}

const joinHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>): AnswerHeaders =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? ''].flat().join(', ')]),
  )

/** Broken text is told apart from whole text here: a replacement character could pass for an id. */
function decode(chunks: readonly Buffer[]): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    return undefined
  }
}

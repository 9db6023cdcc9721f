/**
 * One HTTP request and its answer, as data. Keeps the invariant that everything else leans on: a request is written to a
 * socket once at the most, and `not-sent` is said only where it is proved that no byte of it left. It never retries and
 * never follows a redirect.
 */
import { createSecureContext, type SecureContext } from 'node:tls'
import { type Dispatcher, EnvHttpProxyAgent, errors, Pool } from 'undici'
import { agentThrough, isProxyUsable, type ProxySettings } from './addresses.ts'
import type { HeldReason } from './auth-lockout.ts'
import { type AuthoritySource, ownAuthorities } from './authorities.ts'
import type { CallLimits } from './limits.ts'

/** What the answer may be: each kind has its own bounds and its own connections. */
export type AnswerKind = 'message' | 'file'

export interface TransportRequest {
  readonly origin: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly answerKind: AnswerKind
  /** No person waits for it. */
  readonly byItself: boolean
}

/** Header names in lower case, repeated headers joined. */
export type AnswerHeaders = Readonly<Record<string, string>>

export type TransportResult =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers: AnswerHeaders
      readonly body: Uint8Array
    }
  | { readonly kind: 'not-sent'; readonly reason: NotSentReason }
  /** Status and headers where they still came. */
  | {
      readonly kind: 'lost'
      readonly reason: LostReason
      readonly status: number | null
      readonly headers: AnswerHeaders
    }

export type HeldBack = () => NotSentReason | undefined

export interface Transport {
  /** Never rejects. Ends within `withinMs`. `heldBack` may stop it until its first byte leaves, and says why. */
  send(request: TransportRequest, withinMs: number, heldBack?: HeldBack): Promise<TransportResult>
  /** Closes idle connections; requests under way end first. Later ones are not sent. Closing again changes nothing. */
  close(): Promise<void>
}

/** More than the tries of one look: the doubt is seen before it is settled. */
const QUESTIONS_LOST = 6

/**
 * A line on which every other answer to a POST is lost on its way back, while `isBad` says so, and the answers to the questions
 * that follow it: what was asked for was done.
 */
export function overBadLine(transport: Transport, isBad: () => boolean): Transport {
  let isLost = false
  let questionsToLose = 0
  return {
    ...transport,
    async send(request, withinMs, heldBack) {
      const result = await transport.send(request, withinMs, heldBack)
      if (result.kind !== 'answer' || !isBad()) return result
      const lost = { kind: 'lost', reason: 'cut-before-answer', status: null, headers: {} } as const
      if (request.method === 'GET') {
        if (questionsToLose === 0) return result
        questionsToLose -= 1
        return lost
      }
      isLost = !isLost
      questionsToLose = isLost ? QUESTIONS_LOST : 0
      return isLost ? lost : result
    },
  }
}

/**
 * Makes a transport with one keep-alive pool per origin, kind of answer and who waits for it, opened at its first request.
 * `authorities`: the certificates, as PEM, of those that vouch for a service; Node's own list unless others are given. Another
 * list than before counts from the next request on: no connection that was opened by the former one is used again.
 */
export function createTransport(
  limits: CallLimits,
  proxy?: ProxySettings,
  authorities: AuthoritySource = ownAuthorities,
): Transport {
  const pools = new Map<string, Dispatcher>()
  let closing: Promise<unknown> | undefined
  const former = new Set<Promise<unknown>>()
  /** Asked for with the first request: its source may not be there yet. */
  let trustedBy: readonly string[] = []
  /** Made once a list: it takes some milliseconds, which no connection waits for again. */
  let trusted: SecureContext | undefined
  const trust = () => (trusted ??= createSecureContext({ ca: [...trustedBy] }))
  function heedAuthorities(): void {
    const now = authorities()
    if (now === trustedBy) return
    trustedBy = now
    trusted = undefined
    const closed = Promise.all([...pools.values()].map((pool) => pool.close()))
    pools.clear()
    former.add(closed)
    void closed.finally(() => former.delete(closed))
  }
  const proxyFor = (origin: string) => (origin.startsWith('https:') ? proxy : undefined)
  const poolOf = (request: TransportRequest): Dispatcher => {
    heedAuthorities()
    const { origin, answerKind, byItself } = request
    const name = `${answerKind} ${byItself} ${origin}`
    const open = pools.get(name)
    if (open !== undefined) return open
    const pool = openPool(origin, poolOptions(limits, request, trust), proxyFor(origin))
    pools.set(name, pool)
    return pool
  }
  return {
    async send(request, withinMs, heldBack = () => undefined) {
      if (closing) return { kind: 'not-sent', reason: 'closed' }
      const through = proxyFor(request.origin)
      if (through && !isProxyUsable(through)) return { kind: 'not-sent', reason: 'bad-proxy' }
      return exchange(poolOf(request), request, withinMs, heldBack)
    },
    async close() {
      closing ??= Promise.all([...former, ...[...pools.values()].map((pool) => pool.close())])
      await closing
    },
  }
}

/**
 * Pipelining of one and HTTP/1.1 alone: the two cases in which undici puts a request that it has already written back in
 * its queue are a pipeline behind another request and an HTTP/2 GOAWAY. Certificates are verified whatever the
 * environment says, and by no authority that it adds.
 */
const poolOptions = (
  limits: CallLimits,
  { origin, answerKind, byItself }: TransportRequest,
  trust: () => SecureContext,
) => ({
  connections: connectionsFor(limits, answerKind, byItself),
  pipelining: 1,
  allowH2: false,
  useMilo: false,
  connect: {
    timeout: limits.connectMs,
    rejectUnauthorized: true,
    ...(origin.startsWith('https:') && { secureContext: trust() }),
  },
  headersTimeout: limits.headersMs,
  bodyTimeout: limits.bodyMs,
  keepAliveTimeout: limits.keepAliveMs,
  keepAliveMaxTimeout: limits.maxKeepAliveMs,
  maxHeaderSize: limits.maxHeaderBytes,
  maxResponseSize: answerKind === 'file' ? limits.maxFileBytes : limits.maxBodyBytes,
})

const connectionsFor = (limits: CallLimits, answerKind: AnswerKind, byItself: boolean): number => {
  if (answerKind === 'file') return limits.maxFileConnections
  return byItself ? limits.maxBackgroundConnections : limits.maxConnections
}

/** The proxy must let the tunnel in as soon. */
function openPool(
  origin: string,
  options: ReturnType<typeof poolOptions>,
  proxy: ProxySettings | undefined,
): Dispatcher {
  if (proxy === undefined) return new Pool(origin, options)
  const { connect } = options
  return new EnvHttpProxyAgent({
    ...options,
    ...agentThrough(proxy, connect),
    clientFactory: (url, tunnel) => new Pool(url, { ...tunnel, headersTimeout: connect.timeout }),
  })
}

/**
 * Runs one request through a handler of its own. undici calls `onRequestStart` in the same turn in which it writes the
 * first byte and before it does so: until then nothing has left, and from then on nothing is certain. A second start, or
 * one after the deadline, is aborted there, which undici heeds before it writes.
 */
function exchange(
  pool: Dispatcher,
  request: TransportRequest,
  withinMs: number,
  heldBack: HeldBack,
): Promise<TransportResult> {
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
    }, withinMs)

    const { origin, method, path, headers, body } = request
    pool.dispatch(
      { origin, method, path, headers, body },
      {
        onRequestStart(started) {
          if (over || controller !== undefined) return started.abort(new Error('a request starts once'))
          const reason = heldBack()
          if (reason !== undefined) {
            end({ kind: 'not-sent', reason })
            return started.abort(new Error('a request is held back'))
          }
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
          const { status, headers, chunks } = answer
          if (status === null) return fail(new Error('an answer has a status'))
          end({ kind: 'answer', status, headers, body: Buffer.concat(chunks) })
        },
        onResponseError(_controller, error) {
          fail(error)
        },
      },
    )
  })
}

/** Without a prototype: a header may be named like anything. */
function joinHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): AnswerHeaders {
  const joined: Record<string, string> = Object.create(null)
  for (const [name, value = ''] of Object.entries(headers)) {
    joined[name.toLowerCase()] = typeof value === 'string' ? value : value.join(', ')
  }
  return joined
}

// Why a request did not leave, or why its answer is lost: undici's and Node's error codes in a vocabulary of our own.

export type NotSentReason =
  | 'dns'
  | 'connection-refused'
  | 'no-route'
  | 'connect-timeout'
  | 'tls'
  | 'proxy'
  | 'bad-proxy'
  | 'connect-failed'
  | 'no-connection-in-time'
  | 'closed'
  | HeldReason

export type LostReason =
  | 'no-answer-in-time'
  | 'cut-before-answer'
  | 'cut-in-answer'
  | 'answer-too-big'
  | 'not-http'

const notSentReasons: Readonly<Record<string, NotSentReason>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  ECONNREFUSED: 'connection-refused',
  ENETUNREACH: 'no-route',
  EHOSTUNREACH: 'no-route',
  ENETDOWN: 'no-route',
  EADDRNOTAVAIL: 'no-route',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  TimeoutError: 'no-connection-in-time',
  UND_ERR_PRX_TLS: 'proxy',
  UND_ERR_PRX_CONN: 'proxy',
  /** What undici says of a proxy that refuses the tunnel. Nothing of ours is aborted before it has left. */
  UND_ERR_ABORTED: 'proxy',
  /** Before a request has left, only a tunnel's answer can be waited for. */
  UND_ERR_HEADERS_TIMEOUT: 'proxy',
  UND_ERR_CLOSED: 'closed',
  UND_ERR_DESTROYED: 'closed',
}

/** OpenSSL's verification errors have names of their own; its other errors and Node's share these beginnings. */
const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_|INVALID_)/

/** The reason for a request of which no byte left. */
function notSentReason(error: unknown): NotSentReason {
  const code = codeOf(error)
  return notSentReasons[code] ?? (tlsCodes.test(code) ? 'tls' : 'connect-failed')
}

const lostReasons: Readonly<Record<string, LostReason>> = {
  TimeoutError: 'no-answer-in-time',
  UND_ERR_HEADERS_TIMEOUT: 'no-answer-in-time',
  UND_ERR_BODY_TIMEOUT: 'no-answer-in-time',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'answer-too-big',
  UND_ERR_HEADERS_OVERFLOW: 'answer-too-big',
}

/** The reason for a request that may have left whole. `status` is the answer's, where its headers came. */
function lostReason(error: unknown, status: number | null): LostReason {
  const known = lostReasons[codeOf(error)]
  if (known !== undefined) return known
  if (error instanceof errors.HTTPParserError) return 'not-http'
  return status === null ? 'cut-before-answer' : 'cut-in-answer'
}

/** Errors carry their code in `code`; the transport's own are DOMExceptions, known by their name. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error instanceof DOMException) return error.name
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

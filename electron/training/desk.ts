/**
 * One request in, one answer out: rate limit, route, key, scope, body, resource, in this order. Synchronous from end to
 * end, so that no two requests are ever half done at once, and it never throws: a fault of ours is a 500 as at the service.
 */
import { type Answer, type Host, hosts, type Reply, refuse, refuseFields, toAnswer } from './answer.ts'
import { authenticate } from './auth.ts'
import { isRefusal } from './fields.ts'
import { findKeyHolder } from './keys.ts'
import { settleRefunds } from './orders.ts'
import { countRequest } from './rate-limit.ts'
import { matchRoute, type Route } from './routes.ts'
import type { Store } from './store.ts'

/** A request as it came off the wire. */
export interface Incoming {
  readonly host: Host
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly key: string | undefined
  readonly address: string
  /** null where it was larger than the service reads. */
  readonly body: string | null
}

export interface Desk {
  readonly store: Store
  readonly speed: number
  readonly rateLimit: number
  readonly nowMs: () => number
}

/** Handles one request, money included. */
export function answerRequest(desk: Desk, incoming: Incoming): Answer {
  const { host } = incoming
  const nowMs = desk.nowMs()
  let headers: Readonly<Record<string, string>> = {}
  try {
    settleRefunds(desk.store, nowMs)
    // Limits are documented for platform responses only.
    if (host === 'platform') {
      const rate = countRequest(desk.store, callerName(incoming), desk.rateLimit, nowMs)
      headers = rate.headers
      if (!rate.allowed) {
        return toAnswer(host, refuse(429, 'RATE_LIMIT_EXCEEDED', 'Too many requests'), nowMs, headers)
      }
    }
    return toAnswer(host, replyTo(desk, incoming, nowMs), nowMs, headers)
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
    const failure = refuse(500, hosts[host].internalErrorCode, 'Unexpected failure')
    return toAnswer(host, failure, nowMs, headers)
  }
}

function replyTo(desk: Desk, incoming: Incoming, nowMs: number): Reply {
  const { host, method, path } = incoming
  const match = matchRoute(host, method, path)
  if (match.kind === 'none') return refuse(404, 'NOT_FOUND', `Nothing at ${path}`)
  if (match.kind === 'other-method') {
    const allowed = match.allowed.join(', ')
    return { ...refuse(405, 'METHOD_NOT_ALLOWED', `Use ${allowed}`), headers: { Allow: allowed } }
  }
  const holder = authenticate(desk.store, incoming, nowMs)
  if (isRefusal(holder)) return holder
  if (match.route.scope === 'write' && holder.scope === 'READ-ONLY') {
    // The document does not show this code; it is ours.
    return refuse(403, 'INSUFFICIENT_SCOPE', 'This key may only read')
  }
  const body = readBody(match.route, incoming)
  if (isRefusal(body)) return body
  const { store, speed } = desk
  const { params } = match
  return match.route.answer({
    host,
    holder,
    params,
    query: incoming.query,
    body: body.value,
    store,
    nowMs,
    speed,
  })
}

function readBody({ method }: Route, { host, body }: Incoming) {
  if (body === null) return refuse(413, 'PAYLOAD_TOO_LARGE', 'The request body is too large')
  if (method === 'GET') return { value: null }
  try {
    const value: unknown = JSON.parse(body)
    return { value }
  } catch {
    return refuseFields(host, [{ field: 'body', value: null, reason: 'is not JSON' }])
  }
}

/** Each key has its own allowance; callers without a good key share their address's. */
function callerName({ key, address }: Incoming): string {
  const holder = key === undefined ? undefined : findKeyHolder(key)
  return holder ? `${holder.environment} ${holder.scope}` : `address ${address}`
}

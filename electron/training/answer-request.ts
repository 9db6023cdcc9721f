/**
 * One request in, one answer out: rate limit, route, key, scope, body, resource, in this order. Synchronous from end to
 * end, so that no two requests are ever half done at once, and it never throws: a fault of ours is a 500 as at the service.
 */
import * as z from 'zod'
import { addressBlockMs, failedAttemptsMaxCount } from '#shared/limits.ts'
import {
  type Answer,
  type Host,
  hosts,
  newStamp,
  type Refusal,
  type Reply,
  refuse,
  refuseFields,
  toAnswer,
} from './answer.ts'
import type { Behaviour } from './behaviour/behaviour.ts'
import { settleDue } from './books.ts'
import { isRefusal } from './call.ts'
import { type FailureCode, refuseAs } from './failures.ts'
import type { RandomBytes } from './ids.ts'
import { environmentWord, findKeyHolder, type KeyHolder, type Whitelist } from './keys.ts'
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
  /** The base address that was called, for links in answers. */
  readonly origin: string
  /** null where it was larger than the service reads. */
  readonly body: string | null
}

interface RequestContext {
  readonly store: Store
  readonly speed: number
  readonly seed: number
  readonly whitelist: Whitelist
  readonly rateLimit: number
  readonly behaviour: Behaviour
  readonly nowMs: () => number
  readonly randomBytes: RandomBytes
}

/** A failure that was ordered for one request; `take`: after the request was handled all the same. */
interface Failing {
  readonly as: FailureCode
  readonly take?: boolean | undefined
}

/** Handles one request, money included, unless it is to fail before. */
export function answerRequest(context: RequestContext, incoming: Incoming, failing?: Failing): Answer {
  const { host } = incoming
  const stamp = newStamp(context.nowMs(), context.behaviour, context.randomBytes)
  const { nowMs } = stamp
  let headers: Readonly<Record<string, string>> = {}
  try {
    settleDue(context.store, nowMs)
    const rate = rateOf(context, incoming, nowMs)
    headers = rate.headers
    if (!rate.allowed) return toAnswer(host, refuseAs('RATE_LIMIT_EXCEEDED'), stamp, headers)
    if (failing === undefined) return toAnswer(host, replyTo(context, incoming, nowMs), stamp, headers)
    if (failing.take) replyTo(context, incoming, nowMs)
    return toAnswer(host, refuseAs(failing.as), stamp, headers)
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
    return toAnswer(host, refuseAs(hosts[host].internalErrorCode), stamp, headers)
  }
}

function replyTo(context: RequestContext, incoming: Incoming, nowMs: number): Reply {
  const { host, method, path } = incoming
  const match = matchRoute(host, method, path, context.behaviour)
  if (match.kind === 'none') return refusePath(context.behaviour, path)
  if (match.kind === 'other-method') {
    const allowed = match.allowed.join(', ')
    return { ...refuse(405, 'METHOD_NOT_ALLOWED', `Use ${allowed}`), headers: { Allow: allowed } }
  }
  const { route, params } = match
  const body = readBody(route, incoming)
  const { origin, query } = incoming
  const { store, speed, seed, whitelist, randomBytes, behaviour } = context
  const open = { host, origin, params, query, store, nowMs, speed, seed, whitelist, randomBytes, behaviour }
  if (route.scope === 'open') {
    const refused = behaviour.pingKey === 'asked' ? admit(context, incoming, 'read', nowMs) : body
    return isRefusal(refused) ? refused : route.answer({ ...open, body: null })
  }
  if (behaviour.scopeCheck === 'after-body' && isRefusal(body)) return body
  const holder = admit(context, incoming, route.scope, nowMs)
  if (isRefusal(holder)) return holder
  return isRefusal(body) ? body : route.answer({ ...open, holder, body: body.value })
}

function refusePath({ unknownPath }: Behaviour, path: string): Reply {
  return unknownPath === 'page' ? { ok: false, pageOf: 404 } : refuse(404, unknownPath, `Nothing at ${path}`)
}

/** The key's holder, where this key may do this from this address. */
function admit(
  { store, whitelist, behaviour }: RequestContext,
  incoming: Incoming,
  scope: 'read' | 'write',
  nowMs: number,
): KeyHolder | Refusal {
  const holder = authenticate(store, incoming, behaviour, nowMs)
  if (isRefusal(holder)) return holder
  // The record of a key that is switched off can be read: beyond the document, everything else is API_DISABLED.
  if (!holder.isEnabled && incoming.path !== '/v3/validate') return refuseAs('API_DISABLED')
  const { environment } = holder
  const { address } = incoming
  if (whitelist[environment].length > 0 && !whitelist[environment].includes(address)) {
    const message = `IP ${address} is not allowed for the ${environmentWord[environment]} environment`
    return refuse(403, 'IP_NOT_ALLOWED', message)
  }
  // Scopes are the platform keys' alone: bill payment keys have none. The document does not show this code; it is ours.
  if (incoming.host === 'platform' && scope === 'write' && holder.scope === 'READ-ONLY') {
    return refuse(403, 'INSUFFICIENT_SCOPE', 'This key may only read')
  }
  return holder
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

/** Limits are documented for platform responses; whether bill payment has any is left open. */
function rateOf(
  { store, rateLimit, behaviour }: RequestContext,
  incoming: Incoming,
  nowMs: number,
): RateState {
  const { rateOfBills, rateCaller, rateCheck } = behaviour
  if (incoming.host === 'bill' && rateOfBills === 'none') return freeRate
  const holder = incoming.key === undefined ? undefined : findKeyHolder(incoming.key)
  if (holder === undefined && rateCheck === 'after-key') return freeRate
  // Each key has its own allowance; callers without a good key share their address's.
  const isNamed = holder !== undefined && rateCaller === 'key'
  const name = isNamed ? `${holder.environment} ${holder.scope}` : `address ${incoming.address}`
  const own = incoming.host === 'bill' && rateOfBills === 'own' ? `bill ${name}` : name
  return countRequest(store, own, { limit: rateLimit, behaviour }, nowMs)
}

// Who is calling (service-api.md, "Authentication"). Owns the count of wrong keys by address.

interface Caller {
  readonly host: Host
  readonly key: string | undefined
  readonly address: string
}

const failuresSchema = z.object({ failures: z.int(), blockedUntilMs: z.int().nullable() })

/**
 * Answers the key's holder or the refusal: IP_BLOCKED while the address is blocked, MISSING_ACCESS_TOKEN, INVALID_ACCESS_TOKEN
 * with the attempts left. Whether a missing key counts as a failure, and which attempt is the first to meet the block, is left open.
 */
function authenticate(
  store: Store,
  { host, key, address }: Caller,
  { failuresCounted, failuresForgotten, missingKey, fifthFailure, blockedAttempts }: Behaviour,
  nowMs: number,
): KeyHolder | Refusal {
  const place = failuresCounted === 'together' ? address : `${host} ${address}`
  const past = readFailures(store, place)
  if (isBlocked(past.blockedUntilMs, nowMs)) {
    const blockedUntilMs = blockedAttempts === 'extend' ? nowMs + addressBlockMs : past.blockedUntilMs
    keepFailures(store, place, { ...past, blockedUntilMs })
    return refuseBlocked(address)
  }
  const isMissing = !key
  if (isMissing && missingKey === 'not-counted') return refuseMissing(host)
  const holder = findKeyHolder(key ?? '')
  if (holder) {
    if (failuresForgotten === 'good-key')
      store.prepare('DELETE FROM key_failures WHERE address = ?').run(place)
    return holder
  }
  const failures = (past.blockedUntilMs === null ? past.failures : 0) + 1
  const isLast = failures >= failedAttemptsMaxCount
  keepFailures(store, place, { failures, blockedUntilMs: isLast ? nowMs + addressBlockMs : null })
  if (isLast && fifthFailure === 'IP_BLOCKED') return refuseBlocked(address)
  return isMissing ? refuseMissing(host) : refuseInvalid(failedAttemptsMaxCount - failures)
}

const refuseInvalid = (attemptsLeft: number): Refusal =>
  refuse(401, 'INVALID_ACCESS_TOKEN', 'The access token is not valid', { attemptsLeft })

const refuseBlocked = (address: string): Refusal =>
  refuse(403, 'IP_BLOCKED', `${address} is blocked after too many failed authentication attempts`)

const refuseMissing = (host: Host): Refusal =>
  refuse(hosts[host].missingKeyStatus, 'MISSING_ACCESS_TOKEN', 'The X-Access-Token header is missing')

function keepFailures(
  store: Store,
  address: string,
  { failures, blockedUntilMs }: z.infer<typeof failuresSchema>,
): void {
  store.prepare('INSERT OR REPLACE INTO key_failures VALUES (?, ?, ?)').run(address, failures, blockedUntilMs)
}

function readFailures(store: Store, address: string): z.infer<typeof failuresSchema> {
  const row = store
    .prepare('SELECT failures, blocked_until_ms AS blockedUntilMs FROM key_failures WHERE address = ?')
    .get(address)
  return row === undefined ? { failures: 0, blockedUntilMs: null } : failuresSchema.parse(row)
}

/** A block never lasts longer than its length, even where the machine's clock was set back meanwhile. */
const isBlocked = (untilMs: number | null, nowMs: number) =>
  untilMs !== null && nowMs < untilMs && untilMs - nowMs <= addressBlockMs

// How many requests a caller has left (service-api.md, "Limits"), by a window that the document does not show.

/** Real time, whatever the service's speed. */
const windowsMs: Readonly<Record<Behaviour['rateWindow'], number>> = {
  minute: 60_000,
  'ten-seconds': 10_000,
  'quarter-hour': 900_000,
}
const HOUR_SECONDS = 3_600

const windowSchema = z.object({ startedAtMs: z.int(), used: z.int() })
type RateWindow = z.infer<typeof windowSchema>

interface RateState {
  readonly allowed: boolean
  readonly headers: Readonly<Record<string, string>>
}

/** Of what is not counted. */
const freeRate: RateState = { allowed: true, headers: {} }

interface RateRule {
  readonly limit: number
  readonly behaviour: Behaviour
}

/** Counts one request of `caller`, unless it is past the limit. */
function countRequest(store: Store, caller: string, rule: RateRule, nowMs: number): RateState {
  const { limit, behaviour } = rule
  const window = currentWindow(store, caller, rule, nowMs)
  const allowed = window.used < limit
  const used = allowed ? window.used + 1 : window.used
  const extended = !allowed && behaviour.rateRefused === 'extends'
  const startedAtMs = extended ? nowMs : window.startedAtMs
  if (allowed || extended)
    store.prepare('INSERT OR REPLACE INTO rate_windows VALUES (?, ?, ?)').run(caller, startedAtMs, used)
  const endMs = startedAtMs + windowsMs[behaviour.rateWindow]
  const headers = {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(Math.max(0, limit - used)),
    'X-RateLimit-Reset': String(resetSeconds(behaviour, endMs, nowMs)),
  }
  return { allowed, headers: allowed || behaviour.rateHeaders === 'always' ? headers : {} }
}

function resetSeconds({ rateReset }: Behaviour, endMs: number, nowMs: number): number {
  if (rateReset === 'past') return Math.floor(nowMs / 1_000) - 1
  return Math.ceil(endMs / 1_000) + (rateReset === 'hour-ahead' ? HOUR_SECONDS : 0)
}

/** The window that is running, or a new one; a clock that was set back begins a new one too. */
function currentWindow(store: Store, caller: string, rule: RateRule, nowMs: number): RateWindow {
  const { rateWindow, rateWindowKind } = rule.behaviour
  const lengthMs = windowsMs[rateWindow]
  const row = store
    .prepare('SELECT started_at_ms AS startedAtMs, used FROM rate_windows WHERE caller = ?')
    .get(caller)
  const last = row === undefined ? undefined : windowSchema.parse(row)
  const isRunning = last !== undefined && nowMs >= last.startedAtMs && nowMs < last.startedAtMs + lengthMs
  if (!isRunning) return { startedAtMs: nowMs, used: 0 }
  return rateWindowKind === 'fixed' ? last : refilled(last, { limit: rule.limit, lengthMs, nowMs })
}

/** What was used comes back little by little, and never all at once. */
function refilled(
  { startedAtMs, used }: RateWindow,
  { limit, lengthMs, nowMs }: { readonly limit: number; readonly lengthMs: number; readonly nowMs: number },
): RateWindow {
  const back = Math.floor(((nowMs - startedAtMs) * limit) / lengthMs)
  return back === 0
    ? { startedAtMs, used }
    : { startedAtMs: startedAtMs + Math.floor((back * lengthMs) / limit), used: Math.max(0, used - back) }
}

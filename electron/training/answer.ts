/**
 * Answers as the service words them (service-api.md, "Response envelope"). Owns the two envelopes and what differs
 * between the platform's half and the bill payment half; knows nothing of sockets.
 */
import type { Behaviour } from './behaviour/behaviour.ts'
import { inWordsOf } from './behaviour/refusals.ts'
import { stampTime } from './behaviour/times.ts'
import { newUuid, type RandomBytes } from './ids.ts'

/** A whole HTTP answer, ready to be written or to be spoilt by a fault. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** What a resource answers: its data, a file, one of the service's errors, or a page of a server that knows no such path. */
export type Reply = FoundData | FoundFile | Refusal | Page

export interface FoundData {
  readonly ok: true
  readonly data: unknown
  /** What a list says beside meta.timestamp. */
  readonly meta?: Readonly<Record<string, unknown>>
  /** What stands at the top of the envelope, beside data: the gift card catalog's totals. */
  readonly top?: Readonly<Record<string, unknown>>
  /** 'meta' for the payment link's status, which carries its request id there instead. */
  readonly requestIdIn?: 'meta'
  /** 200 where it is missing. */
  readonly status?: number
}

/** Sent as it is, without an envelope. */
export interface FoundFile {
  readonly ok: true
  readonly bytes: Uint8Array
  /** Content-Type and the like; the request id and the length are added. */
  readonly headers: Readonly<Record<string, string>>
}

export interface Page {
  readonly ok: false
  readonly pageOf: number
}

export interface Refusal {
  readonly ok: false
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is, however the service would word it. */
  readonly isVerbatim?: true
}

/** One field that does not fit, as ERR_VALIDATION names it. */
export interface FieldProblem {
  readonly field: string
  readonly value: unknown
  readonly reason: string
}

/** The two base addresses, and where their wording differs. */
export const hosts = {
  platform: {
    requestIdHeader: 'X-Request-ID',
    missingKeyStatus: 400,
    internalErrorCode: 'INTERNAL_SERVER_ERROR',
    /** The document leaves the platform's details open; the first problem is given in fields. */
    validationDetails: (problems: readonly FieldProblem[]): unknown => problems[0],
  },
  bill: {
    requestIdHeader: 'X-Request-Id',
    missingKeyStatus: 401,
    internalErrorCode: 'INTERNAL_ERROR',
    /** An array that lists every failed field. */
    validationDetails: (problems: readonly FieldProblem[]): unknown =>
      problems.map(({ field, reason }) => `${field}: ${reason}`),
  },
} as const
export type Host = keyof typeof hosts

export const found = (data: unknown, meta?: Readonly<Record<string, unknown>>): FoundData => ({
  ok: true,
  data,
  ...(meta === undefined ? {} : { meta }),
})

export const refuse = (status: number, code: string, message: string, details?: unknown): Refusal => ({
  ok: false,
  status,
  code,
  message,
  ...(details === undefined ? {} : { details }),
})

/** 400 ERR_VALIDATION with the host's own kind of details. */
export function refuseFields(host: Host, problems: readonly [FieldProblem, ...FieldProblem[]]): Refusal {
  const [first] = problems
  const message = `Invalid parameters: ${first.field} ${first.reason}`
  return refuse(400, 'ERR_VALIDATION', message, hosts[host].validationDetails(problems))
}

/** The acknowledgement of a request that the document does not name among those that answer 200. */
export const started = (data: unknown, { startedStatus }: Behaviour): FoundData => ({
  ...found(data),
  status: Number(startedStatus),
})

function envelopeOf(
  { data, meta, top, requestIdIn }: FoundData,
  host: Host,
  { nowMs, requestId, behaviour }: Stamp,
) {
  const timed = { timestamp: stampTime(behaviour, host, nowMs), ...meta }
  const sentData = behaviour.furtherFields === 'some' ? withFurther(data) : data
  return requestIdIn === 'meta'
    ? { success: true, ...top, data: sentData, meta: { ...timed, requestId } }
    : { success: true, ...top, data: sentData, meta: timed, requestId }
}

/** Fields that no table names: in the data, and in each row of a list. */
function withFurther(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withFurther)
  if (typeof data !== 'object' || data === null) return data
  const rows = 'items' in data ? { items: withFurther(data.items) } : {}
  return { ...data, ...rows, __v: 0, channel: 'api', flags: [] }
}

/** What every answer bears: the service's time and a request id of its own, in the service's manner. */
export interface Stamp {
  readonly nowMs: number
  readonly requestId: string
  readonly behaviour: Behaviour
}

const REQUEST_ID_BYTES = 6
const requestIds: Readonly<Record<Behaviour['requestIdForm'], (randomBytes: RandomBytes) => string>> = {
  uuid: newUuid,
  prefixed: (randomBytes) => `req_${Buffer.from(randomBytes(REQUEST_ID_BYTES)).toString('hex')}`,
  number: (randomBytes) => String(Buffer.from(randomBytes(REQUEST_ID_BYTES)).readUIntBE(0, REQUEST_ID_BYTES)),
}

export function newStamp(nowMs: number, behaviour: Behaviour, randomBytes: RandomBytes): Stamp {
  return { nowMs, behaviour, requestId: requestIds[behaviour.requestIdForm](randomBytes) }
}

const contentTypes: Readonly<Record<Behaviour['contentType'], string>> = {
  'with-charset': 'application/json; charset=utf-8',
  bare: 'application/json',
  'upper-case': 'application/json;charset=UTF-8',
}

/** Puts a reply into its envelope, with the request id in the body and in the header. */
export function toAnswer(
  host: Host,
  reply: Reply,
  stamp: Stamp,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const { nowMs, requestId, behaviour } = stamp
  const all = {
    'Content-Type': contentTypes[behaviour.contentType],
    [hosts[host].requestIdHeader]: requestId,
    ...headers,
  }
  if ('pageOf' in reply) return pageAnswer(reply.pageOf, 'Not Found')
  if (reply.ok && 'bytes' in reply) {
    return { status: 200, headers: { ...all, ...reply.headers }, body: reply.bytes }
  }
  if (reply.ok) {
    return {
      status: reply.status ?? 200,
      headers: all,
      body: JSON.stringify(envelopeOf(reply, host, stamp), (_name, value) => asSent(value, behaviour)),
    }
  }
  const refusal = reply.isVerbatim ? reply : inWordsOf(behaviour, host, reply, nowMs)
  const { status, code, message, details } = refusal
  const body = JSON.stringify({ success: false, error: { code, message, details }, requestId })
  return { status, headers: { ...all, ...refusal.headers }, body }
}

/** What arithmetic in binary fractions leaves of an amount with two decimals. */
const BINARY_NOISE = 1e-10

function asSent(value: unknown, { absentFields, amountDigits }: Behaviour): unknown {
  if (value === undefined) return absentFields === 'null' ? null : undefined
  const isNoisy = amountDigits === 'binary-noise' && typeof value === 'number' && !Number.isInteger(value)
  return isNoisy ? value + BINARY_NOISE : value
}

/** What a server says that is no part of the service, or knows no such path. */
export function pageAnswer(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = `<!doctype html><title>${status}</title><h1>${status}</h1><p>${message}</p>`
  return { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers }, body }
}

/**
 * Answers as the service words them (service-api.md, "Response envelope"). Owns the two envelopes and what differs
 * between the platform's half and the bill payment half; knows nothing of sockets.
 */

/** A whole HTTP answer, ready to be written or to be spoilt by a fault. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** What a resource answers: its data, a file, or one of the service's errors. */
export type Reply = FoundData | FoundFile | Refusal

export interface FoundData {
  readonly ok: true
  readonly data: unknown
  /** What a list tells beside meta.timestamp. */
  readonly meta?: Readonly<Record<string, unknown>>
  /** What stands at the top of the envelope, beside data: the gift card catalog's totals. */
  readonly top?: Readonly<Record<string, unknown>>
  /** 'meta' for the payment link's status, which carries its request id there instead. */
  readonly requestIdIn?: 'meta'
}

/** Sent as it is, without an envelope. */
export interface FoundFile {
  readonly ok: true
  readonly bytes: Uint8Array
  /** Content-Type and the like; the request id and the length are added. */
  readonly headers: Readonly<Record<string, string>>
}

export interface Refusal {
  readonly ok: false
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** One field that does not fit, as ERR_VALIDATION tells it. */
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
    /** The document leaves the platform's details open; the first problem is told in fields. */
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

function envelopeOf({ data, meta, top, requestIdIn }: FoundData, nowMs: number, requestId: string) {
  const timed = { timestamp: new Date(nowMs).toISOString(), ...meta }
  return requestIdIn === 'meta'
    ? { success: true, ...top, data, meta: { ...timed, requestId } }
    : { success: true, ...top, data, meta: timed, requestId }
}

/** What every answer bears: the service's time and a request id of its own. */
export interface Stamp {
  readonly nowMs: number
  readonly requestId: string
}

/** Puts a reply into its envelope, with the request id in the body and in the header. */
export function toAnswer(
  host: Host,
  reply: Reply,
  { nowMs, requestId }: Stamp,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const all = {
    'Content-Type': 'application/json; charset=utf-8',
    [hosts[host].requestIdHeader]: requestId,
    ...headers,
  }
  if (reply.ok && 'bytes' in reply) {
    return { status: 200, headers: { ...all, ...reply.headers }, body: reply.bytes }
  }
  if (reply.ok) {
    return { status: 200, headers: all, body: JSON.stringify(envelopeOf(reply, nowMs, requestId)) }
  }
  const { code, message, details } = reply
  const error = { code, message, ...(details === undefined ? {} : { details }) }
  const body = JSON.stringify({ success: false, error, requestId })
  return { status: reply.status, headers: { ...all, ...reply.headers }, body }
}

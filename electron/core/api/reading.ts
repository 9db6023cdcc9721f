/** What a transport result says before anyone asks what it means: its JSON, its correlation id, the service's time. */
import { aboutSchema } from './envelope.ts'
import type { AnswerHeaders, TransportResult } from './transport.ts'

export type Reading =
  | { readonly kind: 'not-sent'; readonly reason: string }
  /** No answer, or none that is JSON. */
  | {
      readonly kind: 'unreadable'
      readonly reason: string
      readonly status: number | null
      readonly requestId: string | null
    }
  | {
      readonly kind: 'message'
      readonly status: number
      readonly json: unknown
      readonly requestId: string | null
      /** meta.timestamp in milliseconds since 1970, where it came. */
      readonly serverTimeMs: number | null
    }

/** Reads a result. Pure, and total: no bytes make it throw. */
export function readResult(result: TransportResult): Reading {
  if (result.kind === 'not-sent') return result
  const fromHeaders = requestIdIn(result.headers)
  const { status } = result
  if (result.kind === 'lost') {
    return { kind: 'unreadable', reason: result.reason, status, requestId: fromHeaders }
  }
  const parsed = parseJson(result.body)
  if (!parsed.ok) {
    const reason = result.body.trim() === '' ? 'empty-answer' : 'not-json'
    return { kind: 'unreadable', reason, status: result.status, requestId: fromHeaders }
  }
  const about = aboutSchema.safeParse(parsed.json).data
  return {
    kind: 'message',
    status: result.status,
    json: parsed.json,
    requestId: correlationId(about?.requestId) ?? correlationId(about?.meta?.requestId) ?? fromHeaders,
    serverTimeMs: timeOf(about?.meta?.timestamp),
  }
}

function parseJson(text: string): { readonly ok: true; readonly json: unknown } | { readonly ok: false } {
  try {
    return { ok: true, json: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}

/** X-Request-Id and X-Request-ID are one header: names are compared in lower case. */
const requestIdIn = (headers: AnswerHeaders): string | null => correlationId(headers['x-request-id'])

/** An id goes into the journal and is read out to support: anything but a short printable word is none. */
function correlationId(value: unknown): string | null {
  return typeof value === 'string' && /^[\x21-\x7e]{1,128}$/.test(value) ? value : null
}

function timeOf(value: unknown): number | null {
  const timeMs = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(timeMs) ? timeMs : null
}

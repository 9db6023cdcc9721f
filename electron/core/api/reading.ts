/**
 * What a transport result says before anyone asks what it means: its JSON or its file, its correlation id, the service's
 * time.
 */
import * as z from 'zod'
import { aboutSchema } from './envelope.ts'
import { separated } from './iso-time.ts'
import type { AnswerHeaders, AnswerKind, TransportResult } from './transport.ts'

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
      /** The JSON, or an AnsweredFile. */
      readonly content: unknown
      /** The JSON text that the content was read from, where it spells everything as it is; see surelyLacks. */
      readonly plainText: string | null
      readonly requestId: string | null
      /** meta.timestamp in milliseconds since 1970, where it came. */
      readonly serverTimeMs: number | null
      /** The Retry-After header as it came, or null. */
      readonly retryAfter: string | null
    }

/** The whole answer of an endpoint that answers with a file, as its schema is given it. */
export interface AnsweredFile {
  readonly headers: AnswerHeaders
  readonly bytes: Uint8Array
}

/** What came back to one try, and what it says. */
export interface Answered {
  readonly result: TransportResult
  readonly reading: Reading
}

/** Reads a result. Pure, and total: no bytes make it throw. A file comes with 200 alone; a refusal of one is JSON. */
export function readResult(result: TransportResult, answerKind: AnswerKind = 'message'): Reading {
  if (result.kind === 'not-sent') return result
  const fromHeaders = requestIdIn(result.headers)
  const { status } = result
  const retryAfter = result.headers['retry-after'] ?? null
  const unreadable = (reason: string): Reading => ({
    kind: 'unreadable',
    reason,
    status,
    requestId: fromHeaders,
  })
  if (result.kind === 'lost') return unreadable(result.reason)
  if (answerKind === 'file' && result.status === 200) {
    const file: AnsweredFile = { headers: result.headers, bytes: result.body }
    return {
      kind: 'message',
      status: 200,
      content: file,
      plainText: null,
      requestId: fromHeaders,
      serverTimeMs: null,
      retryAfter,
    }
  }
  const text = decode(result.body)
  if (text === undefined) return unreadable('not-text')
  const parsed = parseJson(text)
  if (!parsed.ok) return unreadable(text.trim() === '' ? 'empty-answer' : 'not-json')
  const about = readBy(aboutSchema, parsed.json).data
  return {
    kind: 'message',
    status: result.status,
    content: parsed.json,
    plainText: text.includes('\\') ? null : text,
    requestId: correlationId(about?.requestId) ?? correlationId(about?.meta?.requestId) ?? fromHeaders,
    serverTimeMs: timeOf(about?.meta?.timestamp),
    retryAfter,
  }
}

/**
 * Whether it is proved that this word, or any word of this shape, is in no text and no name of the content. Without a
 * backslash JSON spells everything as it is, so that what is read is found in the text; with one it may spell any word in
 * other ways, and proves nothing. A word that JSON cannot spell without a backslash is then not there either.
 */
export const surelyLacks = (plainText: string | null, word: string | RegExp): boolean =>
  plainText !== null && (typeof word === 'string' ? !plainText.includes(word) : !word.test(plainText))

/** Broken text is distinguished from whole text here: a replacement character could pass for an id. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
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
  const timeMs = typeof value === 'string' ? Date.parse(separated(value)) : Number.NaN
  return Number.isFinite(timeMs) ? timeMs : null
}

// Reading what comes from outside by a schema, in code that zod makes of it: a page of a hundred rows is read in a third of
// the time. What that code does not take, zod's own way judges, and so it does for a schema of which no code can be made, or
// where none may be: what is accepted, and as what, is the same. Making the code takes milliseconds, and much of what a
// start asks is asked once: it is made at the second use.

const used = new WeakSet<z.ZodType>()
const compiled = new WeakMap<z.ZodType, z.ZodType>()

/** `schema.safeParse(value)`, faster from the second time on. */
export const readBy = <Value>(schema: z.ZodType<Value>, value: unknown): z.ZodSafeParseResult<Value> =>
  (readerOf(schema) as z.ZodType<Value>).safeParse(value)

function readerOf(schema: z.ZodType): z.ZodType {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  if (!used.has(schema)) {
    used.add(schema)
    return schema
  }
  const made = z.compile(schema)
  compiled.set(schema, made)
  return made
}

/**
 * An error answer of the service as one case of a union, with the details that matter to a person. The details are the
 * service's word and may be missing or odd: what cannot be read is null, and never hides the refusal itself.
 */
import { type Centimes, centimesFromDinars } from './money.ts'
import {
  type CodeOfStatus,
  explainServiceError,
  type ServiceErrorCode,
  type ServiceErrorMeaning,
  type ServiceHost,
  unexplainedError,
} from './service-errors.ts'

/** An error answer as it was read from the wire: the document's error shape, its status and its Retry-After header. */
export interface ServiceErrorAnswer {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details: unknown
  /** The header as it came, or null. */
  readonly retryAfter: string | null
}

/** A field that the service refused, in the words of the service. `field` is null where it names none. */
export interface RefusedField {
  readonly field: string | null
  readonly reason: string | null
}

type Details =
  | { readonly code: 'INVALID_ACCESS_TOKEN'; readonly attemptsLeft: number | null }
  /** The shop's own address, as the service sees it. */
  | { readonly code: 'IP_NOT_ALLOWED'; readonly address: string | null }
  | {
      readonly code: 'INSUFFICIENT_BALANCE'
      readonly requiredCentimes: Centimes | null
      readonly availableCentimes: Centimes | null
    }
  /** Every failed field, in the order of the answer; empty where the answer lists none. */
  | { readonly code: 'ERR_VALIDATION'; readonly fields: readonly RefusedField[] }
  | { readonly code: 'ERR_PHONE'; readonly number: string | null; readonly reason: string | null }
  | { readonly code: PausingCode; readonly retryAfterMs: number | null }

type PausingCode = 'RATE_LIMIT_EXCEEDED' | 'AUTH_UNAVAILABLE' | 'SERVICE_UNAVAILABLE' | 'PARTNER_UNAVAILABLE'

type Case =
  | Details
  | { readonly code: Exclude<ServiceErrorCode, Details['code']> }
  /** No row explains it. */
  | { readonly code: 'unexplained'; readonly spelled: string; readonly status: number }

export type ServiceRefusal = Case & {
  readonly meaning: ServiceErrorMeaning
  /** The service's own sentence, in its own language. */
  readonly message: string
}

/** An error answer that a row of the table explains. */
export type ExplainedRefusal = Exclude<ServiceRefusal, { readonly code: 'unexplained' }>

/**
 * Reads an error answer. Pure, and total: no answer makes it throw. `nowMs` is for a Retry-After that is a date,
 * `codeOfStatus` is the endpoint's own.
 */
export function readServiceRefusal(
  host: ServiceHost,
  answer: ServiceErrorAnswer,
  nowMs: number,
  codeOfStatus?: CodeOfStatus,
): ServiceRefusal {
  const { message } = answer
  const row = explainServiceError(host, answer.status, answer.code, codeOfStatus)
  if (row === undefined) {
    const { code: spelled, status } = answer
    return { code: 'unexplained', spelled, status, meaning: unexplainedError, message }
  }
  const { on, money, resend, next } = row
  return { ...caseOf(row.code, answer, nowMs), meaning: { on, money, resend, next }, message }
}

function caseOf(code: ServiceErrorCode, answer: ServiceErrorAnswer, nowMs: number): Case {
  const { details, message } = answer
  switch (code) {
    case 'INVALID_ACCESS_TOKEN':
      return { code, attemptsLeft: count(member(details, 'attemptsLeft')) }
    case 'IP_NOT_ALLOWED':
      return { code, address: addressIn(message) }
    case 'INSUFFICIENT_BALANCE': {
      const requiredCentimes = amount(member(details, 'required'))
      return { code, requiredCentimes, availableCentimes: amount(member(details, 'available')) }
    }
    case 'ERR_VALIDATION':
      return { code, fields: refusedFields(details) }
    case 'ERR_PHONE':
      return { code, number: word(member(details, 'number')), reason: word(member(details, 'reason')) }
    case 'RATE_LIMIT_EXCEEDED':
    case 'AUTH_UNAVAILABLE':
    case 'SERVICE_UNAVAILABLE':
    case 'PARTNER_UNAVAILABLE':
      return { code, retryAfterMs: retryAfterMs(answer.retryAfter, nowMs) }
    default:
      return { code }
  }
}

/** A member of an object of the wire by its own name, never by one that it inherits. */
function member(details: unknown, name: string): unknown {
  if (typeof details !== 'object' || details === null) return undefined
  return Object.entries(details).find(([key]) => key === name)?.[1]
}

const count = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null

const MAX_WORD_CHARACTERS = 200
const word = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, MAX_WORD_CHARACTERS) : null

function amount(value: unknown): Centimes | null {
  const read = typeof value === 'number' ? centimesFromDinars(value) : undefined
  return read?.ok ? read.value : null
}

/** The first IPv4 or IPv6 address that a sentence names, or null. */
export function addressIn(message: string): string | null {
  const words = message.split(/[^0-9A-Fa-f.:]+/).map((part) => part.replace(/^[.:]?(?=[0-9])|[.:]+$/g, ''))
  return words.find((part) => isIpv4(part) || isIpv6(part)) ?? null
}

const isIpv4 = (text: string): boolean => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text)

/** Groups of hexadecimal digits: eight, or fewer around one `::`. */
function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const wide = isIpv4(last) ? [...groups.slice(0, -1), '0', '0'] : groups
  const fits = halves.length === 2 ? wide.length < 8 && wide.length > 0 : wide.length === 8
  return fits && wide.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))
}

/** More than any form has fields. */
const MAX_REFUSED_FIELDS = 50

/** Bill payment lists sentences that begin with the field's path; the platform gives one object, field and value. */
function refusedFields(details: unknown): readonly RefusedField[] {
  const listed = Array.isArray(details) ? details.slice(0, MAX_REFUSED_FIELDS) : [details]
  return listed.flatMap((entry) => refusedField(entry) ?? [])
}

/** `account.ade.pay_key: must be …`, or the same without the colon; other sentences name no field. */
const fieldSentence = /^"?([a-z][\w.[\]]*)"?(?::\s*|\s+(?=(?:must|is|should|has)\b))(\S.*)$/s

function refusedField(entry: unknown): RefusedField | undefined {
  const sentence = word(entry)
  if (sentence !== null) {
    const [, field, reason] = fieldSentence.exec(sentence) ?? []
    return field !== undefined && reason !== undefined ? { field, reason } : { field: null, reason: sentence }
  }
  const field = word(member(entry, 'field')) ?? word(member(entry, 'path'))
  const reason = word(member(entry, 'reason')) ?? word(member(entry, 'message'))
  return field === null && reason === null ? undefined : { field, reason }
}

/** A header that asks for longer is taken to ask for this. */
const MAX_RETRY_AFTER_MS = 86_400_000

/** A Retry-After header in milliseconds from now, or null: whole seconds, or an HTTP date. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  const value = header?.trim() ?? ''
  const waitMs = /^[0-9]{1,10}$/.test(value) ? Number(value) * 1_000 : Date.parse(httpDate(value)) - nowMs
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS) : null
}

/** Date.parse takes much that is no date; an HTTP date names its day and ends in GMT. */
const httpDate = (value: string): string => (/^[A-Z][a-z]{2,8}, .+ GMT$/.test(value) ? value : '')

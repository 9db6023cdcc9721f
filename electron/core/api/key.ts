/**
 * The API key's way through this module: read from the vault for one call, put into its header, and taken out of whatever
 * the other side may have echoed. It is never kept, logged or put into an outcome; a salted digest knows it again.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { err, ok, type Result } from '#shared/result.ts'
import type { ServiceErrorCode } from '#shared/service-errors.ts'
import type { Clock, KeyRefusal, KeyVault } from '../ports.ts'
import { within } from '../within.ts'
import type { CallOutcome } from './outcome.ts'
import { type Reading, surelyLacks } from './reading.ts'

export type KeyProblem = `key-${KeyRefusal['problem']}`

/** What can stand in a header unchanged. */
const headerSafe = /^[\x21-\x7e]{1,512}$/

/** Whether a text can be a key at all; nothing of its meaning is read from it. service-api.md, "Authentication", 1. */
export const canBeKey = (text: string): boolean => headerSafe.test(text)

/** Asks the vault, for `keyMs` at the most: a keychain that waits for a person must not hold a call for ever. */
export async function takeKey(
  readKey: KeyVault['readKey'],
  keyMs: number,
  clock: Clock,
): Promise<Result<string, KeyProblem>> {
  const answer = await within(clock, keyMs, readKey())
  if (answer === undefined) return err('key-unavailable')
  if (!answer.ok) return err<KeyProblem>(`key-${answer.error.problem}`)
  if (answer.value === '') return err('key-none')
  return canBeKey(answer.value) ? ok(answer.value) : err('key-malformed')
}

const SALT_BYTES = 16
export const newSalt = (): string => randomBytes(SALT_BYTES).toString('base64')

/** By which a key is known again without being kept; base64. */
export const digestOfKey = (key: string, salt: string): string =>
  createHmac('sha256', salt).update(key).digest('base64')

const MASK = '***'

/** Deeper than any answer of the document. What lies below is left out: it is read by nobody, and a walk has an end. */
const MAX_DEPTH = 20

/**
 * Takes the key out of an answer wherever the other side repeats it, before anything reads the answer: a text that was cut
 * could hide half a key, and a wrapped one the whole. What is made from the reading is then free of it as well. A file's
 * bytes are left as they are: they are a document of the biller's, kept and proved by its digest, and no text of ours is
 * made from them.
 */
export function concealKey(reading: Reading, key: string): Reading {
  if (reading.kind === 'not-sent') return reading
  const requestId = reading.requestId?.replaceAll(key, MASK) ?? null
  if (reading.kind === 'unreadable') return { ...reading, requestId }
  const { content, plainText } = reading
  if (surelyLacks(plainText, key) || !needsConcealing(content, key, MAX_DEPTH))
    return { ...reading, requestId }
  // The text has the key in it, and is no longer what the content is.
  return { ...reading, requestId, content: concealIn(content, key, MAX_DEPTH), plainText: null }
}

/** Whether `concealIn` would change anything. */
function needsConcealing(value: unknown, key: string, depthLeft: number): boolean {
  if (typeof value === 'string') return value.includes(key)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false
  if (depthLeft === 0) return true
  if (Array.isArray(value)) return value.some((item) => needsConcealing(item, key, depthLeft - 1))
  return Object.entries(value).some(
    ([name, item]) => name.includes(key) || needsConcealing(item, key, depthLeft - 1),
  )
}

/** Numbers stay: they are counts and money, and a key is no number. */
function concealIn(value: unknown, key: string, depthLeft: number): unknown {
  if (typeof value === 'string') return value.replaceAll(key, MASK)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  if (depthLeft === 0) return null
  const inside = (item: unknown) => concealIn(item, key, depthLeft - 1)
  if (Array.isArray(value)) return value.map(inside)
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name.replaceAll(key, MASK), inside(item)]),
  )
}

// What the end of a call says against its key. Pure: the service's words as the auth lockout counts them.

/**
 * `key`: a failed attempt. `address`: the block that follows from too many. `place`: every call would fail, but asking again
 * costs no attempt. API_DISABLED is none of them: it costs no attempt, and what is switched off at one base address may be
 * on at the other, so each call hears it for itself.
 */
export type RefusedBy = 'key' | 'address' | 'place'

const refusals: Readonly<Partial<Record<ServiceErrorCode, RefusedBy>>> = {
  INVALID_ACCESS_TOKEN: 'key',
  MISSING_ACCESS_TOKEN: 'key',
  IP_BLOCKED: 'address',
  IP_NOT_ALLOWED: 'place',
}

/** Any 401 is a failed attempt, whatever its body says or fails to say: the service may have counted it. */
export const isUnauthorized = ({ evidence }: CallOutcome<unknown>): boolean => evidence.httpStatus === 401

/** Who was refused, or undefined where the outcome has nothing against the key. service-api.md, "Authentication". */
export function refusedBy(outcome: CallOutcome<unknown>): RefusedBy | undefined {
  if (isUnauthorized(outcome)) return 'key'
  return outcome.kind === 'refused' ? refusals[outcome.refusal.code] : undefined
}

/** How many attempts the service says are left before it blocks the address; null where it does not say. */
export function reportedAttemptsLeft(outcome: CallOutcome<unknown>): number | null {
  if (outcome.kind !== 'refused') return null
  const { refusal } = outcome
  return refusal.code === 'INVALID_ACCESS_TOKEN' ? refusal.attemptsLeft : null
}

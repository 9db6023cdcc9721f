/**
 * Entries and attempts as support reads them. Pure. Invariant: only fields that are named here leave: no code of a card, sealed
 * or not, no request, no name of a customer or of who worked at the counter, nothing that a person typed as a reason but how
 * long it is, and of numbers their two ends.
 */
import type { Moment } from '#shared/history.ts'
import { productOf } from '#shared/products/orders.ts'
import { momentsOf } from '../history/history.ts'
import type { Entry } from '../journal/entry.ts'

interface RedactedEntry {
  readonly sequence: number
  readonly at: string
  /** Null where it is of no sale. */
  readonly ref?: string | null
  readonly kind: string
  readonly [fact: string]: unknown
}

export const redactedEntries = (entries: readonly Entry[]): readonly RedactedEntry[] =>
  momentsOf(entries).map(({ who: _who, atMs, said, why, reason, print, ...moment }, place) => {
    const body = entries[place]?.body
    return {
      ...moment,
      at: new Date(atMs).toISOString(),
      reason: reason === null ? null : maskNumbers(reason),
      said: said === null ? null : maskNumbers(said),
      ...(why !== null && { whyLength: why.length }),
      ...(print && { print: paperOf(print) }),
      ...(body && 'ref' in body && { ref: body.ref }),
      ...(body?.kind === 'sale-recorded' && {
        order: productOf(body.order).redactedOf(body.order, maskNumber),
      }),
    }
  })

const paperOf = ({ printer: _printer, ...paper }: NonNullable<Moment['print']>) => paper

interface RedactedAttempt {
  readonly ref: string
  readonly attempt: number
  readonly startedAt: string
  /** Null while it runs, or where its end is not among the entries. */
  readonly endedAt: string | null
  readonly outcome: string | null
  readonly reason: string | null
  readonly requestId: string | null
}

/** The attempts that these entries began, with how each ended. Entries of several sales may be mixed. */
export function attemptsIn(entries: readonly Entry[]): readonly RedactedAttempt[] {
  const attempts = new Map<string, RedactedAttempt>()
  const running = new Map<string, string>()
  for (const { atMs, body } of entries) {
    if (body.kind === 'attempt-started') {
      const { ref, attempt } = body
      const key = `${ref} ${attempt}`
      running.set(ref, key)
      const startedAt = new Date(atMs).toISOString()
      attempts.set(key, {
        ref,
        attempt,
        startedAt,
        endedAt: null,
        outcome: null,
        reason: null,
        requestId: null,
      })
    }
    const end = endOf(body)
    const key = end && running.get(end.ref)
    const begun = key === undefined ? undefined : attempts.get(key)
    if (!end || key === undefined || !begun) continue
    attempts.set(key, { ...begun, ...end, endedAt: new Date(atMs).toISOString() })
    running.delete(end.ref)
  }
  return [...attempts.values()]
}

function endOf(body: Entry['body']) {
  switch (body.kind) {
    case 'accepted':
      return { ref: body.ref, outcome: body.kind, reason: null, requestId: body.requestId }
    case 'refused':
      return { ref: body.ref, outcome: body.kind, reason: body.code, requestId: body.requestId }
    case 'not-sent':
      return { ref: body.ref, outcome: body.kind, reason: maskNumbers(body.reason), requestId: null }
    case 'doubted':
      return {
        ref: body.ref,
        outcome: body.kind,
        reason: maskNumbers(body.reason),
        requestId: body.requestId,
      }
    default:
      return undefined
  }
}

// Numbers as support reads them: enough for who knows the number, too little for who does not. Pure.

/** Telephone, account and card numbers are longer; amounts, times of day and codes of errors shorter. */
const longNumber = /\p{Nd}(?:[\p{Zs}.\-/]?\p{Nd}){5,}/gu

const SHOWN_AT_START = 3
const SHOWN_AT_END = 2

export const maskNumber = (number: string): string => {
  const hidden = Math.max(0, number.length - SHOWN_AT_START - SHOWN_AT_END)
  return number.length < 6
    ? '•'.repeat(number.length)
    : number.slice(0, SHOWN_AT_START) + '•'.repeat(hidden) + number.slice(-SHOWN_AT_END)
}

/** A text of a person's or of the service's, whatever numbers it holds. */
export const maskNumbers = (text: string): string => text.replace(longNumber, maskNumber)

/** Telephone numbers of the country alone, where a text is full of other numbers that mean something: times and sizes. */
const telephone = /(?<![\p{Nd}\p{L}])(?:\+?213|0)[2-7]\p{Nd}{7,8}(?![\p{Nd}\p{L}])/gu

export const maskTelephones = (text: string): string => text.replace(telephone, maskNumber)

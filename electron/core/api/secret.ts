/**
 * What of an answer must not be seen: a card's code and serial. Knows where answers carry them, and keeps that whoever writes it into a log, a message, JSON or a
 * template gets dots, and that the text comes out only where it is asked for by name.
 */
import type { Reading } from './reading.ts'

/** A text that is not seen by accident. */
export interface Secret {
  /** The text itself: for the slip and for the journal's encryption, and for nothing else. */
  reveal(): string
  toString(): string
  toJSON(): string
}

const DOTS = '•••'

/** Wraps a text. The wrapper holds it in a closure, so that no walk over its fields finds it. */
export const makeSecret = (text: string): Secret =>
  Object.freeze({ reveal: () => text, toString: () => DOTS, toJSON: () => DOTS })

/** The end of a code that is kept for recognition. A code too short to hide the rest shows nothing. */
const TAIL_LENGTH = 4
export const tailOf = (code: string): string | null =>
  code.length >= 2 * TAIL_LENGTH ? code.slice(-TAIL_LENGTH) : null

/** The names under which answers carry them (service-api.md, "Internet top-up order" and "Gift card order"). */
const secretNames = new Set(['card_code', 'serial', 'pin'])
const namesInCards = new Set([...secretNames, 'value', 'code'])

/** Deeper than any answer of the document, and more than an order or a page of its list delivers. */
const MAX_DEPTH = 20
const MAX_SECRETS = 500

/** The secrets of cards in an answer, before anything judges it: one of a shape that nobody can read holds them as well. */
export function cardSecretsIn(reading: Reading): readonly string[] {
  if (reading.kind !== 'message') return []
  return [...secretsIn(reading.content, secretNames, MAX_DEPTH)].slice(0, MAX_SECRETS)
}

/** What stands under `names` in this value, and deeper under the names that hold there. */
function* secretsIn(value: unknown, names: ReadonlySet<string>, depthLeft: number): Generator<string> {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || depthLeft === 0) return
  for (const [name, held] of Object.entries(value)) {
    if (names.has(name) && (typeof held === 'string' || typeof held === 'number')) yield String(held)
    const below = Array.isArray(value) ? names : name === 'cards' ? namesInCards : secretNames
    yield* secretsIn(held, below, depthLeft - 1)
  }
}

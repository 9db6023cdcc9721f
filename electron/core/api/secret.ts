/**
 * What of an answer must not be seen: a card's code and serial. Knows where answers carry them, and keeps that whoever writes it into a log, a message, JSON or a
 * template gets dots, and that the text comes out only where it is asked for by name.
 */
import { type Reading, surelyLacks } from './reading.ts'

/** A text that is not seen by accident. */
export interface Secret {
  /** The text itself: for the slip and for the journal's encryption, and for nothing else. */
  reveal(): string
  toString(): string
  toJSON(): string
}

const DOTS = '•••'

const toDots = () => DOTS

/** Wraps a text. The wrapper holds it in a closure, so that no walk over its fields finds it. */
export const makeSecret = (text: string): Secret =>
  Object.freeze({ reveal: () => text, toString: toDots, toJSON: toDots })

/** The end of a code that is kept for recognition. A code too short to hide the rest shows nothing. */
const TAIL_LENGTH = 4
export const tailOf = (code: string): string | null =>
  code.length >= 2 * TAIL_LENGTH ? code.slice(-TAIL_LENGTH) : null

/** The names under which answers carry them (service-api.md, "Internet top-up order" and "Gift card order"). */
const secretNames = new Set(['card_code', 'serial', 'pin'])
const namesInCards = new Set([...secretNames, 'value', 'code'])

/** Where no name ends so, there are no secrets. With the mark that ends it, for `pin` is in many a word. */
const namesInText = new RegExp(`(?:${[...secretNames, 'cards'].join('|')})"`)

/** Deeper than any answer of the document, and more than an order or a page of its list delivers. */
const MAX_DEPTH = 20
const MAX_SECRETS = 500

/** The secrets of cards in an answer, before anything judges it: one of a shape that nobody can read holds them as well. */
export function cardSecretsIn(reading: Reading): readonly string[] {
  if (reading.kind !== 'message' || surelyLacks(reading.plainText, namesInText)) return []
  const found: string[] = []
  if (isHolder(reading.content)) collectSecrets(reading.content, secretNames, MAX_DEPTH, found)
  return found
}

type Holder = Readonly<Record<string, unknown>>

/** What has names, or is a list. */
const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array)

const namesBelow = (value: Holder, name: string, names: ReadonlySet<string>): ReadonlySet<string> => {
  if (Array.isArray(value)) return names
  return name === 'cards' ? namesInCards : secretNames
}

/** Collects what stands under `names` in this value, and deeper under the names that hold there. */
function collectSecrets(value: Holder, names: ReadonlySet<string>, depthLeft: number, found: string[]): void {
  if (depthLeft === 0) return
  for (const name of Object.keys(value)) {
    const held = value[name]
    if (found.length === MAX_SECRETS) return
    if (isHolder(held)) collectSecrets(held, namesBelow(value, name, names), depthLeft - 1, found)
    else if (names.has(name) && (typeof held === 'string' || typeof held === 'number'))
      found.push(String(held))
  }
}

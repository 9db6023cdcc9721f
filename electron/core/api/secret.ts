/**
 * A text that must not be seen by accident: a card's code. Keeps that whoever writes it into a log, a message, JSON or a
 * template gets dots, and that the text comes out only where it is asked for by name.
 */
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

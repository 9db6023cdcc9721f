/**
 * Ids and references that nothing else has. Owns their shapes; the bytes come from the service's options, so that a
 * simulated day can be played again.
 */
import { hash } from 'node:crypto'

/** `count` bytes by chance. */
export type RandomBytes = (count: number) => Uint8Array

const HEX_DIGITS_PER_BYTE = 2
const UUID_BYTES = 16

/** `count` lower-case hexadecimal digits; an even number of them. */
export const newHexId = (randomBytes: RandomBytes, count: number): string =>
  Buffer.from(randomBytes(count / HEX_DIGITS_PER_BYTE)).toString('hex')

/** A UUID of version 4. */
export function newUuid(randomBytes: RandomBytes): string {
  const bytes = Buffer.from(randomBytes(UUID_BYTES))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

// Made-up values that look like chance and are always the same for the same text.

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

/** `count` decimal digits, 32 at most. */
export function digitsFrom(text: string, count: number): string {
  const bytes = digest(text)
  return Array.from({ length: count }, (_, place) => (bytes[place] ?? 0) % 10).join('')
}

/** Another id of the same thing, of 24 hexadecimal digits. */
export const ownIdOf = (id: string): string => digest(`own ${id}`).toString('hex').slice(0, 24)

/** A whole number from `min` to `max`. */
export const numberFrom = (text: string, min: number, max: number): number =>
  min + (digest(text).readUInt32BE() % (max - min + 1))

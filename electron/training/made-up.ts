/** Made-up values that look like chance and are always the same for the same text. */
import { createHash } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

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

/** The one way an entry becomes bytes, and the hash that chains it to the entry before. Both hold for ever. */
import { hash } from 'node:crypto'

/** What entry 1 follows. */
export const firstPreviousHash = '0'.repeat(64)

/**
 * JSON with keys in code-unit order, no spaces, properties without a value left out. Halves of a surrogate pair, which
 * a service may send and UTF-8 cannot hold, become U+FFFD here, so that what is read back is what was hashed.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.toWellFormed())
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key.toWellFormed())}:${canonicalJson(member)}`)
  return `{${members.join(',')}}`
}

/**
 * SHA-256, in hexadecimal, over the previous entry's hash (as hexadecimal text) followed by the canonical JSON of
 * `{ atMs, body, sequence }`. `bodyText` is the body's canonical JSON, as the entries table holds it.
 */
export const hashEntry = (
  previousHash: string,
  entry: { readonly sequence: number; readonly atMs: number; readonly bodyText: string },
): string =>
  hash(
    'sha256',
    `${previousHash}{"atMs":${entry.atMs},"body":${entry.bodyText},"sequence":${entry.sequence}}`,
    'hex',
  )

/**
 * Ids and references that nothing else has. Owns their shapes; the bytes come from the service's options, so that a
 * simulated day can be played again.
 */

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

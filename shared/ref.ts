/**
 * The ref: the shop's own name for a sale, made once at confirmation, on disk before the first byte leaves, sent to the
 * service, never replaced. Twenty-six characters of Crockford's base 32: 48 bits of time, so that refs sort by age, and
 * 80 random bits. service-api.md, "Limits", allows 100 characters.
 */
import * as z from 'zod'

export type Ref = string & { readonly __brand: 'Ref' }

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LENGTH = 10
/** Of the time that a ref can hold. */
const LAST_MS = 2 ** 48 - 1
const SHAPE = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

export const isRef = (value: unknown): value is Ref => typeof value === 'string' && SHAPE.test(value)

/** Whether this names another order of ours. A word that is no ref of ours is a name of the service's own: it says nothing. */
export const namesAnother = (name: string | null, ref: Ref): boolean => isRef(name) && name !== ref

export const refSchema = z.custom<Ref>(isRef, 'not a ref')

/** Makes a ref from a time in milliseconds since 1970 and ten random bytes. Throws RangeError on anything else. */
export function makeRef(atMs: number, randomBytes: Uint8Array): Ref {
  if (!Number.isSafeInteger(atMs) || atMs < 0 || atMs > LAST_MS) throw new RangeError(`not a time: ${atMs}`)
  if (randomBytes.length !== 10) throw new RangeError('a ref takes ten random bytes')
  const random = randomBytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  return (encode(BigInt(atMs), TIME_LENGTH) + encode(random, 16)) as Ref
}

/** When a ref was made, in milliseconds since 1970, by the clock of its machine. */
export const refMadeAtMs = (ref: Ref): number =>
  [...ref.slice(0, TIME_LENGTH)].reduce((sum, character) => sum * 32 + ALPHABET.indexOf(character), 0)

/** The first ref that may be made `afterMs` behind this one. What only looks like a ref may hold any time. */
export const refBehind = (ref: Ref, afterMs: number): Ref =>
  makeRef(Math.min(refMadeAtMs(ref) + afterMs, LAST_MS), new Uint8Array(10))

function encode(value: bigint, length: number): string {
  return Array.from(
    { length },
    (_, place) => ALPHABET[Number((value >> BigInt(5 * (length - 1 - place))) & 31n)],
  ).join('')
}

/** The code that a customer with a queued sale shows to pick it up: the ref's last six characters, in two groups. */
export const pickUpCode = (ref: Ref): string => `${ref.slice(-6, -3)}-${ref.slice(-3)}`

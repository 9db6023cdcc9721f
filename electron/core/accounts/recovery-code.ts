/**
 * The recovery code: a journal's key as a person can read it off paper. Fifty-five characters of Crockford's base 32 in
 * eleven groups: 256 bits of key and 19 bits of check, which knows the journal, so that a slip of the pen and another
 * journal's paper are both told before anything is tried. Pure.
 */
import { createHash } from 'node:crypto'
import { SEAL_KEY_BYTES } from '../journal/seal.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const CHARACTERS = 55
const GROUP = 5
const CHECK_BITS = 19n

/** The code of `key` for the journal, in groups. Throws where the key is not SEAL_KEY_BYTES long. */
export function writeRecoveryCode(key: Uint8Array, journalId: string): string {
  if (key.length !== SEAL_KEY_BYTES) throw new Error(`a key of ${key.length} bytes has no recovery code`)
  const value = (numberOf(key) << CHECK_BITS) | checkOf(key, journalId)
  const characters = Array.from(
    { length: CHARACTERS },
    (_, place) => ALPHABET[Number((value >> BigInt(5 * (CHARACTERS - 1 - place))) & 31n)],
  ).join('')
  return characters.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? characters
}

/**
 * The key that a typed code stands for, however it is grouped and in either case, O read as 0 and I and L as 1. Undefined
 * where it is mistyped or belongs to another journal.
 */
export function readRecoveryCode(typed: string, journalId: string): Uint8Array | undefined {
  const characters = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Dash}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const digits = [...characters].map((character) => ALPHABET.indexOf(character))
  if (digits.length !== CHARACTERS || digits.includes(-1)) return undefined
  const value = digits.reduce((sum, digit) => (sum << 5n) | BigInt(digit), 0n)
  const hex = (value >> CHECK_BITS).toString(16).padStart(2 * SEAL_KEY_BYTES, '0')
  const key = Uint8Array.from(Buffer.from(hex, 'hex'))
  return checkOf(key, journalId) === (value & ((1n << CHECK_BITS) - 1n)) ? key : undefined
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

function checkOf(key: Uint8Array, journalId: string): bigint {
  const digest = createHash('sha256').update(`comptoir recovery ${journalId} `).update(key).digest()
  return BigInt(digest.readUInt32BE(0)) >> (32n - CHECK_BITS)
}

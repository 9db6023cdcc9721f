/** PINs as they are kept: a scrypt digest with a salt of its own. A PIN itself is in no entry, file, log or event. */
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import type { PinDigest } from '../journal/till-entry.ts'

const SALT_BYTES = 16
const DIGEST_BYTES = 32
/** About 50 ms of a counter's machine, and 32 MB while it lasts: a million PINs take half a day. */
const COST = 2 ** 15
const MAX_MEMORY_BYTES = 256 * 2 ** 20

const digestOf = (pin: string, salt: Buffer, cost: number): Buffer =>
  scryptSync(pin, salt, DIGEST_BYTES, { N: cost, r: 8, p: 1, maxmem: MAX_MEMORY_BYTES })

export function digestPin(pin: string): PinDigest {
  const salt = randomBytes(SALT_BYTES)
  return { salt: salt.toString('hex'), cost: COST, digest: digestOf(pin, salt, COST).toString('hex') }
}

/** It takes as long for a wrong PIN as for the right one. */
export const isPin = (pin: string, { salt, cost, digest }: PinDigest): boolean =>
  timingSafeEqual(digestOf(pin, Buffer.from(salt, 'hex'), cost), Buffer.from(digest, 'hex'))

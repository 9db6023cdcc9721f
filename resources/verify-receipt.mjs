/**
 * `npm run --silent verify-receipt -- TEXT PUBLIC-KEY`: checks the signed text that a receipt carries as a QR code, with the
 * shop's public key (64 hexadecimal digits, or a file that holds them). No database, no network, no package; any Node from 20 on
 * runs this one file by itself.
 *
 * Ends with 0 and what the receipt says where the shop has signed just that, with 1 where it has not, with 2 where there is no
 * such text or key. A true text on a copied slip is true as well: the ref, held against the shop's journal, tells how things
 * stand now.
 */
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** Letters and digits that a QR code takes in the fewest modules, and that every keyboard scanner types the same. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const SIGNATURE_BYTES = 64
const SHAPE =
  /^C1\.([0-7][0-9A-HJKMNP-TV-Z]{25})\.(\d{1,15})\.([A-Z-]{1,12})\.(\d{1,13})\.([0-9A-F]{16})\.([0-9A-F]{16})\.([0-9A-HJKMNP-TV-Z]{103})$/

/** The DER of an Ed25519 public key, up to its 32 bytes. */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

/** What is signed: the text before its signature, and what it is, so that no other signature of this key passes for one. */
export const signedPart = (text) => Buffer.from(`comptoir receipt\n${text}`)

/** Bytes in base 32, five bits a sign, the last one filled up with zeros. */
export function toBase32(bytes) {
  let text = ''
  let value = 0
  let bits = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += ALPHABET[(value >> bits) & 31]
    }
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text
}

/** The bytes of a base 32 text; undefined where its last sign is not filled up with zeros: one signature has one text. */
function fromBase32(text, length) {
  const bytes = new Uint8Array(length)
  let value = 0
  let bits = 0
  let at = 0
  for (const sign of text) {
    value = (value << 5) | ALPHABET.indexOf(sign)
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes[at] = value >> bits
      at += 1
    }
    value &= (1 << bits) - 1
  }
  return value === 0 && at === length ? bytes : undefined
}

/** What a receipt's text says, without a word on whether it is true; undefined where it is no such text. Never throws. */
export function readProof(text) {
  const found = SHAPE.exec(text.trim())
  if (!found) return undefined
  const [, ref, amount, state, seconds, head, keyId, signature] = found
  const bytes = fromBase32(signature, SIGNATURE_BYTES)
  if (!bytes) return undefined
  return {
    ref,
    amountCentimes: Number(amount),
    state,
    madeAtMs: Number(seconds) * 1_000,
    head: head.toLowerCase(),
    keyId: keyId.toLowerCase(),
    signed: text.trim().slice(0, -signature.length - 1),
    signature: bytes,
  }
}

/** Whether the owner of this public key (64 hexadecimal digits) has signed just this text. Throws on what is no key. */
export function isProvenBy(text, publicKey) {
  const proof = readProof(text)
  if (!proof) return false
  const der = Buffer.concat([SPKI_HEAD, Buffer.from(publicKey, 'hex')])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, signedPart(proof.signed), key, proof.signature)
}

function readKey(given) {
  const text = /^[0-9a-f]{64}$/i.test(given) ? given : readFileSync(given, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error('not 64 hexadecimal digits')
  return text.toLowerCase()
}

function main([text, key]) {
  if (text === undefined || key === undefined) {
    process.stderr.write('Usage: npm run --silent verify-receipt -- TEXT PUBLIC-KEY\n')
    return 2
  }
  const proof = readProof(text)
  if (!proof) {
    process.stderr.write('This is not the signed text of a receipt.\n')
    return 2
  }
  let isTrue
  try {
    isTrue = isProvenBy(text, readKey(key))
  } catch (error) {
    process.stderr.write(`The public key cannot be read: ${error.message}\n`)
    return 2
  }
  const { ref, amountCentimes, state, madeAtMs, head } = proof
  const amount = (amountCentimes / 100).toFixed(2)
  const when = new Date(madeAtMs).toISOString()
  const facts = `${ref}, ${amount} DA, ${state.toLowerCase()}, made at ${when}, the journal then ending in ${head}`
  if (!isTrue) {
    process.stdout.write(`FALSE: the shop of this key has not signed ${facts}\n`)
    return 1
  }
  process.stdout.write(`TRUE: ${facts}\n`)
  return 0
}

/** The counter's program holds this file within its own, is begun with arguments of its own, and never is this script. */
function isStartedAlone() {
  if (!import.meta.url.endsWith('.mjs')) return false
  try {
    return import.meta.url === pathToFileURL(realpathSync(process.argv[1] ?? '')).href
  } catch {
    return false
  }
}

if (isStartedAlone()) process.exitCode = main(process.argv.slice(2))

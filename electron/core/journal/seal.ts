/**
 * The seal on what a journal must hold and must not show: card codes. AES-256-GCM with the journal's own key, which lies
 * in the system's keychain. Each text is bound to its sale and field, so that it opens nowhere else.
 *
 * A sealed text is `1.<nonce>.<ciphertext and tag>`, both in base64url; the 1 is the version of this form.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Journal } from './journal.ts'

/** What is sealed: the code and the serial of one delivered card. */
type SealedField = 'card'

export type SealProblem =
  /** Not a sealed text, or one of a version that is not known here. */
  | 'malformed'
  /** It does not open: another key sealed it, or it is not this sale's. The chain proves that nobody changed it since. */
  | 'wrong-key'

export interface Seal {
  /** Seals a text; no two are alike, even of the same text. */
  seal(ref: Ref, field: SealedField, text: string): string
  /** Opens what `seal` made for the same sale and field. Never throws. */
  open(ref: Ref, field: SealedField, sealed: string): Result<string, SealProblem>
}

const VERSION = '1'
const CIPHER = 'aes-256-gcm'
export const SEAL_KEY_BYTES = 32
/** Random nonces of this length are safe for some four thousand million texts under one key. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A seal with this key. Throws where it is not SEAL_KEY_BYTES long: a short key is a fault of ours. */
export function createSeal(key: Uint8Array): Seal {
  if (key.length !== SEAL_KEY_BYTES) throw new Error(`a key of ${key.length} bytes seals nothing`)
  // A copy of its own: whoever holds the first may wipe it.
  const ownKey = Uint8Array.from(key)
  return {
    seal(ref, field, text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, ownKey, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(bindingOf(ref, field))
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [VERSION, nonce.toString('base64url'), hidden.toString('base64url')].join('.')
    },
    open(ref, field, sealed) {
      const parts = partsOf(sealed)
      if (!parts) return err('malformed')
      const decipher = createDecipheriv(CIPHER, ownKey, parts.nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(bindingOf(ref, field))
      decipher.setAuthTag(parts.tag)
      try {
        return ok(Buffer.concat([decipher.update(parts.hidden), decipher.final()]).toString('utf8'))
      } catch {
        return err('wrong-key')
      }
    },
  }
}

const bindingOf = (ref: Ref, field: SealedField): Buffer =>
  Buffer.from(`comptoir ${VERSION} ${ref} ${field}`, 'utf8')

function partsOf(sealed: string) {
  const [version, ...parts] = sealed.split('.')
  const [nonce, body, ...more] = parts.map(bytesOf)
  if (version !== VERSION || more.length > 0) return undefined
  if (nonce?.length !== NONCE_BYTES || body === undefined || body.length < TAG_BYTES) return undefined
  return { nonce, hidden: body.subarray(0, -TAG_BYTES), tag: body.subarray(-TAG_BYTES) }
}

/** Undefined where the text is not exactly what these bytes are written as: Node reads past what it does not know. */
function bytesOf(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}

// Whether a key is the one that sealed a journal's cards, by trying it on some of them. Owns which: the newest and the
// oldest, so that a journal of two keys is found out as well.

/** Sales of either end whose cards are tried. */
const TRIED_SALES = 10

export interface SealedCard {
  readonly ref: Ref
  readonly sealed: string
}

/** The sealed cards to try a key on; none where the journal holds none. */
export function sealedCards(journal: Pick<Journal, 'listSealed'>): readonly SealedCard[] {
  const sales = [...journal.listSealed(TRIED_SALES), ...journal.listSealed(TRIED_SALES, 'oldest')]
  return sales.flatMap(({ ref, cards }) =>
    cards.flatMap(({ sealed }) => (sealed === null ? [] : [{ ref, sealed }])),
  )
}

/** Whether the key opens one of the cards, or there is none to open: another key opens none. */
export const opensSome = (key: Uint8Array, cards: readonly SealedCard[]): boolean =>
  cards.length === 0 || cards.some(openerOf(key))

/** Whether each of the cards opens with one of the keys. */
export function opensAll(keys: readonly Uint8Array[], cards: readonly SealedCard[]): boolean {
  const openers = keys.map(openerOf)
  return cards.every((card) => openers.some((opens) => opens(card)))
}

function openerOf(key: Uint8Array) {
  const seal = createSeal(key)
  return ({ ref, sealed }: SealedCard): boolean => seal.open(ref, 'card', sealed).ok
}

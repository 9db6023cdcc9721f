/**
 * The version file: what its maker says of the product's versions, signed. Owns its shape and what makes it genuine. Pure.
 *
 * Invariant: nothing of a file is read before one of the trusted keys has signed its very text. Every installer is named in it
 * with its hash, so that this signature covers all that is ever installed.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as z from 'zod'
import { timeMsSchema } from '#shared/time.ts'
import { versionSchema } from '#shared/updates.ts'
import { parseJson } from '../json-file.ts'

/** Of a path no part is taken: a file lies beside the version file, or nowhere. */
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/)
const MAX_FILE_BYTES = 1_000_000_000
const MAX_WITHDRAWN = 1_000

const updateFileSchema = z.object({
  name: fileName,
  bytes: z.int().positive().max(MAX_FILE_BYTES),
  /** Base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
})
export type UpdateFile = z.infer<typeof updateFileSchema>

const versionFileSchema = z.object({
  format: z.literal(1),
  /** Higher in each file than in the one before: an older one cannot be put in the place of a newer. */
  number: z.int().positive(),
  latest: versionSchema,
  releasedAtMs: timeMsSchema,
  /** The share of machines that install the latest by themselves. */
  percent: z.number().min(0).max(100),
  withdrawn: z.array(versionSchema).max(MAX_WITHDRAWN),
  /** By system and processor, such as `win32-x64`. */
  files: z.record(z.string(), updateFileSchema),
})
export type VersionFile = z.infer<typeof versionFileSchema>

const envelopeSchema = z.object({
  /** The file's own text, to the letter: what is signed. */
  signed: z.string(),
  /** By one key each, base64. */
  signatures: z.array(z.string()).min(1).max(10),
})

/** Before the text that is signed, so that a signature of something else by the same key is none of a version file. */
export const signedPrefix = 'comptoir version file 1\n'

/** A key as it is kept in resources/updates.json: SPKI in base64. Undefined where it is no Ed25519 key. */
export function readPublicKey(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

/** The file of a text, or undefined where it is not genuine. */
export function readVersionFile(text: string, keys: readonly KeyObject[]): VersionFile | undefined {
  const json = parseJson(text)
  const envelope = json.ok ? envelopeSchema.safeParse(json.value).data : undefined
  if (envelope === undefined) return undefined
  const { signed, signatures } = envelope
  const bytes = Buffer.from(signedPrefix + signed)
  const isSigned = keys.some((key) =>
    signatures.some((signature) => verify(null, bytes, key, Buffer.from(signature, 'base64'))),
  )
  if (!isSigned) return undefined
  const content = parseJson(signed)
  return content.ok ? versionFileSchema.safeParse(content.value).data : undefined
}

/**
 * The version file: what its maker says of the product's versions, signed. Owns its shape and what makes it genuine. Pure.
 *
 * Invariant: nothing of a file is read before one of the trusted keys has signed its very text. Every installer is named in it
 * with its hash, so that this signature covers all that is ever installed.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import * as z from 'zod'
import { timeMsSchema } from '#shared/dates.ts'
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

// What follows from a version file for the version that runs. Pure: file, version, machine and time in, a judgement out.

/** A newer version that everybody may have for so long should be on this machine. */
const OLD_AFTER_MS = 7 * 86_400_000
const PERCENT = 100

export interface Judgement {
  /** The newest version, where it is newer than this one and not withdrawn. */
  readonly newer: string | undefined
  /** It could not take over a journal here. */
  readonly hasFailed: boolean
  /** A newer one has been there for everybody for some time. */
  readonly isOld: boolean
  readonly isWithdrawn: boolean
  /** What this machine is to fetch and install by itself. */
  readonly wanted: { readonly version: string; readonly file: UpdateFile } | undefined
}

export const nothingKnown: Judgement = {
  newer: undefined,
  hasFailed: false,
  isOld: false,
  isWithdrawn: false,
  wanted: undefined,
}

interface Machine {
  /** The version that runs. */
  readonly version: string
  /** Its name, drawn once. */
  readonly machineId: string
  /** System and processor, such as `win32-x64`. */
  readonly target: string
  /** Versions that could not take over a journal here. */
  readonly failed: readonly string[]
}

export function judge(file: VersionFile, machine: Machine, nowMs: number): Judgement {
  const { version, machineId, target, failed } = machine
  const { latest, withdrawn, percent } = file
  const isWithdrawn = withdrawn.includes(version)
  const isNewer = isNewerThan(latest, version) && !withdrawn.includes(latest)
  if (!isNewer) return { ...nothingKnown, isWithdrawn }
  const isOld = percent === PERCENT && nowMs - file.releasedAtMs >= OLD_AFTER_MS
  // Who runs a version that was taken back does not wait for its turn.
  const isItsTurn = isWithdrawn || drawOf(machineId, latest) < percent
  const hasFailed = failed.includes(latest)
  const found = isItsTurn && !hasFailed && Object.hasOwn(file.files, target) ? file.files[target] : undefined
  return { newer: latest, hasFailed, isOld, isWithdrawn, wanted: found && { version: latest, file: found } }
}

/** By their three numbers; what is no such version is older than any. */
export function isNewerThan(version: string, than: string): boolean {
  const [one, other] = [numbersOf(version), numbersOf(than)]
  const place = one.findIndex((number, at) => number !== other[at])
  return place !== -1 && (one[place] ?? 0) > (other[place] ?? 0)
}

const numbersOf = (version: string): readonly number[] => {
  const numbers = version.split('.').map(Number)
  return numbers.length === 3 && numbers.every(Number.isSafeInteger) ? numbers : [-1, -1, -1]
}

/** From 0 to 100, 100 excluded: the same each time for a machine, and another for each version. */
export function drawOf(machineId: string, version: string): number {
  const bytes = createHash('sha256').update(`${machineId} ${version}`).digest()
  return (bytes.readUInt32BE(0) / 2 ** 32) * PERCENT
}

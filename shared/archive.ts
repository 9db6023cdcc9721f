/** The signed archive of a shift or of a day: one file that is checked with nothing but itself and the shop's public key. */
import * as z from 'zod'
import { timeMsSchema } from './dates.ts'
import { shopDaySchema } from './reconciliation.ts'

/** A closed shift with its Z, or a day of the shop's. */
export const archivedSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('z'), number: z.int().positive() }),
  z.strictObject({ kind: z.literal('day'), day: shopDaySchema }),
])
export type Archived = z.infer<typeof archivedSchema>

/** An Ed25519 public key: its 32 bytes in hexadecimal. */
export const publicKeySchema = z.string().regex(/^[0-9a-f]{64}$/)

export const archiveProblems = [
  /** The keychain lacks the key that signed the archives before. */
  'key-lost',
  /** The keychain cannot be used now. */
  'keychain',
  /** There is no such Z, or nothing in the journal of this day. */
  'nothing-there',
  /** The folder is not there, or cannot be written to. */
  'folder',
] as const
export type ArchiveProblem = (typeof archiveProblems)[number]

/** The archive that was made last since the counter was opened. */
const lastArchiveSchema = z.object({
  of: archivedSchema,
  atMs: timeMsSchema,
  /** Null where it could not be made: `problem` says why, `detail` in the system's words. */
  path: z.string().nullable(),
  problem: z.enum(archiveProblems).nullable(),
  detail: z.string(),
})

export const archiveViewSchema = z.object({
  /** Where archives are put by themselves at each close of a shift; null where nobody has chosen a folder. */
  folder: z.string().nullable(),
  /** Null until the keychain was asked for it. */
  publicKey: publicKeySchema.nullable(),
  /** The key of the last archive of this journal, where it is another one. */
  earlierKey: publicKeySchema.nullable(),
  keyProblem: z.enum(archiveProblems).nullable(),
  last: lastArchiveSchema.nullable(),
})
export type ArchiveView = z.infer<typeof archiveViewSchema>

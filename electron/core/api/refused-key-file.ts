/**
 * What the auth lockout keeps beyond the end of the process, in `<dataDir>/refused-key.json` and its like, one an account: without it each start would
 * spend an attempt of its own on a refused key, up to the block. Owns the file; it holds a salted digest and never the key.
 * It only ever spares attempts, so a file that cannot be read or written is logged and keeps nobody from starting.
 */
import { readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { codeOf, syncFolder, writeDurably } from '../durable-file.ts'
import { journalName } from '../journal/paths.ts'
import type { AccountName, Log } from '../ports.ts'

const refusedKeySchema = z.strictObject({
  version: z.literal(1),
  /** Drawn once for each memory: a digest says nothing to who compares files. Both base64. */
  salt: z.string().min(1),
  digest: z.string().min(1),
  by: z.enum(['key', 'address']),
  furtherAttempts: z.int().nonnegative(),
  /** As `AttemptsLeft`. */
  left: z.strictObject({
    count: z.int().nonnegative(),
    isTold: z.boolean(),
    atMs: z.int().nonnegative(),
  }),
})

/** The lockout's state while a key or the address stands refused. */
export type RefusedKey = Readonly<Omit<z.infer<typeof refusedKeySchema>, 'version'>>

export interface RefusedKeyMemory {
  /** undefined where no key stands refused, or nobody knows. Never throws. */
  recall(): RefusedKey | undefined
  /** Replaces what was kept. Never throws. */
  keep(refused: RefusedKey): void
  /** Never throws. */
  forget(): void
}

/** For a lockout that forgets at the end of the process. */
export const noMemory: RefusedKeyMemory = { recall: () => undefined, keep: () => {}, forget: () => {} }

/** Each account has its own, because each has its own key; training's is the one without a name. */
export function refusedKeyPath(dataDir: string, name: AccountName): string {
  return join(
    dataDir,
    name.environment === 'training' ? 'refused-key.json' : `refused-key.${journalName(name)}.json`,
  )
}

/** The memory of an account's key. Nothing is read or made before it is asked. */
export function refusedKeyFile(dataDir: string, name: AccountName, log: Log): RefusedKeyMemory {
  const path = refusedKeyPath(dataDir, name)
  const attempt = (what: string, work: () => void): void => {
    try {
      work()
    } catch (fault) {
      log.write('warn', what, { fault: codeOf(fault) ?? 'not the shape of this file' })
    }
  }
  return {
    recall() {
      let refused: RefusedKey | undefined
      attempt('the file of the refused key cannot be read, treated as none', () => {
        refused = read(path)
      })
      return refused
    },
    keep: (refused) =>
      attempt('the refused key cannot be kept', () =>
        writeDurably(path, `${JSON.stringify({ version: 1, ...refused }, null, 2)}\n`),
      ),
    forget: () =>
      attempt('the refused key cannot be forgotten', () => {
        rmSync(path, { force: true })
        // A power cut must not bring the refusal back for a key that is good by now.
        syncFolder(dirname(path))
      }),
  }
}

function read(path: string): RefusedKey | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (fault) {
    if (codeOf(fault) === 'ENOENT') return undefined
    throw fault
  }
  const { version: _version, ...refused } = refusedKeySchema.parse(JSON.parse(text))
  return refused
}

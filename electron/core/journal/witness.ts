/**
 * `<name>.witness`: where the chain ended at the last commit, kept outside the database. The chain proves that nothing
 * inside it was changed; it cannot prove that its end was not cut off (a WAL that was removed, an old copy put back).
 * Invariant: the witness is written after the commit that it names, so it is never ahead of a file that is whole.
 * It is flushed when the journal is opened and closed, and left to the system in between: one fsync a commit. So after a
 * power cut it may name an earlier end; only one that was written as the journal was closed says that nothing came after.
 */
import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import * as z from 'zod'
import { codeOf, setAside, syncFolder } from '../durable-file.ts'
import type { ChainEnd } from './entries.ts'

/** One disk sector: written whole or not at all. */
const WITNESS_BYTES = 512

const witnessSchema = z.strictObject({
  journalId: z.string(),
  sequence: z.int().positive(),
  hash: z.string(),
  /** Written as the journal was closed. The next opening takes it back, durably, before anything can be recorded. */
  isLast: z.literal(true).optional(),
})
export type WitnessRecord = z.infer<typeof witnessSchema>

export interface Witness {
  /** Writes in place. Throws the system's error. */
  write(end: ChainEnd): void
  /** Writes, durably, that the journal ends with `end`; not where it has named a later entry before. */
  conclude(end: ChainEnd): void
  close(): void
}

/** `undefined`: there is none. 'broken': it says nothing, which is no proof of a loss. Throws where it may not be read. */
export function readWitness(path: string): WitnessRecord | 'broken' | undefined {
  try {
    if (isFolder(path)) return 'broken'
    const parsed = witnessSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    return parsed.success ? parsed.data : 'broken'
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    if (error instanceof SyntaxError) return 'broken'
    throw error
  }
}

/** Opens the witness and has it name `end`, durably; a folder in its place is set aside. Throws the system's error. */
export function openWitness(path: string, journalId: string, end: ChainEnd): Witness {
  const file = openForUpdate(path)
  let highest = 0
  function write(record: Omit<WitnessRecord, 'journalId'>): void {
    highest = Math.max(highest, record.sequence)
    const text = JSON.stringify({ journalId, ...record } satisfies WitnessRecord)
    writeSync(file, `${text.padEnd(WITNESS_BYTES - 1)}\n`, 0)
  }
  const witness: Witness = {
    write: ({ sequence, hash }) => write({ sequence, hash }),
    conclude({ sequence, hash }) {
      // A file that has come to harm may read as if it ended sooner than it did.
      if (sequence >= highest) write({ sequence, hash, isLast: true })
      fsyncSync(file)
    },
    close: () => closeSync(file),
  }
  try {
    witness.write(end)
    ftruncateSync(file, WITNESS_BYTES)
    fsyncSync(file)
    syncFolder(dirname(path))
    return witness
  } catch (error) {
    witness.close()
    throw error
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

function openForUpdate(path: string): number {
  if (isFolder(path)) setAside(path, (number) => `${basename(path)}.set-aside-${number}`)
  try {
    return openSync(path, 'r+')
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return openSync(path, 'w')
  }
}

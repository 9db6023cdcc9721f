/**
 * `<name>.checkpoint`: up to which entry the journal was last found whole, and when. An opening then checks what came after
 * and takes the rest on trust, for a while. It stands outside the database, tied to the journal's id, to the hash of its last
 * entry and to the file as we left it, so that it cannot speak for another file, nor for one that somebody wrote to.
 * Invariant: it is written after a check of everything and at no other time; what it cannot see (a disk that forgets a bit
 * without being written to) is found by the next full check, MAX_AGE_MS later at the latest.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import * as z from 'zod'
import { codeOf, setAside, syncFolder } from '../durable-file.ts'
import { migrations } from './migrations.ts'
import type { JournalPaths } from './paths.ts'

const checkpointSchema = z.strictObject({
  journalId: z.string(),
  /** The version of the tables that were compared. */
  version: z.int().positive(),
  sequence: z.int().positive(),
  hash: z.string(),
  /** How many sales, attempts and print jobs there were. */
  sales: z.int().nonnegative(),
  attempts: z.int().nonnegative(),
  printJobs: z.int().nonnegative(),
  verifiedAtMs: z.int().nonnegative(),
  /** The file as it stood when this was written. While a WAL is beside it, it may be older than that and still be ours. */
  file: z.strictObject({ bytes: z.int().positive(), modifiedMs: z.number() }),
})
export type Checkpoint = z.infer<typeof checkpointSchema>

const MAX_AGE_MS = 7 * 24 * 3_600_000

/** The checkpoint of a journal's file, or why there is none to go by. Never throws. */
export function readCheckpoint(
  { checkpoint: path, journal }: JournalPaths,
  nowMs: number,
): { readonly checkpoint: Checkpoint } | { readonly checkpoint?: undefined; readonly why: string } {
  try {
    const parsed = checkpointSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (!parsed.success) return { why: 'broken' }
    const checkpoint = parsed.data
    const why = doubtOf(checkpoint, journal, nowMs)
    return why === undefined ? { checkpoint } : { why }
  } catch (error) {
    return { why: codeOf(error) === 'ENOENT' ? 'none' : 'broken' }
  }
}

function doubtOf(checkpoint: Checkpoint, journalPath: string, nowMs: number): string | undefined {
  if (checkpoint.version !== migrations.length) return 'other version'
  const ageMs = nowMs - checkpoint.verifiedAtMs
  if (ageMs < 0 || ageMs > MAX_AGE_MS) return 'too old'
  // With a WAL beside it the file was left in the middle of its use, and may have been written to since.
  const hasWal = (statSync(`${journalPath}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
  const { bytes, modifiedMs } = fileOf(journalPath)
  const isAsLeft = bytes === checkpoint.file.bytes && modifiedMs === checkpoint.file.modifiedMs
  return hasWal || isAsLeft ? undefined : 'the file was written to since'
}

/**
 * Writes it, tied to the journal's file as it stands now, and answers what was written. It is not flushed: half of it, or
 * none, only has everything checked. A folder in its place is set aside. Throws the system's error.
 */
export function writeCheckpoint(
  { checkpoint: path, journal }: JournalPaths,
  found: Omit<Checkpoint, 'file' | 'version'>,
): Checkpoint {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    setAside(path, (number) => `${basename(path)}.set-aside-${number}`)
  }
  const checkpoint: Checkpoint = { ...found, version: migrations.length, file: fileOf(journal) }
  writeFileSync(path, `${JSON.stringify(checkpoint)}\n`)
  return checkpoint
}

/** Takes it away for good: nothing is to be taken on trust. Throws the system's error. */
export function dropCheckpoint({ checkpoint: path, folder }: JournalPaths): void {
  rmSync(path, { force: true })
  syncFolder(folder)
}

function fileOf(journalPath: string): Checkpoint['file'] {
  const { size, mtimeMs } = statSync(journalPath)
  return { bytes: size, modifiedMs: mtimeMs }
}

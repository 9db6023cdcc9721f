/**
 * A file of any length where a person wants it. Invariant: at the target is what was there before or the whole of what is
 * written, whenever the process ends; what is unfinished lies beside it under a name of ours, is known, and goes away.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import * as z from 'zod'
import { formatDate } from '#shared/dates.ts'
import { codeOf, removeFile, syncFolder, writeDurably } from '../durable-file.ts'
import { readJsonFile } from '../json-file.ts'
import type { Log } from '../ports.ts'

const OWNER_ONLY = 0o600

/**
 * Writes the chunks, flushes them, and takes the target's place in one step. Rejects with the system's error, with what the
 * chunks throw, or with the signal's reason where it is aborted before that step; nothing is left behind then.
 */
export async function writeTarget(
  path: string,
  chunks: AsyncIterable<Uint8Array | string>,
  { unfinished, signal }: { readonly unfinished: Unfinished; readonly signal: AbortSignal },
): Promise<void> {
  const partial = freePartial(path)
  beingWritten.add(partial)
  try {
    await unfinished.note(partial)
    await writeNoted(path, partial, chunks, { unfinished, signal })
  } finally {
    beingWritten.delete(partial)
  }
}

async function writeNoted(
  path: string,
  partial: string,
  chunks: AsyncIterable<Uint8Array | string>,
  { unfinished, signal }: { readonly unfinished: Unfinished; readonly signal: AbortSignal },
): Promise<void> {
  try {
    // One that was left there would keep its own mode, and may be a link to elsewhere.
    await rm(partial, { force: true })
    await writeChunks(partial, chunks, signal)
    await rename(partial, path)
    syncFolder(dirname(path))
  } catch (fault) {
    // What cannot be removed stays noted.
    await rm(partial, { force: true })
    await unfinished.forget(partial)
    throw fault
  }
  await unfinished.forget(partial)
}

async function writeChunks(
  path: string,
  chunks: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY)
  try {
    for await (const chunk of chunks) {
      signal.throwIfAborted()
      await file.writeFile(chunk)
    }
    signal.throwIfAborted()
    await file.sync()
  } finally {
    await file.close()
  }
  signal.throwIfAborted()
}

/** Whether a path lies in a folder of the counter's own, where nothing of a person's belongs: a journal could be replaced. */
export function liesWithin(folder: string, path: string): boolean {
  const way = relative(realpathSync(folder), realpathSync(dirname(path)))
  return way === '' || !(way.startsWith('..') || isAbsolute(way))
}

// Which files of exports may lie unfinished, wherever a person wanted them: noted before the first byte, forgotten with the
// last. Owns `unfinished-exports.json` in the data folder. Invariant: only files with our own ending are ever removed.

export const UNFINISHED_ENDING = '.comptoir-unfinished'

/**
 * The partial files that this process is writing now. One set for all that open the list: an export, an archive and a support
 * bundle are written side by side, and none may remove what another is writing.
 */
const beingWritten = new Set<string>()

/** Two writes to one path have a partial file each: one would take the other's unfinished for its own. */
function freePartial(path: string): string {
  let partial = `${path}${UNFINISHED_ENDING}`
  for (let number = 2; beingWritten.has(partial); number += 1)
    partial = `${path}-${number}${UNFINISHED_ENDING}`
  return partial
}

/** Of drives that were not there when it was looked for them; the oldest are forgotten. */
const MAX_PATHS = 50

const fileSchema = z.strictObject({
  version: z.literal(1),
  paths: z.array(z.string().endsWith(UNFINISHED_ENDING).refine(isAbsolute)).max(MAX_PATHS),
})

export interface Unfinished {
  /** Throws the system's error: what cannot be noted is not begun. */
  note(path: string): Promise<void>
  forget(path: string): Promise<void>
  /**
   * Removes what was left by a process that died, and nothing that this one is still writing. Never rejects: what cannot be
   * removed now is tried the next time.
   */
  sweep(): Promise<void>
}

export function openUnfinished(dataDir: string, log: Log): Unfinished {
  const file = join(dataDir, 'unfinished-exports.json')

  // Read and written in one turn: between the two, another could note a file, which would be lost.
  function read(): readonly string[] {
    const text = readText(file)
    const parsed = readJsonFile(text || '{"version":1,"paths":[]}', fileSchema)
    if (!parsed.ok) log.write('warn', 'the list of unfinished exports cannot be used', { ...parsed.error })
    return parsed.ok ? parsed.value.paths : []
  }

  function write(paths: readonly string[]): void {
    if (paths.length === 0) removeFile(file)
    else writeDurably(file, JSON.stringify({ version: 1, paths: paths.slice(-MAX_PATHS) }))
  }

  return {
    note: async (path) => write([...read().filter((one) => one !== path), path]),
    forget: async (path) => write(read().filter((one) => one !== path)),
    async sweep() {
      try {
        // A drive may be slow: what is being opened goes first.
        await letOthersIn()
        const paths = read()
        if (paths.length > 0) write(paths.filter((path) => beingWritten.has(path) || !isRemoved(path, log)))
      } catch (fault) {
        log.write('warn', 'unfinished exports cannot be looked for', { fault: String(fault) })
      }
    },
  }
}

/** Empty where there is none. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (fault) {
    if (codeOf(fault) === 'ENOENT') return ''
    throw fault
  }
}

/** A folder that is not there may be a drive that is put in again. */
function isRemoved(path: string, log: Log): boolean {
  try {
    removeFile(path)
    return existsSync(dirname(path))
  } catch (fault) {
    log.write('warn', 'an unfinished export cannot be removed', { fault: String(fault) })
    return false
  }
}

// The shop's day as file names bear it: 2026-01-31.

export const fileDay = (atMs: number): string => formatDate(atMs, 'en').split('/').reverse().join('-')

// What all long exports share: that everything else is let in between two slices, and how they report how far they are.

export const letOthersIn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** `rows` more were written; of `total` entries of the journal `done` were gone through so far. */
export type Advance = (rows: number, done: number, total: number) => void

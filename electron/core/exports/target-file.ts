/**
 * A file of any length where a person wants it. Invariant: at the target is what was there before or the whole of what is
 * written, whenever the process ends; what is unfinished lies beside it under a name of ours, is known, and goes away.
 */
import { realpathSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, isAbsolute, relative } from 'node:path'
import { syncFolder } from '../durable-file.ts'
import { UNFINISHED_ENDING, type Unfinished } from './unfinished.ts'

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
  const partial = `${path}${UNFINISHED_ENDING}`
  await unfinished.note(partial)
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

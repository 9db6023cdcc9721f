/**
 * Small files, written so that a power cut leaves the old content or the new and nothing between. Invariant: what stands
 * in the way is moved aside and kept, never replaced.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Replaces the file's content: a temporary file, fsync, rename, fsync of the folder. Throws the system's error. */
export function writeDurably(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.tmp`
  const file = openSync(temporary, 'w')
  try {
    writeFileSync(file, content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  syncFolder(dirname(path))
}

/**
 * Gives a finished file its name, and never to the loss of another that has it already: a hard link fails where a
 * rename would replace. File systems without links get a look before the rename.
 */
export function publishFile(from: string, to: string): void {
  try {
    linkSync(from, to)
    removeFile(from)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' || existsSync(to)) throw error
    renameSync(from, to)
  }
  syncFolder(dirname(to))
}

/** Removes a file, if there is one. Throws the system's error, by its code: Node's rmSync has none for a disk that fails. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

const MAX_SET_ASIDE = 1_000

/**
 * Moves what is at `path` to a name of its own beside it, `nameOf(1)` where that is free, and answers the name. Throws
 * the system's error, or an EEXIST of ours where every name is taken: nothing is ever thrown away.
 */
export function setAside(path: string, nameOf: (number: number) => string): string {
  const name = freeName(path, nameOf)
  renameSync(path, join(dirname(path), name))
  syncFolder(dirname(path))
  return name
}

/**
 * Keeps a copy of a file under a name of its own beside it, and answers the name: the file itself can then be replaced
 * whole, and no crash finds its place empty. Throws as `setAside` does.
 */
export function keepCopy(path: string, nameOf: (number: number) => string): string {
  const name = freeName(path, nameOf)
  const copy = join(dirname(path), name)
  copyFileSync(path, copy, constants.COPYFILE_EXCL)
  syncFile(copy)
  syncFolder(dirname(path))
  return name
}

/** The first of these names that nothing beside `path` has. Throws as `setAside` does. */
export function freeName(path: string, nameOf: (number: number) => string): string {
  for (let number = 1; number <= MAX_SET_ASIDE; number += 1) {
    const name = nameOf(number)
    if (!existsSync(join(dirname(path), name))) return name
  }
  const detail = `${MAX_SET_ASIDE} files like ${basename(path)} are there already`
  throw Object.assign(new Error(detail), { code: 'EEXIST' })
}

/** Makes the content of a file that is there durable. Opened to write, because Windows refuses it otherwise. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Makes the folder's list of names durable. Windows does that by itself and refuses to open a folder. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const COMPARED_BYTES = 1024 * 1024

/** Whether two files hold the same bytes. Throws the system's error. */
export function isSameFile(one: string, other: string): boolean {
  if (statSync(one).size !== statSync(other).size) return false
  const files = [openSync(one, 'r'), openSync(other, 'r')] as const
  const chunks = [Buffer.allocUnsafe(COMPARED_BYTES), Buffer.allocUnsafe(COMPARED_BYTES)] as const
  try {
    for (;;) {
      const length = readSync(files[0], chunks[0])
      const isSame = readSync(files[1], chunks[1]) === length
      if (!isSame || !chunks[0].subarray(0, length).equals(chunks[1].subarray(0, length))) return false
      if (length === 0) return true
    }
  } finally {
    for (const file of files) closeSync(file)
  }
}

/** The code of a system or SQLite error, such as ENOENT or SQLITE_CORRUPT; `undefined` where it has none. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

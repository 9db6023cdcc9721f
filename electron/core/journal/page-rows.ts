/**
 * Rows of the entries read out of the bytes of a journal and its WAL, page by page, without SQLite: no header, no index
 * and no page above the leaves has to be whole. Invariant: reads only, and promises nothing. What is found counts only
 * where the chain proves it (salvage.ts).
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { codeOf } from '../error-code.ts'
import { type FoundRow, type ReadPage, rowsOfLeaf } from './leaf-cells.ts'

/** Before the first page of a database, and before each page of a WAL, which has a header of its own as well. */
const DATABASE_HEADER_BYTES = 100
const WAL_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
/** A frame's header begins with the number of its page. */
const PAGE_NUMBER_BYTES = 4

/** A file of pages: each at a place counted from 0, under a number counted from 1. */
interface Pages {
  /** The number at each place. In a WAL a number may come many times: the last is the newest. */
  readonly numbers: readonly number[]
  /** undefined where the disk does not give it. */
  readAt(place: number): Buffer | undefined
  close(): void
}

/**
 * The rows behind the sequence `after`, in no order, some of them twice; none where no file is. `pageBytes` is the size
 * of the journal's pages. Nothing in this process may have the file open in SQLite: closing it here would let go of
 * SQLite's own locks.
 */
export function readRowsAfter(path: string, pageBytes: number, after: number): readonly FoundRow[] {
  const files: Pages[] = []
  try {
    files.push(...openFile(path, pageBytes))
    files.push(...openWal(`${path}-wal`, pageBytes))
    return rowsIn(files, after)
  } finally {
    for (const { close } of files) close()
  }
}

function rowsIn(files: readonly Pages[], after: number): readonly FoundRow[] {
  const newest = new Map(
    files.flatMap(({ numbers, readAt }) =>
      numbers.map((number, place) => [number, () => readAt(place)] as const),
    ),
  )
  const readPage: ReadPage = (number) => newest.get(number)?.()
  return files.flatMap(({ numbers, readAt }) =>
    numbers.flatMap((number, place) => {
      const page = readAt(place)
      return page ? rowsOfLeaf(page, number === 1 ? DATABASE_HEADER_BYTES : 0, after, readPage) : []
    }),
  )
}

function openFile(path: string, pageBytes: number): readonly Pages[] {
  const file = openIfThere(path)
  if (file === undefined) return []
  const count = Math.floor(fstatSync(file).size / pageBytes)
  const numbers = Array.from({ length: count }, (_, place) => place + 1)
  const readAt = (place: number) => readBytes(file, place * pageBytes, pageBytes)
  return [{ numbers, readAt, close: () => closeSync(file) }]
}

function openWal(path: string, pageBytes: number): readonly Pages[] {
  const file = openIfThere(path)
  if (file === undefined) return []
  const frameBytes = FRAME_HEADER_BYTES + pageBytes
  const count = Math.max(0, Math.floor((fstatSync(file).size - WAL_HEADER_BYTES) / frameBytes))
  const frameAt = (place: number) => WAL_HEADER_BYTES + place * frameBytes
  const numberAt = (place: number) => readBytes(file, frameAt(place), PAGE_NUMBER_BYTES)?.readUInt32BE(0) ?? 0
  const numbers = Array.from({ length: count }, (_, place) => numberAt(place))
  const readAt = (place: number) => readBytes(file, frameAt(place) + FRAME_HEADER_BYTES, pageBytes)
  return [{ numbers, readAt, close: () => closeSync(file) }]
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** undefined where the disk refuses these bytes or the file ends before them: the others may still be had. */
function readBytes(file: number, at: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length)
  try {
    return readSync(file, bytes, 0, length, at) === length ? bytes : undefined
  } catch {
    return undefined
  }
}

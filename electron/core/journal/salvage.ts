/**
 * What can be saved of a journal behind a known end. Pure. Invariant: an entry is saved only where its hash chains on from
 * the one before; so whatever bytes it was found in, it is what the journal once wrote.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { codeOf } from '../durable-file.ts'
import { type ChainEnd, hashEntry } from './entries.ts'

interface Salvage {
  /** In order, the first directly behind the known end. */
  readonly rows: readonly FoundRow[]
  /** The highest entry that was found behind the chain's end and chains on another; null where there is none. */
  readonly lastProvenSequence: number | null
}

/** An entry that the chain proves, with the one it chains on; no row where it is the known end itself. */
interface Link extends ChainEnd {
  readonly row: FoundRow | undefined
  readonly before: Link | undefined
}

/** The longest chain of found rows that goes on from `end`. */
export function chainOn(end: ChainEnd, found: readonly FoundRow[]): Salvage {
  const bySequence = withoutTwins(found)
  let last: Link = { ...end, row: undefined, before: undefined }
  let links: readonly Link[] = [last]
  // Each turn goes one sequence on, so the number of rows bounds the loop.
  while (links.length > 0) {
    last = links[0] ?? last
    links = linksAfter(links, bySequence)
  }
  return { rows: rowsUpTo(last), lastProvenSequence: lastProvenAfter(last.sequence, bySequence) }
}

/** The same entry stands in every later copy of its page. */
function withoutTwins(found: readonly FoundRow[]): ReadonlyMap<number, readonly FoundRow[]> {
  const distinct = new Map(
    found.map((row) => [`${row.sequence} ${row.hash} ${row.atMs} ${row.bodyText}`, row]),
  )
  return Map.groupBy(distinct.values(), ({ sequence }) => sequence)
}

/** The entries one further on. Where a commit was torn there may be two that follow: the longer chain is the journal's. */
function linksAfter(
  links: readonly Link[],
  bySequence: ReadonlyMap<number, readonly FoundRow[]>,
): readonly Link[] {
  const sequence = (links[0]?.sequence ?? 0) + 1
  return (bySequence.get(sequence) ?? []).flatMap((row) => {
    const before = links.find(({ hash }) => follows(row, hash))
    return before ? [{ sequence, hash: row.hash, row, before }] : []
  })
}

function rowsUpTo(last: Link): readonly FoundRow[] {
  const rows: FoundRow[] = []
  for (let link: Link | undefined = last; link?.row; link = link.before) rows.push(link.row)
  return rows.reverse()
}

/** A row that chains on any other was written, even where the chain up to them is lost. */
function lastProvenAfter(
  savedSequence: number,
  bySequence: ReadonlyMap<number, readonly FoundRow[]>,
): number | null {
  const highestFirst = [...bySequence.keys()]
    .filter((sequence) => sequence > savedSequence)
    .sort((a, b) => b - a)
  const proven = highestFirst.find((sequence) => {
    const before = bySequence.get(sequence - 1) ?? []
    return (bySequence.get(sequence) ?? []).some((row) => before.some(({ hash }) => follows(row, hash)))
  })
  return proven ?? null
}

const follows = (row: FoundRow, previousHash: string): boolean => hashEntry(previousHash, row) === row.hash

// Rows of the entries read out of the bytes of a journal and its WAL, page by page, without SQLite: no header, no index
// and no page above the leaves has to be whole. Invariant: reads only, and promises nothing. What is found counts only
// where the chain proves it (salvage.ts).

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

/**
 * The rows of entries in one page of a journal's bytes, read without SQLite. Pure, and safe on any bytes: a page that is
 * no leaf of a table, and a cell that holds no row of the entries' shape, give nothing. The format is SQLite's own:
 * https://www.sqlite.org/fileformat2.html, "B-tree Pages", "Cell Payload Overflow Pages", "Record Format".
 */
const LEAF_OF_A_TABLE = 0x0d
const LEAF_HEADER_BYTES = 8
const MAX_VARINT_BYTES = 9
const NEXT_PAGE_BYTES = 4
/** sequence, at_ms, kind, ref, body, hash */
const COLUMNS = 6
/** No entry is near this long: a damaged length must not have the whole file read as one row. */
const MAX_PAYLOAD_BYTES = 1 << 20

/** What a row of the entries says, as it was found: nothing of it is proved. */
export interface FoundRow {
  readonly sequence: number
  readonly atMs: number
  readonly bodyText: string
  readonly hash: string
}

/** Another page of the same journal by its number, counted from 1; undefined where there is none. */
type ReadPage = (pageNumber: number) => Buffer | undefined

/** The rows behind `after` in a page whose own header begins at `headerAt`: 100 in the first page, else 0. */
function rowsOfLeaf(page: Buffer, headerAt: number, after: number, readPage: ReadPage): readonly FoundRow[] {
  const firstPointer = headerAt + LEAF_HEADER_BYTES
  if (page.length < firstPointer || page[headerAt] !== LEAF_OF_A_TABLE) return []
  const room = Math.floor((page.length - firstPointer) / 2)
  const cells = Math.min(page.readUInt16BE(headerAt + 3), room)
  return Array.from({ length: cells }, (_, cell) =>
    rowOfCell(page, page.readUInt16BE(firstPointer + 2 * cell), after, readPage),
  ).filter((row) => row !== undefined)
}

function rowOfCell(page: Buffer, cellAt: number, after: number, readPage: ReadPage): FoundRow | undefined {
  const size = readVarint(page, cellAt)
  const sequence = size && readVarint(page, size.end)
  if (!size || !sequence || sequence.value <= after || size.value > MAX_PAYLOAD_BYTES) return undefined
  const payload = payloadOf(page, sequence.end, size.value, readPage)
  const values = payload && valuesOf(payload)
  if (!values || values.length !== COLUMNS) return undefined
  // The kind and the ref are the body's own: their columns only help to find it.
  const [, atMs, , , bodyText, hash] = values
  const isRow = typeof atMs === 'number' && typeof bodyText === 'string' && typeof hash === 'string'
  return isRow ? { sequence: sequence.value, atMs, bodyText, hash } : undefined
}

/** The cell's bytes: all in the page, or a first part there and the rest in a chain of pages of their own. */
function payloadOf(page: Buffer, at: number, bytes: number, readPage: ReadPage): Buffer | undefined {
  const local = localBytes(page.length, bytes)
  const parts = [page.subarray(at, at + local)]
  let missing = bytes - local
  let next = missing > 0 ? pageNumberAt(page, at + local) : 0
  // Each turn takes bytes off what is missing, which MAX_PAYLOAD_BYTES bounds.
  while (missing > 0) {
    const overflow = readPage(next)
    if (!overflow) return undefined
    parts.push(overflow.subarray(NEXT_PAGE_BYTES, NEXT_PAGE_BYTES + missing))
    missing -= overflow.length - NEXT_PAGE_BYTES
    next = pageNumberAt(overflow, 0)
  }
  const payload = Buffer.concat(parts)
  return payload.length === bytes ? payload : undefined
}

/** How much of a payload stands in the leaf itself. No journal reserves bytes at the end of its pages. */
function localBytes(pageBytes: number, bytes: number): number {
  const most = pageBytes - 35
  if (bytes <= most) return bytes
  const least = Math.floor(((pageBytes - 12) * 32) / 255) - 23
  const local = least + ((bytes - least) % (pageBytes - NEXT_PAGE_BYTES))
  return local <= most ? local : least
}

/** 0, which is no page's number, where the bytes end before it. */
const pageNumberAt = (bytes: Buffer, at: number): number =>
  at + NEXT_PAGE_BYTES <= bytes.length ? bytes.readUInt32BE(at) : 0

/** A record's columns: whole numbers, texts and nulls. undefined where it holds anything else, or ends too soon. */
function valuesOf(payload: Buffer): readonly unknown[] | undefined {
  const header = readVarint(payload, 0)
  if (!header || header.value > payload.length) return undefined
  const values: unknown[] = []
  let typeAt = header.end
  let at = header.value
  while (typeAt < header.value && values.length < COLUMNS) {
    const type = readVarint(payload, typeAt)
    const read = type && readValue(payload, at, type.value)
    if (!type || !read) return undefined
    values.push(read.value)
    typeAt = type.end
    at = read.end
  }
  return typeAt === header.value && at === payload.length ? values : undefined
}

/** Bytes of a whole number, by its serial type. */
const integerBytes = [0, 1, 2, 3, 4, 6] as const

function readValue(
  bytes: Buffer,
  at: number,
  type: number,
): { readonly value: unknown; readonly end: number } | undefined {
  if (type === 0) return { value: null, end: at }
  const isText = type >= 13 && type % 2 === 1
  const length = isText ? (type - 13) / 2 : integerBytes[type]
  if (length === undefined || at + length > bytes.length) return undefined
  const end = at + length
  return { value: isText ? bytes.toString('utf8', at, end) : bytes.readIntBE(at, length), end }
}

/** SQLite's variable-length whole number. undefined where the bytes end before it, or it is larger than any of ours. */
function readVarint(bytes: Buffer, at: number): { readonly value: number; readonly end: number } | undefined {
  let value = 0
  for (let place = 0; place < MAX_VARINT_BYTES; place += 1) {
    const byte = bytes[at + place]
    if (byte === undefined) return undefined
    value = value * 128 + (byte & 127)
    if (byte < 128) return Number.isSafeInteger(value) ? { value, end: at + place + 1 } : undefined
  }
  return undefined
}

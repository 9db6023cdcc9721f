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

/** What a row of the entries tells, as it was found: nothing of it is proved. */
export interface FoundRow {
  readonly sequence: number
  readonly atMs: number
  readonly bodyText: string
  readonly hash: string
}

/** Another page of the same journal by its number, counted from 1; undefined where there is none. */
export type ReadPage = (pageNumber: number) => Buffer | undefined

/** The rows behind `after` in a page whose own header begins at `headerAt`: 100 in the first page, else 0. */
export function rowsOfLeaf(
  page: Buffer,
  headerAt: number,
  after: number,
  readPage: ReadPage,
): readonly FoundRow[] {
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

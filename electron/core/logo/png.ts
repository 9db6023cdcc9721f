/**
 * Reads a PNG that somebody picked, as greys over white. Owns the format (PNG, third edition) as far as logos need it. Written
 * here because the drawing library brings the process down on a file that is cut: whatever is wrong with a file, this answers
 * undefined. Invariant: no more is unpacked than the header's size accounts for, and that is bounded before anything is.
 */
import { crc32, inflateSync } from 'node:zlib'
import { unpackRow } from './png-rows.ts'

/** On either side; more than any paper has dots. */
export const MAX_SIDE_PIXELS = 2_000
const MAX_CHUNKS = 10_000
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** A chunk's length and name before its data, and its checksum after. */
const CHUNK_HEAD_BYTES = 8
const CHECKSUM_BYTES = 4

export interface Greys {
  readonly width: number
  readonly height: number
  /** Row by row, 0 black to 255 white. */
  readonly values: Uint8Array
}

/** What the header says, in the words of the format. */
export interface PngHeader {
  readonly width: number
  readonly height: number
  readonly bitDepth: number
  readonly colourType: ColourType
  readonly channels: number
}

/** Samples of one pixel, by colour type: grey, colours, a palette's place, grey and colours with transparency. */
const channelsOf = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const
type ColourType = keyof typeof channelsOf
const depthsOf: Readonly<Record<ColourType, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/** Why a picture is not read; its words are under `sell.problem` in the locales. */
export type PngProblem = 'not-a-png' | 'logo-too-large' | 'logo-interlaced'

/** The picture as greys, or why it is not read. Total. */
export function readPng(bytes: Uint8Array): Greys | PngProblem {
  const chunks = chunksOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  const [first] = chunks ?? []
  if (!chunks || first?.name !== 'IHDR') return 'not-a-png'
  const header = headerOf(first.data)
  if (typeof header === 'string') return header
  const dataOf = (wanted: string) => chunks.filter(({ name }) => name === wanted).map(({ data }) => data)
  const [palette = Buffer.alloc(0)] = dataOf('PLTE')
  const [transparency = Buffer.alloc(0)] = dataOf('tRNS')
  const packed = inflate(Buffer.concat(dataOf('IDAT')), header)
  if (!packed) return 'not-a-png'
  const values = new Uint8Array(header.width * header.height)
  let above: Buffer = Buffer.alloc(rowBytesOf(header))
  for (let row = 0; row < header.height; row += 1) {
    const start = row * (rowBytesOf(header) + 1)
    const line = packed.subarray(start, start + rowBytesOf(header) + 1)
    const greys = unpackRow(line, above, header, { palette, transparency })
    if (!greys) return 'not-a-png'
    values.set(greys.values, row * header.width)
    above = greys.bytes
  }
  return { width: header.width, height: header.height, values }
}

interface Chunk {
  readonly name: string
  readonly data: Buffer
}

/** All chunks up to the end that the format asks for, each with its checksum right; undefined for anything else. */
function chunksOf(bytes: Buffer): readonly Chunk[] | undefined {
  if (!bytes.subarray(0, signature.length).equals(signature)) return undefined
  const chunks: Chunk[] = []
  let at = signature.length
  while (chunks.length < MAX_CHUNKS && at + CHUNK_HEAD_BYTES + CHECKSUM_BYTES <= bytes.length) {
    const end = at + CHUNK_HEAD_BYTES + bytes.readUInt32BE(at)
    if (end + CHECKSUM_BYTES > bytes.length) return undefined
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return undefined
    const name = bytes.toString('latin1', at + 4, at + CHUNK_HEAD_BYTES)
    if (name === 'IEND') return chunks
    chunks.push({ name, data: bytes.subarray(at + CHUNK_HEAD_BYTES, end) })
    at = end + CHECKSUM_BYTES
  }
  return undefined
}

function headerOf(data: Buffer): PngHeader | PngProblem {
  if (data.length !== 13) return 'not-a-png'
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)]
  const [bitDepth = 0, colourType = 0, packing, filtering, interlace] = data.subarray(8)
  if (width === 0 || height === 0 || packing !== 0 || filtering !== 0) return 'not-a-png'
  if (!isColourType(colourType) || !depthsOf[colourType].includes(bitDepth)) return 'not-a-png'
  if (width > MAX_SIDE_PIXELS || height > MAX_SIDE_PIXELS) return 'logo-too-large'
  if (interlace !== 0) return 'logo-interlaced'
  return { width, height, bitDepth, colourType, channels: channelsOf[colourType] }
}

const isColourType = (value: number): value is ColourType => Object.hasOwn(channelsOf, value)

const rowBytesOf = ({ width, bitDepth, channels }: PngHeader): number =>
  Math.ceil((width * bitDepth * channels) / 8)

/** Exactly as many bytes as the header accounts for; undefined where they are more, fewer or no such data. */
function inflate(data: Buffer, header: PngHeader): Buffer | undefined {
  const expected = (rowBytesOf(header) + 1) * header.height
  try {
    const unpacked = inflateSync(data, { maxOutputLength: expected })
    return unpacked.length === expected ? unpacked : undefined
  } catch {
    return undefined
  }
}

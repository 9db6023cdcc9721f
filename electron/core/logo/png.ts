/**
 * Reads a PNG that somebody picked, as greys over white. Owns the format (PNG, third edition) as far as logos need it. Written
 * here because the drawing library brings the process down on a file that is cut: whatever is wrong with a file, this answers
 * undefined. Invariant: no more is unpacked than the header's size accounts for, and that is bounded before anything is.
 */
import { crc32, inflateSync } from 'node:zlib'

/** On either side; more than any paper has dots. */
const MAX_SIDE_PIXELS = 2_000
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
interface PngHeader {
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
type PngProblem = 'not-a-png' | 'logo-too-large' | 'logo-interlaced'

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

// One row of a PNG: its filter undone by the row above, its samples read, its colours turned to greys over white. Pure.

interface Colours {
  readonly palette: Buffer
  /** Of a palette's colours, or the one colour that is none. */
  readonly transparency: Buffer
}

interface Row {
  readonly bytes: Buffer
  readonly values: Uint8Array
}

/** `line` begins with the byte that names its filter. undefined for a filter that there is not, or a colour that is not in the palette. */
function unpackRow(line: Buffer, above: Buffer, header: PngHeader, colours: Colours): Row | undefined {
  const filter = line[0] ?? 0
  const bytes = unfilter(
    filter,
    line.subarray(1),
    above,
    Math.max(1, (header.bitDepth * header.channels) / 8),
  )
  if (!bytes) return undefined
  const values = new Uint8Array(header.width)
  for (let column = 0; column < header.width; column += 1) {
    const grey = greyAt(bytes, column, header, colours)
    if (grey === undefined) return undefined
    values[column] = grey
  }
  return { bytes, values }
}

/** What each filter adds to a byte: from the pixel before, the one above, both halved, or the nearest of three. */
const predictors: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  nearest,
]

function nearest(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(guess - value))
  if (toLeft === undefined || toUp === undefined || toCorner === undefined) return left
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

function unfilter(filter: number, line: Buffer, above: Buffer, step: number): Buffer | undefined {
  const predict = predictors[filter]
  if (!predict) return undefined
  const bytes = Buffer.alloc(line.length)
  for (const [place, byte] of line.entries()) {
    const left = bytes[place - step] ?? 0
    bytes[place] = (byte + predict(left, above[place] ?? 0, above[place - step] ?? 0)) & 0xff
  }
  return bytes
}

/** A sample as the file has it, in its own depth. */
function sampleAt(bytes: Buffer, index: number, bitDepth: number): number {
  if (bitDepth === 16) return bytes.readUInt16BE(index * 2)
  if (bitDepth === 8) return bytes[index] ?? 0
  const bit = index * bitDepth
  return ((bytes[bit >> 3] ?? 0) >> (8 - bitDepth - (bit & 7))) & ((1 << bitDepth) - 1)
}

function greyAt(
  bytes: Buffer,
  column: number,
  { bitDepth, channels, colourType }: PngHeader,
  { palette, transparency }: Colours,
): number | undefined {
  const sample = (channel: number) => sampleAt(bytes, column * channels + channel, bitDepth)
  if (colourType === 3) return paletteGrey(sample(0), { palette, transparency })
  const most = 2 ** bitDepth - 1
  const hasColour = colourType === 2 || colourType === 6
  const hasOpacity = colourType === 4 || colourType === 6
  const grey = hasColour ? luminance(sample(0), sample(1), sample(2)) : sample(0)
  // Without an opacity of its own for each pixel, one colour may be named that is none.
  const namesNone = !hasOpacity && transparency.length >= channels * 2
  const isNone = namesNone && isColour(sample, channels, transparency)
  const opacity = hasOpacity ? sample(channels - 1) / most : isNone ? 0 : 1
  return overWhite((grey * 255) / most, opacity)
}

function isColour(sample: (channel: number) => number, channels: number, colour: Buffer): boolean {
  for (let channel = 0; channel < channels; channel += 1)
    if (sample(channel) !== colour.readUInt16BE(channel * 2)) return false
  return true
}

function paletteGrey(place: number, { palette, transparency }: Colours): number | undefined {
  const [red, green, blue] = palette.subarray(place * 3, place * 3 + 3)
  if (red === undefined || green === undefined || blue === undefined) return undefined
  return overWhite(luminance(red, green, blue), (transparency[place] ?? 255) / 255)
}

const luminance = (red: number, green: number, blue: number) => 0.299 * red + 0.587 * green + 0.114 * blue
const overWhite = (grey: number, opacity: number) => Math.round(255 - (255 - grey) * opacity)

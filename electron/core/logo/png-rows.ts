/** One row of a PNG: its filter undone by the row above, its samples read, its colours turned to greys over white. Pure. */
import type { PngHeader } from './png.ts'

export interface Colours {
  readonly palette: Buffer
  /** Of a palette's colours, or the one colour that is none. */
  readonly transparency: Buffer
}

export interface Row {
  readonly bytes: Buffer
  readonly values: Uint8Array
}

/** `line` begins with the byte that names its filter. undefined for a filter that there is not, or a colour that is not in the palette. */
export function unpackRow(line: Buffer, above: Buffer, header: PngHeader, colours: Colours): Row | undefined {
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

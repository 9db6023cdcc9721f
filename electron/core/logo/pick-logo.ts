/**
 * The shop's logo from a PNG file that a person picks: scaled to the paper and turned to black and white once, so that
 * settings hold only what a slip prints.
 */
import type { AppError } from '#shared/app-error.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { type Logo, logoMaxDots } from '#shared/shop.ts'
import type { Files } from '../ports.ts'
import { type Greys, readPng } from './png.ts'

const refuse = (problem: string): Result<never, AppError> =>
  err({ kind: 'invalid-input', field: 'logo', problem })

/** The logo of the picked file; null when they changed their mind. `invalid-input`: no PNG, too large, cannot be read. */
export async function pickLogo(files: Files): Promise<Result<{ logo: Logo | null }, AppError>> {
  try {
    const picked = await files.openPicture()
    if (!picked.ok) return refuse(picked.error)
    const { path, bytes } = picked.value
    if (path === null) return ok({ logo: null })
    const greys = readPng(bytes)
    return typeof greys === 'string' ? refuse(greys) : ok({ logo: toLogo(greys) })
  } catch (fault) {
    return refuse(String(fault))
  }
}

/** Never enlarged; its width is filled up with white to whole bytes, half on each side. */
function toLogo(greys: Greys): Logo {
  const scale = Math.min(1, logoMaxDots.width / greys.width, logoMaxDots.height / greys.height)
  const width = Math.max(1, Math.floor(greys.width * scale))
  const height = Math.max(1, Math.floor(greys.height * scale))
  const widthDots = Math.ceil(width / 8) * 8
  const marginDots = Math.floor((widthDots - width) / 2)
  const lightness = new Float32Array(widthDots * height).fill(255)
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const place = row * widthDots + marginDots + column
      lightness[place] = meanOf(greys, spanOf(column, width, greys.width), spanOf(row, height, greys.height))
    }
  }
  return {
    widthDots,
    heightDots: height,
    bits: Buffer.from(packDots(lightness, widthDots)).toString('base64'),
  }
}

interface Span {
  readonly from: number
  readonly to: number
}

/** The pixels of `whole` that one of `count` dots stands for: at least one. */
function spanOf(dot: number, count: number, whole: number): Span {
  const from = Math.floor((dot * whole) / count)
  return { from, to: Math.max(from + 1, Math.floor(((dot + 1) * whole) / count)) }
}

function meanOf({ width, values }: Greys, columns: Span, rows: Span): number {
  let sum = 0
  for (let row = rows.from; row < rows.to; row += 1) {
    for (let column = columns.from; column < columns.to; column += 1)
      sum += values[row * width + column] ?? 255
  }
  return sum / ((columns.to - columns.from) * (rows.to - rows.from))
}

/** Where the error of one dot goes (Floyd and Steinberg): greys become a pattern, black and white stay as they are. */
const shares = [
  { right: 1, down: 0, share: 7 / 16 },
  { right: -1, down: 1, share: 3 / 16 },
  { right: 0, down: 1, share: 5 / 16 },
  { right: 1, down: 1, share: 1 / 16 },
] as const

/** `lightness` is used up: 0 black to 255 white, row by row. */
function packDots(lightness: Float32Array, widthDots: number): Uint8Array {
  const packed = new Uint8Array(lightness.length / 8)
  for (let place = 0; place < lightness.length; place += 1) {
    const value = lightness[place] ?? 255
    const isBlack = value < 128
    if (isBlack) packed[place >> 3] = (packed[place >> 3] ?? 0) | (0x80 >> (place & 7))
    spread(value - (isBlack ? 0 : 255), lightness, place, widthDots)
  }
  return packed
}

function spread(error: number, lightness: Float32Array, place: number, widthDots: number): void {
  if (error === 0) return
  for (const { right, down, share } of shares) {
    const column = (place % widthDots) + right
    const target = place + right + down * widthDots
    if (column < 0 || column >= widthDots || target >= lightness.length) continue
    lightness[target] = (lightness[target] ?? 0) + error * share
  }
}

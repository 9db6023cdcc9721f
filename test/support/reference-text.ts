/** A text drawn in one go by the library that shapes it, to be looked for on what a printer printed. */
import { readdirSync, readFileSync } from 'node:fs'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import type { PrintedPicture } from './virtual-printer.ts'

const folder = new URL('../../resources/public/fonts/', import.meta.url)
for (const file of readdirSync(folder).filter((name) => name.endsWith('.woff2'))) {
  const family = file.includes('arabic') ? 'Reference Arabic' : 'Reference Latin'
  GlobalFonts.register(readFileSync(new URL(file, folder)), family)
}

export interface Look {
  readonly sizeDots: number
  readonly weight: number
  readonly isRightToLeft?: boolean
  readonly isInverse?: boolean
}

interface Dots {
  readonly width: number
  readonly height: number
  readonly rows: readonly (readonly boolean[])[]
}

/** Where the text stands on the picture, dot for dot; undefined where it does not. */
export function findText(
  picture: PrintedPicture,
  text: string,
  look: Look,
): { readonly x: number; readonly y: number } | undefined {
  const wanted = drawn(text, look)
  const isWanted = (x: number, y: number) => (wanted.rows[y]?.[x] ?? false) !== (look.isInverse ?? false)
  for (let top = 0; top + wanted.height <= picture.heightDots; top += 1) {
    for (let left = 0; left + wanted.width <= picture.widthDots; left += 1) {
      if (standsAt(picture, wanted, isWanted, left, top)) return { x: left, y: top }
    }
  }
  return undefined
}

function standsAt(
  picture: PrintedPicture,
  { width, height }: Dots,
  isWanted: (x: number, y: number) => boolean,
  left: number,
  top: number,
): boolean {
  const middle = height >> 1
  for (let y = 0; y < height; y += 1) {
    // From the middle row on, where most of the ink is, so that a wrong place is seen at once.
    const row = (y + middle) % height
    for (let x = 0; x < width; x += 1) {
      const isSame = isBlackAt(picture, left + x, top + row) === isWanted(x, row)
      if (!isSame && !isAddedAt(picture, left + x, top + row)) return false
    }
  }
  return true
}

const byteAt = ({ bytes, widthDots }: PrintedPicture, x: number, y: number): number =>
  bytes[(y * widthDots) / 8 + (x >> 3)] ?? 0

const isBlackAt = (picture: PrintedPicture, x: number, y: number): boolean =>
  (byteAt(picture, x, y) & (0x80 >> (x & 7))) !== 0

/** The dot beside another by which a printer is kept from finding a command in the picture: see receipt/escpos.ts. */
const isAddedAt = (picture: PrintedPicture, x: number, y: number): boolean =>
  byteAt(picture, x, y) === 0x18 && (x & 7) === 4

const EDGE = 40
/** What is darker than this is printed: the counter's own measure. */
const MIDDLE = 150

/** The text's black dots, as small as they can be cut out. */
function drawn(text: string, { sizeDots, weight, isRightToLeft = false }: Look): Dots {
  const width = sizeDots * (text.length + 2) + 2 * EDGE
  const height = sizeDots * 3
  const ink = createCanvas(width, height).getContext('2d')
  ink.fillStyle = '#fff'
  ink.fillRect(0, 0, width, height)
  ink.fillStyle = '#000'
  ink.font = `${weight} ${sizeDots}px "Reference Latin", "Reference Arabic"`
  ink.direction = isRightToLeft ? 'rtl' : 'ltr'
  ink.textAlign = 'left'
  ink.fillText(text, EDGE, sizeDots * 2)
  const { data } = ink.getImageData(0, 0, width, height)
  const isBlack = (x: number, y: number) => (data[(y * width + x) * 4] ?? 255) < MIDDLE
  const columns = Array.from({ length: width }, (_, x) => x)
  const lines = Array.from({ length: height }, (_, y) => y)
  const [left, right] = ends(columns.filter((x) => lines.some((y) => isBlack(x, y))))
  const [top, bottom] = ends(lines.filter((y) => columns.some((x) => isBlack(x, y))))
  const rows = lines
    .slice(top, bottom + 1)
    .map((y) => columns.slice(left, right + 1).map((x) => isBlack(x, y)))
  return { width: right - left + 1, height: bottom - top + 1, rows }
}

function ends(places: readonly number[]): readonly [number, number] {
  const [first] = places
  const last = places.at(-1)
  if (first === undefined || last === undefined) throw new Error('a text without ink cannot be looked for')
  return [first, last]
}

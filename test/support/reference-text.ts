/** A text drawn in one go by the library that shapes it, to be looked for on what a printer printed. */
import { readdirSync, readFileSync } from 'node:fs'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import type { PrintedPicture } from './virtual-printer.ts'

const folder = new URL('../../resources/public/fonts/', import.meta.url)
for (const file of readdirSync(folder).filter((name) => name.endsWith('.woff2'))) {
  const script = file.includes('arabic') ? 'Arabic' : 'Latin'
  const family = `Reference ${file.includes('mono') ? 'Code' : script}`
  GlobalFonts.register(readFileSync(new URL(file, folder)), family)
}

export interface Look {
  readonly sizeDots: number
  readonly weight: number
  readonly isRightToLeft?: boolean
  readonly isInverse?: boolean
  /** In the face of codes. */
  readonly isCode?: boolean
}

interface Dots {
  readonly width: number
  readonly height: number
  /** Row by row, 1 is black. */
  readonly dots: Uint8Array
}

/** Where the text stands on the picture, dot for dot; undefined where it does not. */
export function findText(
  picture: PrintedPicture,
  text: string,
  look: Look,
): { readonly x: number; readonly y: number } | undefined {
  const wanted = drawn(text, look)
  const { dots, width, height } = wanted
  const printed = dotsOf(picture)
  // First a dot of ink in the middle, where most of it is, so that a wrong place is seen at once.
  const first = Math.max(0, dots.indexOf(1, (height >> 1) * width))
  const firstAt = Math.floor(first / width) * picture.widthDots + (first % width)
  for (let top = 0; top + height <= picture.heightDots; top += 1) {
    for (let left = 0; left + width <= picture.widthDots; left += 1) {
      const place = top * picture.widthDots + left
      const dot = printed[place + firstAt]
      if ((dot === dots[first] || dot === EITHER) && standsAt(printed, picture.widthDots, wanted, place)) {
        return { x: left, y: top }
      }
    }
  }
  return undefined
}

function standsAt(
  printed: Uint8Array,
  widthDots: number,
  { width, height, dots }: Dots,
  place: number,
): boolean {
  const middle = height >> 1
  for (let y = 0; y < height; y += 1) {
    const row = (y + middle) % height
    const [from, wantedFrom] = [place + row * widthDots, row * width]
    for (let x = 0; x < width; x += 1) {
      const dot = printed[from + x]
      if (dot !== dots[wantedFrom + x] && dot !== EITHER) return false
    }
  }
  return true
}

/** The dot beside another by which a printer is kept from finding a command in the picture: see receipt/escpos.ts. */
const EITHER = 2
const ADDED_IN = 0x18
const ADDED_BIT = 4

const unpacked = new WeakMap<PrintedPicture, Uint8Array>()

/** A picture's dots, one a byte: 1 is black, EITHER may have been added. */
function dotsOf(picture: PrintedPicture): Uint8Array {
  const known = unpacked.get(picture)
  if (known) return known
  const { bytes, widthDots, heightDots } = picture
  const dots = new Uint8Array(widthDots * heightDots)
  for (let at = 0; at < dots.length; at += 1) {
    const [byte, bit] = [bytes[at >> 3] ?? 0, at & 7]
    dots[at] = byte === ADDED_IN && bit === ADDED_BIT ? EITHER : (byte >> (7 - bit)) & 1
  }
  unpacked.set(picture, dots)
  return dots
}

const EDGE = 40
/** What is darker than this is printed: the counter's own measure. */
const MIDDLE = 150

const drawings = new Map<string, Dots>()

/** The text's dots, as small as they can be cut out; each is drawn once. */
function drawn(text: string, look: Look): Dots {
  const name = JSON.stringify([text, look])
  const dots = drawings.get(name) ?? draw(text, look)
  drawings.set(name, dots)
  return dots
}

function draw(
  text: string,
  { sizeDots, weight, isRightToLeft = false, isInverse = false, isCode = false }: Look,
): Dots {
  const width = sizeDots * (text.length + 2) + 2 * EDGE
  const height = sizeDots * 3
  const ink = createCanvas(width, height).getContext('2d')
  ink.fillStyle = '#fff'
  ink.fillRect(0, 0, width, height)
  ink.fillStyle = '#000'
  ink.font = `${weight} ${sizeDots}px ${isCode ? '"Reference Code", ' : ''}"Reference Latin", "Reference Arabic"`
  ink.direction = isRightToLeft ? 'rtl' : 'ltr'
  ink.textAlign = 'left'
  ink.fillText(text, EDGE, sizeDots * 2)
  const { data } = ink.getImageData(0, 0, width, height)
  const isBlack = (x: number, y: number) => (data[(y * width + x) * 4] ?? 255) < MIDDLE
  const columns = Array.from({ length: width }, (_, x) => x)
  const lines = Array.from({ length: height }, (_, y) => y)
  const [left, right] = ends(columns.filter((x) => lines.some((y) => isBlack(x, y))))
  const [top, bottom] = ends(lines.filter((y) => columns.some((x) => isBlack(x, y))))
  const inside = lines
    .slice(top, bottom + 1)
    .flatMap((y) => columns.slice(left, right + 1).map((x) => Number(isBlack(x, y) !== isInverse)))
  return { width: right - left + 1, height: bottom - top + 1, dots: Uint8Array.from(inside) }
}

function ends(places: readonly number[]): readonly [number, number] {
  const [first] = places
  const last = places.at(-1)
  if (first === undefined || last === undefined) throw new Error('a text without ink cannot be looked for')
  return [first, last]
}

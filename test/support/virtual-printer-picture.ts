/** What a virtual printer printed, as a picture to look at: the paper from its first row to where it is cut. */
import { readFileSync } from 'node:fs'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { encode } from 'uqr'
import { barcodeOf } from '#core/receipt/codes.ts'
import type { Printed, PrintedText } from './virtual-printer.ts'

const CELL = { width: 12, height: 24 } as const
const LINE_DOTS = 30
/** Of the second font. */
const SMALL = 9 / 12
const scaleOf = ({ scale, isSmall }: PrintedText['runs'][number]): number => (isSmall ? SMALL : scale)
const MARGIN = 16
const fonts = new URL('../../resources/public/fonts/', import.meta.url)

/** A PNG of the paper, `widthDots` wide with a white edge around it. */
export function pictureOf(printed: readonly Printed[], widthDots: number): Buffer {
  for (const weight of [400, 700]) {
    GlobalFonts.register(
      readFileSync(new URL(`ibm-plex-sans-latin-${weight}-normal.woff2`, fonts)),
      'Printer',
    )
  }
  const heightDots = printed.reduce((sum, one) => sum + heightOf(one), 0)
  const canvas = createCanvas(widthDots + 2 * MARGIN, heightDots + 2 * MARGIN)
  const ink = canvas.getContext('2d')
  ink.fillStyle = '#fff'
  ink.fillRect(0, 0, canvas.width, canvas.height)
  let top = MARGIN
  for (const one of printed) {
    ink.fillStyle = '#000'
    draw(ink, one, top, widthDots)
    top += heightOf(one)
  }
  return canvas.toBuffer('image/png')
}

/** How many dots of paper it takes. */
export function heightOf(one: Printed): number {
  switch (one.kind) {
    case 'text':
      return Math.max(one.lineDots, ...one.runs.map((run) => scaleOf(run) * CELL.height))
    case 'picture':
    case 'barcode':
      return one.heightDots
    case 'qr':
      return qrOf(one.text).size * one.moduleDots
    case 'feed':
      return one.lines * LINE_DOTS
    case 'cut':
      return LINE_DOTS
    default:
      return 0
  }
}

const qrOf = (text: string) => encode(text, { ecc: 'M', border: 0 })

function draw(ink: SKRSContext2D, one: Printed, top: number, widthDots: number): void {
  if (one.kind === 'text') drawText(ink, one, top, widthDots)
  if (one.kind === 'picture') drawDots(ink, one, top)
  if (one.kind === 'qr') {
    const { size, data } = qrOf(one.text)
    const left = MARGIN + Math.floor((widthDots - size * one.moduleDots) / 2)
    data.forEach((row, y) => {
      row.forEach((isDark, x) => {
        const side = one.moduleDots
        if (isDark) ink.fillRect(left + x * side, top + y * side, side, side)
      })
    })
  }
  if (one.kind === 'barcode') {
    const bars = barcodeOf(one.text, one.moduleDots, one.heightDots)
    const { bytes, widthDots: width } = bars
    drawDots(ink, { widthDots: width, heightDots: one.heightDots, bytes }, top, (widthDots - width) / 2)
  }
  if (one.kind === 'cut') {
    for (let x = 0; x < widthDots; x += 12) ink.fillRect(MARGIN + x, top + LINE_DOTS / 2, 6, 1)
  }
}

interface Dots {
  readonly widthDots: number
  readonly heightDots: number
  readonly bytes: Uint8Array
}

function drawDots(ink: SKRSContext2D, { widthDots, heightDots, bytes }: Dots, top: number, left = 0): void {
  const picture = ink.createImageData(widthDots, heightDots)
  for (let dot = 0; dot < widthDots * heightDots; dot += 1) {
    const isBlack = ((bytes[dot >> 3] ?? 0) & (0x80 >> (dot & 7))) !== 0
    picture.data.set(isBlack ? BLACK : WHITE, dot * 4)
  }
  ink.putImageData(picture, MARGIN + left, top)
}

const BLACK = [0, 0, 0, 255]
const WHITE = [255, 255, 255, 255]

function drawText(ink: SKRSContext2D, { runs, align }: PrintedText, top: number, widthDots: number): void {
  const width = runs.reduce((sum, run) => sum + run.text.length * scaleOf(run) * CELL.width, 0)
  const scale = Math.max(0, ...runs.map(scaleOf))
  let x = MARGIN + (align === 'centre' ? (widthDots - width) / 2 : align === 'right' ? widthDots - width : 0)
  ink.textAlign = 'center'
  for (const run of runs) {
    ink.font = `${run.isBold ? 700 : 400} ${20 * scaleOf(run)}px Printer`
    if (run.isInverse) ink.fillRect(x, top, run.text.length * scaleOf(run) * CELL.width, CELL.height * scale)
    ink.fillStyle = run.isInverse ? '#fff' : '#000'
    for (const character of run.text) {
      ink.fillText(character, x + (CELL.width * scaleOf(run)) / 2, top + CELL.height * scale - 6)
      x += CELL.width * scaleOf(run)
    }
    ink.fillStyle = '#000'
  }
}

/** Draws rows of a picture: words with the pen, then dots. Bounded in height, so that a long slip needs no large picture. */
import type { SKRSContext2D } from '@napi-rs/canvas'
import { type Bitmap, bitmapOfPixels } from './bitmap.ts'
import { fontOf, type Pen } from './pen.ts'
import type { PictureRow } from './picture-rows.ts'

/** One drawing is at most this high; rows are never parted between two. */
const MAX_DRAWING_DOTS = 2_048

/** The rows as pictures that follow each other without a gap. */
export function drawRows(rows: readonly PictureRow[], widthDots: number, pen: Pen): readonly Bitmap[] {
  return inDrawings(rows).map((some) => drawOne(some, widthDots, pen))
}

function inDrawings(rows: readonly PictureRow[]): readonly (readonly PictureRow[])[] {
  const drawings: PictureRow[][] = []
  let heightDots = Number.POSITIVE_INFINITY
  for (const row of rows) {
    if (heightDots + row.heightDots > MAX_DRAWING_DOTS) {
      drawings.push([])
      heightDots = 0
    }
    drawings.at(-1)?.push(row)
    heightDots += row.heightDots
  }
  return drawings
}

function drawOne(rows: readonly PictureRow[], widthDots: number, pen: Pen): Bitmap {
  const heightDots = rows.reduce((sum, row) => sum + row.heightDots, 0)
  const { canvas, ink } = pen.sheet(widthDots, heightDots)
  let top = 0
  for (const row of rows) {
    drawRow(ink, row, top, widthDots)
    top += row.heightDots
  }
  return bitmapOfPixels(canvas.data(), widthDots, heightDots)
}

const BOX_LINE = 2

function drawBox(
  ink: SKRSContext2D,
  { fill, heightDots }: Pick<PictureRow, 'fill' | 'heightDots'>,
  top: number,
  widthDots: number,
): void {
  ink.fillRect(0, top, BOX_LINE, heightDots)
  ink.fillRect(widthDots - BOX_LINE, top, BOX_LINE, heightDots)
  if (fill === 'box-top') ink.fillRect(0, top, widthDots, BOX_LINE)
  if (fill === 'box-bottom') ink.fillRect(0, top + heightDots - BOX_LINE, widthDots, BOX_LINE)
}

const ruleHeights = { 'thin-rule': 2, 'thick-rule': 5 } as const
const DASH = { onDots: 8, offDots: 6 } as const

function drawRow(
  ink: SKRSContext2D,
  { heightDots, baseline, pieces, fill }: PictureRow,
  top: number,
  widthDots: number,
): void {
  ink.fillStyle = '#000'
  if (fill === 'thick-rule') {
    ink.fillRect(0, top + (heightDots - ruleHeights[fill]) / 2, widthDots, ruleHeights[fill])
  }
  if (fill === 'thin-rule') {
    for (let x = 0; x < widthDots; x += DASH.onDots + DASH.offDots) {
      ink.fillRect(x, top + heightDots / 2 - 1, DASH.onDots, ruleHeights[fill])
    }
  }
  if (fill.startsWith('box')) drawBox(ink, { fill, heightDots }, top, widthDots)
  if (fill === 'inverse') {
    ink.fillRect(0, top, widthDots, heightDots)
    ink.fillStyle = '#fff'
  }
  for (const { text, type, isRightToLeft, x } of pieces) {
    ink.font = fontOf(type)
    ink.direction = isRightToLeft ? 'rtl' : 'ltr'
    ink.fillText(text, Math.round(x), top + baseline)
  }
}

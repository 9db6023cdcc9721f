/** What a machine reads on the paper, as pictures: QR and CODE 128, and the scale of a test page. */
import { encode } from 'uqr'
import { type Bitmap, bitmapOf, emptyBitmap, fill } from './bitmap.ts'
import { barcodeOf, modulesOf, quietModules } from './code128.ts'

/** White around a QR code, in modules. */
const QR_BORDER = 4

/** A QR code of medium correction, each module `moduleDots` wide. */
export function qrOf(text: string, moduleDots: number): Bitmap {
  const { size, data } = encode(text, { ecc: 'M', border: QR_BORDER })
  return bitmapOf(size, size, moduleDots, (column, row) => data[row]?.[column] === true)
}

/** The module width, in dots, at which a text's bars fit the paper with white on either side: undefined where none can be read. */
export function barcodeModuleDots(text: string, widthDots: number): number | undefined {
  const fits = Math.floor(widthDots / (modulesOf(text) + 2 * quietModules))
  return fits >= MIN_MODULE_DOTS ? Math.min(fits, MAX_MODULE_DOTS) : undefined
}

/** A quarter of a millimetre is what plain readers resolve; wider than three eighths only costs paper. */
const MIN_MODULE_DOTS = 2
const MAX_MODULE_DOTS = 3
export const barcodeHeightDots = 80

export function barcodePicture(text: string, widthDots: number): Bitmap | undefined {
  const moduleDots = barcodeModuleDots(text, widthDots)
  return moduleDots === undefined ? undefined : barcodeOf(text, moduleDots, barcodeHeightDots)
}

const RULER_HEIGHT = 28

/** A millimetre scale from edge to edge: each fifth mark is longer, each tenth longest, the last dot column is drawn. */
export function rulerOf(widthDots: number, dotsPerMm: number): Bitmap {
  const picture = emptyBitmap(widthDots, RULER_HEIGHT)
  fill(picture, { x: 0, y: 0, width: widthDots, height: 2 })
  for (let mm = 0; Math.round(mm * dotsPerMm) <= widthDots; mm += 1) {
    const height = mm % 10 === 0 ? RULER_HEIGHT : mm % 5 === 0 ? 18 : 10
    const x = Math.min(Math.round(mm * dotsPerMm), widthDots - 1)
    fill(picture, { x, y: 0, width: 1, height })
  }
  return picture
}

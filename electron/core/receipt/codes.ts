/** What a machine reads on the paper, as pictures: QR and CODE 128, and the scale of a test page. */
import { encode } from 'uqr'
import { type Bitmap, bitmapOf, emptyBitmap, fill } from './bitmap.ts'

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

// CODE 128, set B, for printers whose own barcodes are not used and for the preview.

/** Widths of bars and gaps, by value; from ISO/IEC 15417. The last three are the starts, the stop stands apart. */
const patterns =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232'
const STOP = '2331112'
const START_B = 104
const CHECK_MODULUS = 103
const PATTERN = 6
const FIRST = 32

/** What a reader needs white on either side, in modules. */
const quietModules = 10

const canCarry = (text: string) => /^[\x20-\x7e]+$/.test(text)

/** How many modules wide the code of a text is, without the quiet zones. */
const modulesOf = (text: string): number => (text.length + 2) * 11 + 13

/** The bars of a text of printable ASCII, each module `moduleDots` wide. Throws Error for any other text. */
export function barcodeOf(text: string, moduleDots: number, heightDots: number): Bitmap {
  if (!canCarry(text)) throw new Error('a barcode carries printable ASCII only')
  const values = [...text].map((character) => character.charCodeAt(0) - FIRST)
  const check = values.reduce((sum, value, place) => sum + value * (place + 1), START_B) % CHECK_MODULUS
  const widths = [START_B, ...values, check].map(patternOf).join('') + STOP
  const modules = [...widths].flatMap((width, place) => Array(Number(width)).fill(place % 2 === 0))
  return bitmapOf(
    modules.length * moduleDots,
    heightDots,
    1,
    (column) => modules[Math.floor(column / moduleDots)],
  )
}

const patternOf = (value: number): string => patterns.slice(value * PATTERN, (value + 1) * PATTERN)

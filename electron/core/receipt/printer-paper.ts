/** The entry point of receipt printers: a document becomes the bytes of one whole slip, or a reason why there is none. */
import type { CodePage, HeadDots } from '#shared/printer-models.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { codesOf, figuresOf } from './blocks.ts'
import type { PaperDocument } from './document.ts'
import { escposOf } from './escpos.ts'
import { layOut, type Placed, type PrintArea, printAreaOn } from './layout.ts'
import type { PictureRow } from './picture-rows.ts'
import { SMALL_COLUMN, type TextRow } from './text-rows.ts'

/** What has to be known of a printer to make its bytes. */
export interface PrinterPaper {
  readonly dots: HeadDots
  readonly codePage: CodePage
  /** `printer`: what the code page can write goes out as text, the rest as a picture; `raster`: all is a picture. */
  readonly text: 'printer' | 'raster'
  /** It draws QR and bar codes itself: else they go out as pictures. */
  readonly drawsCodes: boolean
  /** It has a cutter: the slip is cut off at its end, else it is fed past the edge to be torn. */
  readonly cuts: boolean
  /** The drawer is to open: asked for cash only, by whoever knows how the customer pays. */
  readonly drawer: boolean
}

/**
 * Why there is no slip. `not-money`: an amount is none; `too-wide`: a money line or the ref does not fit the paper in the
 * smallest type; `too-long`: longer than any slip of ours; `no-pictures`: the fonts or the drawing library are missing;
 * `not-whole`: what was laid out lacks something. `detail` is for support and never holds a card's code.
 */
export interface PaperProblem {
  readonly problem: 'not-money' | 'too-wide' | 'too-long' | 'no-pictures' | 'not-whole'
  readonly detail: string
}

/** Three metres: fifty bills in two languages are half of it. */
const MAX_HEIGHT_DOTS = 24_000
/** A row of printer text with its spacing. */
const TEXT_ROW_DOTS = 26

/**
 * The ESC/POS bytes of one slip. Pure but for reading the fonts once; never throws. It refuses rather than drop, cut or
 * break a money line.
 */
export function renderForPrinter(
  document: PaperDocument,
  paper: PrinterPaper,
): Result<Uint8Array, PaperProblem> {
  try {
    const placed = layOut(document, paper)
    if (!placed.ok) return placed
    const area = printAreaOn(paper)
    const loss = lossOf(document, placed.value, area)
    if (loss !== undefined) return err({ problem: 'not-whole', detail: `the paper would lack ${loss}` })
    if (heightOf(placed.value) > MAX_HEIGHT_DOTS) {
      return err({ problem: 'too-long', detail: `${heightOf(placed.value)} dots` })
    }
    return ok(escposOf(placed.value, paper, area))
  } catch (fault) {
    const detail = fault instanceof Error ? fault.message : String(fault)
    return err({ problem: fault instanceof RangeError ? 'not-money' : 'no-pictures', detail })
  }
}

const heightOf = (placed: readonly Placed[]): number => placed.reduce((sum, one) => sum + heightOfOne(one), 0)

function heightOfOne(one: Placed): number {
  switch (one.kind) {
    case 'text':
      return one.runs.some(({ isDouble }) => isDouble) ? 2 * TEXT_ROW_DOTS : TEXT_ROW_DOTS
    case 'picture':
      return one.heightDots
    case 'dots':
      return one.picture.heightDots
    case 'qr':
    case 'barcode':
      return MAX_CODE_DOTS
  }
}

/** No code of ours is higher: a QR code of the ref is 33 modules. */
const MAX_CODE_DOTS = 240

// Reads a finished layout back, so that no mistake in the laying out can lose money in silence: what is missing from the
// paper, or stands partly beside it, is named.

/** The first text that may not be lost and is, or undefined where the paper is whole. */
export function lossOf(
  document: PaperDocument,
  placed: readonly Placed[],
  area: PrintArea,
): string | undefined {
  const found = new Map<string, number>()
  for (const text of placed.flatMap((row) => textsOn(row, area))) found.set(text, (found.get(text) ?? 0) + 1)
  if (codesOn(placed, area) !== withoutSpaces(codesOf(document).join(''))) return 'a code'
  for (const text of wantedOf(document)) {
    const count = found.get(text) ?? 0
    if (count === 0) return text
    found.set(text, count - 1)
  }
  return placed.some((row) => row.kind === 'text' && columnsOf(row) > area.columns)
    ? 'the end of a row'
    : undefined
}

const wantedOf = (document: PaperDocument): readonly string[] => [
  ...figuresOf(document).map(spaced),
  ...(document.kind === 'slip' ? [document.ref] : []),
]

/** All that stands in the face of codes, wholly within the paper. */
const codesOn = (placed: readonly Placed[], { widthDots }: PrintArea): string =>
  withoutSpaces(
    placed
      .flatMap((row) => (row.kind === 'picture' ? piecesOn(row, widthDots) : []))
      .flatMap(({ text, type }) => (type.isCode ? text : []))
      .join(''),
  )

/** A line that ends at a space ends without it. */
const withoutSpaces = (text: string): string => text.replace(/\s/g, '')

const spaced = (text: string): string => text.replaceAll('\u00a0', ' ').replaceAll('\u2212', '-')

/** What stands on a row as a piece of its own, wholly within the paper; a figure without its currency. */
function textsOn(row: Placed, area: PrintArea): readonly string[] {
  if (row.kind === 'text') return row.runs.map(({ text }) => figureIn(spaced(text)))
  if (row.kind === 'picture') return piecesOn(row, area.widthDots).map(({ text }) => spaced(text))
  return []
}

const piecesOn = ({ pieces }: PictureRow, widthDots: number): PictureRow['pieces'] =>
  pieces.filter(({ x, widthDots: width }) => x >= 0 && x + width <= widthDots)

/** An amount in a run of text is followed by its currency, which begins with a letter. */
const figureIn = (text: string): string => /^(-?[\d ]*\d(?:,\d\d)?)(?: \D.*)?$/.exec(text)?.[1] ?? text

const columnsOf = ({ runs }: TextRow): number =>
  runs.reduce(
    (sum, { text, isDouble, isSmall }) => sum + text.length * (isDouble ? 2 : isSmall ? SMALL_COLUMN : 1),
    0,
  )

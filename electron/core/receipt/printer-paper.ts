/** The entry point of receipt printers: a document becomes the bytes of one whole slip, or a reason why there is none. */
import type { CodePage } from '#shared/code-pages.ts'
import type { HeadDots } from '#shared/printer-models.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { PaperDocument } from './document.ts'
import { escposOf } from './escpos.ts'
import { layOut, type Placed, printAreaOn } from './layout.ts'
import { lossOf } from './losses.ts'

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
 * break a money line (receipts.md).
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

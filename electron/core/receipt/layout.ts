/**
 * A document on one printer's paper: each block as rows of text where the printer writes them itself, else as rows of a
 * picture. Invariant: what comes out holds every amount and the ref, whole and within the paper, or nothing comes out.
 */
import { codePageNumbers } from '#shared/code-pages.ts'
import { type HeadDots, heads } from '#shared/printer-models.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { type Bitmap, centredOn } from './bitmap.ts'
import { type Block, blocksOf, type LineBlock } from './blocks.ts'
import { writtenOn } from './code-page.ts'
import { codePictures } from './code-rows.ts'
import { barcodeModuleDots, barcodePicture, qrOf, rulerOf } from './codes.ts'
import type { PaperDocument } from './document.ts'
import { type Pen, takePen } from './pen.ts'
import { emptyPicture, linePictures, type PictureRow, rulePicture, wordPictures } from './picture-rows.ts'
import type { PaperProblem, PrinterPaper } from './printer-paper.ts'
import { emptyRow, lineRows, ruleRow, type TextRow, type Writer, wordRows } from './text-rows.ts'

export type Placed =
  | TextRow
  | PictureRow
  /** A picture as wide as the paper. */
  | { readonly kind: 'dots'; readonly picture: Bitmap }
  /** Codes that the printer draws itself. */
  | { readonly kind: 'qr'; readonly text: string; readonly moduleDots: number }
  | { readonly kind: 'barcode'; readonly text: string; readonly moduleDots: number }

export interface PrintArea {
  /** Of pictures: as many whole bytes as the head has. */
  readonly widthDots: number
  readonly dotsPerMm: number
  readonly columns: number
  readonly isRaster: boolean
  readonly drawsCodes: boolean
  readonly write: Writer
  pen(): Pen
}

/** A module of a QR code: half a millimetre and more, which every telephone reads. */
const qrModuleDots: Readonly<Record<HeadDots, number>> = { 384: 5, 420: 5, 512: 5, 576: 6 }

export function printAreaOn({ dots, codePage, text, drawsCodes }: PrinterPaper): PrintArea {
  if (!(codePage in codePageNumbers)) throw new Error(`no code page ${codePage}`)
  const { columns, dotsPerMm } = heads[dots]
  return {
    ...{ widthDots: dots - (dots % 8), columns, dotsPerMm },
    isRaster: text === 'raster',
    drawsCodes: drawsCodes && text === 'printer',
    write: (words) => writtenOn(codePage, words),
    pen: takePen,
  }
}

/** Everything that is to be printed, in order. Throws where an amount is not money or no picture can be made. */
export function layOut(
  document: PaperDocument,
  paper: PrinterPaper,
): Result<readonly Placed[], PaperProblem> {
  const area = printAreaOn(paper)
  const placed: Placed[] = []
  for (const block of blocksOf(document)) {
    const rows = place(block, area, qrModuleDots[paper.dots])
    if (!rows.ok) return rows
    placed.push(...rows.value)
  }
  return ok(placed)
}

type Rows = Result<readonly Placed[], PaperProblem>

function place(block: Block, area: PrintArea, moduleDots: number): Rows {
  switch (block.kind) {
    case 'words':
      return ok(
        (area.isRaster ? undefined : wordRows(block, area.columns, area.write)) ??
          wordPictures(block, drawing(area)),
      )
    case 'line':
      return placeLine(block, area)
    case 'rule':
      return ok([area.isRaster ? rulePicture(block.isThick) : ruleRow(block.isThick, area.columns)])
    case 'gap':
      return ok([area.isRaster ? emptyPicture : emptyRow])
    case 'picture':
      return ok(dots(block.picture, area))
    case 'ruler':
      return ok(dots(rulerOf(area.widthDots, area.dotsPerMm), area))
    case 'code':
      // Always a picture: nobody knows how a printer's own zero looks beside its O.
      return ok(codePictures(block, drawing(area)))
    case 'qr':
      return ok(
        area.drawsCodes ? [{ ...block, kind: 'qr', moduleDots }] : dots(qrOf(block.text, moduleDots), area),
      )
    case 'barcode':
      return ok(placeBarcode(block.text, area))
  }
}

const drawing = (area: PrintArea) => ({ widthDots: area.widthDots, pen: area.pen() })

function placeLine(block: LineBlock, area: PrintArea): Rows {
  const rows = area.isRaster ? ok(undefined) : lineRows(block, area.columns, area.write)
  if (rows.ok && rows.value) return ok(rows.value)
  const pictures = rows.ok ? linePictures(block, drawing(area)) : rows
  if (pictures.ok) return pictures
  return err({ problem: 'too-wide', detail: `${pictures.error.widest} does not fit ${area.widthDots} dots` })
}

/** A picture that is wider than the paper is left out: no words and no money are in one. */
function dots(picture: Bitmap, area: PrintArea): readonly Placed[] {
  const centred = centredOn(area.widthDots, picture)
  return centred ? [{ kind: 'dots', picture: centred }] : []
}

/** The words of what it carries stand above it: bars that no reader could resolve are left out. */
function placeBarcode(text: string, area: PrintArea): readonly Placed[] {
  if (!area.drawsCodes) {
    const picture = barcodePicture(text, area.widthDots)
    return picture ? dots(picture, area) : []
  }
  const moduleDots = barcodeModuleDots(text, area.widthDots)
  return moduleDots === undefined ? [] : [{ kind: 'barcode', text, moduleDots }]
}

/**
 * A document on one printer's paper: each block as rows of text where the printer writes them itself, else as rows of a
 * picture. Invariant: what comes out holds every amount and the ref, whole and within the paper, or nothing comes out.
 */
import { codePageNumbers, type HeadDots, heads } from '#shared/printer-models.ts'
import { err, ok, type Result } from '#shared/result.ts'
import { type Bitmap, centredOn } from './bitmap.ts'
import { type Block, blocksOf, type CodeBlock, type LineBlock, type Size } from './blocks.ts'
import { writtenOn } from './code-page.ts'
import { barcodeModuleDots, barcodePicture, qrOf, rulerOf } from './codes.ts'
import type { PaperDocument } from './document.ts'
import { type Measure, type Pen, type Type, takePen, wrapWords } from './pen.ts'
import {
  emptyPicture,
  labelRows,
  linePictures,
  type PictureArea,
  type PictureRow,
  pieceOf,
  rowOf,
  rulePicture,
  sizeOf,
  typeOf,
  wordPictures,
} from './picture-rows.ts'
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

// The code of a card as rows of a picture: in a box, in a face in which no two signs look alike, as large as the paper lets it
// be. Invariant: no sign of it is lost.

/** Between the sides of a box and what it holds. */
const BOX_EDGE = 8
const BOX_END_HEIGHT = 8
/** From one size to the next smaller one that a code is tried in. */
const CODE_STEP = 2

/** The code of a card under its label. No sign of it is lost, and it is broken behind its hyphens where it has any. */
function codePictures({ label, text }: CodeBlock, area: PictureArea): readonly PictureRow[] {
  const labelType = typeOf(sizeOf(area.widthDots, 'normal'), 400)
  const labels = label.map(({ text: words, language }) => pieceOf(words, labelType, language === 'ar', area))
  const end = { ...emptyPicture, heightDots: BOX_END_HEIGHT }
  const { lines, type } = fitCode(text, area)
  return [
    ...labelRows(label, labels, labelType, true, area),
    { ...end, fill: 'box-top' },
    ...lines.map((line) => {
      const piece = pieceOf(line, type, false, area)
      const inMiddle = { ...piece, x: (area.widthDots - piece.widthDots) / 2 }
      return rowOf([inMiddle], type.sizeDots, 'box')
    }),
    { ...end, fill: 'box-bottom' },
    emptyPicture,
  ]
}

/** As large as it goes on one line; where that is smaller than other text, on two; else on as many as it takes. */
function fitCode(
  text: string,
  { widthDots, pen }: PictureArea,
): { readonly lines: readonly string[]; readonly type: Type } {
  const width = widthDots - 2 * BOX_EDGE
  const from = (size: Size, to: Size): readonly Type[] =>
    codeTypes(sizeOf(widthDots, size), sizeOf(widthDots, to))
  const tries = [
    { types: from('huge', 'normal'), most: 1 },
    { types: from('huge', 'small'), most: 2 },
    { types: from('normal', 'small'), most: Number.POSITIVE_INFINITY },
  ]
  for (const { types, most } of tries) {
    for (const type of types) {
      const lines = brokenAtHyphens(text, width, pen.measure(type))
      if (lines && lines.length <= most) return { lines, type }
    }
  }
  const type = codeType(sizeOf(widthDots, 'normal'))
  return { lines: wrapWords(text, width, pen.measure(type)), type }
}

const codeType = (sizeDots: number): Type => ({ sizeDots, weight: 600, isCode: true })

const codeTypes = (from: number, to: number): readonly Type[] =>
  Array.from({ length: Math.floor((from - to) / CODE_STEP) + 1 }, (_, step) =>
    codeType(from - step * CODE_STEP),
  )

/** Undefined where a part between two hyphens is wider than a line. */
function brokenAtHyphens(text: string, width: number, measure: Measure): readonly string[] | undefined {
  const lines = ['']
  for (const part of text.split(/(?<=-)/)) {
    if (measure(part) > width) return undefined
    const longer = `${lines.at(-1)}${part}`
    if (measure(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines
}

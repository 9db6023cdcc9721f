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

export interface Room {
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

export function roomOn({ dots, codePage, text, drawsCodes }: PrinterPaper): Room {
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
  const room = roomOn(paper)
  const placed: Placed[] = []
  for (const block of blocksOf(document)) {
    const rows = place(block, room, qrModuleDots[paper.dots])
    if (!rows.ok) return rows
    placed.push(...rows.value)
  }
  return ok(placed)
}

type Rows = Result<readonly Placed[], PaperProblem>

function place(block: Block, room: Room, moduleDots: number): Rows {
  switch (block.kind) {
    case 'words':
      return ok(
        (room.isRaster ? undefined : wordRows(block, room.columns, room.write)) ??
          wordPictures(block, drawing(room)),
      )
    case 'line':
      return placeLine(block, room)
    case 'rule':
      return ok([room.isRaster ? rulePicture(block.isThick) : ruleRow(block.isThick, room.columns)])
    case 'gap':
      return ok([room.isRaster ? emptyPicture : emptyRow])
    case 'picture':
      return ok(dots(block.picture, room))
    case 'ruler':
      return ok(dots(rulerOf(room.widthDots, room.dotsPerMm), room))
    case 'code':
      // Always a picture: nobody knows how a printer's own zero looks beside its O.
      return ok(codePictures(block, drawing(room)))
    case 'qr':
      return ok(
        room.drawsCodes ? [{ ...block, kind: 'qr', moduleDots }] : dots(qrOf(block.text, moduleDots), room),
      )
    case 'barcode':
      return ok(placeBarcode(block.text, room))
  }
}

const drawing = (room: Room) => ({ widthDots: room.widthDots, pen: room.pen() })

function placeLine(block: LineBlock, room: Room): Rows {
  const rows = room.isRaster ? ok(undefined) : lineRows(block, room.columns, room.write)
  if (rows.ok && rows.value) return ok(rows.value)
  const pictures = rows.ok ? linePictures(block, drawing(room)) : rows
  if (pictures.ok) return pictures
  return err({ problem: 'too-wide', detail: `${pictures.error.widest} does not fit ${room.widthDots} dots` })
}

/** A picture that is wider than the paper is left out: no words and no money are in one. */
function dots(picture: Bitmap, room: Room): readonly Placed[] {
  const centred = centredOn(room.widthDots, picture)
  return centred ? [{ kind: 'dots', picture: centred }] : []
}

/** The words of what it carries stand above it: bars that no reader could resolve are left out. */
function placeBarcode(text: string, room: Room): readonly Placed[] {
  if (!room.drawsCodes) {
    const picture = barcodePicture(text, room.widthDots)
    return picture ? dots(picture, room) : []
  }
  const moduleDots = barcodeModuleDots(text, room.widthDots)
  return moduleDots === undefined ? [] : [{ kind: 'barcode', text, moduleDots }]
}

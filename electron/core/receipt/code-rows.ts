/**
 * The code of a card as rows of a picture: in a box, in a face in which no two signs look alike, as large as the paper lets it
 * be. Invariant: no sign of it is lost.
 */
import type { CodeBlock, Size } from './blocks.ts'
import type { Type } from './pen.ts'
import {
  emptyPicture,
  labelRows,
  type PictureArea,
  type PictureRow,
  pieceOf,
  rowOf,
  sizeOf,
  typeOf,
} from './picture-rows.ts'
import { type Measure, wrapWords } from './wrap.ts'

/** Between the sides of a box and what it holds. */
const BOX_EDGE = 8
const BOX_END_HEIGHT = 8
/** From one size to the next smaller one that a code is tried in. */
const CODE_STEP = 2

/** The code of a card under its label. No sign of it is lost, and it is broken behind its hyphens where it has any. */
export function codePictures({ label, text }: CodeBlock, area: PictureArea): readonly PictureRow[] {
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

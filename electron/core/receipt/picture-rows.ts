/**
 * Blocks as rows of a picture: which piece of which text stands where, in dots. Shapes nothing itself; a piece is drawn whole
 * and in its own direction, so that a figure beside Arabic words stays as it is. Invariant: what may not break is one piece
 * that lies within the paper.
 */
import { err, ok, type Result } from '#shared/result.ts'
import type { LineBlock, Size, Value, WordsBlock } from './blocks.ts'
import type { Wording } from './document.ts'
import { type Pen, type Type, wrapWords } from './pen.ts'

export interface Piece {
  readonly text: string
  readonly type: Type
  readonly isRightToLeft: boolean
  readonly x: number
  readonly widthDots: number
}

export interface PictureRow {
  readonly kind: 'picture'
  readonly heightDots: number
  readonly baseline: number
  readonly pieces: readonly Piece[]
  readonly fill: 'none' | 'inverse' | 'thin-rule' | 'thick-rule' | 'box' | 'box-top' | 'box-bottom'
}

export interface PictureArea {
  readonly widthDots: number
  readonly pen: Pen
}

type Rows = Result<readonly PictureRow[], { readonly widest: string }>

/** Type for each width of picture, in dots: nearly the same in millimetres on heads that are finer or coarser. */
const sizesDots: readonly (readonly [number, Readonly<Record<Size, number>>])[] = [
  [416, { small: 20, normal: 23, large: 36, huge: 48 }],
  [512, { small: 20, normal: 23, large: 38, huge: 52 }],
  [Number.POSITIVE_INFINITY, { small: 22, normal: 26, large: 42, huge: 58 }],
]

export const sizeOf = (widthDots: number, size: Size): number =>
  sizesDots.find(([upTo]) => widthDots <= upTo)?.[1][size] ?? 0

/** From the largest down: what may not break is tried in each until it fits. */
const sizes: readonly Size[] = ['huge', 'large', 'normal', 'small']

/** In smaller type the thinner strokes are one dot wide here and there, and are gone on a worn head. */
const THIN_BELOW_DOTS = 26
const heavier = { 400: 600, 600: 700, 700: 700 } as const

export const typeOf = (sizeDots: number, weight: Type['weight']): Type => ({
  sizeDots,
  weight: sizeDots < THIN_BELOW_DOTS ? heavier[weight] : weight,
})

/** Our faces reach this far above and below the line of writing, with their marks: Arabic goes deeper. */
const lineOf = {
  arabic: { height: 1.46, baseline: 0.94 },
  latin: { height: 1.28, baseline: 1.02 },
} as const
const UNIT_SCALE = 0.7
/** Between a label and its value, in the size of their type. */
const BETWEEN = 0.6

const arabicScript = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const leftToRightScript = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}]/u

/** The direction of a text that comes from outside: that of its first letter. */
export function isRightToLeft(text: string): boolean {
  for (const character of text) {
    if (arabicScript.test(character)) return true
    if (leftToRightScript.test(character)) return false
  }
  return false
}

export function wordPictures(block: WordsBlock, { widthDots, pen }: PictureArea): readonly PictureRow[] {
  const widest = (size: Size) => {
    const measure = pen.measure(typeOf(sizeOf(widthDots, size), 700))
    return Math.max(...block.text.split(' ').map(measure))
  }
  // Smaller rather than broken in the middle of a word.
  const size = sizes.slice(sizes.indexOf(block.size)).find((one) => widest(one) <= widthDots - 2 * EDGE)
  const type = typeOf(sizeOf(widthDots, size ?? block.size), block.isBold ? 700 : 400)
  const measure = pen.measure(type)
  const rightToLeft = isRightToLeft(block.text)
  return wrapWords(block.text, widthDots - 2 * EDGE, measure).map((text) => {
    const width = measure(text)
    const piece = { text, type, isRightToLeft: rightToLeft, widthDots: width, x: (widthDots - width) / 2 }
    return rowOf([piece], type.sizeDots, block.isInverse ? 'inverse' : 'none')
  })
}

/** Slanting strokes reach a little past a word's own width. */
const EDGE = 2

/** The error names a value that may not break and is wider than the paper in the smallest type. */
export function linePictures(block: LineBlock, area: PictureArea): Rows {
  const { label, isStacked } = block
  const sizeDots = sizeOf(area.widthDots, block.size === 'small' ? 'small' : 'normal')
  const type = typeOf(sizeDots, block.isBold && !isStacked ? 600 : 400)
  const labels = label.map(({ text, language }) => pieceOf(text, type, language === 'ar', area))
  const values = valuePieces(block, area)
  if (!values) return err({ widest: block.value.text })
  const [first] = values
  const besideLabel =
    isStacked || !first || values.length > 1 ? undefined : besideEnd(label, labels, first, area)
  if (besideLabel) return ok(besideLabel)
  const isInMiddle = isStacked || label.length > 1
  const rightToLeft = label[0]?.language === 'ar'
  return ok([
    ...labelRows(label, labels, type, isStacked, area),
    ...values.map((value) => {
      const free = area.widthDots - EDGE - value.widthDots
      return placed(value, isInMiddle ? Math.max(0, free / 2) : rightToLeft ? EDGE : free)
    }),
  ])
}

/** Pieces that stand beside each other in one direction: a figure and its currency. */
interface Group {
  readonly pieces: readonly Piece[]
  readonly widthDots: number
}

/** The value in lines that fit, or undefined where it may not break and does not fit. */
function valuePieces(
  { value, size, isBold, label }: LineBlock,
  area: PictureArea,
): readonly Group[] | undefined {
  const weight = isBold ? 700 : 600
  const innerWidth = area.widthDots - 2 * EDGE
  const rightToLeft = label[0]?.language === 'ar'
  for (const smaller of sizes.slice(sizes.indexOf(size))) {
    const type = typeOf(sizeOf(area.widthDots, smaller), weight)
    const group = groupOf(value, type, rightToLeft, area)
    if (group.widthDots <= innerWidth) return [group]
    if (value.mayBreak && (smaller === 'normal' || smaller === 'small')) {
      const isRtl = value.reads === 'as-written' && isRightToLeft(value.text)
      return wrapWords(value.text, innerWidth, area.pen.measure(type)).map((text) => {
        const piece = pieceOf(text, type, isRtl, area)
        return { pieces: [piece], widthDots: piece.widthDots }
      })
    }
  }
  return undefined
}

/** A figure with its currency: to its right where words read left to right, else to its left. */
function groupOf(value: Value, type: Type, rightToLeft: boolean, area: PictureArea): Group {
  const figure = pieceOf(value.text, type, value.reads === 'as-written' && isRightToLeft(value.text), area)
  const small: Type = { ...type, sizeDots: Math.round(type.sizeDots * UNIT_SCALE) }
  const units = value.units.map((unit) => pieceOf(unit, small, isRightToLeft(unit), area))
  const inOrder = rightToLeft ? [...units.toReversed(), figure] : [figure, ...units]
  return besideEachOther(inOrder, type.sizeDots * UNIT_GAP)
}

const UNIT_GAP = 0.25

function besideEachOther(pieces: readonly Piece[], gapDots: number): Group {
  let x = 0
  const placedPieces = pieces.map((piece) => {
    const at = { ...piece, x }
    x += piece.widthDots + gapDots
    return at
  })
  return { pieces: placedPieces, widthDots: Math.max(0, x - gapDots) }
}

/** The value on the row on which its label ends; undefined where there is no room for it. */
function besideEnd(
  label: Wording,
  labels: readonly Piece[],
  value: Group,
  area: PictureArea,
): readonly PictureRow[] | undefined {
  const onOneRow = besides(labels, value, label, area)
  const [only, other] = labels
  if (onOneRow || !only || other) return onOneRow && [onOneRow]
  const lines = wrapWords(only.text, area.widthDots - 2 * EDGE, area.pen.measure(only.type)).map((line) =>
    pieceOf(line, only.type, only.isRightToLeft, area),
  )
  const last = besides(lines.slice(-1), value, label, area)
  if (!last) return undefined
  const x = (piece: Piece) => (only.isRightToLeft ? area.widthDots - EDGE - piece.widthDots : EDGE)
  return [...lines.slice(0, -1).map((piece) => rowOf([{ ...piece, x: x(piece) }], only.type.sizeDots)), last]
}

/** One row with its labels at the edges and the value at the other edge, or between two labels; undefined where it is too narrow. */
function besides(
  labels: readonly Piece[],
  value: Group,
  label: Wording,
  area: PictureArea,
): PictureRow | undefined {
  const [start, end] = labels
  if (!start) return undefined
  const between = start.type.sizeDots * BETWEEN
  const needed = labels.reduce((sum, piece) => sum + piece.widthDots + between, value.widthDots)
  const width = area.widthDots - 2 * EDGE
  if (needed > width) return undefined
  const rightToLeft = label[0]?.language === 'ar'
  const atRight = (piece: { readonly widthDots: number }) => area.widthDots - EDGE - piece.widthDots
  if (end) {
    const from = EDGE + start.widthDots + between
    const to = atRight(end) - between
    const wanted = (area.widthDots - value.widthDots) / 2
    const x = Math.min(Math.max(wanted, from), to - value.widthDots)
    return placed(value, x, [
      { ...start, x: EDGE },
      { ...end, x: atRight(end) },
    ])
  }
  return rightToLeft
    ? placed(value, EDGE, [{ ...start, x: atRight(start) }])
    : placed(value, atRight(value), [{ ...start, x: EDGE }])
}

/** Labels above their value: both languages on one row where they fit, each at the edge that its language begins at. */
export function labelRows(
  label: Wording,
  labels: readonly Piece[],
  type: Type,
  isStacked: boolean,
  area: PictureArea,
): readonly PictureRow[] {
  const width = area.widthDots - 2 * EDGE
  const atRight = (piece: Piece) => ({ ...piece, x: area.widthDots - EDGE - piece.widthDots })
  const atLeft = (piece: Piece) => ({ ...piece, x: EDGE })
  const sum = labels.reduce((total, piece) => total + piece.widthDots, 0)
  const gapDots = type.sizeDots * BETWEEN * (labels.length - 1)
  if (labels.length > 1 && sum + gapDots <= width) {
    return [
      rowOf(
        labels.map((piece) => (piece.isRightToLeft ? atRight(piece) : atLeft(piece))),
        type.sizeDots,
      ),
    ]
  }
  return label.flatMap(({ text, language }) =>
    wrapWords(text, width, area.pen.measure(type)).map((line) => {
      const piece = pieceOf(line, type, language === 'ar', area)
      const inMiddle = { ...piece, x: (area.widthDots - piece.widthDots) / 2 }
      const atStart = language === 'ar' ? atRight(piece) : atLeft(piece)
      return rowOf([isStacked ? inMiddle : atStart], type.sizeDots)
    }),
  )
}

export const pieceOf = (text: string, type: Type, rightToLeft: boolean, { pen }: PictureArea): Piece => ({
  text,
  type,
  isRightToLeft: rightToLeft,
  x: 0,
  widthDots: pen.measure(type)(text),
})

const placed = ({ pieces }: Group, x: number, beside: readonly Piece[] = []): PictureRow => {
  const all = [...beside, ...pieces.map((piece) => ({ ...piece, x: piece.x + x }))]
  return rowOf(all, Math.max(...all.map(({ type }) => type.sizeDots)))
}

export const rowOf = (
  pieces: readonly Piece[],
  sizeDots: number,
  fill: PictureRow['fill'] = 'none',
): PictureRow => {
  const line = lineOf[pieces.some(({ text }) => arabicScript.test(text)) ? 'arabic' : 'latin']
  return {
    kind: 'picture',
    heightDots: Math.ceil(sizeDots * line.height),
    baseline: Math.round(sizeDots * line.baseline),
    pieces,
    fill,
  }
}

const RULE_HEIGHT = 12
const GAP_HEIGHT = 10

export const rulePicture = (isThick: boolean): PictureRow => ({
  ...emptyPicture,
  heightDots: RULE_HEIGHT,
  fill: isThick ? 'thick-rule' : 'thin-rule',
})

export const emptyPicture: PictureRow = {
  kind: 'picture',
  heightDots: GAP_HEIGHT,
  baseline: 0,
  pieces: [],
  fill: 'none',
}

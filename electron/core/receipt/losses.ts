/**
 * Reads a finished layout back, so that no mistake in the laying out can lose money in silence: what is missing from the
 * paper, or stands partly beside it, is named.
 */
import { codesOf, figuresOf } from './blocks.ts'
import type { PaperDocument } from './document.ts'
import type { Placed, PrintArea } from './layout.ts'
import type { PictureRow } from './picture-rows.ts'
import { SMALL_COLUMN, type TextRow } from './text-rows.ts'

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

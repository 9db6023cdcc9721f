/**
 * Reads a finished layout back, so that no mistake in the laying out can lose money in silence: what is missing from the
 * paper, or stands partly beside it, is named.
 */
import { figuresOf } from './blocks.ts'
import type { PaperDocument } from './document.ts'
import type { Placed, Room } from './layout.ts'
import type { PictureRow } from './picture-rows.ts'
import type { TextRow } from './text-rows.ts'

/** The first text that may not be lost and is, or undefined where the paper is whole. */
export function lossOf(document: PaperDocument, placed: readonly Placed[], room: Room): string | undefined {
  const found = new Map<string, number>()
  for (const text of placed.flatMap((row) => textsOn(row, room))) found.set(text, (found.get(text) ?? 0) + 1)
  for (const text of wantedOf(document)) {
    const count = found.get(text) ?? 0
    if (count === 0) return text
    found.set(text, count - 1)
  }
  return placed.some((row) => row.kind === 'text' && columnsOf(row) > room.columns)
    ? 'the end of a row'
    : undefined
}

const wantedOf = (document: PaperDocument): readonly string[] => [
  ...figuresOf(document).map(spaced),
  ...(document.kind === 'slip' ? [document.ref] : []),
]

const spaced = (text: string): string => text.replaceAll('\u00a0', ' ').replaceAll('\u2212', '-')

/** What stands on a row as a piece of its own, wholly within the paper; a figure without its currency. */
function textsOn(row: Placed, room: Room): readonly string[] {
  if (row.kind === 'text') return row.runs.map(({ text }) => figureIn(spaced(text)))
  if (row.kind === 'picture') return piecesWithin(row, room.widthDots)
  return []
}

const piecesWithin = ({ pieces }: PictureRow, widthDots: number): readonly string[] =>
  pieces.filter(({ x, widthDots: width }) => x >= 0 && x + width <= widthDots).map(({ text }) => spaced(text))

/** An amount in a run of text is followed by its currency, which begins with a letter. */
const figureIn = (text: string): string => /^(-?[\d ]*\d(?:,\d\d)?)(?: \D.*)?$/.exec(text)?.[1] ?? text

const columnsOf = ({ runs }: TextRow): number =>
  runs.reduce((sum, { text, isDouble }) => sum + text.length * (isDouble ? 2 : 1), 0)

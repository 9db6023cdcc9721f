/** What stands on the paper once a printer has had the bytes: the facts that the tests of printed slips ask for. */
import type { PaperDocument } from '#core/receipt/document.ts'
import { type PrinterPaper, renderForPrinter } from '#core/receipt/printer-paper.ts'
import { type HeadDots, headDots, heads } from '#shared/printer-models.ts'
import { findText, type Look } from '../../support/reference-text.ts'
import { byTier } from '../../support/tier.ts'
import {
  type Printed,
  type PrintedPicture,
  type PrintedText,
  printVirtually,
} from '../../support/virtual-printer.ts'

/** The heads whose pictures are read back: in the short tier the narrowest, and the one that lost amounts. */
export const drawnDots: readonly HeadDots[] = byTier<readonly HeadDots[]>([384, 512], headDots)

export const paperOf = (more: Partial<PrinterPaper> = {}): PrinterPaper => ({
  ...{ dots: 576, codePage: 'cp858', text: 'printer', drawsCodes: true, cuts: true, drawer: false, ...more },
})

/** Everything that was printed. Throws where there is no slip. */
export function printOn(paper: PrinterPaper, document: PaperDocument): readonly Printed[] {
  const bytes = renderForPrinter(document, paper)
  if (!bytes.ok) throw new Error(`${bytes.error.problem}: ${bytes.error.detail}`)
  return printVirtually(bytes.value, heads[paper.dots].columns)
}

export const rowsOf = (printed: readonly Printed[]): readonly PrintedText[] =>
  printed.filter((one) => one.kind === 'text')

export const picturesOf = (printed: readonly Printed[]): readonly PrintedPicture[] =>
  printed.filter((one) => one.kind === 'picture')

/** A figure as printer text writes it. */
export const asText = (figure: string): string => figure.replaceAll('\u00a0', ' ').replace('\u2212', '-')

/** The sizes and weights that pictures are written in. */
const typeSizes = {
  384: [23, 36, 20, 48],
  420: [23, 36, 20, 48],
  512: [23, 38, 20, 52],
  576: [26, 42, 22, 58],
}

/** Whether a text stands, dot for dot, on one of the pictures in any of the types. */
export const isDrawn = (
  printed: readonly Printed[],
  text: string,
  dots: HeadDots,
  look: Partial<Look> = {},
): boolean =>
  picturesOf(printed).some((picture) =>
    typeSizes[dots].some((sizeDots) =>
      [600, 700, 400].some((weight) => findText(picture, text, { sizeDots, weight, ...look }) !== undefined),
    ),
  )

/** Whether the code of a card stands on one of the pictures in its own face, in lines that end behind a hyphen. */
export const isCodeDrawn = (printed: readonly Printed[], code: string): boolean =>
  picturesOf(printed).some((picture) =>
    codeSizes.some((sizeDots) => hasLines(picture, code, { sizeDots, weight: 600, isCode: true })),
  )

/** Every size that a code is tried in, on any head. */
const codeSizes = Array.from({ length: 39 }, (_, less) => 58 - less)

function hasLines(picture: PrintedPicture, code: string, look: Look): boolean {
  if (code === '' || findText(picture, code, look)) return true
  const parts = code.split(/(?<=-)/)
  return parts.some((_part, place) => {
    const line = parts.slice(0, place + 1).join('')
    return line !== code && findText(picture, line, look) && hasLines(picture, code.slice(line.length), look)
  })
}

/** No line of ours holds more words. */
const MAX_WORDS_IN_LINE = 16

/**
 * A text that was broken into lines, as the lines that are found: each is looked for as one, so that its shapes, its order
 * and its numbers are those of the reference. Ends early at a word that begins no line.
 */
export function linesDrawn(printed: readonly Printed[], text: string, look: Look): readonly string[] {
  const words = text.split(' ')
  const lines: string[] = []
  while (words.length > 0) {
    const longest = Array.from({ length: Math.min(words.length, MAX_WORDS_IN_LINE) }, (_, less) =>
      words.slice(0, Math.min(words.length, MAX_WORDS_IN_LINE) - less).join(' '),
    ).find((line) => picturesOf(printed).some((picture) => findText(picture, line, look) !== undefined))
    if (longest === undefined) return lines
    lines.push(longest)
    words.splice(0, longest.split(' ').length)
  }
  return lines
}

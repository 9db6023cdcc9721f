/**
 * Blocks as rows of printer text: how each stands in 32 or 48 columns. A block that the code page cannot write has none,
 * and goes as a picture. Invariant: no row is wider than the paper, and what may not break stands in one row.
 */
import { err, ok, type Result } from '#shared/result.ts'
import type { LineBlock, Value, WordsBlock } from './blocks.ts'
import { wrapWords } from './pen.ts'

export interface TextRun {
  readonly text: string
  readonly isBold: boolean
  /** Twice as wide and as high. */
  readonly isDouble: boolean
  /** In the printer's second font, which is smaller. */
  readonly isSmall?: boolean
}

/** A sign of the second font is nine dots wide, one of the first twelve. */
export const SMALL_COLUMN = 9 / 12

export interface TextRow {
  readonly kind: 'text'
  readonly runs: readonly TextRun[]
  readonly isCentred: boolean
  readonly isInverse: boolean
}

/** A text as the code page writes it, undefined where it cannot. */
export type Writer = (text: string) => string | undefined

type Rows = Result<readonly TextRow[] | undefined, { readonly widest: string }>

const lengthOf = (text: string): number => text.length
const inDouble = (text: string): number => text.length * 2

/** The area between a label and its value. */
const MIN_BETWEEN = 2

/** `undefined` where the page cannot write it; never wider than `columns`. */
export function wordRows(block: WordsBlock, columns: number, write: Writer): readonly TextRow[] | undefined {
  const text = write(block.text)
  if (text === undefined) return undefined
  // Smaller rather than broken in the middle of a word.
  const isDouble =
    (block.size === 'large' || block.size === 'huge') &&
    text.split(' ').every((word) => inDouble(word) <= columns)
  const isSmall = block.size === 'small'
  const signs = isSmall ? Math.floor(columns / SMALL_COLUMN) : columns
  return wrapWords(text, signs, isDouble ? inDouble : lengthOf).map((line) => ({
    kind: 'text',
    // Inverse text is as wide as its own words; a band over the whole paper is what is seen from afar.
    runs: [
      { text: block.isInverse ? inMiddle(line, columns) : line, isBold: block.isBold, isDouble, isSmall },
    ],
    isCentred: true,
    isInverse: block.isInverse,
  }))
}

const inMiddle = (text: string, columns: number): string =>
  text.padStart(Math.floor((columns + text.length) / 2)).padEnd(columns)

/** The rows of a label and its value; the error names a value that may not break and is wider than the paper. */
export function lineRows(block: LineBlock, columns: number, write: Writer): Rows {
  const written = writtenLine(block, write)
  if (!written) return ok(undefined)
  const { label, value } = written
  const isDouble = block.size !== 'normal' && block.size !== 'small' && inDouble(value) <= columns
  const width = isDouble ? inDouble(value) : value.length
  if (width > columns && !block.value.mayBreak) return err({ widest: value })
  const run = (text: string): TextRun => ({ text, isBold: block.isBold, isDouble })
  const light = (text: string): TextRun => ({ text, isBold: false, isDouble: false })
  const labelled = (text: string): TextRun => ({ ...light(text), isBold: block.isBold })
  if (block.isStacked) {
    const rows = [
      ...wrapWords(label, columns, lengthOf).map(light),
      ...wrapWords(value, columns, isDouble ? inDouble : lengthOf).map(run),
    ]
    return ok(rows.map((one) => row([one], true)))
  }
  const labels = wrapWords(label, columns, lengthOf)
  const lastLabel = labels.at(-1) ?? ''
  const between = columns - lastLabel.length - width
  if (between >= MIN_BETWEEN) {
    const last = row([labelled(lastLabel + ' '.repeat(between)), run(value)], false)
    return ok([...labels.slice(0, -1).map((line) => row([labelled(line)], false)), last])
  }
  return ok([
    ...labels.map((line) => row([labelled(line)], false)),
    ...wrapWords(value, columns, isDouble ? inDouble : lengthOf).map((line) =>
      row([light(' '.repeat(columns - (isDouble ? inDouble(line) : line.length))), run(line)], false),
    ),
  ])
}

export const ruleRow = (isThick: boolean, columns: number): TextRow =>
  row([{ text: (isThick ? '=' : '-').repeat(columns), isBold: false, isDouble: false }], false)

export const emptyRow: TextRow = { kind: 'text', runs: [], isCentred: false, isInverse: false }

const row = (runs: readonly TextRun[], isCentred: boolean): TextRow => ({
  kind: 'text',
  runs: runs.filter(({ text }) => text !== ''),
  isCentred,
  isInverse: false,
})

function writtenLine({ label, value }: LineBlock, write: Writer) {
  const written = write(label.map(({ text }) => text).join(' / '))
  const whole = write(textOf(value))
  if (written === undefined || whole === undefined) return undefined
  // A code in other letters is another code.
  return value.isCode && whole !== value.text ? undefined : { label: written, value: whole }
}

const textOf = ({ text, units }: Value): string => [text, ...units].join('\u00a0')

/**
 * What the specification says beside what the code's tables say, as lines of text: equal, or one of the two has drifted.
 * Each comparison reads its part of the document, so that a change of the document shows as much as one of the code.
 */
import type { Row } from './read-specification.ts'

export interface Comparison {
  readonly name: string
  /** The lines that a version of the document holds. */
  readonly document: (specification: string) => readonly string[]
  /** The lines that the code holds. */
  readonly code: readonly string[]
}

/** A table's rows as lines of the named columns. */
export const linesOf = (rows: readonly Row[], ...columns: readonly string[]): readonly string[] =>
  rows.map((row) => columns.map((column) => row[column] ?? `no column ${column}`).join(' | '))

export const sorted = (lines: readonly string[]): readonly string[] => [...lines].sort()

/** What the pattern's first group holds in a text. Throws where the sentence is gone. */
export function wordsIn(text: string, pattern: RegExp): string {
  const [, words] = pattern.exec(text) ?? []
  if (words === undefined) throw new Error(`the document no longer says ${pattern.source}`)
  return words
}

/** The members of "A, B and C" or "A, B or C". */
export const listIn = (words: string): readonly string[] => words.split(/, | and | or /)

/** The cell of the row that the first column names. */
export function cell(rows: readonly Row[], key: string, column: string): string {
  const row = rows.find((one) => Object.values(one)[0] === key)
  if (row === undefined) throw new Error(`the document has no row ${key}`)
  return row[column] ?? ''
}

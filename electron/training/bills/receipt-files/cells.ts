/** A line of text as a row of black and white cells: a picture of letters would take a font. */

export const CELLS_PER_LINE = 64
export const CELL_PIXELS = 8
const BITS_PER_CHARACTER = 8

/** The line's bits from its first character on, as many as fit; true is black. */
export function cellsOf(line: string): readonly boolean[] {
  const bytes = Buffer.from(line, 'latin1')
  return Array.from({ length: CELLS_PER_LINE }, (_, cell) => {
    const byte = bytes[Math.floor(cell / BITS_PER_CHARACTER)] ?? 0
    return ((byte >> (cell % BITS_PER_CHARACTER)) & 1) === 1
  })
}

/** How a text and a time become what spreadsheets take for a text and a time. Pure. */

/** What a cell of Excel's holds at the most. */
export const MAX_CELL_CHARACTERS = 32_767

/**
 * A text that a spreadsheet would take for a formula: what it begins with once blanks are passed over, in full width as well,
 * and a tab or a line break, which some readers drop before they look, behind marks that nobody sees.
 */
const formulaStart = /^[\p{Z}\p{Cf}]*[\t\r\n]|^[\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]/u

export const looksLikeFormula = (text: string): boolean => formulaStart.test(text)

/**
 * A text that a spreadsheet would take for a number, a day or a truth: it would lose its leading zeros, its digits behind the
 * fifteenth, or all of what it says. Rather too many than too few, since what is kept as text is kept as it stands.
 */
const valueLike = /^[\p{Z}\p{Sc}(.,'’]*\p{Nd}|^\p{L}{3,12}[\p{Z}./-]*\p{Nd}{1,4}$|^(vrai|faux|true|false)$/iu

export const looksLikeValue = (text: string): boolean => valueLike.test(text)

/** Of a text, what Excel takes: no half of a surrogate pair, and no more characters than a cell holds. */
export const cellText = (text: string): string => text.slice(0, MAX_CELL_CHARACTERS).toWellFormed()

const HOUR_MS = 3_600_000
const DAY_S = 86_400
const SECOND_MS = 1_000
/** The first of January 1970, in days of Excel's. */
const EPOCH_DAYS = 25_569

/** The shop's own clock as if it were UTC: Algeria is one hour ahead, all year. */
const shopTimeMs = (atMs: number): number => atMs + HOUR_MS

/** Days since the end of 1899, as Excel counts, by the shop's clock and to the second. */
export const excelDays = (atMs: number): number =>
  EPOCH_DAYS + Math.floor(shopTimeMs(atMs) / SECOND_MS) / DAY_S

/** `31/01/2026 14:05:09`, by the shop's clock: what a French Excel reads as a day with its time. */
export function frenchTime(atMs: number): string {
  const [day = '', time = ''] = new Date(shopTimeMs(atMs)).toISOString().split('T')
  return `${day.split('-').reverse().join('/')} ${time.slice(0, 8)}`
}

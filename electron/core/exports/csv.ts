/**
 * The history as CSV for a French-language Excel: semicolons, UTF-8 with its mark, CRLF, the decimal comma. Pure.
 *
 * Invariant: no text of a sale is ever evaluated, and none is changed by being opened. One that looks like a formula has an
 * apostrophe before it. One that looks like a number or a day (a telephone number, an account, an id) is written as
 * `="0770123456"`, the one form that Excel keeps as text in a CSV: what stands between its quotes is a constant.
 */
import type { SaleView } from '#shared/views.ts'
import { cellText, frenchTime, looksLikeFormula, looksLikeValue } from './cells.ts'
import type { CellType, Column } from './columns.ts'

const BYTE_ORDER_MARK = '\uFEFF'
const END_OF_LINE = '\r\n'
/** A constant of a formula is no longer than this. */
const MAX_CONSTANT_CHARACTERS = 255

/** The mark and the line of headings. */
export const csvHead = (headings: readonly string[]): string =>
  BYTE_ORDER_MARK + headings.map(csvText).join(';') + END_OF_LINE

export const csvRow = (columns: readonly Column[], sale: SaleView): string =>
  columns.map(({ type, read }) => csvCell(type, read(sale))).join(';') + END_OF_LINE

export function csvCell(type: CellType, value: string | number | null): string {
  if (value === null || value === '') return ''
  if (typeof value === 'string') return csvText(value)
  if (type === 'time') return frenchTime(value)
  return type === 'amount' ? decimalComma(value) : String(value)
}

export function csvText(text: string): string {
  const whole = cellText(text)
  if (looksLikeFormula(whole)) return quoted(`'${whole}`)
  if (!looksLikeValue(whole)) return /[";\r\n]/.test(whole) ? quoted(whole) : whole
  return whole.length <= MAX_CONSTANT_CHARACTERS ? quoted(`=${quoted(whole)}`) : quoted(`'${whole}`)
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

function decimalComma(centimes: number): string {
  const digits = String(Math.abs(centimes)).padStart(3, '0')
  return `${centimes < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}

/**
 * One worksheet of a workbook, as the XML of its beginning, its rows and its end. Pure. Invariant: a text is a text and no
 * formula, whatever it begins with, also where a person edits the cell; amounts and times are numbers with a format.
 */
import type { SaleView } from '#shared/views.ts'
import { cellText, excelDays } from './cells.ts'
import type { CellType, Column } from './columns.ts'

/** The rows of a sheet of Excel's, that of the headings among them. */
export const MAX_SHEET_ROWS = 1_048_576

/** Places in the list of formats that `stylesXml` writes. */
const styleOf: Readonly<Record<CellType | 'heading', number>> = {
  ...{ text: 1, amount: 2, count: 3, time: 4, heading: 5 },
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The formats of cells: `@` keeps a text a text; 4 is the system's own grouping with two decimals, 1 a whole number. */
export const stylesXml = `${xmlHead}<styleSheet xmlns="${main}">
<numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="6">${[
  [0, 0],
  [49, 0],
  [4, 0],
  [1, 0],
  [164, 0],
  [49, 1],
]
  .map(([format, font]) => {
    const applied = 'applyNumberFormat="1" applyFont="1"'
    return `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" ${applied}/>`
  })
  .join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`

export interface SheetOptions {
  readonly columns: readonly Column[]
  readonly headings: readonly string[]
  readonly rightToLeft: boolean
}

/** All before the first sale: how the sheet is shown, and the headings, which stay in sight. */
export function sheetHead({ columns, headings, rightToLeft }: SheetOptions): string {
  const widths = columns.map(({ widthCharacters }, place) => {
    const at = place + 1
    return `<col min="${at}" max="${at}" width="${widthCharacters}" customWidth="1"/>`
  })
  const cells = headings.map((heading, place) => textCell(place, 1, styleOf.heading, heading))
  return `${xmlHead}<worksheet xmlns="${main}">
<sheetViews><sheetView workbookViewId="0"${rightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>
<cols>${widths.join('')}</cols>
<sheetData><row r="1">${cells.join('')}</row>`
}

/** `row` counts from 1, the headings' own. */
export function sheetRow(columns: readonly Column[], row: number, sale: SaleView): string {
  const cells = columns.map(({ type, read }, place) => {
    const value = read(sale)
    if (value === null || value === '') return ''
    if (typeof value === 'string') return textCell(place, row, styleOf.text, value)
    return `<c r="${columnName(place)}${row}" s="${styleOf[type]}"><v>${numberOf(type, value)}</v></c>`
  })
  return `<row r="${row}">${cells.join('')}</row>`
}

/** Excel would mark each telephone number as a number that was written as text: that is how it is meant. */
export function sheetEnd({ columns }: SheetOptions, rows: number): string {
  const all = `A1:${columnName(columns.length - 1)}${rows}`
  return `</sheetData><ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
}

function numberOf(type: CellType, value: number): number {
  if (type === 'time') return excelDays(value)
  return type === 'amount' ? value / 100 : value
}

const textCell = (place: number, row: number, style: number, text: string): string =>
  `<c r="${columnName(place)}${row}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

/** What XML cannot hold is written as Excel writes it, `_x0007_`; a text that says so by itself has its first mark written. */
export const xmlText = (text: string): string =>
  cellText(text)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, escapeUnit)
    .replace(/[&<>]/g, (mark) => ({ '&': '&amp;', '<': '&lt;' })[mark] ?? '&gt;')

const escapeUnit = (unit: string): string =>
  `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

const LETTERS = 26

/** A, B, …, Z, AA: no table of ours is wider than two letters. */
export const columnName = (place: number): string =>
  (place < LETTERS ? '' : String.fromCharCode(64 + Math.floor(place / LETTERS))) +
  String.fromCharCode(65 + (place % LETTERS))

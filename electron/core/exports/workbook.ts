/**
 * A table as a workbook of Excel's: as many sheets as the rows take, each written as its rows come. The list of the sheets
 * is written last, when their number is known.
 */
import { type CellType, cellText, excelDays, type TableColumn } from './columns.ts'
import type { ZipPart } from './zip-stream.ts'

// One worksheet of a workbook, as the XML of its beginning, its rows and its end. Pure. Invariant: a text is a text and no
// formula, whatever it begins with, also where a person edits the cell; amounts and times are numbers with a format.

/** The rows of a sheet of Excel's, that of the headings among them. */
export const MAX_SHEET_ROWS = 1_048_576

/** Places in the list of formats that `stylesXml` writes. */
const styleOf: Readonly<Record<CellType | 'heading', number>> = {
  ...{ text: 1, amount: 2, count: 3, time: 4, heading: 5 },
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** The formats of cells: `@` keeps a text a text; 4 is the system's own grouping with two decimals, 1 a whole number. */
const stylesXml = `${xmlHead}<styleSheet xmlns="${main}">
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

interface SheetOptions<Row> {
  readonly columns: readonly TableColumn<Row>[]
  readonly headings: readonly string[]
  readonly rightToLeft: boolean
}

/** All before the first row: how the sheet is shown, and the headings, which stay in sight. */
function sheetHead<Row>({ columns, headings, rightToLeft }: SheetOptions<Row>): string {
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
function sheetRow<Row>(columns: readonly TableColumn<Row>[], row: number, of: Row): string {
  const cells = columns.map(({ type, read }, place) => {
    const value = read(of)
    if (value === null || value === '') return ''
    if (typeof value === 'string') return textCell(place, row, styleOf.text, value)
    return `<c r="${columnName(place)}${row}" s="${styleOf[type]}"><v>${numberOf(type, value)}</v></c>`
  })
  return `<row r="${row}">${cells.join('')}</row>`
}

/** Excel would mark each telephone number as a number that was written as text: that is how it is meant. */
function sheetEnd<Row>({ columns }: SheetOptions<Row>, rows: number): string {
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

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The sheets are what a part is unless it is declared otherwise, so that their number need not be known here. */
const contentTypes = `${xmlHead}<Types xmlns="${packages}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="${sheetType}.worksheet+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>
</Types>`

const rootRelationships = `${xmlHead}<Relationships xmlns="${packages}/relationships">
<Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/>
</Relationships>`

interface WorkbookOptions<Row> extends SheetOptions<Row> {
  /** What the sheets are called; from the second on, with their number. */
  readonly sheetName: string
  /** Rows of a sheet, its headings among them. */
  readonly maxSheetRows?: number
}

/** The parts of the workbook, for a zip. `pages`: what the rows are of, some at a time. */
export async function* workbookParts<Row>(
  pages: AsyncIterator<readonly Row[]>,
  options: WorkbookOptions<Row>,
): AsyncGenerator<ZipPart, void, undefined> {
  yield { name: '[Content_Types].xml', content: [contentTypes] }
  yield { name: '_rels/.rels', content: [rootRelationships] }
  yield { name: 'xl/styles.xml', content: [stylesXml] }
  const rest: Rest<Row> = { rows: [], isOver: false }
  let sheets = 0
  do {
    sheets += 1
    yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheetContent(pages, rest, options) }
    // One page further, so that no sheet is begun for nothing.
    await refill(pages, rest)
  } while (rest.rows.length > 0)
  yield { name: 'xl/workbook.xml', content: [workbookXml(options.sheetName, sheets)] }
  yield { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelationships(sheets)] }
}

/** What was read and is not written yet. */
interface Rest<Row> {
  rows: readonly Row[]
  isOver: boolean
}

async function* sheetContent<Row>(
  pages: AsyncIterator<readonly Row[]>,
  rest: Rest<Row>,
  options: WorkbookOptions<Row>,
) {
  const { columns, maxSheetRows = MAX_SHEET_ROWS } = options
  yield sheetHead(options)
  let rows = 1
  await refill(pages, rest)
  while (rest.rows.length > 0 && rows < maxSheetRows) {
    const fitting = rest.rows.slice(0, maxSheetRows - rows)
    rest.rows = rest.rows.slice(fitting.length)
    const first = rows + 1
    rows += fitting.length
    yield fitting.map((row, place) => sheetRow(columns, first + place, row)).join('')
    await refill(pages, rest)
  }
  yield sheetEnd(options, rows)
}

/** A page may be empty while others follow; their number is that of the history's steps. */
async function refill<Row>(pages: AsyncIterator<readonly Row[]>, rest: Rest<Row>): Promise<void> {
  while (rest.rows.length === 0 && !rest.isOver) {
    const next = await pages.next()
    rest.isOver = next.done === true
    rest.rows = next.done ? [] : next.value
  }
}

const numbersTo = (count: number): readonly number[] => Array.from({ length: count }, (_, place) => place + 1)

const workbookXml = (name: string, sheets: number): string =>
  `${xmlHead}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${numbersTo(sheets)
    .map((number) => {
      const title = xmlText(number === 1 ? name : `${name} ${number}`)
      return `<sheet name="${title}" sheetId="${number}" r:id="rId${number}"/>`
    })
    .join('')}</sheets></workbook>`

const workbookRelationships = (sheets: number): string =>
  `${xmlHead}<Relationships xmlns="${packages}/relationships">${numbersTo(sheets)
    .map(
      (number) =>
        `<Relationship Id="rId${number}" Type="${relationships}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )
    .join(
      '',
    )}<Relationship Id="rId${sheets + 1}" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`

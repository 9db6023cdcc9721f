/**
 * The history as a workbook of Excel's: as many sheets as the rows take, each written as its rows come. The list of the sheets
 * is written last, when their number is known.
 */
import type { SaleView } from '#shared/views.ts'
import {
  MAX_SHEET_ROWS,
  type SheetOptions,
  sheetEnd,
  sheetHead,
  sheetRow,
  stylesXml,
  xmlHead,
  xmlText,
} from './sheet.ts'
import type { ZipPart } from './zip-stream.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The sheets are what a part is unless it is told otherwise, so that their number need not be known here. */
const contentTypes = `${xmlHead}<Types xmlns="${packages}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="${sheetType}.worksheet+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>
</Types>`

const rootRelationships = `${xmlHead}<Relationships xmlns="${packages}/relationships">
<Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/>
</Relationships>`

export interface WorkbookOptions extends SheetOptions {
  /** What the sheets are called; from the second on, with their number. */
  readonly sheetName: string
  /** Rows of a sheet, its headings among them. */
  readonly maxSheetRows?: number
}

/** The parts of the workbook, for a zip. `pages`: the sales, some at a time. */
export async function* workbookParts(
  pages: AsyncIterator<readonly SaleView[]>,
  options: WorkbookOptions,
): AsyncGenerator<ZipPart, void, undefined> {
  yield { name: '[Content_Types].xml', content: [contentTypes] }
  yield { name: '_rels/.rels', content: [rootRelationships] }
  yield { name: 'xl/styles.xml', content: [stylesXml] }
  const rest: Rest = { sales: [], isOver: false }
  let sheets = 0
  do {
    sheets += 1
    yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheetContent(pages, rest, options) }
    // One page further, so that no sheet is begun for nothing.
    await refill(pages, rest)
  } while (rest.sales.length > 0)
  yield { name: 'xl/workbook.xml', content: [workbookXml(options.sheetName, sheets)] }
  yield { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelationships(sheets)] }
}

/** What was read of the sales and is not written yet. */
interface Rest {
  sales: readonly SaleView[]
  isOver: boolean
}

async function* sheetContent(
  pages: AsyncIterator<readonly SaleView[]>,
  rest: Rest,
  options: WorkbookOptions,
) {
  const { columns, maxSheetRows = MAX_SHEET_ROWS } = options
  yield sheetHead(options)
  let rows = 1
  await refill(pages, rest)
  while (rest.sales.length > 0 && rows < maxSheetRows) {
    const fitting = rest.sales.slice(0, maxSheetRows - rows)
    rest.sales = rest.sales.slice(fitting.length)
    const first = rows + 1
    rows += fitting.length
    yield fitting.map((sale, place) => sheetRow(columns, first + place, sale)).join('')
    await refill(pages, rest)
  }
  yield sheetEnd(options, rows)
}

/** A page may be empty while others follow; their number is that of the history's steps. */
async function refill(pages: AsyncIterator<readonly SaleView[]>, rest: Rest): Promise<void> {
  while (rest.sales.length === 0 && !rest.isOver) {
    const next = await pages.next()
    rest.isOver = next.done === true
    rest.sales = next.done ? [] : next.value
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

/** A filtered history as the bytes of a table, in either format, as its pages come. */
import type { Environment } from '#shared/environments.ts'
import type { TableFormat } from '#shared/exports.ts'
import type { Locale, SaleView } from '#shared/views.ts'
import { columnsOf } from './columns.ts'
import { csvHead, csvRow } from './csv.ts'
import type { HistoryPart } from './history-pages.ts'
import type { Advance } from './progress.ts'
import { exportWords } from './words.ts'
import { workbookParts } from './workbook.ts'
import { zipStream } from './zip-stream.ts'

export interface TableSource {
  readonly format: TableFormat
  readonly locale: Locale
  readonly environment: Environment
  /** When the file is said to be made. */
  readonly atMs: number
  /** Told of each page once it was taken. */
  readonly advance: Advance
  /** Rows of a workbook's sheet, where they are fewer than Excel's own. */
  readonly maxSheetRows?: number
}

export function tableChunks(
  pages: AsyncGenerator<HistoryPart, void>,
  { format, locale, environment, atMs, advance, maxSheetRows }: TableSource,
): AsyncIterable<Uint8Array | string> {
  const words = exportWords[locale]
  const columns = columnsOf({ environment, words })
  const headings = columns.map(({ name }) => words.column[name])
  const sales = salesOf(pages, advance)
  if (format === 'csv') return csvChunks(sales)
  const sheet = { columns, headings, rightToLeft: locale === 'ar', sheetName: words.sheet }
  return zipStream(workbookParts(sales, { ...sheet, ...(maxSheetRows && { maxSheetRows }) }), atMs)

  async function* csvChunks(rows: AsyncIterable<readonly SaleView[]>): AsyncGenerator<string> {
    yield csvHead(headings)
    for await (const page of rows) yield page.map((sale) => csvRow(columns, sale)).join('')
  }
}

async function* salesOf(
  pages: AsyncGenerator<HistoryPart, void>,
  advance: Advance,
): AsyncGenerator<readonly SaleView[]> {
  for await (const { sales, done, total } of pages) {
    yield sales
    advance(sales.length, done, total)
  }
}

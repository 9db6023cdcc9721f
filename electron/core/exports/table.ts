/** A filtered history as the bytes of a table, in either format, as its pages come. */
import type { Environment } from '#shared/accounts.ts'
import type { TableFormat } from '#shared/exports.ts'
import type { HistoryAsked } from '#shared/history.ts'
import type { Locale, SaleView } from '#shared/views.ts'
import type { Journal } from '../journal/journal.ts'
import { viewOfSale } from '../sale/sale-repository.ts'
import {
  type CellType,
  cellText,
  columnsOf,
  exportWords,
  frenchTime,
  looksLikeFormula,
  looksLikeValue,
  type TableColumn,
} from './columns.ts'
import { type Advance, letOthersIn } from './target-file.ts'
import { workbookParts } from './workbook.ts'
import { zipStream } from './zip-stream.ts'

interface TableSource {
  readonly format: TableFormat
  readonly locale: Locale
  readonly environment: Environment
  /** Whether what sales cost is in it. */
  readonly showsCosts: boolean
  /** When the file is said to be made. */
  readonly atMs: number
  /** Called for each page once it was taken. */
  readonly advance: Advance
  /** Rows of a workbook's sheet, where they are fewer than Excel's own. */
  readonly maxSheetRows?: number
}

export function tableChunks(
  pages: AsyncGenerator<HistoryPart, void>,
  { format, locale, environment, showsCosts, atMs, advance, maxSheetRows }: TableSource,
): AsyncIterable<Uint8Array | string> {
  const words = exportWords[locale]
  const columns = columnsOf({ environment, words, showsCosts })
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

// The history as CSV for a French-language Excel: semicolons, UTF-8 with its mark, CRLF, the decimal comma. Pure.
// Invariant: no text of a sale is ever evaluated, and none is changed by being opened. One that looks like a formula has an
// apostrophe before it, and so has what looks like one behind a separator. One that looks like a number or a day (a telephone number, an account, an id) is written as
// `="0770123456"`, the one form that Excel keeps as text in a CSV: what stands between its quotes is a constant.

const BYTE_ORDER_MARK = '\uFEFF'
const END_OF_LINE = '\r\n'
/** A constant of a formula is no longer than this. */
const MAX_CONSTANT_CHARACTERS = 255

/** The mark and the line of headings. */
const csvHead = (headings: readonly string[]): string =>
  BYTE_ORDER_MARK + headings.map(csvText).join(';') + END_OF_LINE

const csvRow = <Row>(columns: readonly TableColumn<Row>[], row: Row): string =>
  columns.map(({ type, read }) => csvCell(type, read(row))).join(';') + END_OF_LINE

/** A whole small table. */
export const csvTable = <Row>(
  columns: readonly TableColumn<Row>[],
  headings: readonly string[],
  rows: readonly Row[],
) => csvHead(headings) + rows.map((row) => csvRow(columns, row)).join('')

export function csvCell(type: CellType, value: string | number | null): string {
  if (value === null || value === '') return ''
  if (typeof value === 'string') return csvText(value)
  if (type === 'time') return frenchTime(value)
  return type === 'amount' ? decimalComma(value) : String(value)
}

const formulaSign = /[=+\-@＝＋－＠]/u
const separator = /[,;\t|\r\n]/
const unseen = /[\p{Z}\p{Cc}\p{Cf}]/u

/**
 * Marks as text where a spreadsheet that takes another separator, or no quotes, would begin a cell with a formula. From the end, so
 * that each character is looked at once.
 */
function withoutInnerFormulas(text: string): string {
  if (!formulaSign.test(text)) return text
  const parts: string[] = []
  let beginsFormula = false
  for (const character of Array.from(text).reverse()) {
    parts.push(beginsFormula && separator.test(character) ? `${character}'` : character)
    beginsFormula = formulaSign.test(character) || (beginsFormula && unseen.test(character))
  }
  return parts.reverse().join('')
}

export function csvText(text: string): string {
  const whole = withoutInnerFormulas(cellText(text))
  if (looksLikeFormula(whole)) return quoted(`'${whole}`)
  if (!looksLikeValue(whole)) return /[";\r\n]/.test(whole) ? quoted(whole) : whole
  return whole.length <= MAX_CONSTANT_CHARACTERS ? quoted(`=${quoted(whole)}`) : quoted(`'${whole}`)
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

function decimalComma(centimes: number): string {
  const digits = String(Math.abs(centimes)).padStart(3, '0')
  return `${centimes < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}

// The sales of a filtered history, page by page, newest first, with everything else let in between two pages.

/** As many as are read in less than a frame: no key press waits longer. */
const PAGE_ROWS = 50

interface HistoryPart {
  readonly sales: readonly SaleView[]
  /** How far the reading is through the journal's entries, of how many. */
  readonly done: number
  readonly total: number
}

type HistoryPages = (asked: Pick<HistoryAsked, 'query' | 'filters'>) => AsyncGenerator<HistoryPart, void>

/**
 * Sales that are made meanwhile are not among them, and each is as it stands when its page is read. Throws JournalFault where
 * the journal cannot be read.
 */
export const historyPagesOf = (journal: Pick<Journal, 'findPage'>): HistoryPages =>
  async function* readPages({ query, filters }) {
    let from: HistoryAsked['from'] = { kind: 'newest' }
    // Each page begins further back in the journal, whose beginning ends the loop.
    for (;;) {
      const { sales, until, before } = journal.findPage({ query, filters, from, rows: PAGE_ROWS })
      yield { sales: sales.map(viewOfSale), done: before === null ? until : until - before, total: until }
      if (before === null) return
      from = { kind: 'behind', until, before }
      await letOthersIn()
    }
  }

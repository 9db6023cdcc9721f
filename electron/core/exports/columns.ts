/**
 * The columns of the history as a table: what each holds of a sale, and of which type. Pure. Invariant: only what is read here
 * leaves, so that no code of a card, sealed or not, and nothing of a request is in any table.
 */
import type { Environment } from '#shared/accounts.ts'
import { displayStatusOf } from '#shared/display-status.ts'
import ar from '#shared/locales/export/ar.json' with { type: 'json' }
import en from '#shared/locales/export/en.json' with { type: 'json' }
import fr from '#shared/locales/export/fr.json' with { type: 'json' }
import { faceValueOf, productOf } from '#shared/products/orders.ts'
import type { Locale, SaleView } from '#shared/views.ts'

/** Of a table's cells: text as it stands, an amount in whole centimes, a count, a time in milliseconds since 1970. */
export type CellType = 'text' | 'amount' | 'count' | 'time'

/** A column of a table whose rows are each of one `Row`. */
export interface TableColumn<Row> {
  readonly type: CellType
  /** How wide it is shown, in characters. */
  readonly widthCharacters: number
  /** A text for a column of texts, a number for any other; null where there is none. */
  read(row: Row): string | number | null
}

export interface Column extends TableColumn<SaleView> {
  readonly name: keyof ExportWords['column']
}

/** Where a table comes from and whom it is for. */
interface TableOptions {
  readonly environment: Environment
  readonly words: ExportWords
  /** Whether the columns of cost and debit are among them. */
  readonly showsCosts: boolean
}

export function columnsOf({ environment, words, showsCosts }: TableOptions): readonly Column[] {
  const column = (
    name: Column['name'],
    type: CellType,
    widthCharacters: number,
    read: Column['read'],
  ): Column => ({ name, type, widthCharacters, read })
  const all = [
    column('date', 'time', 19, (sale) => sale.recordedAtMs),
    column('state', 'text', 18, (sale) => words.state[displayStatusOf(sale)]),
    column('kind', 'text', 13, ({ order }) => words.kind[order.kind]),
    column('product', 'text', 28, ({ order }) => productOf(order).titleOf(order)),
    column('number', 'text', 26, ({ order }) => productOf(order).numberOf(order)),
    column('customer', 'text', 16, ({ subscriber }) => subscriber?.customerNumber ?? null),
    column('quantity', 'count', 9, ({ order }) => productOf(order).quantityOf(order)),
    column('value', 'amount', 13, ({ order }) => faceValueOf(order)),
    column('fee', 'amount', 11, ({ order }) => productOf(order).feeOf(order)),
    column('price', 'amount', 15, (sale) => sale.priceCentimes),
    column('cost', 'amount', 13, (sale) => sale.costCentimes ?? null),
    column('debited', 'amount', 13, (sale) => sale.debitCentimes),
    column('changed', 'time', 19, (sale) => sale.changedAtMs),
    column('serviceStatus', 'text', 16, (sale) => sale.serverStatus),
    column('reason', 'text', 20, (sale) => sale.reason),
    column('attempts', 'count', 8, (sale) => sale.attempts),
    column('ref', 'text', 29, (sale) => sale.ref),
    column('serviceId', 'text', 27, (sale) => sale.serviceId),
    column('requestId', 'text', 27, (sale) => sale.requestId),
    column('transaction', 'text', 20, (sale) => sale.transactionNumber),
    column('environment', 'text', 19, () => words.environment[environment]),
  ]
  return showsCosts ? all : all.filter(({ name }) => name !== 'cost' && name !== 'debited')
}

// How a text and a time become what spreadsheets take for a text and a time. Pure.

/** What a cell of Excel's holds at the most. */
const MAX_CELL_CHARACTERS = 32_767

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

// The words of a table that leaves the counter: its headings and what stands in its cells, in the counter's language.

/** French is the reference: a word that another lacks is a compile error. */
type ExportWords = typeof fr

export const exportWords: Readonly<Record<Locale, ExportWords>> = { fr, ar, en }

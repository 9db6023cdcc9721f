/** A report over a span as a small table: as CSV, as a workbook, and as a page for PDF, in the counter's language. Pure. */
import { formatDate } from '#shared/dates.ts'
import { formatDinars } from '#shared/money.ts'
import { shopDaySpan } from '#shared/reconciliation.ts'
import type { Tally } from '#shared/till/report.ts'
import {
  type CostlessSpanLine,
  type SpanLine,
  type SpanReportView,
  showsSpanCosts,
} from '#shared/till/span-report.ts'
import type { Locale } from '#shared/views.ts'
import { html } from '../receipt/markup.ts'
import { fontFaces } from '../receipt/slip-css.ts'
import { exportWords, type TableColumn } from './columns.ts'
import { csvTable } from './table.ts'
import { workbookParts } from './workbook.ts'
import { zipStream } from './zip-stream.ts'

interface Row {
  readonly section: string
  readonly what: string
  readonly line: CostlessSpanLine & Partial<SpanLine>
  /** Of a row that is of no sales. */
  readonly tally?: Tally
}

type ColumnName = keyof (typeof exportWords)['fr']['report']['columns']
type NamedColumn = TableColumn<Row> & { readonly name: ColumnName }

const costNames: readonly ColumnName[] = ['cost', 'fee', 'commission', 'profit']

function columnsFor(report: SpanReportView): readonly NamedColumn[] {
  const column = (
    name: ColumnName,
    type: NamedColumn['type'],
    widthCharacters: number,
    read: NamedColumn['read'],
  ): NamedColumn => ({ name, type, widthCharacters, read })
  const amount = (name: ColumnName, of: keyof SpanLine) =>
    column(name, 'amount', 17, ({ line, tally }) => (tally ? null : (line[of] ?? null)))
  const all = [
    column('section', 'text', 22, ({ section }) => section),
    column('what', 'text', 30, ({ what }) => what),
    column('sales', 'count', 9, ({ line, tally }) => tally?.count ?? line.sales),
    column('failures', 'count', 9, ({ line, tally }) => (tally ? null : line.failures)),
    ...[amount('taken', 'takenCentimes'), amount('earned', 'earnedCentimes')],
    ...[amount('owed', 'owedCentimes'), amount('held', 'heldCentimes')],
    ...[amount('cost', 'costCentimes'), amount('fee', 'feeCentimes')],
    ...[amount('commission', 'commissionCentimes'), amount('profit', 'profitCentimes')],
    column('amount', 'amount', 17, ({ tally }) => tally?.sumCentimes ?? null),
  ]
  return showsSpanCosts(report) ? all : all.filter(({ name }) => !costNames.includes(name))
}

function rowsOf(report: SpanReportView, locale: Locale): readonly Row[] {
  const { report: words, kind } = exportWords[locale]
  const { section, part } = words
  const rows = <Line extends CostlessSpanLine>(
    name: keyof typeof section,
    lines: readonly Line[],
    whatOf: (line: Line) => string,
  ): readonly Row[] => lines.map((line) => ({ section: section[name], what: whatOf(line), line }))
  const tallies = (name: keyof typeof section, some: Readonly<Record<string, Tally>>): readonly Row[] =>
    Object.entries(some).map(([what, tally]) => ({
      ...{ section: section[name], what: part[what as keyof typeof part], line: report.total, tally },
    }))
  return [
    ...rows('total', [report.total], () => part.total),
    ...rows('step', report.steps, ({ fromDay, toDay, hour }) => stepName(fromDay, toDay, hour, locale)),
    ...rows('service', report.byService, ({ service }) => kind[service]),
    ...rows('operator', report.byOperator, ({ service, operator }) => `${kind[service]} · ${operator}`),
    ...rows('cashier', report.byCashier, ({ cashier }) => cashier ?? part.nobody),
    ...rows('hour', report.byHour, ({ hour }) => hourName(hour)),
    ...tallies('refunds', report.refunds),
    ...tallies('differences', report.differences),
  ]
}

const dayIn = (day: string, locale: Locale): string => formatDate(shopDaySpan(day).fromMs, locale)

const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

function stepName(fromDay: string, toDay: string, hour: number | null, locale: Locale): string {
  if (hour !== null) return hourName(hour)
  return fromDay === toDay ? dayIn(fromDay, locale) : `${dayIn(fromDay, locale)} – ${dayIn(toDay, locale)}`
}

const headingsOf = (columns: readonly NamedColumn[], locale: Locale): readonly string[] =>
  columns.map(({ name }) => exportWords[locale].report.columns[name])

export function reportCsv(report: SpanReportView, locale: Locale): string {
  const columns = columnsFor(report)
  return csvTable(columns, headingsOf(columns, locale), rowsOf(report, locale))
}

export async function reportWorkbook(report: SpanReportView, locale: Locale): Promise<Uint8Array> {
  const columns = columnsFor(report)
  async function* pages() {
    yield rowsOf(report, locale)
  }
  const sheet = {
    ...{ columns, headings: headingsOf(columns, locale) },
    ...{ rightToLeft: locale === 'ar', sheetName: exportWords[locale].report.sheet },
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of zipStream(workbookParts(pages(), sheet), report.atMs)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export const reportStylesheetPath = '/report/report.css'

/** A complete page, for paper of A4. No inline style or script, as every page of ours. */
export function reportPage(report: SpanReportView, locale: Locale): string {
  const words = exportWords[locale].report
  const columns = columnsFor(report)
  const title = words.title
    .replace('{from}', dayIn(report.fromDay, locale))
    .replace('{to}', dayIn(report.toDay, locale))
  const cell = ({ type, read }: NamedColumn, row: Row) => {
    const value = read(row)
    const text =
      typeof value === 'number' && type === 'amount' ? formatDinars(value as never) : String(value ?? '')
    return type === 'text'
      ? html`<td><bdi>${text}</bdi></td>`
      : html`<td class="number"><bdi dir="ltr">${text}</bdi></td>`
  }
  const heads = headingsOf(columns, locale).map((head) => html`<th>${head}</th>`)
  const rows = rowsOf(report, locale).map(
    (row) => html`<tr>${columns.map((column) => cell(column, row))}</tr>`,
  )
  return html`<!doctype html>
<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<link rel="stylesheet" href="${reportStylesheetPath}">
</head>
<body>
<main>
<h1>${title}</h1>
<table>
<thead><tr>${heads}</tr></thead>
<tbody>${rows}</tbody>
</table>
</main>
</body>
</html>
`.markup
}

export const reportStylesheet = `${fontFaces}
@page { margin: 0; }
* { box-sizing: border-box; margin: 0; padding: 0; }
html { background: #fff; color: #000; color-scheme: light; }
main { inline-size: 210mm; padding: 12mm 8mm; font: 2.4mm / 1.4 'IBM Plex Sans', 'IBM Plex Sans Arabic', sans-serif; }
h1 { font-size: 5mm; margin-block-end: 5mm; }
table { border-collapse: collapse; inline-size: 100%; font-variant-numeric: tabular-nums; }
th, td { border-block-end: 0.1mm solid #888; padding: 0.6mm 1mm; text-align: start; vertical-align: top; }
.number { text-align: end; white-space: nowrap; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
`

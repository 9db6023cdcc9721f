/** What the owner sees: reports over spans, their files, and the strip. Reads alone; nothing here is kept. */
import { randomBytes } from 'node:crypto'
import type { AppError } from '#shared/app-error.ts'
import type { CommandOutput } from '#shared/ipc/commands.ts'
import type { ReportFormat } from '#shared/ipc/report-commands.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { BooksState, OwnerStrip, Span, SpanReportView } from '#shared/till/span-report.ts'
import type { Locale } from '#shared/views.ts'
import {
  reportCsv,
  reportPage,
  reportStylesheet,
  reportStylesheetPath,
  reportWorkbook,
} from '../exports/report-table.ts'
import type { Journal } from '../journal/journal.ts'
import type { Clock, Files, Log, Printer } from '../ports.ts'
import type { PageAnswer } from '../slip-pages.ts'
import { type Actor, seesCosts } from './actor.ts'
import { readRunway, readSpanReport, spanOfDay, withoutSpanCosts } from './span-report.ts'

export interface Reports {
  read(span: Span, actor: Actor): Result<SpanReportView, AppError>
  /** Asks where. */
  save(
    asked: { readonly span: Span; readonly format: ReportFormat },
    locale: Locale,
    actor: Actor,
  ): Promise<Result<CommandOutput<'reports.export'>, AppError>>
  strip(): Result<OwnerStrip, AppError>
  /** At the pace of the same weekday the balance lasts for no longer than `ENDS_SOON_HOURS`. Never throws. */
  endsSoon(balanceCentimes: Centimes | null): boolean
  /** The page of a report that is being saved; undefined for every other path. */
  readPage(path: string): PageAnswer | undefined
}

interface ReportsOptions {
  readonly journal: Pick<Journal, 'till'>
  readonly clock: Clock
  readonly files: Pick<Files, 'saveText' | 'saveBytes'>
  readonly printer: Pick<Printer, 'savePdf'>
  readonly log: Log
  /** The balance at the service; null where nobody knows it. */
  balanceCentimes(): Centimes | null
  /** What customers owe, in whatever way. */
  owedByCustomers(): Centimes
  /** How the reconciliation stands up to yesterday; null where there is no day behind the shop. */
  books(): BooksState | null
}

/** Time enough to go and top the balance up. */
const ENDS_SOON_HOURS = 2

export function createReports(options: ReportsOptions): Reports {
  const { journal, clock, log } = options
  const pages = new Map<string, string>()

  const read = (span: Span, actor: Actor): SpanReportView => {
    const report = readSpanReport(journal.till.totals, span, clock.nowMs())
    return seesCosts(actor) ? report : withoutSpanCosts(report)
  }
  const runwayOf = (balance: Centimes | null) =>
    balance === null ? null : (readRunway(journal.till.totals, balance, clock.nowMs()) ?? null)

  return {
    read: (span, actor) => ok(read(span, actor)),
    save: ({ span, format }, locale, actor) => saveReport(read(span, actor), format, locale, pages, options),
    strip() {
      const span = spanOfDay(clock.nowMs())
      const { total } = readSpanReport(journal.till.totals, span, clock.nowMs())
      const balance = options.balanceCentimes()
      return ok({
        ...{ day: span.fromDay, sales: total.sales },
        // What was delivered, or may be: of a sale that failed nothing is the shop's, whether it was given back by now or not.
        takenCentimes: centimes(total.earnedCentimes + total.heldCentimes),
        profitCentimes: total.profitCentimes,
        dueCentimes: journal.till.tallyRefunds().due.sumCentimes,
        owedByCustomersCentimes: options.owedByCustomers(),
        balanceCentimes: balance,
        runway: runwayOf(balance),
        books: options.books(),
      })
    },
    endsSoon(balance) {
      try {
        const runway = runwayOf(balance)
        return runway !== null && runway.hours <= ENDS_SOON_HOURS
      } catch (fault) {
        log.write('warn', 'how long the balance lasts cannot be told', { fault: String(fault) })
        return false
      }
    },
    readPage(path) {
      if (path === reportStylesheetPath) return answer('text/css', reportStylesheet)
      const body = pages.get(path)
      return body === undefined ? undefined : answer('text/html', body)
    },
  }
}

const answer = (type: string, body: string): PageAnswer => ({
  status: 200,
  contentType: `${type}; charset=utf-8`,
  body,
})

async function saveReport(
  report: SpanReportView,
  format: ReportFormat,
  locale: Locale,
  pages: Map<string, string>,
  { files, printer }: ReportsOptions,
): Promise<Result<CommandOutput<'reports.export'>, AppError>> {
  const name = `comptoir-rapport-${report.fromDay}-${report.toDay}.${format}`
  if (format === 'csv') return asSaved(await files.saveText(name, reportCsv(report, locale)))
  if (format === 'xlsx') return asSaved(await files.saveBytes(name, await reportWorkbook(report, locale)))
  const path = `/report/${randomBytes(16).toString('hex')}`
  pages.set(path, reportPage(report, locale))
  try {
    const saved = await printer.savePdf(path, name)
    return saved.ok ? saved : err({ kind: 'printing', problem: saved.error })
  } finally {
    pages.delete(path)
  }
}

const asSaved = (
  saved: Result<{ readonly path: string | null }, string>,
): Result<CommandOutput<'reports.export'>, AppError> =>
  saved.ok ? saved : err({ kind: 'invalid-input', field: 'file', problem: saved.error })

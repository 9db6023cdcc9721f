/**
 * What leaves the counter as a large file: the history as a table, the journal in full. One at a time, in slices while the
 * counter sells. Owns the view of the export that runs or was the last, published as an event with each step forward.
 */
import type { Environment } from '#shared/accounts.ts'
import type { AppError } from '#shared/app-error.ts'
import type { ExportView, HistoryExportAsked } from '#shared/exports.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { Locale } from '#shared/views.ts'
import { codeOf } from '../durable-file.ts'
import type { Events } from '../events.ts'
import { canonicalJson, type EntryRow } from '../journal/entries.ts'
import type { Journal } from '../journal/journal.ts'
import type { Clock, Files, Log } from '../ports.ts'
import { historyPagesOf, tableChunks } from './table.ts'
import {
  type Advance,
  fileDay,
  letOthersIn,
  liesWithin,
  openUnfinished,
  type Unfinished,
  writeTarget,
} from './target-file.ts'

/** Windows hear of the progress no more often. */
const PUBLISH_EVERY_MS = 200

type ExportAnswer = Result<{ readonly export: ExportView | null }, AppError>

export interface Exports {
  /** The export that runs, or the last one. */
  state(): ExportAnswer
  /** Asks where, and begins. `invalid-input` where the place cannot be used, `not-allowed-now` while another runs. */
  exportHistory(asked: HistoryExportAsked, locale: Locale, showsCosts: boolean): Promise<ExportAnswer>
  exportJournal(): Promise<ExportAnswer>
  /** Puts the export down; resolves when nothing of it is left. */
  cancel(): Promise<ExportAnswer>
  stop(): Promise<void>
}

interface ExportsOptions {
  readonly journal: Pick<Journal, 'journalId' | 'findPage' | 'readLastEntry' | 'readRows'>
  readonly environment: Environment
  readonly dataDir: string
  readonly files: Pick<Files, 'askPath'>
  readonly clock: Clock
  readonly log: Log
  readonly events: Events
}

type MakeChunks = (advance: Advance) => AsyncIterable<Uint8Array | string>

export function createExports(options: ExportsOptions): Exports {
  const { journal, environment, dataDir, files, clock, log, events } = options
  const unfinished = openUnfinished(dataDir, log)
  let abort = new AbortController()
  let running: Promise<void> | undefined
  let isAsking = false
  let isStopped = false
  const swept = unfinished.sweep()
  const progress = createProgress(clock, (view) => {
    if (!isStopped) events.publish({ kind: 'export-changed', export: view })
  })

  async function begin(
    what: ExportView['what'],
    suggestedName: string,
    makeChunks: MakeChunks,
  ): Promise<ExportAnswer> {
    if (running || isAsking || isStopped) return busy
    isAsking = true
    try {
      await swept
      const asked = await files.askPath(suggestedName)
      if (!asked.ok) return notUsable(asked.error)
      const { path } = asked.value
      if (path === null || isStopped) return ok({ export: null })
      if (liesWithin(dataDir, path)) return notUsable('own-folder')
      abort = new AbortController()
      progress.begin(what, path)
      const target = { unfinished, signal: abort.signal }
      running = writeExport(path, makeChunks, target, progress, log).finally(() => {
        running = undefined
      })
      return ok({ export: progress.view() })
    } catch (fault) {
      return notUsable(wordOf(fault))
    } finally {
      isAsking = false
    }
  }

  async function putDown(): Promise<void> {
    abort.abort()
    await running
  }

  const nameOf = (what: string, ending: string) =>
    `comptoir-${environment}-${what}-${fileDay(clock.nowMs())}.${ending}`

  return {
    state: () => ok({ export: progress.view() }),
    exportHistory: ({ format, ...sought }, locale, showsCosts) =>
      begin(format, nameOf('ventes', format), (advance) =>
        tableChunks(historyPagesOf(journal)(sought), {
          ...{ format, locale, environment, showsCosts, advance, atMs: clock.nowMs() },
        }),
      ),
    exportJournal: () =>
      begin('journal', nameOf('journal', 'jsonl'), (advance) => journalChunks(journal, advance)),
    async cancel() {
      await putDown()
      return ok({ export: progress.view() })
    },
    async stop() {
      isStopped = true
      await putDown()
    },
  }
}

interface Progress {
  /** The export that runs, or the last one. */
  view(): ExportView | null
  begin(what: ExportView['what'], path: string): void
  show(change: Partial<ExportView>): void
  /** Answers what counts the steps of one export. */
  advance(): Advance
}

function createProgress(clock: Clock, publish: (view: ExportView) => void): Progress {
  let view: ExportView | null = null

  function show(change: Partial<ExportView>): void {
    if (!view) return
    view = { ...view, ...change }
    publish(view)
  }

  return {
    view: () => view,
    begin(what, path) {
      view = { what, state: 'running', path, rows: 0, done: 0, total: 0, problem: null }
      publish(view)
    },
    show,
    advance() {
      let publishedMs = clock.elapsedMs()
      return (rows, done, total) => {
        if (!view) return
        view = { ...view, rows: view.rows + rows, done, total }
        if (clock.elapsedMs() - publishedMs < PUBLISH_EVERY_MS) return
        publishedMs = clock.elapsedMs()
        publish(view)
      }
    },
  }
}

/** Never rejects: what became of it is in the progress. */
async function writeExport(
  path: string,
  makeChunks: MakeChunks,
  target: { readonly unfinished: Unfinished; readonly signal: AbortSignal },
  progress: Progress,
  log: Log,
): Promise<void> {
  const { unfinished, signal } = target
  try {
    await unfinished.sweep()
    await writeTarget(path, makeChunks(progress.advance()), target)
    progress.show({ state: 'saved' })
  } catch (fault) {
    if (!signal.aborted) log.write('warn', 'an export failed', { fault: String(fault) })
    progress.show(signal.aborted ? { state: 'cancelled' } : { state: 'failed', problem: wordOf(fault) })
  }
}

async function* journalChunks(journal: ExportsOptions['journal'], advance: Advance): AsyncGenerator<string> {
  for await (const { text, rows, done, total } of journalParts(journal)) {
    yield text
    advance(rows, done, total)
  }
}

const busy = err<AppError>({ kind: 'not-allowed-now', state: 'exporting', action: 'export' })
const notUsable = (problem: string) => err<AppError>({ kind: 'invalid-input', field: 'file', problem })

const wordOf = (fault: unknown): string => codeOf(fault) ?? String(fault).slice(0, 200)

// The journal as a file that can be checked without anything else: a line for its beginning, one for each entry with its
// canonical bytes and its hash, one for its end. Pure but for the reading. The form holds for ever, and each of its bytes
// follows from the entries: the command `verify-journal` finds any that is another.

const JOURNAL_FORMAT = 'comptoir-journal'
const JOURNAL_FORMAT_VERSION = 1

/** Rows between two turns of everything else. */
const SLICE_ROWS = 500

interface JournalPart {
  readonly text: string
  /** Entries in this part, how many were read so far, of how many. */
  readonly rows: number
  readonly done: number
  readonly total: number
}

/** All entries that there are now; what is recorded meanwhile is not among them. */
export async function* journalParts(
  journal: Pick<Journal, 'journalId' | 'readLastEntry' | 'readRows'>,
): AsyncGenerator<JournalPart, void, undefined> {
  const last = journal.readLastEntry()
  if (!last) throw new Error('the journal has no entry')
  const { sequence: total, hash } = last
  const { journalId } = journal
  yield part([{ format: JOURNAL_FORMAT, journalId, version: JOURNAL_FORMAT_VERSION }].map(line), 0, 0, total)
  for (let done = 0; done < total; ) {
    const rows = journal.readRows(done, Math.min(SLICE_ROWS, total - done))
    if (rows.length === 0) throw new Error(`the entries behind ${done} cannot be read`)
    done += rows.length
    yield part(rows.map(entryLine), rows.length, done, total)
    await letOthersIn()
  }
  yield part([line({ end: { entries: total, hash } })], 0, total, total)
}

const part = (lines: readonly string[], rows: number, done: number, total: number): JournalPart => ({
  ...{ text: lines.join(''), rows, done, total },
})

const line = (value: unknown): string => `${canonicalJson(value)}\n`

/** The bytes that were hashed stand in it as they are: see journal/entries.ts. */
const entryLine = ({ sequence, at_ms: atMs, body, hash }: EntryRow): string =>
  `{"entry":{"atMs":${atMs},"body":${body},"sequence":${sequence}},"hash":"${hash}"}\n`

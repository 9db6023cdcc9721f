/** The list of the history as a file: which format, what is in it, how far it is. */
import { useCallback, useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { type ExportView, type HistoryExportAsked, type TableFormat, tableFormats } from '#shared/exports.ts'
import type { CommandResult } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import { Technical } from '../../components/copyable.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import noteStyles from '../../components/note.module.css'
import { Segments } from '../../components/segments.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { isMessageKey } from '../../i18n.ts'
import type { Sought } from '../history/pages.ts'
import styles from './export-bar.module.css'

export function ExportBar({ query, filters }: Sought) {
  const { text } = useTranslator()
  const [isOpen, setIsOpen] = useState(false)
  const [format, setFormat] = useState<TableFormat>('xlsx')
  const { view, error, isBusy, exportHistory, cancel } = useExport()
  const isRunning = view?.state === 'running'
  if (!isOpen && !isRunning) {
    return (
      <div className={styles['export-open']}>
        <Button look="quiet" testId="export-open" onPress={() => setIsOpen(true)}>
          <Icon name="save" />
          <Text k="exports.open" />
        </Button>
      </div>
    )
  }
  return (
    <section className={styles['export-bar']} aria-label={text('exports.title')}>
      <div className={styles['export-line']}>
        <Segments
          label={text('exports.format')}
          value={format}
          segments={tableFormats.map((value) => ({ value, face: <Text k={`exports.formats.${value}`} /> }))}
          onChange={setFormat}
        />
        <p>
          <Text k={`exports.what.${isNarrowed({ query, filters }) ? 'found' : 'all'}`} />
        </p>
        <Button
          look="main"
          testId="export-start"
          isDisabled={isBusy || isRunning}
          onPress={() => void exportHistory({ query, filters, format })}
        >
          <Icon name="save" />
          <Text k="exports.start" />
        </Button>
        <Button
          look="quiet"
          isDisabled={isRunning}
          onPress={() => setIsOpen(false)}
          label={text('sale.close')}
        >
          <Icon name="close" />
        </Button>
      </div>
      {view && <ExportProgress view={view} isBusy={isBusy} onCancel={() => void cancel()} />}
      {error && <ExportError error={error} />}
    </section>
  )
}

const isNarrowed = ({ query, filters: { kinds, states, fromDay, toDay } }: Sought): boolean =>
  query.trim() !== '' || kinds.length > 0 || states.length > 0 || fromDay !== null || toDay !== null

// How far an export is, with the way to put it down; then where its file is, or why there is none.

interface ExportProgressProps {
  readonly view: ExportView
  readonly isBusy: boolean
  readonly onCancel: () => void
}

export function ExportProgress({ view, isBusy, onCancel }: ExportProgressProps) {
  const { text } = useTranslator()
  const { state, rows, done, total, path } = view
  return (
    <div className={styles['export-progress']} data-testid="export" data-state={state}>
      {state === 'running' ? (
        <>
          <progress max={Math.max(1, total)} value={done} aria-label={text('exports.progress')} />
          <div className={styles['export-line']}>
            <p>
              <Text
                k={`exports.written.${view.what === 'journal' ? 'entries' : 'sales'}`}
                values={{ count: rows }}
              />
            </p>
            <Button isDisabled={isBusy} onPress={onCancel} testId="export-cancel">
              <Icon name="close" />
              <Text k="exports.cancel" />
            </Button>
          </div>
        </>
      ) : null}
      <p role="status">
        {state === 'saved' && (
          <>
            <Text k="exports.saved" /> <bdi dir="ltr">{path}</bdi>
          </>
        )}
        {state === 'cancelled' && <Text k="exports.cancelled" />}
      </p>
      {state === 'failed' && <Failure problem={view.problem} />}
    </div>
  )
}

interface FailureProps {
  readonly problem: string | null
}

/** In the cashier's words, of its own where there are some; and in the system's own, for support. */
function Failure({ problem }: FailureProps) {
  const key = `exports.problem.${problem}`
  return (
    <div className={noteStyles['note']} role="alert">
      <Icon name="warning" />
      <div className={noteStyles['note-body']}>
        <h2>
          <Text k={isMessageKey(key) ? key : 'exports.problem.other'} />
        </h2>
        {problem !== null && (
          <Technical>
            <bdi dir="ltr">{problem}</bdi>
          </Technical>
        )}
      </div>
    </div>
  )
}

/** Why an export was not begun: a place that cannot be used has words of its own. */
export function ExportError({ error }: { readonly error: AppError }) {
  return error.kind === 'invalid-input' ? <Failure problem={error.problem} /> : <ErrorNote error={error} />
}

// The export that runs, or the last one, as the core reports it: asked when a screen opens, then heard.

interface Exporting {
  readonly view: ExportView | null
  readonly error: AppError | null
  /** The system's dialog is open, or the export is being put down. */
  readonly isBusy: boolean
  exportHistory(asked: HistoryExportAsked): Promise<void>
  exportJournal(): Promise<void>
  cancel(): Promise<void>
}

/** An export that was over when the screen opened is none of its business. */
export function useExport(): Exporting {
  const { client } = useParts()
  const [view, setView] = useState<ExportView | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const askState = useCallback(async () => {
    const asked = await client.command('export.state', {})
    if (!asked.ok) return
    const { export: found } = asked.value
    setView((shown) => (shown || found?.state === 'running' ? found : null))
  }, [client])
  useEffect(() => {
    void askState()
    return client.onEvent((numbered) => {
      // What was missed may be the end of the export.
      if (!numbered) void askState()
      if (numbered?.event.kind === 'export-changed') setView(numbered.event.export)
    })
  }, [client, askState])

  async function ask(answer: Promise<CommandResult<'export.state'>>): Promise<void> {
    setIsBusy(true)
    setError(null)
    const asked = await answer
    setIsBusy(false)
    if (!asked.ok) setError(asked.error)
  }

  return {
    view,
    error,
    isBusy,
    exportHistory: (asked) => ask(client.command('history.export', asked)),
    exportJournal: () => ask(client.command('journal.export', {})),
    cancel: () => ask(client.command('export.cancel', {})),
  }
}

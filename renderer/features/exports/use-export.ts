/** The export that runs, or the last one, as the core tells it: asked when a screen opens, then heard. */
import { useCallback, useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { ExportView, HistoryExportAsked } from '#shared/exports.ts'
import type { CommandResult } from '../../client.ts'
import { useParts } from '../../counter-context.tsx'

export interface Exporting {
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
    const { export: told } = asked.value
    setView((shown) => (shown || told?.state === 'running' ? told : null))
  }, [client])
  useEffect(() => {
    void askState()
    return client.onEvent((told) => {
      // What was missed may be the end of the export.
      if (!told) void askState()
      if (told?.event.kind === 'export-changed') setView(told.event.export)
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
    ...{ view, error, isBusy },
    exportHistory: (asked) => ask(client.command('history.export', asked)),
    exportJournal: () => ask(client.command('journal.export', {})),
    cancel: () => ask(client.command('export.cancel', {})),
  }
}

/** The list of the history as a file: which format, what is in it, how far it is. */
import { useState } from 'react'
import { type TableFormat, tableFormats } from '#shared/exports.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Segments } from '../../components/segments.tsx'
import { Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import type { Sought } from '../history/use-history.ts'
import { ExportError, ExportProgress } from './export-progress.tsx'
import { useExport } from './use-export.ts'

export function ExportBar({ query, filters }: Sought) {
  const { text } = useTranslator()
  const [isOpen, setIsOpen] = useState(false)
  const [format, setFormat] = useState<TableFormat>('xlsx')
  const { view, error, isBusy, exportHistory, cancel } = useExport()
  const isRunning = view?.state === 'running'
  if (!isOpen && !isRunning) {
    return (
      <div className="export-open">
        <Button look="quiet" testId="export-open" onPress={() => setIsOpen(true)}>
          <Icon name="save" />
          <Text k="exports.open" />
        </Button>
      </div>
    )
  }
  return (
    <section className="export-bar" aria-label={text('exports.title')}>
      <div className="export-line">
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

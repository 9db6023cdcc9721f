/** The whole journal as a file that anybody can check: for the accountant's archive, or a dispute. */
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { ExportError, ExportProgress } from './export-progress.tsx'
import { useExport } from './use-export.ts'

export function JournalExport() {
  const { view, error, isBusy, exportJournal, cancel } = useExport()
  return (
    <section className="journal-export">
      <h3>
        <Text k="exports.journal.title" />
      </h3>
      <p>
        <Text k="exports.journal.hint" />
      </p>
      <div className="action-row">
        <Button
          testId="journal-export"
          isDisabled={isBusy || view?.state === 'running'}
          onPress={() => void exportJournal()}
        >
          <Icon name="save" />
          <Text k="exports.journal.start" />
        </Button>
      </div>
      {view && <ExportProgress view={view} isBusy={isBusy} onCancel={() => void cancel()} />}
      {error && <ExportError error={error} />}
    </section>
  )
}

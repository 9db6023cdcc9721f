/** The shop's book against the service's: the run, the days with their state, and what is to be settled of them. */
import { useState } from 'react'
import type { ReconciledDay } from '#shared/reconciliation.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { ScrollPart } from '../../components/scroll-part.tsx'
import { Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { DayDetail } from './day-detail.tsx'
import { DayList } from './day-list.tsx'
import { Findings } from './findings.tsx'
import { RunBar } from './run-bar.tsx'
import { type Place, useReconciliation } from './use-reconciliation.ts'

export function ReconciliationDialog() {
  const { text } = useTranslator()
  const { run, days, error, ask, noteRun, noteError } = useReconciliation()
  const [place, setPlace] = useState<Place>('open')
  const day = days.find((one) => one.day === place)
  const mark = `${run?.state} ${run?.openFindings} ${day?.digest ?? ''}`
  return (
    <PanelDialog size="full" title={<Text k="reconciliation.title" />}>
      <div className="reconciliation" data-testid="reconciliation">
        {run && <RunBar run={run} day={day?.day} onRun={noteRun} onError={noteError} />}
        {error && <ErrorNote error={error} />}
        <div className="reconciliation-parts">
          <DayList days={days} openFindings={run?.openFindings ?? 0} place={place} onPick={setPlace} />
          <ScrollPart label={text('reconciliation.title')} place={place} testId="reconciliation-place">
            {day && <DayDetail key={day.day} day={day} onChanged={ask} onError={noteError} />}
            <Findings
              place={place}
              nothing={nothingIn(day)}
              mark={mark}
              onChanged={ask}
              onError={noteError}
            />
          </ScrollPart>
        </div>
      </div>
    </PanelDialog>
  )
}

function nothingIn(day: ReconciledDay | undefined): MessageKey | null {
  if (!day) return 'reconciliation.nothing.open'
  return day.state === 'not-compared' ? null : 'reconciliation.nothing.day'
}

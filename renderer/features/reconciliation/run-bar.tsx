/** The run: where it stands, how far it has come, and the buttons that begin it, from a certain day on too, or put it down. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { ReconciliationRun } from '#shared/reconciliation.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import { DayName } from './day-name.tsx'

export interface RunBarProps {
  readonly run: ReconciliationRun
  /** The day that is shown: older ones are compared again where a person asks for it. */
  readonly day: string | undefined
  readonly onRun: (run: ReconciliationRun) => void
  readonly onError: (error: AppError | null) => void
}

export function RunBar({ run, day, onRun, onError }: RunBarProps) {
  const { client } = useParts()
  const { text } = useTranslator()
  const [isBusy, setIsBusy] = useState(false)
  const isOn = run.state === 'running' || run.state === 'waiting'
  const press = async (from: { readonly fromDay?: string } = {}): Promise<void> => {
    setIsBusy(true)
    const done = await (isOn ? client.command('reconcile.stop', {}) : client.command('reconcile.start', from))
    setIsBusy(false)
    onError(done.ok ? null : done.error)
    if (done.ok) onRun(done.value)
  }
  const isLeft = run.state === 'stopped' || run.state === 'failed'
  return (
    <div className="run-bar" data-testid="run" data-run={run.state}>
      <Button look="main" isDisabled={isBusy} onPress={() => void press()}>
        <Icon name={isOn ? 'close' : 'check'} />
        <Text k={`reconciliation.${isOn ? 'stop' : isLeft ? 'goOn' : 'start'}`} />
      </Button>
      {day !== undefined && !isOn && (
        <Button isDisabled={isBusy} testId="run-from" onPress={() => void press({ fromDay: day })}>
          <span>
            <Text k="reconciliation.startFrom" values={{ day: <DayName day={day} /> }} />
          </span>
        </Button>
      )}
      <div className="run-state">
        <p role="status">
          <RunWords run={run} />
        </p>
        {(isOn || isLeft) && (
          <progress
            max={Math.max(1, run.total)}
            value={run.done}
            aria-label={text('reconciliation.progress')}
          />
        )}
      </div>
    </div>
  )
}

function RunWords({ run }: { readonly run: ReconciliationRun }) {
  if (run.state === 'running') return <Text k={`reconciliation.step.${run.step ?? 'reading'}`} />
  if (run.state !== 'idle') return <Text k={`reconciliation.run.${run.state}`} />
  if (run.completedAtMs === null) return <Text k="reconciliation.never" />
  return <Text k="reconciliation.completed" values={{ time: <Moment atMs={run.completedAtMs} /> }} />
}

/** The shop's book against the service's: the run, the days with their state, and what is to be settled of them. */
import { useCallback, useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { CommandOutput } from '#shared/ipc/commands.ts'
import type { ReconciledDay, ReconciliationRun } from '#shared/reconciliation.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { PanelDialog, ScrollPart } from '../../components/panel-dialog.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import { Moment } from '../sales/sale-facts.tsx'
import { DayDetail, DayName } from './day-detail.tsx'
import { Findings, type Place } from './findings.tsx'
import styles from './reconciliation.module.css'

export function ReconciliationDialog() {
  const { text } = useTranslator()
  const { run, days, error, ask, noteRun, noteError } = useReconciliation()
  const [place, setPlace] = useState<Place>('open')
  const day = days.find((one) => one.day === place)
  const mark = `${run?.state} ${run?.openFindings} ${day?.digest ?? ''}`
  return (
    <PanelDialog size="full" title={<Text k="reconciliation.title" />}>
      <div className={styles['reconciliation']} data-testid="reconciliation">
        {run && <RunBar run={run} day={day?.day} onRun={noteRun} onError={noteError} />}
        {error && <ErrorNote error={error} />}
        <div className={styles['reconciliation-parts']}>
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

// The comparison with the service's books: asked for when the screen opens, when a run makes progress and when something is
// settled. Progress arrives as an event; days are asked for again where it says that they have changed.

interface Reconciled {
  readonly run: ReconciliationRun | null
  /** Newest first. */
  readonly days: readonly ReconciledDay[]
  readonly error: AppError | null
  /** Asks for everything again. */
  readonly ask: () => Promise<void>
  readonly noteRun: (run: ReconciliationRun) => void
  readonly noteError: (error: AppError | null) => void
}

function useReconciliation(): Reconciled {
  const { client } = useParts()
  const [state, setState] = useState<CommandOutput<'reconcile.state'> | null>(null)
  const [run, setRun] = useState<ReconciliationRun | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const ask = useCallback(async () => {
    const asked = await client.command('reconcile.state', {})
    if (!asked.ok) return setError(asked.error)
    setState(asked.value)
    setRun(asked.value.run)
  }, [client])
  useEffect(() => {
    void ask()
    return client.onEvent((numbered) => {
      // What was missed may be the end of the run.
      if (!numbered) void ask()
      if (numbered?.event.kind === 'reconciliation-changed') setRun(numbered.event.run)
    })
  }, [client, ask])
  const mark = run && `${run.state} ${run.openFindings} ${run.completedAtMs}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days are others once one of these is.
  useEffect(() => void ask(), [mark, ask])
  return { run, days: state?.days ?? [], error, ask, noteRun: setRun, noteError: setError }
}

// The run: where it stands, how far it has come, and the buttons that start it, also from a certain day on, or stop it.

interface RunBarProps {
  readonly run: ReconciliationRun
  /** The day that is shown: older ones are compared again where a person asks for it. */
  readonly day: string | undefined
  readonly onRun: (run: ReconciliationRun) => void
  readonly onError: (error: AppError | null) => void
}

const iconOf = { start: 'repeat', goOn: 'play', stop: 'close' } as const

function RunBar({ run, day, onRun, onError }: RunBarProps) {
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
  const act = isOn ? 'stop' : isLeft ? 'goOn' : 'start'
  return (
    <div className={styles['run-bar']} data-testid="run" data-run={run.state}>
      <Button look="main" isDisabled={isBusy} onPress={() => void press()}>
        <Icon name={iconOf[act]} />
        <Text k={`reconciliation.${act}`} />
      </Button>
      {day !== undefined && !isOn && (
        <Button isDisabled={isBusy} testId="run-from" onPress={() => void press({ fromDay: day })}>
          <span>
            <Text k="reconciliation.startFrom" values={{ day: <DayName day={day} /> }} />
          </span>
        </Button>
      )}
      <div className={styles['run-state']}>
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

// The days, newest first, each with how it stands; above them all that is open, whatever its day.

interface DayListProps {
  readonly days: readonly ReconciledDay[]
  readonly openFindings: number
  readonly place: Place
  readonly onPick: (place: Place) => void
}

function DayList({ days, openFindings, place, onPick }: DayListProps) {
  const { text } = useTranslator()
  return (
    <nav className={styles['day-list']} aria-label={text('reconciliation.days')}>
      <button
        type="button"
        className={styles['day-row']}
        aria-current={place === 'open' ? 'true' : undefined}
        data-state={openFindings > 0 ? 'exceptions' : 'level'}
        onClick={() => onPick('open')}
      >
        <strong>
          <Text k="reconciliation.allOpen" />
        </strong>
        <span>
          <Text k="reconciliation.openCount" values={{ count: openFindings }} />
        </span>
      </button>
      {days.map(({ day, state, openFindings: open }) => (
        <button
          key={day}
          type="button"
          className={styles['day-row']}
          aria-current={place === day ? 'true' : undefined}
          data-day={day}
          data-state={state}
          onClick={() => onPick(day)}
        >
          <strong>
            <DayName day={day} />
          </strong>
          <span>
            {open > 0 && state !== 'reopened' ? (
              <Text k="reconciliation.openCount" values={{ count: open }} />
            ) : (
              <Text k={`reconciliation.state.${state}`} />
            )}
          </span>
        </button>
      ))}
    </nav>
  )
}

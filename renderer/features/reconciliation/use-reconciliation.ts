/**
 * The comparison with the service's books as the core tells it: asked when the screen opens, when a run has come on, and when
 * something was settled. Progress comes by itself; days and findings are asked for where it says that they are others.
 */
import { useCallback, useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { CommandOutput } from '#shared/ipc/commands.ts'
import type { FindingView, ReconciledDay, ReconciliationRun } from '#shared/reconciliation.ts'
import { useParts } from '../../counter-context.tsx'

/** What is looked at: all that is open, or one day. */
export type Place = 'open' | string

export interface Reconciled {
  readonly run: ReconciliationRun | null
  /** Newest first. */
  readonly days: readonly ReconciledDay[]
  readonly error: AppError | null
  /** Asks for everything anew. */
  readonly ask: () => Promise<void>
  readonly noteRun: (run: ReconciliationRun) => void
  readonly noteError: (error: AppError | null) => void
}

export function useReconciliation(): Reconciled {
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
    return client.onEvent((told) => {
      // What was missed may be the end of the run.
      if (!told) void ask()
      if (told?.event.kind === 'reconciliation-changed') setRun(told.event.run)
    })
  }, [client, ask])
  const mark = run && `${run.state} ${run.openFindings} ${run.completedAtMs}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days are others once one of these is.
  useEffect(() => void ask(), [mark, ask])
  return { run, days: state?.days ?? [], error, ask, noteRun: setRun, noteError: setError }
}

/** The findings of a place. `mark`: where this is another, they are asked for again. */
export function useFindings(place: Place, mark: string) {
  const { client } = useParts()
  const [found, setFound] = useState<readonly FindingView[] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the findings are others once the mark is.
  useEffect(() => {
    let isCurrent = true
    const asked = place === 'open' ? ({ open: true } as const) : { day: place }
    void client.command('reconcile.findings', asked).then((told) => {
      if (isCurrent && told.ok) setFound(told.value.findings)
    })
    return () => {
      isCurrent = false
    }
  }, [client, place, mark])
  return found
}

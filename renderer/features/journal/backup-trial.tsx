/**
 * The backups, to choose from. One that is chosen is tried out before anything else: what it would give is known when a
 * person decides. Nothing is changed here.
 */
import { type ReactNode, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { BackupView, Rehearsal } from '#shared/backups.ts'
import { ErrorNote } from '../../components/error-note.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import { TrialFinding } from './trial-finding.tsx'

export interface BackupTrialProps {
  readonly backups: readonly BackupView[]
  /** Nothing can be chosen meanwhile. */
  readonly isBusy?: boolean
  /** What can be done with a backup that was found good. */
  readonly whenGood?: (found: Rehearsal) => ReactNode
}

type Trial =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly name: string }
  | { readonly kind: 'done'; readonly name: string; readonly found: Rehearsal }
  | { readonly kind: 'failed'; readonly name: string; readonly error: AppError }

export function BackupTrial({ backups, isBusy = false, whenGood }: BackupTrialProps) {
  const { client } = useParts()
  const { text } = useTranslator()
  const [trial, setTrial] = useState<Trial>({ kind: 'none' })
  const isStill = isBusy || trial.kind === 'running'

  const tryOut = async (name: string): Promise<void> => {
    setTrial({ kind: 'running', name })
    const tried = await client.command('journal.rehearse', { backup: name })
    setTrial(
      tried.ok ? { kind: 'done', name, found: tried.value } : { kind: 'failed', name, error: tried.error },
    )
  }
  if (backups.length === 0) {
    return (
      <p>
        <Text k="backup.none" />
      </p>
    )
  }
  return (
    <>
      <ul className="backups" aria-label={text('backup.title')}>
        {backups.map((backup) => (
          <li key={backup.name}>
            <button
              type="button"
              className="backup-row"
              aria-pressed={trial.kind !== 'none' && trial.name === backup.name}
              aria-disabled={isStill || undefined}
              onClick={() => {
                if (!isStill) void tryOut(backup.name)
              }}
            >
              <BackupFacts backup={backup} />
            </button>
          </li>
        ))}
      </ul>
      <div className="trial" role="status">
        {trial.kind === 'running' && <Text k="backup.trying" />}
        {trial.kind === 'done' && <TrialFinding found={trial.found} />}
      </div>
      {trial.kind === 'failed' && <ErrorNote error={trial.error} />}
      {trial.kind === 'done' && trial.found.trouble === null && whenGood?.(trial.found)}
    </>
  )
}

function BackupFacts({ backup }: { readonly backup: BackupView }) {
  const { atMs, why, entries } = backup
  return (
    <>
      <strong>
        <Moment atMs={atMs} />
      </strong>
      <span>
        <Text k={`backup.why.${why}`} />
      </span>
      <span className="backup-size" data-bad={entries === null || undefined}>
        {entries === null ? (
          <Text k="backup.unreadable" />
        ) : (
          <Text k="backup.entries" values={{ count: entries }} />
        )}
      </span>
    </>
  )
}

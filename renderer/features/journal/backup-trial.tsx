/**
 * The backups, to choose from. One that is chosen is tried out before anything else: what it would give is known when a
 * person decides. Nothing is changed here.
 */
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { BackupView, Rehearsal, Restoration } from '#shared/backups.ts'
import { Button } from '../../components/button.tsx'
import { Copyable } from '../../components/copyable.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import noteStyles from '../../components/note.module.css'
import { Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import styles from './journal.module.css'

interface BackupTrialProps {
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
      <ul className={styles['backups']} aria-label={text('backup.title')}>
        {backups.map((backup) => (
          <li key={backup.name}>
            <button
              type="button"
              className={styles['backup-row']}
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
      <div className={styles['trial']} role="status">
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
      <span className={styles['backup-size']} data-bad={entries === null || undefined}>
        {entries === null ? (
          <Text k="backup.unreadable" />
        ) : (
          <Text k="backup.entries" values={{ count: entries }} />
        )}
      </span>
    </>
  )
}

// What a trial found: whether the backup is good, and what a restore from it would lack.

function TrialFinding({ found }: { readonly found: Rehearsal }) {
  const { trouble } = found
  return (
    <>
      <p className={styles['trial-verdict']} data-good={trouble === null || undefined}>
        <Icon name={trouble === null ? 'fulfilled' : 'refused'} />
        <Text k={trouble === null ? 'backup.good' : 'backup.bad'} />
      </p>
      {trouble === null ? (
        <WhatItLacks found={found} />
      ) : (
        <Copyable what="journal.support" text={`${trouble.problem}: ${trouble.detail}`} />
      )}
    </>
  )
}

function WhatItLacks({ found: { behindEntries, savedEntries } }: { readonly found: Rehearsal }) {
  // The journal is open: nothing is lost, the backup is only older.
  if (savedEntries === null) {
    return (
      <p>
        {behindEntries === 0 ? (
          <Text k="backup.upToDate" />
        ) : (
          <Text k="backup.behind" values={{ count: behindEntries ?? 0 }} />
        )}
      </p>
    )
  }
  const lost = behindEntries === null ? null : behindEntries - savedEntries
  return (
    <>
      {savedEntries > 0 && (
        <p>
          <Text k="backup.saved" values={{ count: savedEntries }} />
        </p>
      )}
      {lost === 0 ? (
        <p>
          <Text k="backup.allBack" />
        </p>
      ) : (
        <p className={styles['trial-lost']}>
          <Icon name="warning" />
          <span>
            <strong>
              {lost === null ? (
                <Text k="backup.lostUnknown" />
              ) : (
                <Text k="backup.lost" values={{ count: lost }} />
              )}
            </strong>{' '}
            <Text k="backup.lostText" />
          </span>
        </p>
      )}
    </>
  )
}

// The journal's backups as the core lists them: asked when first shown, and again when one was made.

interface Backups {
  /** Newest first; null before the first answer. */
  readonly list: readonly BackupView[] | null
  readonly error: AppError | null
  readonly ask: () => Promise<void>
}

export function useBackups(): Backups {
  const { client } = useParts()
  const [list, setList] = useState<Backups['list']>(null)
  const [error, setError] = useState<AppError | null>(null)
  const ask = useCallback(async () => {
    const asked = await client.command('journal.backups', {})
    setError(asked.ok ? null : asked.error)
    if (asked.ok) setList(asked.value.backups)
  }, [client])
  useEffect(() => void ask(), [ask])
  return { list, error, ask }
}

// The way out where the journal does not open: choose a backup, see what it would give, and restore it knowingly.

export function RestoreOffer() {
  const { client, screen } = useParts()
  const { list, error: notListed } = useBackups()
  const [isRestoring, setIsRestoring] = useState(false)
  const [error, setError] = useState<AppError | null>(null)

  const restore = async ({ name }: Rehearsal): Promise<void> => {
    setIsRestoring(true)
    setError(null)
    const done = await client.command('journal.restore', { backup: name })
    setIsRestoring(false)
    if (!done.ok) setError(done.error)
    else {
      // The counter comes back by itself: the status says that the journal is open.
      screen.close()
      screen.addNote({ kind: 'restored', restoration: done.value })
    }
  }
  return (
    <section className={styles['restore']} data-testid="restore">
      <h2>
        <Text k="backup.offer" />
      </h2>
      <p>
        <Text k="backup.offerText" />
      </p>
      {list && (
        <BackupTrial
          backups={list}
          isBusy={isRestoring}
          whenGood={(found) => (
            <>
              <p>
                <Text k="backup.aside" />
              </p>
              <Button look="main" isDisabled={isRestoring} onPress={() => void restore(found)}>
                <Text k={isRestoring ? 'backup.restoring' : 'backup.restore'} />
              </Button>
            </>
          )}
        />
      )}
      {(error ?? notListed) && <ErrorNote error={error ?? notListed ?? { kind: 'internal' }} />}
    </section>
  )
}

// What the counter must know after a restore, for as long as nobody has read it: what the journal may lack.

export function RestoredNote({ restoration }: { readonly restoration: Restoration }) {
  const { lostEntries } = restoration
  return (
    <section className={noteStyles['note']} data-tone={lostEntries === 0 ? 'done' : 'doubt'} role="alert">
      <Icon name="journal" />
      <div className={noteStyles['note-body']}>
        <h2>
          <Text k="backup.restored" />
        </h2>
        <p>
          {lostEntries === null && <Text k="backup.restoredUnknown" />}
          {lostEntries === 0 && <Text k="backup.restoredAll" />}
          {lostEntries !== null && lostEntries > 0 && (
            <Text k="backup.restoredLost" values={{ count: lostEntries }} />
          )}
        </p>
      </div>
    </section>
  )
}

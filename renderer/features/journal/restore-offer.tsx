/** The way out where the journal does not open: choose a backup, see what it would give, and restore it knowingly. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { Rehearsal, Restoration } from '#shared/backups.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import noteStyles from '../../components/note.module.css'
import { Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import { BackupTrial, useBackups } from './backup-trial.tsx'
import styles from './journal.module.css'

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
      screen.tell({ kind: 'restored', restoration: done.value })
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

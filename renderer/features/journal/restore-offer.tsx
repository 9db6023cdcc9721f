/** The way out where the journal does not open: choose a backup, see what it would give, and restore it knowingly. */
import { useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { Rehearsal } from '#shared/backups.ts'
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Text } from '../../components/text.tsx'
import { useParts } from '../../counter-context.tsx'
import { BackupTrial } from './backup-trial.tsx'
import { useBackups } from './use-backups.ts'

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
    <section className="restore" data-testid="restore">
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

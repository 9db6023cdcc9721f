/** The journal's upkeep while it is open: its backups with a trial of each, a new one now, and a check of everything. */
import { type ReactNode, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useTranslator } from '../../counter-context.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import { BackupTrial, useBackups } from './backup-trial.tsx'
import styles from './journal.module.css'

type Done = { readonly ok: true; readonly said: ReactNode } | { readonly ok: false; readonly error: AppError }

export function JournalDialog() {
  const { client } = useParts()
  const { text } = useTranslator()
  const { list, error: notListed, ask } = useBackups()
  const [busy, setBusy] = useState<'back-up' | 'verify' | null>(null)
  const [done, setDone] = useState<Done | null>(null)

  const run = async (what: 'back-up' | 'verify', work: () => Promise<Done>): Promise<void> => {
    setBusy(what)
    setDone(null)
    setDone(await work())
    setBusy(null)
  }
  const backUp = async (): Promise<Done> => {
    const made = await client.command('journal.back-up', {})
    await ask()
    return made.ok ? { ok: true, said: <Text k="backup.made" /> } : made
  }
  const verify = async (): Promise<Done> => {
    const found = await client.command('journal.verify', {})
    if (!found.ok) return found
    return { ok: true, said: <Text k="backup.verified" values={{ count: found.value.entries }} /> }
  }
  const newest = list?.find(({ entries }) => entries !== null)
  return (
    <PanelDialog size="narrow" title={<Text k="backup.title" />}>
      <section
        className={styles['upkeep']}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached and scrolled by the keyboard.
        tabIndex={0}
        aria-label={text('backup.title')}
        data-testid="upkeep"
      >
        {newest && (
          <p>
            <Text k="backup.last" /> <Moment atMs={newest.atMs} />
          </p>
        )}
        <div className={controlsStyles['action-row']}>
          <Button isDisabled={busy !== null} onPress={() => void run('back-up', backUp)}>
            <Icon name="copy" />
            <Text k={busy === 'back-up' ? 'backup.making' : 'backup.make'} />
          </Button>
          <Button isDisabled={busy !== null} onPress={() => void run('verify', verify)}>
            <Icon name="check" />
            <Text k={busy === 'verify' ? 'backup.verifying' : 'backup.verify'} />
          </Button>
        </div>
        <p role="status">{done?.ok && done.said}</p>
        {done && !done.ok && <ErrorNote error={done.error} />}
        {notListed && <ErrorNote error={notListed} />}
        <p>
          <Text k="backup.tryHint" />
        </p>
        {list && <BackupTrial backups={list} isBusy={busy !== null} />}
      </section>
    </PanelDialog>
  )
}

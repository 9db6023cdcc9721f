/** Signed archives: the folder they go to, the public key that proves them, and an archive of today. */
import { useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { ArchiveView } from '#shared/archive.ts'
import { shopDayOf } from '#shared/reconciliation.ts'
import type { CommandResult } from '../../client.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { Copyable, Technical } from '../../components/copyable.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import factListStyles from '../../components/fact-list.module.css'
import { Icon } from '../../components/icon.tsx'
import noteStyles from '../../components/note.module.css'
import { Text } from '../../components/text.tsx'
import { useParts, usePeople, useSignedIn } from '../../counter-context.tsx'
import { Moment } from '../sales/sale-facts.tsx'
import settingStyles from '../settings/setting.module.css'
import { SettingHint } from '../settings/setting.tsx'
import styles from './archive-settings.module.css'

/** Of a shop with people it is the owner's. */
export function ArchiveSettings() {
  const { isOn } = usePeople()
  const person = useSignedIn()
  if (isOn && person?.role !== 'owner') return null
  return <ArchivePart />
}

function ArchivePart() {
  const { client } = useParts()
  const { archive, error, isBusy, ask, setError } = useArchive()
  const today = { kind: 'day', day: shopDayOf(Date.now()) } as const
  const saveKey = async (): Promise<void> => {
    const saved = await client.command('archive.save-key', {})
    setError(saved.ok ? null : saved.error)
  }
  return (
    <section data-testid="archive-settings">
      <h3>
        <Text k="archive.title" />
      </h3>
      <SettingHint k="archive.hint" />
      {archive && <ArchiveFacts archive={archive} />}
      {error && <ErrorNote error={error} />}
      <div className={controlsStyles['action-row']}>
        <Button
          isDisabled={isBusy}
          onPress={() => void ask(client.command('archive.choose-folder', {}))}
          testId="archive-folder"
        >
          <Icon name="folder" />
          <Text k="archive.choose" />
        </Button>
        {archive?.folder && (
          <Button
            isDisabled={isBusy}
            onPress={() => void ask(client.command('archive.choose-folder', { stop: true }))}
          >
            <Text k="archive.stop" />
          </Button>
        )}
        <Button
          isDisabled={isBusy}
          onPress={() => void ask(client.command('archive.make', { of: today }))}
          testId="archive-today"
        >
          <Icon name="slip" />
          <Text k="archive.today" />
        </Button>
        <Button isDisabled={isBusy} onPress={() => void saveKey()} testId="archive-key">
          <Text k="archive.saveKey" />
        </Button>
        {archive?.keyProblem === 'key-lost' && (
          <Button
            isDisabled={isBusy}
            onPress={() => void ask(client.command('archive.make', { of: today, newKey: true }))}
          >
            <Text k="archive.newKey" />
          </Button>
        )}
      </div>
    </section>
  )
}

function ArchiveFacts({ archive }: { readonly archive: ArchiveView }) {
  const { folder, publicKey, earlierKey, keyProblem, last } = archive
  return (
    <>
      <dl className={factListStyles['facts']}>
        <div>
          <dt>
            <Text k="archive.folder" />
          </dt>
          <dd>{folder ? <bdi dir="ltr">{folder}</bdi> : <Text k="archive.noFolder" />}</dd>
        </div>
        {publicKey && (
          <div>
            <dt>
              <Text k="archive.publicKey" />
            </dt>
            <dd>
              <Copyable what="archive.publicKey" text={publicKey} />
            </dd>
          </div>
        )}
        {last?.path && (
          <div>
            <dt>
              <Text k="archive.last" />
            </dt>
            <dd>
              <Moment atMs={last.atMs} /> <bdi dir="ltr">{last.path}</bdi>
            </dd>
          </div>
        )}
      </dl>
      {[keyProblem, last?.problem ?? null]
        .filter((problem, place, all) => problem !== null && all.indexOf(problem) === place)
        .map((problem) => (
          <div className={noteStyles['note']} data-tone="doubt" role="alert" key={problem}>
            <Icon name="warning" />
            <div className={noteStyles['note-body']}>
              <p>
                <Text k={`archive.problem.${problem ?? 'folder'}`} />
              </p>
              {last?.detail && problem === last.problem && (
                <Technical>
                  <bdi dir="ltr">{last.detail}</bdi>
                </Technical>
              )}
            </div>
          </div>
        ))}
      {earlierKey && publicKey && (
        <p className={settingStyles['field-hint']}>
          <Text k="archive.earlierKey" />{' '}
          <bdi dir="ltr" className={styles['report-key']}>
            {earlierKey}
          </bdi>
        </p>
      )}
    </>
  )
}

function useArchive() {
  const { client } = useParts()
  const [archive, setArchive] = useState<ArchiveView | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const ask = async (answer: Promise<CommandResult<'archive.state'>>): Promise<void> => {
    setIsBusy(true)
    const asked = await answer
    setIsBusy(false)
    setError(asked.ok ? null : asked.error)
    if (asked.ok) setArchive(asked.value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, then heard.
  useEffect(() => {
    void ask(client.command('archive.state', {}))
    return client.onEvent((numbered) => {
      if (numbered?.event.kind === 'archive-changed') setArchive(numbered.event.archive)
    })
  }, [client])
  return { archive, error, isBusy, ask, setError }
}

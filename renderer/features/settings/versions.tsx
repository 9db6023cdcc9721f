/** The program's own version, what is known of newer ones, and the way to one that is ready. */
import { useCallback, useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { Result } from '#shared/result.ts'
import type { UpdatesView } from '#shared/updates.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useStatus } from '../../counter-context.tsx'
import { Age } from '../status/age.tsx'
import styles from './setting.module.css'
import { SettingHint, type SettingsUpdate, SwitchSettings } from './setting.tsx'

/** While a version is fetched, its coming is seen by itself. */
const ASK_EVERY_MS = 2_000

export function Versions({ update }: { readonly update: SettingsUpdate }) {
  const { view, isLooking, error, look, install } = useVersions()
  if (view === null) return null
  return (
    <section data-testid="versions">
      <h3>
        <Text k="updates.title" />
      </h3>
      <p>
        <Text k="updates.version" values={{ version: view.version }} /> <Standing view={view} />
      </p>
      {view.comes === 'from-nowhere' ? (
        <SettingHint k="updates.fromNowhere" />
      ) : (
        <>
          <SwitchSettings of="updates" update={update} />
          <p className={styles['field-hint']}>
            {view.lookedAtMs === null ? (
              <Text k="updates.never" />
            ) : (
              <>
                <Text k="updates.looked" /> <Age atMs={view.lookedAtMs} />
              </>
            )}
          </p>
          <div className={controlsStyles['action-row']}>
            <Button isDisabled={isLooking} testId="versions-look" onPress={look}>
              <Text k={isLooking ? 'updates.looking' : 'updates.look'} />
            </Button>
            {view.stage === 'ready' && (
              <Button isDisabled={view.heldBy.length > 0} testId="versions-install" onPress={install}>
                <Text k="updates.install" />
              </Button>
            )}
          </div>
          {error && <ErrorNote error={error} />}
        </>
      )}
    </section>
  )
}

function Standing({ view }: { readonly view: UpdatesView }) {
  const { newer, stage, comes, heldBy, problem } = view
  const [hold] = heldBy
  return (
    <>
      {newer === null ? (
        view.lookedAtMs !== null && <Text k="updates.newest" />
      ) : (
        <Text k="updates.newer" values={{ version: newer }} />
      )}{' '}
      {newer !== null && comes === 'by-hand' && <Text k="updates.byHand" />}{' '}
      {view.hasFailed && <Text k="updates.failed" />}{' '}
      {hold ? <Text k={`updates.holds.${hold}`} /> : stage !== 'none' && <Text k={`updates.${stage}`} />}{' '}
      {problem && <Text k={`updates.problems.${problem}`} />}
    </>
  )
}

function useVersions() {
  const { client } = useParts()
  const { notices } = useStatus()
  const [view, setView] = useState<UpdatesView | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [isLooking, setIsLooking] = useState(false)
  const show = useCallback((reply: Result<UpdatesView, AppError>) => {
    if (reply.ok) setView(reply.value)
    setError(reply.ok ? null : reply.error)
  }, [])
  const isFetching = view?.stage === 'fetching'
  // The notices change with what is known.
  const news = notices.join()
  useEffect(() => {
    const ask = () => void client.command('updates.state', {}).then(show)
    if (news !== undefined) ask()
    if (!isFetching) return
    const timer = setInterval(ask, ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [client, isFetching, news, show])
  return {
    view,
    error,
    isLooking,
    look() {
      setIsLooking(true)
      void client
        .command('updates.look', {})
        .then(show)
        .finally(() => setIsLooking(false))
    },
    install() {
      void client.command('updates.install', {}).then((done) => setError(done.ok ? null : done.error))
    },
  }
}

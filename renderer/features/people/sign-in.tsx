/** Who is at the till: the whole window while nobody is signed in, and a dialog in which another one takes over. */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { AppError } from '#shared/app-error.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, usePeople, useScreen, useSettings, useSignedIn } from '../../counter-context.tsx'
import { PinForm } from './pin-form.tsx'
import { RecoverPin } from './recover.tsx'
import styles from './sign-in.module.css'

export function LockScreen() {
  const { screen, approvals } = useParts()
  const { people } = usePeople()
  // What was open is not for whoever comes next.
  useEffect(() => {
    screen.close()
    approvals.refuse()
  }, [screen, approvals])
  const last = useScreen(({ lastSignedIn }) => lastSignedIn)
  const signIn = useSignIn(screen.noteSignedIn)
  return (
    <main className={styles['lock-screen']} data-testid="lock-screen">
      <section>
        <h1>
          <Icon name="lock" />
          <Text k="people.whoIsThere" />
        </h1>
        <PinForm
          people={people.filter(({ isActive }) => isActive)}
          firstId={last ?? undefined}
          goWord="people.signIn"
          onPin={signIn}
        />
        <RecoverPin />
      </section>
    </main>
  )
}

export function SwitchDialog() {
  const { client, screen } = useParts()
  const { people } = usePeople()
  const current = useSignedIn()
  const signIn = useSignIn((personId) => {
    screen.noteSignedIn(personId)
    screen.close()
  })
  const lock = async (): Promise<void> => {
    screen.close()
    await client.command('people.sign-out', {})
  }
  const others = people.filter((one) => one.isActive && one.personId !== current?.personId)
  return (
    <PanelDialog size="narrow" title={<Text k="people.switch" />}>
      <div className={styles['till-form']} data-testid="switch-dialog">
        <div className={styles['switch-now']}>
          <p>
            <Text k="people.signedIn" values={{ name: <bdi>{current?.name}</bdi> }} />
          </p>
          <Button testId="lock" onPress={() => void lock()}>
            <Icon name="lock" />
            <Text k="people.lock" />
          </Button>
        </div>
        {others.length > 0 && (
          <PinForm people={others} firstId={undefined} goWord="people.signIn" onPin={signIn} />
        )}
      </div>
    </PanelDialog>
  )
}

function useSignIn(onDone: (personId: string) => void) {
  const { client } = useParts()
  return async (personId: string, pin: string): Promise<AppError | null> => {
    const done = await client.command('people.sign-in', { personId, pin })
    if (!done.ok) return done.error
    onDone(personId)
    return null
  }
}

// The owner's PIN for one act of somebody else's. Nobody is signed in by it.

export function ApprovalDialog() {
  const { approvals } = useParts()
  const { people } = usePeople()
  const waiting = useStore(approvals.store, (state) => state.waiting)
  const current = useSignedIn()
  if (!waiting) return null
  return (
    <PanelDialog size="narrow" title={<Text k="people.approve" />} onClose={approvals.refuse}>
      <div className={styles['till-form']} data-testid="approval">
        <p>
          <Text k="people.approveText" values={{ name: <bdi>{current?.name}</bdi> }} />
        </p>
        <PinForm
          people={people.filter(({ isActive, role }) => isActive && role === 'owner')}
          firstId={undefined}
          goWord="people.approveNow"
          onPin={approvals.approve}
        />
      </div>
    </PanelDialog>
  )
}

// Locks a counter that nobody touches: who is signed in is signed out after the minutes that the shop has set.

const MINUTE_MS = 60_000
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

export function useIdleLock(): void {
  const { client } = useParts()
  const {
    till: { lockAfterMinutes },
  } = useSettings()
  const personId = useSignedIn()?.personId
  useEffect(() => {
    if (lockAfterMinutes === null || personId === undefined) return
    let timer: ReturnType<typeof setTimeout>
    const begin = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => void client.command('people.sign-out', {}), lockAfterMinutes * MINUTE_MS)
    }
    begin()
    for (const event of activityEvents)
      window.addEventListener(event, begin, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const event of activityEvents) window.removeEventListener(event, begin, { capture: true })
    }
  }, [client, lockAfterMinutes, personId])
}

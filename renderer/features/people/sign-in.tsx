/**
 * Who is at the till: the whole window while nobody is signed in, with the way back for a lost PIN; a dialog in which another
 * one takes over; the owner's approval; and the lock of a counter that nobody touches.
 */
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { AppError } from '#shared/app-error.ts'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Icon } from '../../components/icon.tsx'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useParts, usePeople, useScreen, useSettings, useSignedIn } from '../../counter-context.tsx'
import { useAct } from '../till/act.ts'
import pinFormStyles from './pin-form.module.css'
import { isWholePin, PinForm, pinDigits, pinMaxDigits } from './pin-form.tsx'
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

// The owner's PIN is lost: the recovery code of the journal, and a new one in its place.

const codeMaxLength = 200

/** On the lock screen: folded away until it is asked for. */
function RecoverPin() {
  const [isOpen, setIsOpen] = useState(false)
  const [isDone, setIsDone] = useState(false)
  if (isDone) {
    return (
      <p role="status">
        <Text k="people.recovered" />
      </p>
    )
  }
  if (!isOpen) {
    return (
      <Button look="quiet" testId="pin-lost" onPress={() => setIsOpen(true)}>
        <Text k="people.pinLost" />
      </Button>
    )
  }
  return <RecoverForm onDone={() => setIsDone(true)} onLeave={() => setIsOpen(false)} />
}

interface RecoverFormProps {
  readonly onDone: () => void
  readonly onLeave: () => void
}

function RecoverForm({ onDone, onLeave }: RecoverFormProps) {
  const { screen } = useParts()
  const owners = usePeople().people.filter(({ isActive, role }) => isActive && role === 'owner')
  const { run, error, isBusy } = useAct('people.recover')
  const [chosen, setChosen] = useState(owners[0]?.personId)
  const [code, setCode] = useState('')
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const canGo = chosen !== undefined && code.trim() !== '' && isWholePin(pin) && pin === again && !isBusy
  const recover = async (): Promise<void> => {
    if (!canGo) return
    const done = await run({ personId: chosen, newPin: pin, code })
    if (!done) return
    screen.noteSignedIn(chosen)
    onDone()
  }
  const secret = {
    dir: 'ltr',
    isSecret: true,
    maxLength: pinMaxDigits,
    onEnter: () => void recover(),
  } as const
  return (
    <section className={styles['recover-form']} data-testid="recover-form">
      <p>
        <Text k="people.recoverText" />
      </p>
      {owners.length > 1 && (
        <div className={pinFormStyles['who-buttons']}>
          {owners.map(({ personId, name }) => (
            <button
              key={personId}
              type="button"
              className={pinFormStyles['who-button']}
              aria-pressed={personId === chosen}
              onClick={() => setChosen(personId)}
            >
              <bdi>{name}</bdi>
            </button>
          ))}
        </div>
      )}
      <TextField
        label="people.code"
        dir="ltr"
        isToFill
        value={code}
        maxLength={codeMaxLength}
        onChange={setCode}
      />
      <TextField
        {...secret}
        label="people.newPin"
        value={pin}
        onChange={(typed) => setPin(pinDigits(typed))}
      />
      <TextField
        {...secret}
        label="people.pinAgain"
        value={again}
        problem={
          again.length >= pin.length && again !== '' && again !== pin && <Text k="people.pinsDiffer" />
        }
        onChange={(typed) => setAgain(pinDigits(typed))}
      />
      {error && <ErrorNote error={error} />}
      <div className={controlsStyles['action-row']}>
        <Button look="main" isDisabled={!canGo} onPress={() => void recover()} testId="recover-go">
          <Text k="people.save" />
        </Button>
        <Button onPress={onLeave}>
          <Text k="till.notNow" />
        </Button>
      </div>
    </section>
  )
}

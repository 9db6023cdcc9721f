/** The owner's PIN is lost: the recovery code of the journal, and a new one in its place. */
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import controlsStyles from '../../components/controls.module.css'
import { ErrorNote } from '../../components/error-note.tsx'
import { Text } from '../../components/text.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useParts, usePeople } from '../../counter-context.tsx'
import { useAct } from '../till/act.ts'
import pinFormStyles from './pin-form.module.css'
import { isWholePin, pinDigits, pinMaxDigits } from './pin-form.tsx'
import styles from './recover.module.css'

const codeMaxLength = 200

/** On the lock screen: folded away until it is asked for. */
export function RecoverPin() {
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

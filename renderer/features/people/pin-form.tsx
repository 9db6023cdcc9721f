/** Who it is, and their PIN: by the keyboard or by the pad. After too many wrong ones the wait is counted down. */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import { inWesternDigits } from '#shared/folded-text.ts'
import { type PersonView, pinSchema } from '#shared/till/people.ts'
import { Button } from '../../components/button.tsx'
import { errorText } from '../../components/error-note.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import { NumberPad, padField } from '../../components/number-pad.tsx'
import { Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import type { MessageKey } from '../../i18n.ts'
import styles from './pin-form.module.css'

interface PinFormProps {
  readonly people: readonly PersonView[]
  /** Who is chosen at first. */
  readonly firstId: string | undefined
  readonly goWord: MessageKey
  /** Null where the PIN was right. */
  readonly onPin: (personId: string, pin: string) => Promise<AppError | null>
}

export function PinForm({ people, firstId, goWord, onPin }: PinFormProps) {
  const { text } = useTranslator()
  const [chosen, setChosen] = useState(firstId)
  const person = people.find(({ personId }) => personId === chosen) ?? people[0]
  const [pin, setPin] = useState('')
  const { error, isBusy, leftMs, go, forget } = usePinTries(onPin)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const canGo = person !== undefined && isWholePin(pin) && !isBusy && leftMs === 0
  const send = (): void => {
    if (!canGo) return
    setPin('')
    void go(person.personId, pin)
  }
  const choose = (personId: string): void => {
    setChosen(personId)
    setPin('')
    forget()
    field.current?.focus()
  }
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && !event.repeat) send()
    if (by === undefined || !person) return
    event.preventDefault()
    const next = people[(people.indexOf(person) + by + people.length) % people.length]
    if (next) choose(next.personId)
  }
  return (
    <div className={styles['pin-form']} data-testid="pin-form">
      <div className={styles['pin-side']}>
        <WhoButtons people={people} chosen={person} onChoose={choose} />
        <PinField
          field={field}
          pin={pin}
          error={error}
          leftMs={leftMs}
          onType={(typed) => setPin(pinDigits(typed))}
          onKey={press}
        />
        <Button look="main" size="large" isDisabled={!canGo} onPress={send} testId="pin-go">
          <Text k={goWord} />
          <Kbd>{text('keys.enter')}</Kbd>
        </Button>
      </div>
      <NumberPad
        isDisabled={leftMs > 0}
        onDigit={(digit) => setPin(pinDigits(pin + digit))}
        onErase={() => setPin(pin.slice(0, -1))}
        onType={(typed) => setPin(pinDigits(typed))}
      />
    </div>
  )
}

interface WhoButtonsProps {
  readonly people: readonly PersonView[]
  readonly chosen: PersonView | undefined
  readonly onChoose: (personId: string) => void
}

function WhoButtons({ people, chosen, onChoose }: WhoButtonsProps) {
  const { text } = useTranslator()
  return (
    <fieldset className={styles['who-buttons']} aria-label={text('people.who')}>
      {people.map(({ personId, name }) => (
        <button
          key={personId}
          type="button"
          className={styles['who-button']}
          aria-pressed={personId === chosen?.personId}
          onClick={() => onChoose(personId)}
        >
          <bdi>{name}</bdi>
        </button>
      ))}
    </fieldset>
  )
}

interface PinFieldProps {
  readonly field: React.RefObject<HTMLInputElement | null>
  readonly pin: string
  readonly error: AppError | null
  readonly leftMs: number
  readonly onType: (typed: string) => void
  readonly onKey: (event: KeyboardEvent) => void
}

function PinField({ field, pin, error, leftMs, onType, onKey }: PinFieldProps) {
  const translator = useTranslator()
  const id = useId()
  const wait = waitOf(leftMs)
  return (
    <div className={styles['pin-field']} data-problem={error ? true : undefined}>
      <label htmlFor={id}>
        <Text k="people.pin" />
      </label>
      <input
        {...padField}
        ref={field}
        id={id}
        type="password"
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        value={pin}
        maxLength={pinMaxDigits}
        aria-invalid={error !== null}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKey}
      />
      <div id={`${id}-hint`} className={styles['pin-said']}>
        {leftMs > 0 ? (
          <p role="timer" data-testid="pin-wait">
            <Icon name="lock" />
            <Text k={`people.wait.${wait.unit}`} values={{ count: wait.count }} />
          </p>
        ) : error ? (
          <p role="alert">{errorText(translator, error)}</p>
        ) : (
          <p>
            <Text k="people.pinHint" />
          </p>
        )}
      </div>
    </div>
  )
}

const tickMs = 250

/** Tries, what the last one was answered, and how long the next one has to wait. */
function usePinTries(onPin: PinFormProps['onPin']) {
  const [error, setError] = useState<AppError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [nowMs, setNowMs] = useState(() => Date.now())
  const fromMs = error?.kind === 'till' ? (error.fromMs ?? 0) : 0
  const leftMs = Math.max(0, fromMs - nowMs)
  useEffect(() => {
    if (fromMs <= Date.now()) return
    const timer = setInterval(() => {
      setNowMs(Date.now())
      if (Date.now() >= fromMs) setError(null)
    }, tickMs)
    return () => clearInterval(timer)
  }, [fromMs])
  const go = async (personId: string, pin: string): Promise<void> => {
    setIsBusy(true)
    setError(null)
    const failed = await onPin(personId, pin)
    setNowMs(Date.now())
    setError(failed)
    setIsBusy(false)
  }
  return { error, isBusy, leftMs, go, forget: () => setError(null) }
}

// A PIN as it is typed: digits of any keyboard become Western ones, all else is left out. Pure.

export const pinMaxDigits = 12

export const pinDigits = (typed: string): string =>
  inWesternDigits(typed).replace(/\D/g, '').slice(0, pinMaxDigits)

export const isWholePin = (pin: string): boolean => pinSchema.safeParse(pin).success

/** What is left of a wait, rounded up: whole minutes, and the seconds of the last one. */
export function waitOf(leftMs: number): { readonly unit: 'minutes' | 'seconds'; readonly count: number } {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return seconds < 60
    ? { unit: 'seconds', count: seconds }
    : { unit: 'minutes', count: Math.ceil(seconds / 60) }
}

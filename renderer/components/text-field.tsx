/** A line to write in, with its name above it and, under it, what is asked for or what is wrong. */
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { MessageKey } from '../i18n.ts'
import { classNames } from './class-names.ts'
import { digitsOnly } from './digit-row.ts'
import segmentsStyles from './segments.module.css'
import { Text } from './text.tsx'
import styles from './text-field.module.css'

interface TextFieldProps {
  readonly label: MessageKey
  readonly value: string
  readonly maxLength: number
  readonly onChange: (value: string) => void
  /** A fresh press of Enter. */
  readonly onEnter?: () => void
  readonly onLeave?: () => void
  readonly hint?: MessageKey
  /** Takes the place of the hint. */
  readonly problem?: ReactNode
  /** Addresses and codes read from left to right in every language. */
  readonly dir?: 'ltr' | 'auto'
  /** What is typed is not shown. */
  readonly isSecret?: boolean
  /** An amount or a PIN: the digit row types digits. */
  readonly isDigits?: boolean
  /** Its page is there to have it filled, see `useFirstField`. */
  readonly isToFill?: boolean
  /** Marks it in the page. */
  readonly marks?: Readonly<Record<string, true | string>>
}

export function TextField({
  label,
  value,
  maxLength,
  onChange,
  onEnter,
  onLeave,
  hint,
  problem,
  dir = 'auto',
  isSecret = false,
  isDigits = false,
  isToFill = false,
  marks,
}: TextFieldProps) {
  const id = useId()
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.repeat || !onEnter) return
    // The button that it leads to is not pressed by the same key.
    event.preventDefault()
    onEnter()
  }
  return (
    <div className={styles['text-field']} data-problem={problem ? true : undefined}>
      <label htmlFor={id}>
        <Text k={label} />
      </label>
      <input
        {...marks}
        id={id}
        type={isSecret ? 'password' : 'text'}
        {...(isDigits ? digitsOnly : {})}
        data-to-fill={isToFill || undefined}
        dir={dir}
        autoComplete="off"
        spellCheck={false}
        value={value}
        maxLength={maxLength}
        aria-invalid={Boolean(problem)}
        aria-describedby={problem || hint ? `${id}-hint` : undefined}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={press}
        onBlur={onLeave}
      />
      {(problem || hint) && (
        <p id={`${id}-hint`} role={problem ? 'alert' : undefined}>
          {problem || (hint && <Text k={hint} />)}
        </p>
      )}
    </div>
  )
}

// Several lines to write in, with their name above and, under them, how many there may be.

interface TextLinesProps {
  readonly label: MessageKey
  readonly hint: MessageKey
  readonly value: readonly string[]
  readonly maxLines: number
  readonly lineMaxCharacters: number
  readonly onChange: (lines: readonly string[]) => void
  readonly onLeave: () => void
  readonly dir?: 'ltr' | 'auto'
}

export function TextLines({
  label,
  hint,
  value,
  maxLines,
  lineMaxCharacters,
  onChange,
  onLeave,
  dir = 'auto',
}: TextLinesProps) {
  const id = useId()
  return (
    <div className={classNames(styles['text-field'], styles['text-lines'])}>
      <label htmlFor={id}>
        <Text k={label} />
      </label>
      <textarea
        id={id}
        dir={dir}
        rows={Math.min(maxLines, 3)}
        autoComplete="off"
        spellCheck={false}
        value={value.join('\n')}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) =>
          onChange(
            target.value
              .split('\n')
              .slice(0, maxLines)
              .map((line) => line.slice(0, lineMaxCharacters)),
          )
        }
        onBlur={onLeave}
      />
      <p id={`${id}-hint`}>
        <Text k={hint} />
      </p>
    </div>
  )
}

// A field of one line for a name or a reason, in any script.

interface SignFieldProps {
  readonly label: ReactNode
  readonly value: string
  readonly maxLength: number
  readonly onChange: (value: string) => void
}

export function SignField({ label, value, maxLength, onChange }: SignFieldProps) {
  return (
    <label className={segmentsStyles['choice-field']}>
      <span>{label}</span>
      <input
        type="text"
        dir="auto"
        value={value}
        maxLength={maxLength}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}

/** A line to write in, with its name above it and, under it, what is asked for or what is wrong. */
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { MessageKey } from '../i18n.ts'
import { Text } from './text.tsx'

export interface TextFieldProps {
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
}: TextFieldProps) {
  const id = useId()
  const press = ({ key, repeat }: KeyboardEvent): void => {
    if (key === 'Enter' && !repeat) onEnter?.()
  }
  return (
    <div className="text-field" data-problem={problem ? true : undefined}>
      <label htmlFor={id}>
        <Text k={label} />
      </label>
      <input
        id={id}
        type="text"
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

/** Digits for the finger. The keys keep their order in every language, as on a telephone. */
import type { MouseEvent, ReactNode } from 'react'
import { useTranslator } from '../counter-context.tsx'
import { Icon } from './icon.tsx'

export interface NumberPadProps {
  readonly onDigit: (digit: string) => void
  readonly onErase: () => void
  readonly onClear: () => void
  readonly isDisabled: boolean
}

interface PadKey {
  readonly face: ReactNode
  readonly press: () => void
  /** The name of a key that is no digit; a digit's face is its name. */
  readonly label?: string
}

// A pressed key must not take the focus: Enter would press it again.
const keepFocus = (event: MouseEvent): void => event.preventDefault()

export function NumberPad({ onDigit, onErase, onClear, isDisabled }: NumberPadProps) {
  const { text } = useTranslator()
  const digit = (face: string): PadKey => ({ face, press: () => onDigit(face) })
  const keys: readonly PadKey[] = [
    ...['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(digit),
    { face: 'C', press: onClear, label: text('sell.number.clear') },
    digit('0'),
    { face: <Icon name="erase" />, press: onErase, label: text('sell.number.erase') },
  ]
  return (
    // A fieldset groups its keys for a screen reader; the pad always reads from left to right.
    <fieldset className="pad" dir="ltr" aria-label={text('sell.number.pad')}>
      {keys.map(({ face, press, label }) => (
        <button
          key={label ?? String(face)}
          type="button"
          className="pad-key"
          data-quiet={label === undefined ? undefined : true}
          disabled={isDisabled}
          tabIndex={-1}
          onMouseDown={keepFocus}
          aria-label={label}
          onClick={press}
        >
          {face}
        </button>
      ))}
    </fieldset>
  )
}

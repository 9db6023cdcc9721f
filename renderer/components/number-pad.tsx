/** Digits for the finger. The keys keep their order in every language, as on a telephone. */
import type { MouseEvent } from 'react'
import { useTranslator } from '../counter-context.tsx'
import { Icon } from './icon.tsx'

const rows = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

export interface NumberPadProps {
  readonly onDigit: (digit: string) => void
  readonly onErase: () => void
  readonly onClear: () => void
  readonly isDisabled: boolean
}

export function NumberPad({ onDigit, onErase, onClear, isDisabled }: NumberPadProps) {
  const { text } = useTranslator()
  // A pressed key must not take the focus: Enter would press it again.
  const keepFocus = (event: MouseEvent): void => event.preventDefault()
  const key = (digit: string) => (
    <button
      key={digit}
      type="button"
      className="pad-key"
      disabled={isDisabled}
      tabIndex={-1}
      onMouseDown={keepFocus}
      onClick={() => onDigit(digit)}
    >
      {digit}
    </button>
  )
  return (
    // A fieldset groups its keys for a screen reader; the pad always reads from left to right.
    <fieldset className="pad" dir="ltr" aria-label={text('sell.number.pad')}>
      {rows.map(key)}
      <button
        type="button"
        className="pad-key"
        data-quiet="true"
        disabled={isDisabled}
        tabIndex={-1}
        onMouseDown={keepFocus}
        aria-label={text('sell.number.clear')}
        onClick={onClear}
      >
        C
      </button>
      {key('0')}
      <button
        type="button"
        className="pad-key"
        data-quiet="true"
        disabled={isDisabled}
        tabIndex={-1}
        onMouseDown={keepFocus}
        aria-label={text('sell.number.erase')}
        onClick={onErase}
      >
        <Icon name="erase" />
      </button>
    </fieldset>
  )
}

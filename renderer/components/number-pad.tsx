/**
 * Digits for the finger. The keys keep their order in every language, as on a telephone. What is selected in the field gives
 * way to what is pressed; else it goes to the end. Where another field that takes digits has the focus, such as the search,
 * the keys are for that one.
 */
import type { MouseEvent, ReactNode } from 'react'
import { useTranslator } from '../counter-context.tsx'
import { digitsOnly, writeInto } from './digit-row.ts'
import { Icon } from './icon.tsx'
import styles from './number-pad.module.css'

export interface NumberPadProps {
  readonly onDigit: (digit: string) => void
  readonly onErase: () => void
  /** The whole of the field's text. */
  readonly onType: (text: string) => void
  /** The field takes parts of a dinar: a comma stands in the place of the key that clears. */
  readonly takesComma?: boolean
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

export function NumberPad({ onDigit, onErase, onType, isDisabled, takesComma = false }: NumberPadProps) {
  const { text } = useTranslator()
  const press = (written: string, atEnd: () => void): void => {
    const other = otherField()
    const typed = overSelection(written)
    if (other) typeInto(other, written)
    else if (typed === undefined) atEnd()
    else onType(typed)
  }
  const empty = (): void => {
    const other = otherField()
    other?.select()
    if (other) writeInto(other, '')
    else onType('')
  }
  const digit = (face: string): PadKey => ({ face, press: () => press(face, () => onDigit(face)) })
  const clear: PadKey = { face: 'C', press: empty, label: text('sell.number.clear') }
  const comma: PadKey = { ...digit(','), label: text('sell.number.comma') }
  const keys: readonly PadKey[] = [
    ...['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(digit),
    takesComma ? comma : clear,
    digit('0'),
    { face: <Icon name="erase" />, press: () => press('', onErase), label: text('sell.number.erase') },
  ]
  return (
    // A fieldset groups its keys for a screen reader; the pad always reads from left to right.
    <fieldset className={styles['pad']} dir="ltr" aria-label={text('sell.number.pad')}>
      {keys.map(({ face, press, label }) => (
        <button
          key={label ?? String(face)}
          type="button"
          className={styles['pad-key']}
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

// The field that the number pad of a step writes into.

/** Marks it in the page. */
export const padField = { 'data-pad-field': true, ...digitsOnly } as const

/**
 * Puts `text` in the place of what is selected in the field, and returns the text of the field then; undefined where nothing is
 * selected, or where the field is not the one that is typed into.
 */
function overSelection(text: string): string | undefined {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement) || !field.matches('[data-pad-field]')) return undefined
  const { value, selectionStart: from, selectionEnd: to } = field
  if (from === null || to === null || from === to) return undefined
  // The same text may stand there again: it would stay selected.
  field.setSelectionRange(to, to)
  return value.slice(0, from) + text + value.slice(to)
}

// Another field that has the focus.

/** The one that takes digits and is not of the pad's own step. */
function otherField(): HTMLInputElement | undefined {
  const field = document.activeElement
  const isOther = field instanceof HTMLInputElement && field.matches('[data-digits]:not([data-pad-field])')
  return isOther ? field : undefined
}

/** What is selected gives way; an empty text takes the character before the caret. */
function typeInto(field: HTMLInputElement, text: string): void {
  const { selectionStart: from, selectionEnd: to } = field
  if (text === '' && from !== null && from === to) field.setSelectionRange(Math.max(from - 1, 0), from)
  writeInto(field, text)
}

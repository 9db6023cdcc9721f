/** The number field: digits grouped while they are typed, the caret kept beside the digit it was at. */
import { type ChangeEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { padField } from '../../components/pad-field.ts'
import { Text } from '../../components/text.tsx'
import type { MessageKey } from '../../i18n.ts'
import { EntryField } from './entry-field.tsx'
import { mainField } from './main-field.ts'
import { caretAfter, cleanDigits, groupTyped } from './typed-number.ts'

export interface NumberFieldProps {
  /** As typed, without blanks. */
  readonly digits: string
  readonly label: MessageKey
  readonly hint: MessageKey
  /** What is wrong with the number, in place of the hint. */
  readonly problem: MessageKey | null
  /** The number is being asked about. */
  readonly isHeld: boolean
  readonly onType: (text: string) => void
}

export function NumberField({ digits, label, hint, problem, isHeld, onType }: NumberFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const grouped = groupTyped(digits)

  useEffect(() => {
    if (!isHeld) field.current?.focus()
  }, [isHeld])

  useLayoutEffect(() => {
    const at = caret.current
    caret.current = null
    if (at === null || document.activeElement !== field.current) return
    const place = caretAfter(grouped, at)
    field.current?.setSelectionRange(place, place)
  }, [grouped])

  const change = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    caret.current = cleanDigits(target.value.slice(0, target.selectionStart ?? undefined)).length
    onType(target.value)
  }

  return (
    <EntryField
      {...{ ref: field, id: 'line-number', label, hint: <Text k={hint} />, problem }}
      {...mainField}
      {...padField}
      inputMode="none"
      value={grouped}
      readOnly={isHeld}
      onChange={change}
    />
  )
}

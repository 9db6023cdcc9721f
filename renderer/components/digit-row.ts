/**
 * The digit row of a keyboard. On an AZERTY layout it types & é " ' ( and gives a digit with Shift alone; where a digit is
 * meant, the key's place says which. So a scanner's digits are right on either layout.
 */
import { useEffect } from 'react'
import { inWesternDigits } from '#shared/folded-text.ts'

/** What a field takes: digits alone; digits until a letter stands in it; or any text, as the keyboard has it. */
export type DigitUse = 'only' | 'first' | 'none'

/** Marks a field that takes digits alone. */
export const digitsOnly = { 'data-digits': 'only' } as const
/** Marks a field that takes digits until a letter stands in it. */
export const digitsFirst = { 'data-digits': 'first' } as const

type RowKey = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey'>

/** The digit at the key's place, or undefined where the key is not of the digit row, or has another meaning. */
export function digitOfRow({ key, code, ctrlKey, altKey, metaKey }: RowKey): string | undefined {
  const [, digit] = /^Digit([0-9])$/.exec(code) ?? []
  // Some layouts have the keys of the help and of the search on this row, with Shift.
  const isOwnKey = key === '?' || key === '/'
  const isOfSystem = ctrlKey || altKey || metaKey
  const isCharacter = [...key].length === 1 || key === 'Dead'
  return isOfSystem || isOwnKey || !isCharacter ? undefined : digit
}

/** Whether a digit is meant in a field that holds this text. */
export const meansDigit = (use: DigitUse, text: string): boolean =>
  use === 'only' || (use === 'first' && !/\p{L}/u.test(text))

/** Whether the digit row means digits where the focus is: everywhere but in a field for text. */
export function isDigitPlace(focused: Element | null): boolean {
  if (focused instanceof HTMLInputElement && !chosenTypes.includes(focused.type))
    return meansDigit(markOf(focused), focused.value)
  return !(focused instanceof HTMLTextAreaElement || focused instanceof HTMLSelectElement)
}

/** Inputs that are pressed and not typed into. */
const chosenTypes: readonly string[] = ['radio', 'checkbox', 'button']

function markOf(field: HTMLInputElement): DigitUse {
  const use = field.dataset['digits']
  return use === 'only' || use === 'first' ? use : 'none'
}

/**
 * Types the digit of the digit row into the field that has the focus, in the whole window and its dialogs. It comes last: a key
 * that something else has taken is left alone.
 */
export function useDigitRow(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const digit = digitOfRow(event)
      const field = document.activeElement
      if (digit === undefined || event.defaultPrevented || inWesternDigits(event.key) === digit) return
      if (!(field instanceof HTMLInputElement) || !isDigitPlace(field) || field.readOnly) return
      event.preventDefault()
      writeInto(field, digit)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** Puts the text in the place of what is selected, as a key would. */
export function writeInto(field: HTMLInputElement, text: string): void {
  const { value, selectionStart, selectionEnd, maxLength } = field
  const from = selectionStart ?? value.length
  const to = selectionEnd ?? value.length
  const isFull = maxLength >= 0 && value.length - (to - from) >= maxLength
  if (isFull && text !== '') return
  field.setRangeText(text, from, to, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}

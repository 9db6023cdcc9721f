/** Which digit a key of the digit row types, on the keyboards of the country. */
import { describe, expect, test } from 'vitest'
import { digitOfRow, meansDigit } from '../../renderer/components/digit-row.ts'
import { pressedKey } from '../../renderer/features/sell/use-keyboard.ts'

/** What the digit row gives without Shift, from 1 to 0. */
const rows: Readonly<Record<string, string>> = {
  French: '&é"\'(-è_çà',
  'Arabic 101': '1234567890',
  'Arabic 102 AZERTY': '&é"\'(-è_çà',
  'Arabic with its own digits': '١٢٣٤٥٦٧٨٩٠',
  English: '1234567890',
  'English with Shift': '!@#$%^&*()',
  Kabyle: '&é"\'(-è_çà',
}
const free = { ctrlKey: false, altKey: false, metaKey: false, shiftKey: false }
const codeAt = (place: number) => `Digit${(place + 1) % 10}`

describe.each(Object.entries(rows))('the digit row of a keyboard: %s', (_name, row) => {
  test('types 1 to 0 by the place of its keys', () => {
    const typed = [...row].map((key, place) => digitOfRow({ ...free, key, code: codeAt(place) }))
    expect(typed.join('')).toBe('1234567890')
  })

  test('picks where a digit is meant, and is a character in a text', () => {
    const keys = [...row].map((key, place) => ({ ...free, key, code: codeAt(place) }))
    expect(keys.map((key) => pressedKey(key, true)).join('')).toBe('1234567890')
    expect(pressedKey({ ...free, key: 'é', code: 'Digit2' })).toBe('é')
  })
})

test.each([
  ['a key of the pad', { key: '4', code: 'Numpad4' }],
  ['a letter', { key: 'a', code: 'KeyQ' }],
  ['the key of the help', { key: '?', code: 'Digit0' }],
  ['the key of the search', { key: '/', code: 'Digit7' }],
  ['a chord', { key: '&', code: 'Digit1', ctrlKey: true }],
  ['a character behind AltGr', { key: '@', code: 'Digit0', ctrlKey: true, altKey: true }],
  ['an input method at work', { key: 'Process', code: 'Digit1' }],
  ['a scanned character without a place', { key: '1', code: '' }],
])('%s is not changed', (_name, key) => {
  expect(digitOfRow({ ...free, ...key })).toBeUndefined()
})

test('a dead key of the row types its digit', () => {
  expect(digitOfRow({ ...free, key: 'Dead', code: 'Digit2' })).toBe('2')
})

test('a text begins with digits, and keeps its characters behind a letter', () => {
  expect(meansDigit('only', 'ab')).toBe(true)
  expect(meansDigit('first', '')).toBe(true)
  expect(meansDigit('first', '0661 23')).toBe(true)
  expect(meansDigit('first', 'ps')).toBe(false)
  expect(meansDigit('first', 'بطاقة')).toBe(false)
  expect(meansDigit('none', '1')).toBe(false)
})

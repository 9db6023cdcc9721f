/** The number field's text. */
import { expect, test } from 'vitest'
import { caretAfter, cleanDigits, groupTyped } from '../../renderer/features/sell/typed-number.ts'

test.each([
  ['023 45-67.89', '023456789'],
  ['+213 661 23 45 67', '+213661234567'],
  ['٠٢٣٤٥٦٧٨٩', '023456789'],
  ['۰۲۳', '023'],
  ['abc', ''],
  ['1'.repeat(60), '1'.repeat(20)],
])('%s is read as %s', (typed, digits) => {
  expect(cleanDigits(typed)).toBe(digits)
})

test.each([
  ['', ''],
  ['02', '02'],
  ['0234', '023 4'],
  ['023456789', '023 45 67 89'],
  ['0661234567', '0661 23 45 67'],
  ['213661234567', '213 661 23 45 67'],
  ['+213661234567', '+213 661 23 45 67'],
  ['21323456789', '213 23 45 67 89'],
  ['00213661234567', '00213 661 23 45 67'],
])('%s is grouped as "%s" and loses no digit', (digits, grouped) => {
  expect(groupTyped(digits)).toBe(grouped)
  expect(cleanDigits(grouped)).toBe(digits)
})

test.each([
  [0, 0],
  [3, 3],
  [4, 5],
  [9, 12],
])('the caret after %i digits of 023 45 67 89 stands at %i', (count, place) => {
  expect(caretAfter('023 45 67 89', count)).toBe(place)
})

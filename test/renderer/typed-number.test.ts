/** The number field's text. */
import { expect, test } from 'vitest'
import {
  cleanDigits,
  groupTyped,
  numberTyped,
  textOfNumber,
  typedAmount,
} from '../../renderer/features/sell/typed-number.ts'

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

const behind = (text: string) => numberTyped({ digits: '' }, text)

test.each([
  ['0770123456', { digits: '0770123456' }],
  ['0770 12 34 56', { digits: '0770123456' }],
  ['0770123456 ', { digits: '0770123456', askedAmount: '' }],
  ['0770123456 350', { digits: '0770123456', askedAmount: '350' }],
  ['0770 12 34 56 1 000', { digits: '0770123456', askedAmount: '1000' }],
  ['٠٧٧٠١٢٣٤٥٦ ٣٥٠', { digits: '0770123456', askedAmount: '350' }],
  ['+213770123456 250.50', { digits: '+213770123456', askedAmount: '250,50' }],
  ['07701234563', { digits: '07701234563' }],
  ['023456789 500', { digits: '023456789500' }],
])('behind a mobile number that is whole, a blank begins an amount: %j', (text, typed) => {
  expect(behind(text)).toEqual(typed)
  expect(behind(textOfNumber(behind(text)))).toEqual(typed)
})

test.each([
  ['1 200,50', '1200,50'],
  ['1.234,50', '1234,50'],
  ['1,234.50', '1234,50'],
  ['٥٠٠٫٥٠', '500,50'],
  ['500 DA', '500'],
  ['1'.repeat(60), '1'.repeat(12)],
])('the amount %s that is pasted is read as %s', (pasted, amount) => {
  expect(typedAmount('', pasted)).toBe(amount)
})

test.each([
  ['500', '500,', '500,'],
  ['500,50', '500,50,', '500,50'],
  ['500,50', '500,50.', '500,50'],
  ['500,50', '500,50\u066b', '500,50'],
  ['500,50', '5,00,50', '500,50'],
  ['500,50', ',500,50', '500,50'],
  ['500,', '500,,', '500,'],
  // A selected character gives way to the comma.
  ['1500,50', '1,00,50', '1500,50'],
  // The comma itself is replaced by another.
  ['500,50', '500.50', '500,50'],
])('%s with %s typed after it becomes %s', (before, typed, amount) => {
  expect(typedAmount(before, typed)).toBe(amount)
})

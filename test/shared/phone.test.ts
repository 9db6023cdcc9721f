import { describe, expect, test } from 'vitest'
import { groupNumber, parseInternetNumber } from '#shared/phone.ts'

describe('a number for an internet card', () => {
  test.each([
    ['023 45 67 89', 'ADSL', '023456789'],
    ['023.45.67.89', 'ADSL', '023456789'],
    ['+213 23 45 67 89', 'ADSL', '023456789'],
    ['00213 23456789', 'ADSL', '023456789'],
    ['213661234567', '4G', '213661234567'],
    ['+213 661 23 45 67', '4G', '213661234567'],
    ['0661 23 45 67', '4G', '213661234567'],
  ] as const)('%s is read as %s %s', (typed, type, number) => {
    expect(parseInternetNumber(typed)).toEqual({ ok: true, value: { type, number } })
    expect(parseInternetNumber(typed, type)).toEqual({ ok: true, value: { type, number } })
  })

  test.each([
    ['', undefined, 'empty'],
    ['  ', undefined, 'empty'],
    ['02345678', undefined, 'too-short'],
    ['02345678901', undefined, 'too-long'],
    ['2136612345678', undefined, 'too-long'],
    ['21366', undefined, 'too-short'],
    ['02345678x', undefined, 'not-digits'],
    ['٠٢٣٤٥٦٧٨٩', undefined, 'not-digits'],
    ['023456789', '4G', 'not-this-type'],
    ['213661234567', 'ADSL', 'not-this-type'],
  ] as const)('%s as %s is refused: %s', (typed, type, problem) => {
    expect(parseInternetNumber(typed, type)).toEqual({ ok: false, error: problem })
  })

  test.each([
    ['023456789', '023 45 67 89'],
    ['0661234567', '0661 23 45 67'],
    ['213661234567', '213 661 23 45 67'],
    ['0', '0'],
    ['02', '02'],
    ['0234', '0234'],
    ['213', '213'],
  ])('%s is shown as %s', (number, shown) => {
    expect(groupNumber(number)).toBe(shown)
  })
})

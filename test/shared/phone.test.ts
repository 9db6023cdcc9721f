import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fitsMask,
  landlineNumberShape,
  mobileNumberShape,
  operatorHint,
  parseInternationalNumber,
  parseInternetNumber,
  parseLandlineNumber,
  parseMobileNumber,
  spokenNumber,
} from '#shared/phone.ts'
import { ok } from '#shared/result.ts'

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
})

describe('a mobile number', () => {
  test.each([
    ['0661 23 45 67', '0661234567', 'Mobilis'],
    ['0770.12.34.56', '0770123456', 'Djezzy'],
    ['+213 550 12 34 56', '0550123456', 'Ooredoo'],
    ['00213661234567', '0661234567', 'Mobilis'],
    ['213661234567', '0661234567', 'Mobilis'],
    ['+213 (0) 661 23 45 67', '0661234567', 'Mobilis'],
    ['\u200e0661234567\u202c', '0661234567', 'Mobilis'],
  ] as const)('%s is read as %s, probably of %s', (typed, number, operator) => {
    expect(parseMobileNumber(typed)).toEqual({ ok: true, value: number })
    expect(operatorHint(number)).toBe(operator)
  })

  test.each([
    ['', 'empty'],
    ['+', 'empty'],
    ['066123456', 'too-short'],
    ['06612345678', 'too-long'],
    ['0861234567', 'not-mobile'],
    ['066123456x', 'not-digits'],
    ['٠٦٦١٢٣٤٥٦٧', 'not-digits'],
  ] as const)('%s is refused: %s', (typed, problem) => {
    expect(parseMobileNumber(typed)).toEqual({ ok: false, error: problem })
  })

  test.each(['023456789', '661234567', '0861234567', ''])('%j hints at no operator', (number) => {
    expect(operatorHint(number)).toBeUndefined()
  })
})

describe('a landline', () => {
  test.each([
    ['023 45 67 89', '023456789'],
    ['+213 23 45 67 89', '023456789'],
    ['00213 41 23 45 67', '041234567'],
  ])('%s is read as %s', (typed, number) => {
    expect(parseLandlineNumber(typed)).toEqual({ ok: true, value: number })
  })

  test.each([
    ['', 'empty'],
    ['02345678', 'too-short'],
    ['0661234567', 'too-long'],
    ['013456789', 'not-landline'],
    ['05 345 67 89', 'not-landline'],
    ['02345678x', 'not-digits'],
  ] as const)('%s is refused: %s', (typed, problem) => {
    expect(parseLandlineNumber(typed)).toEqual({ ok: false, error: problem })
  })
})

describe('whatever is typed', () => {
  const parsers = [
    ['an internet line', (typed: string) => numberOf(parseInternetNumber(typed))],
    ['a mobile', parseMobileNumber],
    ['a landline', parseLandlineNumber],
  ] as const
  const numberOf = (read: ReturnType<typeof parseInternetNumber>) => (read.ok ? ok(read.value.number) : read)
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^(\+|00)?(213)? ?0?[ 0-9.-]{0,14}$/),
    fc.stringMatching(/^0[2-7][0-9]{7,8}$/),
  )

  test.each(parsers)(
    'as the number of %s is read into its wire form or refused, and reading is idempotent',
    (_, parse) => {
      fc.assert(
        fc.property(typed, (text) => {
          const read = parse(text)
          if (!read.ok) return
          expect(read.value).toMatch(/^[0-9]{9,12}$/)
          expect(parse(read.value)).toEqual(read)
        }),
      )
    },
  )

  test('is a mobile or a landline by its shape', () => {
    fc.assert(
      fc.property(typed, (text) => {
        const mobile = parseMobileNumber(text)
        const landline = parseLandlineNumber(text)
        expect(mobile.ok && landline.ok).toBe(false)
        if (mobile.ok) expect(mobile.value).toMatch(mobileNumberShape)
        if (landline.ok) expect(landline.value).toMatch(landlineNumberShape)
      }),
    )
  })
})

describe('a number as it is dialled from abroad', () => {
  test.each([
    ['0661 23 45 67', '213661234567'],
    ['+213 661 23 45 67', '213661234567'],
    ['00213661234567', '213661234567'],
    ['+33 6 12 34 56 78', '33612345678'],
    ['0033612345678', '33612345678'],
  ])('%s is read as %s', (typed, number) => {
    expect(parseInternationalNumber(typed)).toBe(number)
  })

  test.each(['', '023 45 67 89', '+213 23 45 67 89', '33612345678', '+0012345678', '+33x', '+1234567'])(
    '%j is none',
    (typed) => {
      expect(parseInternationalNumber(typed)).toBeUndefined()
    },
  )
})

test.each([
  ['0661***045', '0661234045', true],
  ['+213661•••045', '0661234045', true],
  ['06 61 xx xx 45', '0661234045', true],
  ['***045', '0661234045', true],
  ['0661***046', '0661234045', false],
  ['0662***045', '0661234045', false],
  ['0661234045', '0661234045', false],
  ['steam-us/steam-us-5', 'steam-us/steam-us-5', false],
])('%s may be %s: %s', (mask, number, fits) => {
  expect(fitsMask(mask, number)).toBe(fits)
})

test.each([
  ['213300123456', '0300123456'],
  ['023456789', '023456789'],
  ['0661234567', '0661234567'],
])('%s is pronounced as %s', (number, said) => {
  expect(spokenNumber(number)).toBe(said)
})

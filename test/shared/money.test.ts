import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centimes, centimesFromDinars, dinarsOf, formatDinars, sumCentimes } from '#shared/money.ts'

const amount = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }).map(centimes)

describe('an amount', () => {
  test.each([
    [443.39, 44_339],
    [0, 0],
    [-12.5, -1_250],
    [0.1, 10],
    ['1\u202f200,50', 120_050],
    ['1 200', 120_000],
    [19.99, 1_999],
    [487.500_000_000_000_1, 48_750],
    [-0.1 - 0.2, -30],
    [1e-10, 0],
  ])('of %s dinars is %i centimes', (dinars, expected) => {
    expect(centimesFromDinars(dinars)).toEqual({ ok: true, value: expected })
  })

  test.each([
    [0.001],
    [1e21],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    ['12,345'],
    [''],
    ['12a'],
    ['1e3'],
    [1e-5],
    ['999999999999'],
  ])('is refused when it is %s', (dinars) => {
    expect(centimesFromDinars(dinars)).toEqual({ ok: false, error: 'not-an-amount' })
  })

  test('is unchanged on the way to the service and back', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(centimesFromDinars(JSON.parse(JSON.stringify(dinarsOf(value))))).toEqual({ ok: true, value })
      }),
    )
  })

  test('given as a number is rounded to its decimals, without errors of binary arithmetic', () => {
    const noise = fc.double({ min: -3e-6, max: 3e-6, noNaN: true })
    const nearly = fc.tuple(fc.integer({ min: -1e14, max: 1e14 }), noise)
    const large = fc.double({ min: 99_999_999_998, max: 100_000_000_002, noNaN: true })
    const anyNumber = fc.oneof(
      fc.double(),
      large,
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      nearly.map(([value, off]) => value / 100 + off),
      nearly.map(([value, off]) => value / 10_000_000 + off),
      fc.integer({ min: -1e12, max: 1e12 }).map((value) => value / 1_000),
    )
    fc.assert(
      fc.property(anyNumber, (value) => {
        const nearest = Math.round(value * 100) / 100
        const decimals = String(Math.abs(value - nearest) < 1e-6 ? nearest : value)
        expect(centimesFromDinars(value)).toStrictEqual(centimesFromDinars(decimals))
      }),
      { numRuns: 20_000 },
    )
  })

  test('written for a person reads back the same', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(centimesFromDinars(formatDinars(value).replace('\u2212', '-'))).toEqual({ ok: true, value })
      }),
    )
  })

  test.each([
    [123_456_789, '1\u00a0234\u00a0567,89'],
    [50_000, '500'],
    [5, '0,05'],
    [-120_000, '\u22121\u00a0200'],
  ])('%i centimes is written %s', (value, text) => {
    expect(formatDinars(centimes(value))).toBe(text)
  })

  test('is never half a centime, nor above the maximum', () => {
    expect(() => centimes(0.5)).toThrow(RangeError)
    expect(() => centimes(1e15)).toThrow(RangeError)
    expect(sumCentimes([centimes(1), centimes(2)])).toBe(3)
  })
})

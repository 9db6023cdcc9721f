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

  test('survives the way to the service and back', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(centimesFromDinars(JSON.parse(JSON.stringify(dinarsOf(value))))).toEqual({ ok: true, value })
      }),
    )
  })

  test('reads back as it was written for a person', () => {
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

  test('is never half a centime, nor beyond the bound', () => {
    expect(() => centimes(0.5)).toThrow(RangeError)
    expect(() => centimes(1e15)).toThrow(RangeError)
    expect(sumCentimes([centimes(1), centimes(2)])).toBe(3)
  })
})

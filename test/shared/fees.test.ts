import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centimes, sumCentimes } from '#shared/money.ts'
import { billers, billPartners, estimateFee, meetsOrderMinimum } from '#shared/products/bill.ts'

const dinars = (amount: number) => centimes(Math.round(amount * 100))
const amounts = fc.array(fc.integer({ min: 0, max: 10_000_000_000 }).map(centimes), {
  minLength: 1,
  maxLength: 50,
})

describe('the estimate of a fee', () => {
  test.each([
    ['ADE', [443.39], 30],
    ['ADE', [6_000], 30],
    ['ADE', [6_000.99], 30],
    ['ADE', [6_001], 30.01],
    ['ADE', [8_000], 40],
    ['ADE', [12_000], 60],
    ['ADE', [1_000_000], 60],
    ['SONELGAZ', [4_000, 4_000], 40],
    ['SEAAL', [100, 100], 30],
    ['Algérie Télécom', [300], 10],
    ['Algérie Télécom', [3_000], 15],
    ['Algérie Télécom', [2_500.5], 12.5],
    ['Algérie Télécom', [2_501], 12.51],
    ['Algérie Télécom', [20_000], 50],
  ] as const)('of %s on %j is %d dinars', (partner, bills, fee) => {
    expect(estimateFee(partner, bills.map(dinars))).toBe(dinars(fee))
  })

  test('is unknown where the document shows no rule, and where nothing is selected', () => {
    expect(estimateFee('AADL', [dinars(5_000)])).toBeNull()
    for (const partner of billPartners) expect(estimateFee(partner, [])).toBeNull()
  })

  test('stays between the bounds, grows with the sum, and does not depend on how the sum is cut', () => {
    fc.assert(
      fc.property(fc.constantFrom(...billPartners), amounts, amounts, (partner, some, others) => {
        const rule = billers[partner].fee
        const fee = estimateFee(partner, some)
        expect(fee === null).toBe(rule === null)
        if (rule === null || fee === null) return
        expect(fee).toBeGreaterThanOrEqual(rule.minCentimes)
        expect(fee).toBeLessThanOrEqual(rule.maxCentimes)
        expect(estimateFee(partner, [sumCentimes(some)])).toBe(fee)
        expect(estimateFee(partner, [...some, ...others])).toBeGreaterThanOrEqual(fee)
      }),
    )
  })
})

describe('the least that an order may come to', () => {
  test.each([
    ['SEAAL', [199.99], false],
    ['SEAAL', [200], true],
    ['SEAAL', [100, 100], true],
    ['SEAAL', [100, 99.99], false],
    ['SEAAL', [], false],
    ['ADE', [1], true],
    ['Algérie Télécom', [1], true],
  ] as const)('lets %s with %j pass: %s', (partner, bills, passes) => {
    expect(meetsOrderMinimum(partner, bills.map(dinars))).toBe(passes)
  })
})

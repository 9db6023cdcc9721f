/** A scanned or pasted text finds the form of its shape, and only where the shape leaves no doubt. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formsOfPartner } from '#shared/bill-account.ts'
import { type BillPartner, billPartners } from '#shared/bill-partners.ts'
import { recogniseBillText } from '#shared/bill-text.ts'

const key = '0123456789012345678901234'
const form = 'electronic_payment_key'

describe('a payment key', () => {
  test.each<readonly [BillPartner, string]>([
    ['ADE', key],
    ['SEAAL', key],
    ['ADE', ' 01234 56789 01234 56789 01234\r\n'],
    ['ADE', `\u200f${key}\u200e`],
  ])('of %s is known in %j', (partner, text) =>
    expect(recogniseBillText(partner, text)).toEqual({ form, value: key }),
  )

  test('is left alone where the biller is not asked with it', () => {
    expect(recogniseBillText('SONELGAZ', key)).toBeUndefined()
    expect(recogniseBillText('ADE', key, ['reference', 'ade'])).toBeUndefined()
  })

  test.each(['', key.slice(1), `${key}0`, `A${key.slice(1)}`, '023456789'])('is not seen in %j', (text) =>
    expect(recogniseBillText('ADE', text)).toBeUndefined(),
  )

  test('is the only thing recognised in any text, and always a form of its biller', () =>
    fc.assert(
      fc.property(fc.constantFrom(...billPartners), fc.string({ maxLength: 60 }), (partner, text) => {
        const found = recogniseBillText(partner, text)
        expect(found === undefined || formsOfPartner[partner].includes(found.form)).toBe(true)
      }),
    ))
})

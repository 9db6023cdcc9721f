/** A scanned or pasted text finds the form of its shape, and only where the shape leaves no doubt. */
import { describe, expect, test } from 'vitest'
import type { BillPartner } from '#shared/products/bill.ts'
import { recogniseBillText } from '#shared/products/bill-account.ts'

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
})

/** The bounds of ids, orders and payment links, each at its edge. */
import { describe, expect, test } from 'vitest'
import {
  billIdSchema,
  billIdsSchema,
  repeatedBillIdMessage,
  serviceRefSchema,
  transactionIdSchema,
} from '#shared/ids.ts'
import { paymentLinkRequestSchema } from '#shared/payment-link.ts'
import { giftCardOrderRequestSchema } from '#shared/products/gift-card.ts'

const ids = (count: number) => Array.from({ length: count }, (_, at) => `bill-${at}`)

test.each([
  ['a ref', serviceRefSchema, 'x'.repeat(100), true],
  ['a ref', serviceRefSchema, 'x'.repeat(101), false],
  ['a ref', serviceRefSchema, '', false],
  ['a ref', serviceRefSchema, 7, false],
  ['a bill id', billIdSchema, 'x'.repeat(100), true],
  ['a bill id', billIdSchema, 'x'.repeat(101), false],
  ['a transaction id', transactionIdSchema, '0123456789abcdef01234567', true],
  ['a transaction id', transactionIdSchema, '0123456789ABCDEF01234567', false],
  ['a transaction id', transactionIdSchema, '0123456789abcdef0123456', false],
  ['a transaction id', transactionIdSchema, '0123456789abcdef01234567\n', false],
  ['bill ids', billIdsSchema, ids(1), true],
  ['bill ids', billIdsSchema, ids(50), true],
  ['bill ids', billIdsSchema, ids(51), false],
  ['bill ids', billIdsSchema, [], false],
  ['bill ids', billIdsSchema, 'bill-1', false],
] as const)('%s: %#', (_, schema, value, fits) => {
  expect(schema.safeParse(value).success).toBe(fits)
})

test('ids that repeat one are refused in the words of the document', () => {
  const { error } = billIdsSchema.safeParse(['a', 'b', 'a'])
  expect(error?.issues.map(({ message }) => message)).toEqual([repeatedBillIdMessage])
})

describe('a payment link', () => {
  const link = { productInfo: { title: 'Sacs de ciment', amount: 500 } }
  const product = (more: object) => ({ productInfo: { ...link.productInfo, ...more } })

  test.each([
    [link, []],
    [product({ amount: 500_000 }), []],
    [product({ amount: 499 }), ['productInfo.amount']],
    [product({ amount: 500_001 }), ['productInfo.amount']],
    [product({ amount: 500.5 }), ['productInfo.amount']],
    [product({ amount: '500' }), ['productInfo.amount']],
    [product({ title: 'x'.repeat(200) }), []],
    [product({ title: 'x'.repeat(201) }), ['productInfo.title']],
    [product({ title: ' ' }), ['productInfo.title']],
    [product({ description: 'x'.repeat(1_000) }), []],
    [product({ description: 'x'.repeat(1_001) }), ['productInfo.description']],
    [{ ...link, feeMode: 'SPLIT_FEE' }, []],
    [{ ...link, feeMode: 'MY_FEE' }, ['feeMode']],
    [{ ...link, successMessage: 'x'.repeat(501) }, ['successMessage']],
    [{ ...link, redirectUrl: 'https://example.dz/merci?n=1' }, []],
    [{ ...link, redirectUrl: 'javascript:alert(1)' }, ['redirectUrl']],
    [{ ...link, redirectUrl: 'https://me:secret@example.dz/' }, ['redirectUrl']],
    [{ productInfo: 'x', feeMode: 1 }, ['productInfo', 'feeMode']],
  ])('made of %j fails in %j', (request, failed) => {
    const { error } = paymentLinkRequestSchema.safeParse(request)
    expect(error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual(failed)
  })
})

test.each([
  [{ productId: 'p', typeId: 't', quantity: 1 }, true],
  [{ productId: 'p', typeId: 't', quantity: 0 }, false],
  [{ productId: 'p', typeId: 't', quantity: 1.5 }, false],
  [{ productId: '', typeId: 't', quantity: 1 }, false],
  [{ productId: 'p', quantity: 1 }, false],
])('a gift card order of %j may be sent: %s', (order, may) => {
  expect(giftCardOrderRequestSchema.safeParse(order).success).toBe(may)
})

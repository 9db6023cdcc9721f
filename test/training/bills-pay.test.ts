/** Paying bills by the document: what is acknowledged, the states that follow, and the body's rules. */
import { describe, expect, test } from 'vitest'
import type { BillPartner } from '#shared/products/bill.ts'
import type { BillAccount } from '#shared/products/bill-account.ts'
import { client, invoice, line } from '../support/bill-accounts.ts'
import { serviceForEachTest } from '../support/service-hooks.ts'
import { BILLER_MS, refusalOf } from '../support/training-bills.ts'

const { service, clock, billClient } = serviceForEachTest()

const two = invoice('9876543210')

describe('a payment', () => {
  test('is acknowledged as PROCESSING under the discovery ref, in place, and ends in SUCCESS', async () => {
    const ready = await billClient.ready('SONELGAZ', two, 'sale-1')
    const { transactionId, bills } = ready
    const { body } = await billClient.pay({ transactionId, billId: bills[1].billId })
    expect(body.data).toEqual({ transactionId, ref: 'sale-1', status: 'PROCESSING' })
    const { bills: _, ...kept } = ready
    const processing = {
      ...kept,
      type: 'payment',
      status: 'PROCESSING',
      selectedBill: bills[1],
      total: 880,
      updatedAt: '2026-10-05T08:00:05.000Z',
      completedAt: null,
    }
    expect(await billClient.read(transactionId)).toEqual(processing)
    clock.pass(BILLER_MS)
    expect(await billClient.read(transactionId)).toEqual({
      ...processing,
      status: 'SUCCESS',
      receiptUrl: `${service.billUrl}/v3/bills/transactions/${transactionId}/receipt`,
      operationId: expect.stringMatching(/./),
      updatedAt: '2026-10-05T08:00:08.000Z',
      completedAt: '2026-10-05T08:00:08.000Z',
    })
  })

  test('of several bills is one order: their sum, one fee on it, the first id, each bill', async () => {
    const ready = await billClient.ready('SEAAL', client('100001'), 'sale-1')
    const [first, , third, , fifth] = ready.bills
    const billIds = [fifth.billId, first.billId, third.billId]
    await billClient.pay({ transactionId: ready.transactionId, billIds })
    const paid = await billClient.read(ready.transactionId)
    expect(paid.selectedBill).toMatchObject({ billId: fifth.billId, amount: 15_950.75, fee: 60 })
    expect(paid.selectedBills).toEqual([fifth, first, third])
    expect(paid.total).toBe(16_010.75)
    expect(fifth.fee + first.fee + third.fee).toBe(120)
  })

  test('with one id in billIds is the same as with billId', async () => {
    const { transactionId, bills } = await billClient.ready('SONELGAZ', two, 'sale-1')
    await billClient.pay({ transactionId, billIds: [bills[0].billId] })
    const paid = await billClient.read(transactionId)
    expect([paid.selectedBill, paid.total]).toEqual([bills[0], 1230])
    expect(paid).not.toHaveProperty('selectedBills')
  })

  test.each<[BillPartner, BillAccount, number, number]>([
    ['ADE', { electronic_payment_key: '0123456789012345678901234' }, 443.39, 30],
    ['SEAAL', client('100001'), 200, 30],
    ['Algérie Télécom', line('023456789'), 300, 10],
    ['AADL', { aadlNumber: '1' }, 500, 30],
  ])('at %s %j costs %d and a fee of %d', async (partner, account, amount, fee) => {
    const id = await billClient.start(partner, account, 'sale-1')
    const { selectedBill, total } = await billClient.read(id)
    expect([selectedBill.amount, selectedBill.fee]).toEqual([amount, fee])
    expect(Math.round(total * 100)).toBe(Math.round(amount * 100) + fee * 100)
  })

  test.each<[string, BillPartner, BillAccount, [number, string][]]>([
    [
      'the usual',
      'ADE',
      { reference: 'any' },
      [
        [0, 'PROCESSING'],
        [3_000, 'SUCCESS'],
      ],
    ],
    [
      'declined',
      'SONELGAZ',
      invoice('4004004004'),
      [
        [0, 'PROCESSING'],
        [3_000, 'FAILED'],
      ],
    ],
    [
      'declined',
      'SEAAL',
      client('100004'),
      [
        [0, 'PROCESSING'],
        [3_000, 'FAILED'],
      ],
    ],
    [
      'unconfirmed and given back',
      'SONELGAZ',
      invoice('6006006006'),
      [
        [0, 'PROCESSING'],
        [2_999, 'PROCESSING'],
        [3_000, 'UNKNOWN'],
        [62_999, 'UNKNOWN'],
        [63_000, 'REFUNDED'],
      ],
    ],
    [
      'unconfirmed and paid',
      'Algérie Télécom',
      line('030000001'),
      [
        [3_000, 'UNKNOWN'],
        [63_000, 'SUCCESS'],
      ],
    ],
  ])('that is %s at %s %j goes through %j', async (_, partner, account, states) => {
    const id = await billClient.start(partner, account, 'sale-1')
    let passedMs = 0
    for (const [atMs, status] of states) {
      clock.pass(atMs - passedMs)
      passedMs = atMs
      const read = await billClient.read(id)
      expect(read.status).toBe(status)
      expect(read.type).toBe('payment')
      const failed = status === 'FAILED' || status === 'REFUNDED'
      expect(read.error?.code).toBe(failed ? 'PAYMENT_DECLINED' : undefined)
      expect(read.completedAt).toBe(status === 'PROCESSING' ? null : read.updatedAt)
      expect('receiptUrl' in read && 'operationId' in read).toBe(status === 'SUCCESS')
      expect(read).toHaveProperty('selectedBill')
      expect(read).not.toHaveProperty('bills')
    }
    clock.pass(86_400_000)
    expect((await billClient.read(id)).status).toBe(states.at(-1)?.[1])
  })
})

describe('a body that does not fit', () => {
  const transactionId = '0123456789abcdef01234567'
  const oneOf = 'Provide exactly one of billId or billIds'
  const repeated = 'billIds must not repeat the same bill id'
  test.each<[string, Record<string, unknown>, string[], string | undefined]>([
    ['no bill', {}, ['billId, billIds'], oneOf],
    ['both ways to name bills', { billId: 'a', billIds: ['a'] }, ['billId, billIds'], oneOf],
    ['an id twice', { billIds: ['a', 'b', 'a'] }, ['billIds'], repeated],
    ['no id in billIds', { billIds: [] }, ['billIds'], undefined],
    ['51 ids', { billIds: Array.from({ length: 51 }, (_, id) => `${id}`) }, ['billIds'], undefined],
    ['an id of 101 characters', { billId: 'x'.repeat(101) }, ['billId'], undefined],
    ['an id that is a number', { billIds: ['a', 7] }, ['billIds.1'], undefined],
    ['billIds as text', { billIds: 'a' }, ['billIds'], undefined],
    [
      'capitals in the transaction',
      { billId: 'a', transactionId: transactionId.toUpperCase() },
      ['transactionId'],
      undefined,
    ],
    ['a short transaction', { billId: 'a', transactionId: '0123' }, ['transactionId'], undefined],
    ['no ref', { billId: 'a', ref: undefined }, ['ref'], undefined],
    ['a ref of 101 characters', { billId: 'a', ref: 'x'.repeat(101) }, ['ref'], undefined],
    ['nothing right', { transactionId: 1, ref: 1 }, ['billId, billIds', 'transactionId', 'ref'], oneOf],
  ])('with %s is ERR_VALIDATION and lists every failed field', async (_, over, fields, message) => {
    const answer = await billClient.pay({ transactionId, ...over })
    expect(refusalOf(answer)).toBe('400 ERR_VALIDATION')
    const details: string[] = answer.body.error.details
    expect(details.map((one) => one.split(':')[0])).toEqual(fields)
    if (message !== undefined) expect(answer.body.error.message).toBe(message)
  })

  test.each(['[]', 'null', '{'])('being %j is ERR_VALIDATION too', async (body) => {
    expect(refusalOf(await billClient.post('/v3/bills/pay', body))).toBe('400 ERR_VALIDATION')
  })
})

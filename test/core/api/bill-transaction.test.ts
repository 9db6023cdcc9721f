/** What is read of a bill transaction, and that no figure is used whose record contradicts it. */
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { BillTransaction } from '#core/products/bill/records.ts'
import { clientFor } from '../../support/api-client.ts'
import { envelope, sampleBill, sampleIds, sampleRef, sampleTransactions } from '../../support/bill-samples.ts'
import { serviceOfFile } from '../../support/client-on-wire.ts'
import { httpAnswer } from '../../support/raw-service.ts'

let body = ''
const service = await serviceOfFile()
service.behave = (socket) => socket.write(httpAnswer(200, body))
const client = clientFor(service.baseUrl)
afterAll(client.close)

const { pending, ready, processing, success, refunded } = sampleTransactions

/** The outcome of reading this record by its id. */
async function find(record: unknown) {
  body = envelope(record)
  return client.findBill(sampleIds.transaction)
}

/** The record as it was read. Fails where it was not accepted. */
async function read(record: unknown): Promise<BillTransaction> {
  const outcome = await find(record)
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
  return outcome.value
}

describe('a transaction', () => {
  test('has each of its fields', async () => {
    expect(await read(success)).toEqual({
      transactionId: sampleIds.transaction,
      ref: sampleRef,
      type: 'payment',
      status: 'SUCCESS',
      partner: 'SONELGAZ',
      accountNumber: '123456',
      bills: null,
      payment: {
        kind: 'known',
        bill: {
          billId: 'b-1',
          amountCentimes: 205_050,
          feeCentimes: 3_000,
          label: null,
          period: null,
          breakdown: null,
        },
        bills: [
          {
            billId: 'b-1',
            amountCentimes: 120_000,
            feeCentimes: 3_000,
            label: 'Facture',
            period: '03/2026',
            breakdown: null,
          },
          {
            billId: 'b-2',
            amountCentimes: 85_050,
            feeCentimes: 3_000,
            label: null,
            period: null,
            breakdown: null,
          },
        ],
        totalCentimes: 208_050,
      },
      operationId: 'OP-77',
      receiptUrl: success.receiptUrl,
      error: null,
      createdAtMs: Date.UTC(2026, 8, 1, 8),
      updatedAtMs: Date.UTC(2026, 8, 1, 8, 0, 5),
      completedAtMs: Date.UTC(2026, 8, 1, 8, 0, 9),
    })
  })

  test('has the state of its kind', async () => {
    expect(await read(pending)).toMatchObject({
      status: 'PENDING',
      bills: null,
      payment: { kind: 'none' },
      completedAtMs: null,
    })
    expect((await read(ready)).bills?.map(({ amountCentimes }) => amountCentimes)).toEqual([120_000, 85_050])
    expect(await read(processing)).toMatchObject({ payment: { kind: 'known', totalCentimes: 123_000 } })
    expect(await read(refunded)).toMatchObject({
      status: 'REFUNDED',
      error: { code: 'PAYMENT_DECLINED', message: 'declined by the biller' },
    })
  })

  test('keeps an unknown status as it is', async () => {
    const odd = { ...processing, status: 'ON_HOLD', type: 'order', partner: 'facture' }
    expect(await read(odd)).toMatchObject({ status: 'ON_HOLD', type: 'order', partner: 'facture' })
  })

  test('without debt has an empty list of bills, which differs from a missing list', async () => {
    expect(await read({ ...ready, bills: [] })).toMatchObject({ bills: [] })
    for (const bills of [undefined, null, 'none', [{}]]) {
      expect(await find({ ...ready, bills })).toMatchObject({ kind: 'in-doubt', reason: 'wrong-shape' })
    }
  })

  test('keeps its status when fields beside it are odd', async () => {
    const odd = {
      ...success,
      account: 7,
      bills: 'many',
      operationId: {},
      receiptUrl: 5,
      error: 'none',
      createdAt: 'yesterday',
      updatedAt: 0,
      completedAt: '2026-13-45',
    }
    expect(await read(odd)).toMatchObject({
      status: 'SUCCESS',
      accountNumber: null,
      bills: null,
      operationId: null,
      receiptUrl: null,
      error: null,
      createdAtMs: null,
      updatedAtMs: null,
      completedAtMs: null,
    })
  })

  test.each(['transactionId', 'ref', 'type', 'status', 'partner', 'currency'])(
    'without its %s is no answer',
    async (field) => {
      expect(await find({ ...success, [field]: undefined })).toMatchObject({
        kind: 'in-doubt',
        reason: 'wrong-shape',
      })
    },
  )

  test.each([
    ['ADE', { reference: 'R-1' }],
    ['SONELGAZ', { contractNumber: 'R-1' }],
    ['SEAAL', { codeClient: 'R-1' }],
    ['AADL', { codeloc: 'R-1' }],
    ['facture', { facture: 'R-1' }],
    ['Algérie Télécom', { phoneNumber: 'R-1' }],
    ['SEAAL', { code_client: 'R-1' }],
    ['AADL', { aadlNumber: 'R-1' }],
    ['Algérie Télécom', { phone_number: 'R-1' }],
  ])('of %s has its account as %o', async (partner, account) => {
    expect(await read({ ...pending, partner, account })).toMatchObject({ partner, accountNumber: 'R-1' })
  })

  test('of AADL has the parts of its one bill, as far as they can be read', async () => {
    const breakdown = {
      totalRent: 9000,
      totalCharges: 1500.5,
      totalPenalties: 'unknown',
      unpaidPeriods: 3,
      site: 'Sidi Abdellah',
      dueDate: 'fin mars',
    }
    const { bills } = await read({ ...ready, partner: 'AADL', bills: [{ ...sampleBill, breakdown }] })
    expect(bills?.[0]?.breakdown).toEqual({
      rentCentimes: 900_000,
      chargesCentimes: 150_050,
      penaltiesCentimes: null,
      unpaidPeriods: '3',
      site: 'Sidi Abdellah',
      dueDate: 'fin mars',
    })
    const odd = await read({ ...ready, bills: [{ ...sampleBill, breakdown: 'none' }] })
    expect(odd.bills?.[0]?.breakdown).toBeNull()
  })
})

describe('bills to choose from are complete or no answer', () => {
  test.each([
    ['an amount in fractions of a centime', [{ ...sampleBill, amount: 0.001 }]],
    ['an amount of nothing', [{ ...sampleBill, amount: 0 }]],
    ['an amount below nothing', [{ ...sampleBill, amount: -5 }]],
    ['an amount in words', [{ ...sampleBill, amount: '1200' }]],
    ['a fee below nothing', [{ ...sampleBill, fee: -1 }]],
    ['no fee', [{ ...sampleBill, fee: undefined }]],
    ['no id', [{ ...sampleBill, billId: '' }]],
    ['an id that is too long', [{ ...sampleBill, billId: 'x'.repeat(101) }]],
    ['two bills of one id', [sampleBill, sampleBill]],
    ['one that cannot be read among others', [sampleBill, { billId: 'b-2' }]],
  ])('%s', async (_name, bills) => {
    expect(await find({ ...ready, bills })).toMatchObject({ kind: 'in-doubt', reason: 'wrong-shape' })
  })
})

describe('contradicting figures of a payment are not used', () => {
  const first = { billId: 'b-1', amount: 2050.5, fee: 30 }
  test.each([
    ['missing', { selectedBill: undefined }],
    ['missing', { total: null }],
    ['missing', { selectedBill: undefined, selectedBills: undefined, total: undefined }],
    ['missing', { type: 'discovery', selectedBill: undefined, selectedBills: undefined, total: undefined }],
    ['unreadable', { total: '2080.5' }],
    ['unreadable', { total: 2080.505 }],
    ['unreadable', { selectedBill: { ...first, fee: -1 } }],
    ['unreadable', { selectedBills: [sampleBill, {}] }],
    ['unreadable', { selectedBills: 'both' }],
    ['total-disagrees', { total: 2080.51 }],
    ['total-disagrees', { total: 2050.5 }],
    ['total-disagrees', { selectedBill: { ...first, fee: 60 } }],
    ['bills-disagree', { selectedBills: [sampleBill] }],
    ['bills-disagree', { selectedBill: { ...first, billId: 'b-3' } }],
    [
      'bills-disagree',
      {
        selectedBills: [
          { ...first, amount: 1025.25 },
          { ...first, amount: 1025.25 },
        ],
      },
    ],
  ])('%s: %o', async (problem, wrong) => {
    const record = { ...success, ...wrong }
    expect(await read(record)).toMatchObject({ status: 'SUCCESS', payment: { kind: 'unusable', problem } })
  })

  test('even where their sum is beyond all money', async () => {
    const amount = 99_999_999_999.99
    const selectedBills = [
      { billId: 'b-1', amount, fee: 30 },
      { billId: 'b-2', amount, fee: 30 },
    ]
    const record = {
      ...success,
      selectedBill: { billId: 'b-1', amount, fee: 0 },
      selectedBills,
      total: amount,
    }
    expect(await read(record)).toMatchObject({ payment: { kind: 'unusable', problem: 'bills-disagree' } })
  })

  const dinarsOf = (amountCentimes: number) => amountCentimes / 100
  const amounts = fc.array(fc.integer({ min: 1, max: 100_000_000 }), { minLength: 1, maxLength: 50 })
  const off = fc.constantFrom(0, 0, 1, -1)

  test('an order’s figures are exact to the centime if all agree, and missing if one does not', async () => {
    await fc.assert(
      fc.asyncProperty(amounts, fc.nat(6_000), off, off, async (given, fee, sumOff, totalOff) => {
        const sum = given.reduce((before, amount) => before + amount, 0) + sumOff
        const bills = given.map((amount, at) => ({ billId: `b-${at}`, amount: dinarsOf(amount), fee: 30 }))
        const { payment } = await read({
          ...processing,
          selectedBill: { billId: 'b-0', amount: dinarsOf(sum), fee: dinarsOf(fee) },
          selectedBills: bills,
          total: dinarsOf(sum + fee + totalOff),
        })
        if (sumOff !== 0 || totalOff !== 0) {
          expect(payment.kind).toBe('unusable')
          return
        }
        expect(payment).toMatchObject({ kind: 'known', totalCentimes: sum + fee })
        expect(payment.kind === 'known' && payment.bills.map(({ amountCentimes }) => amountCentimes)).toEqual(
          given,
        )
      }),
      { numRuns: 200 },
    )
  })
})

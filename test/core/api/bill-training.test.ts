/** Bill payment between the client and the training service: every method's good day, and every account to practise with. */
import { afterAll, describe, expect, test } from 'vitest'
import type { ServiceClient } from '#core/api/client.ts'
import type { CallOutcome } from '#core/api/outcome.ts'
import type { BillAcknowledgement, BillTransaction } from '#core/products/bill/records.ts'
import { discoveryFloorCentimes } from '#shared/limits.ts'
import { billPartners } from '#shared/products/bill.ts'
import { type BillForm, billFormSlots, parseBillForm } from '#shared/products/bill-account.ts'
import type { BillField } from '#shared/products/bill-fields.ts'
import { type BillPractice, type BillPracticeEnding, billPractice } from '#shared/products/bill-practice.ts'
import { ok } from '#shared/result.ts'
import { trainingKeys } from '#training/keys.ts'
import { clientFor } from '../../support/api-client.ts'
import { refNumber } from '../../support/refs.ts'
import { startService } from '../../support/training.ts'
import { handClock } from '../../support/training-calls.ts'

const clock = handClock()
const service = await startService({ nowMs: clock.nowMs })
const readKey = async () => ok(trainingKeys.sandbox)
const client = clientFor(service.baseUrl, { billUrl: service.billUrl, readKey })
afterAll(() => Promise.all([client.close(), service.close()]))

let refCount = 0
const newRef = () => {
  refCount += 1
  return refNumber(refCount)
}

/** Longer than any discovery, payment or minute of doubt of the training service. */
const LONG_MS = 120_000
const waitLong = () => clock.pass(LONG_MS)

function accepted<Value>(outcome: CallOutcome<Value>): Value {
  if (outcome.kind !== 'accepted') throw new Error(JSON.stringify(outcome))
  return outcome.value
}

async function discovered(body: Parameters<ServiceClient['discoverBills']>[0]): Promise<BillTransaction> {
  const { transactionId } = accepted(await client.discoverBills(body))
  waitLong()
  return accepted(await client.findBill(transactionId))
}

const twoBills = () =>
  ({
    partner: 'SONELGAZ',
    account: {
      sonelgaz: { invoice_number: '9876543210', amount_without_stamp: '2050', ebb_key: 'K-1' },
    },
    ref: newRef(),
  }) as const

test('the key is good, and every biller says whether it is there', async () => {
  expect(accepted(await client.validateBillKey())).toMatchObject({ keyType: 'SANDBOX', isActive: true })
  const partners = accepted(await client.listBillPartners())
  expect(Object.keys(partners).toSorted()).toEqual([...billPartners].toSorted())
})

describe('two bills', () => {
  test('are discovered, paid as one order with one fee on their sum, and their receipt is had', async () => {
    const body = twoBills()
    const taken: BillAcknowledgement = accepted(await client.discoverBills(body))
    const { transactionId } = taken
    expect(taken.ref).toBe(body.ref)
    expect(accepted(await client.findBill(transactionId))).toMatchObject({ status: 'PENDING', bills: null })
    expect(await client.downloadReceipt(transactionId)).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
    waitLong()
    const ready = accepted(await client.findBillByRef(body.ref, 'SONELGAZ'))
    expect(ready).toMatchObject({
      transactionId,
      status: 'READY',
      type: 'discovery',
      payment: { kind: 'none' },
    })
    expect(ready.bills?.map(({ amountCentimes }) => amountCentimes)).toEqual([120_000, 85_000])

    const billIds = ready.bills?.map(({ billId }) => billId) ?? []
    const payRef = newRef()
    const paying = accepted(await client.payBills({ transactionId, billIds, ref: payRef }))
    expect(paying).toEqual({ transactionId, ref: body.ref })
    waitLong()
    const paid = accepted(await client.findBill(transactionId))
    expect(paid).toMatchObject({
      status: 'SUCCESS',
      type: 'payment',
      ref: body.ref,
      payment: {
        kind: 'known',
        bill: { amountCentimes: 205_000, feeCentimes: 3_000 },
        totalCentimes: 208_000,
      },
    })
    expect(paid.operationId).not.toBeNull()
    expect(await client.findBillByRef(payRef, 'SONELGAZ')).toMatchObject({ refusal: { code: 'NOT_FOUND' } })

    const receipt = accepted(await client.downloadReceipt(transactionId))
    expect(receipt).toMatchObject({ type: 'application/pdf', name: `receipt-${transactionId}.pdf` })
    const text = Buffer.from(receipt.bytes).toString('latin1').trimEnd()
    expect([text.slice(0, 5), text.slice(-5)]).toEqual(['%PDF-', '%%EOF'])
  })

  test('cannot be paid with the ref of their discovery, nor by an id that is not theirs', async () => {
    const body = { partner: 'AADL', account: { aadlNumber: '778899' }, ref: newRef() } as const
    const { transactionId, bills } = await discovered(body)
    const billId = bills?.[0]?.billId ?? ''
    const reused = await client.payBills({ transactionId, billId, ref: body.ref })
    expect(reused).toMatchObject({ kind: 'in-doubt', reason: 'duplicated-ref' })
    const stale = await client.payBills({ transactionId, billIds: [billId, 'gone'], ref: newRef() })
    expect(stale).toMatchObject({ kind: 'refused', refusal: { code: 'NOT_FOUND' } })
    expect(accepted(await client.findBill(transactionId))).toMatchObject({ status: 'READY' })
  })
})

test('a discovery under a ref that is taken is in doubt, and the ref finds the first', async () => {
  const body = { partner: 'ADE', account: { reference: 'R-12' }, ref: newRef() } as const
  const { transactionId } = accepted(await client.discoverBills(body))
  expect(await client.discoverBills(body)).toMatchObject({ kind: 'in-doubt', reason: 'duplicated-ref' })
  expect(accepted(await client.findBillByRef(body.ref, 'ADE'))).toMatchObject({ transactionId })
})

test('the list is filtered and paged', async () => {
  for (const reference of ['L-1', 'L-2', 'L-3']) {
    await discovered({ partner: 'SEAAL', account: { reference }, ref: newRef() })
  }
  const from = new Date(clock.nowMs() - 10 * LONG_MS).toISOString()
  const filter = {
    partner: 'SEAAL',
    status: 'READY',
    from,
    to: new Date(clock.nowMs()).toISOString(),
  } as const
  const first = accepted(await client.listBills({ ...filter, limit: 2 }))
  const second = accepted(await client.listBills({ ...filter, limit: 2, offset: 2 }))
  expect(first).toMatchObject({ totalCount: 3, limit: 2, offset: 0 })
  expect(second).toMatchObject({ totalCount: 3, limit: 2, offset: 2 })
  const accounts = [...first.rows, ...second.rows].map((row) =>
    row.kind === 'transaction' ? row.transaction.accountNumber : row.kind,
  )
  expect(accounts).toEqual(['L-3', 'L-2', 'L-1'])
  expect(accepted(await client.listBills({ ...filter, status: 'REFUNDED' })).rows).toEqual([])
})

/** What fills the fields beside the one that decides. */
const usual: Readonly<Partial<Record<BillField, string>>> = {
  'sonelgaz.invoice_number': '1',
  'sonelgaz.amount_without_stamp': '100',
  'sonelgaz.ebb_key': 'K-1',
  'seaal.code_client': '999999',
  'seaal.code_contrat': '12',
}

const isForm = (name: string): name is BillForm => Object.hasOwn(billFormSlots, name)

function accountOf({ field, value }: BillPractice) {
  const [form = ''] = field.split('.')
  if (!isForm(form)) throw new Error(form)
  const account = parseBillForm(form, { ...usual, [field]: value })
  if (!account.ok) throw new Error(JSON.stringify(account.error))
  return account.value
}

/** Where a discovery is refused, its code; where the payment is, its code; else the status in the end. */
const ends: Readonly<Record<BillPracticeEnding, string>> = {
  paid: 'SUCCESS',
  'paid-late-receipt': 'SUCCESS',
  'paid-odd-receipt': 'SUCCESS',
  declined: 'FAILED',
  'unknown-paid': 'SUCCESS',
  'unknown-refunded': 'REFUNDED',
  'invalid-account': 'INVALID_ACCOUNT',
  'in-progress': 'PAYMENT_IN_PROGRESS',
  'already-paid': 'BILL_ALREADY_PAID',
  'discovery-fails': 'FAILED',
  'unavailable-at-payment': 'PARTNER_UNAVAILABLE',
}

/** Goes through a practice account as a cashier would and says how it ended. */
async function practise(row: BillPractice): Promise<string> {
  const discovery = await client.discoverBills({
    partner: row.partner,
    account: accountOf(row),
    ref: newRef(),
  })
  if (discovery.kind === 'refused') return discovery.refusal.code
  const { transactionId } = accepted(discovery)
  waitLong()
  const { status, bills } = accepted(await client.findBill(transactionId))
  if (status !== 'READY') return status
  if (bills === null || bills.length === 0) return 'nothing due'
  const billIds = bills.map(({ billId }) => billId)
  const payment = await client.payBills({ transactionId, billIds, ref: newRef() })
  if (payment.kind === 'refused') return payment.refusal.code
  waitLong()
  const settled = accepted(await client.findBill(transactionId))
  expect(settled.payment.kind).toBe('known')
  const receipt = await client.downloadReceipt(transactionId)
  expect(receipt.kind).toBe(settled.status === 'SUCCESS' ? 'accepted' : 'refused')
  return settled.status
}

/** The bills of these are paid by the tests before. */
const paidBefore = ['9876543210', '030000006', '030000007']
const stillOwed = billPractice.filter(({ value }) => !paidBefore.includes(value))

test.each([
  ['SONELGAZ', { contractNumber: 'C-1' }, 'application/pdf', 'pdf'],
  ['SEAAL', { seaal: { code_client: '4321', code_contrat: '12' } }, 'image/png', 'png'],
  ['AADL', { aadl: { codeloc: '123456' } }, 'image/jpeg', 'jpg'],
  ['Algérie Télécom', { phoneNumber: '030000007' }, 'application/octet-stream', 'bin'],
] as const)('the receipt of %s %o is a %s', async (partner, account, type, extension) => {
  const { transactionId, bills } = await discovered({ partner, account, ref: newRef() })
  accepted(await client.payBills({ transactionId, billId: bills?.[0]?.billId ?? '', ref: newRef() }))
  waitLong()
  const receipt = accepted(await client.downloadReceipt(transactionId))
  expect(receipt).toMatchObject({ type, name: `receipt-${transactionId}.${extension}` })
})

test('a receipt that is not there yet is refused, and comes later', async () => {
  const account = { phoneNumber: '030000006' }
  const body = { partner: 'Algérie Télécom', account, ref: newRef() } as const
  const { transactionId, bills } = await discovered(body)
  accepted(await client.payBills({ transactionId, billId: bills?.[0]?.billId ?? '', ref: newRef() }))
  clock.pass(4_000)
  expect(accepted(await client.findBill(transactionId))).toMatchObject({ status: 'SUCCESS' })
  expect(await client.downloadReceipt(transactionId)).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
  waitLong()
  expect(await client.downloadReceipt(transactionId)).toMatchObject({ kind: 'accepted' })
})

test.each(stillOwed)('practice: $partner $field $value is $ending', async (row) => {
  const due = row.owedCentimes.some((amountCentimes) => amountCentimes >= discoveryFloorCentimes)
  const refusedAtOnce = ['invalid-account', 'in-progress', 'already-paid', 'discovery-fails']
  const expected = due || refusedAtOnce.includes(row.ending) ? ends[row.ending] : 'nothing due'
  expect(await practise(row)).toBe(expected)
})

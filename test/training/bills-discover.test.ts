/** Discovering bills by the document: every form, every refusal, the practice accounts, and what is owed. */
import { describe, expect, test } from 'vitest'
import type { BillPartner } from '#shared/products/bill.ts'
import type { BillAccount } from '#shared/products/bill-account.ts'
import { trainingKeys } from '#training/keys.ts'
import { client, invoice, line } from '../support/bill-accounts.ts'
import { serviceForEachTest } from '../support/service-hooks.ts'
import { startService } from '../support/training.ts'
import { BILLER_MS, billClientOf, refusalOf } from '../support/training-bills.ts'

const { service, clock, billClient } = serviceForEachTest()

const sonelgaz = { invoice_number: '42', amount_without_stamp: '1200.00', ebb_key: 'k' }
const ade = { sub_id: '123456789012', period: '09/2026', amount: '500', pay_key: '1234567' }
const key = '1234567890123456789012345'

describe('a discovery', () => {
  test('is acknowledged as PENDING, then READY with its bills, under one id and ref', async () => {
    const { body } = await billClient.discover({ ref: 'shop/7 é' })
    const { transactionId } = body.data
    expect(body.data).toEqual({
      transactionId: expect.stringMatching(/^[0-9a-f]{24}$/),
      ref: 'shop/7 é',
      status: 'PENDING',
    })
    const pending = {
      transactionId,
      ref: 'shop/7 é',
      type: 'discovery',
      status: 'PENDING',
      partner: 'SONELGAZ',
      account: { contractNumber: '123' },
      currency: 'DZD',
      createdAt: '2026-10-05T08:00:00.000Z',
      updatedAt: '2026-10-05T08:00:00.000Z',
      completedAt: null,
    }
    expect(await billClient.read(transactionId)).toEqual(pending)
    clock.pass(BILLER_MS)
    expect(await billClient.read(transactionId)).toEqual({
      ...pending,
      status: 'READY',
      bills: [
        {
          billId: expect.stringMatching(/^.{1,100}$/),
          amount: 500,
          fee: 30,
          label: expect.any(String),
          period: '09/2026',
        },
      ],
      updatedAt: '2026-10-05T08:00:02.000Z',
      completedAt: '2026-10-05T08:00:02.000Z',
    })
  })

  test.each<[BillPartner, BillAccount, Record<string, string>]>([
    ['ADE', { reference: 'R-1' }, { reference: 'R-1' }],
    ['ADE', { electronic_payment_key: key }, { reference: key }],
    ['ADE', { ade }, { reference: ade.sub_id }],
    ['SONELGAZ', { contractNumber: 'C-1' }, { contractNumber: 'C-1' }],
    ['SONELGAZ', { sonelgaz }, { contractNumber: '42' }],
    ['SEAAL', { reference: 'R-1' }, { codeClient: 'R-1' }],
    ['SEAAL', { electronic_payment_key: key }, { codeClient: key }],
    ['SEAAL', { seaal: { code_client: 'AB12', code_contrat: '77' } }, { codeClient: 'AB12' }],
    ['AADL', { aadlNumber: 'A-1' }, { codeloc: 'A-1' }],
    ['AADL', { aadl: { codeloc: '123456' } }, { codeloc: '123456' }],
    ['Algérie Télécom', { phoneNumber: '021223344' }, { phoneNumber: '021223344' }],
    ['Algérie Télécom', { phone_number: '021223344' }, { phoneNumber: '021223344' }],
    ['Algérie Télécom', { phoneNumber: '+21321223344' }, { phoneNumber: '021223344' }],
  ])('of %s takes %j and returns %j', async (partner, account, returned) => {
    const ready = await billClient.ready(partner, account, 'sale-1')
    expect([ready.status, ready.account]).toEqual(['READY', returned])
    expect(ready.bills.map((bill: { amount: number }) => bill.amount)).toEqual([500])
  })

  test('of AADL finds one bill with its breakdown, which adds up', async () => {
    const { bills } = await billClient.ready('AADL', { aadl: { codeloc: '123456' } }, 'sale-1')
    const { totalRent, totalCharges, totalPenalties } = bills[0].breakdown
    expect(totalRent + totalCharges + totalPenalties).toBe(bills[0].amount)
  })

  test('at ten times the speed is ready ten times sooner', async () => {
    const fast = await startService({ nowMs: clock.nowMs, speed: 10 })
    const fastClient = billClientOf(fast.billUrl, clock)
    const { body } = await fastClient.discover()
    clock.pass(200)
    expect((await fastClient.read(body.data.transactionId)).status).toBe('READY')
    await fast.close()
  })
})

describe('practice accounts', () => {
  test.each<[BillPartner, BillAccount, number[]]>([
    ['ADE', { electronic_payment_key: '0123456789012345678901234' }, [443.39]],
    ['ADE', { electronic_payment_key: '0123456789012340000000002' }, []],
    ['SONELGAZ', invoice('9876543210'), [1200, 850]],
    ['SONELGAZ', { contractNumber: '9876543210' }, [1200, 850]],
    ['SONELGAZ', invoice('6006006006'), [900]],
    ['SEAAL', client('100002'), [765.2]],
    ['SEAAL', client('100003'), []],
    ['Algérie Télécom', line('023456789'), [300]],
    ['Algérie Télécom', line('+21323456789'), [300]],
    // Owed, and below the floor of 200 DZD.
    ['Algérie Télécom', line('030000008'), []],
  ])('%s %j owes %j', async (partner, account, amounts) => {
    const ready = await billClient.ready(partner, account, 'sale-1')
    expect(ready.status).toBe('READY')
    expect(ready.bills.map((bill: { amount: number }) => bill.amount)).toEqual(amounts)
  })

  test('SEAAL 100001 owes five bills, none below the floor, ids all different', async () => {
    const { bills } = await billClient.ready('SEAAL', client('100001'), 'sale-1')
    expect(new Set(bills.map((bill: { billId: string }) => bill.billId)).size).toBe(5)
    for (const { amount } of bills) expect(amount).toBeGreaterThanOrEqual(200)
  })

  test.each<[BillPartner, BillAccount, string]>([
    ['SEAAL', client('100005'), '400 INVALID_ACCOUNT'],
    ['Algérie Télécom', line('030000003'), '409 BILL_ALREADY_PAID'],
    ['Algérie Télécom', line('030000004'), '409 PAYMENT_IN_PROGRESS'],
  ])('%s %j is refused with %s, and its ref stays free', async (partner, account, refusal) => {
    expect(refusalOf(await billClient.discover({ partner, account }))).toBe(refusal)
    expect((await billClient.discover({ partner, account: { reference: 'x' } })).body.error?.code).not.toBe(
      'DUPLICATED_REF',
    )
  })

  test('one discovery fails, with its error, and is final', async () => {
    const { body } = await billClient.discover({ partner: 'Algérie Télécom', account: line('030000002') })
    clock.pass(BILLER_MS)
    const failed = await billClient.read(body.data.transactionId)
    expect([failed.type, failed.status, failed.error.code]).toEqual([
      'discovery',
      'FAILED',
      'PARTNER_UNAVAILABLE',
    ])
    expect(failed).not.toHaveProperty('bills')
    expect(failed.completedAt).toBe(failed.updatedAt)
  })
})

describe('a body that does not fit', () => {
  const account = { contractNumber: '123' }
  test.each<[string, Record<string, unknown>, string[]]>([
    ['no partner', { partner: undefined }, ['partner']],
    ['a partner without its accents', { partner: 'Algerie Telecom' }, ['partner']],
    ['a partner in other letters', { partner: 'ade' }, ['partner']],
    ['no account', { account: undefined }, ['account']],
    ['an account that is text', { account: '123' }, ['account']],
    ['no slot', { account: {} }, ['account']],
    ['two slots', { account: { ...account, phoneNumber: '023456789' } }, ['account']],
    ['two names of one slot', { account: { ...account, reference: '1' } }, ['account']],
    [
      'an identifier of 51 characters',
      { account: { contractNumber: 'x'.repeat(51) } },
      ['account.contractNumber'],
    ],
    [
      'a key of 24 characters',
      { account: { electronic_payment_key: key.slice(1) } },
      ['account.electronic_payment_key'],
    ],
    ['a mobile number', { account: { phoneNumber: '0550123456' } }, ['account.phoneNumber']],
    [
      'an empty invoice',
      { account: { sonelgaz: {} } },
      [
        'account.sonelgaz.invoice_number',
        'account.sonelgaz.amount_without_stamp',
        'account.sonelgaz.ebb_key',
      ],
    ],
    [
      'an invoice with all fields wrong',
      { account: { ade: { sub_id: '1', period: '13/2026', amount: '', pay_key: '1' } } },
      ['account.ade.sub_id', 'account.ade.period', 'account.ade.amount', 'account.ade.pay_key'],
    ],
    ['half a pair', { account: { seaal: { code_client: '100001' } } }, ['account.seaal.code_contrat']],
    ['no ref', { ref: undefined }, ['ref']],
    ['an empty ref', { ref: '' }, ['ref']],
    ['a ref of 101 characters', { ref: 'x'.repeat(101) }, ['ref']],
    ['a ref that is a number', { ref: 7 }, ['ref']],
    ['everything wrong', { partner: 'X', account: {}, ref: 7 }, ['partner', 'account', 'ref']],
  ])('with %s is ERR_VALIDATION and lists every failed field', async (_, over, fields) => {
    const answer = await billClient.discover({ partner: 'SONELGAZ', ...over })
    expect(refusalOf(answer)).toBe('400 ERR_VALIDATION')
    const details: string[] = answer.body.error.details
    expect(details.map((line) => line.split(':')[0])).toEqual(fields)
    expect((await billClient.get('/v3/bills/transactions')).body.meta.total).toBe(0)
  })

  test.each(['[]', '"text"', 'null', '{', ''])('being %j is ERR_VALIDATION too', async (body) => {
    const answer = await billClient.post('/v3/bills/discover', body)
    expect([refusalOf(answer), answer.body.error.details]).toEqual([
      '400 ERR_VALIDATION',
      [expect.any(String)],
    ])
  })

  test('with a form of another biller is INVALID_ACCOUNT', async () => {
    const answer = await billClient.discover({ partner: 'SONELGAZ', account: { phoneNumber: '023456789' } })
    expect(refusalOf(answer)).toBe('400 INVALID_ACCOUNT')
  })
})

describe('a ref', () => {
  test('is taken once for a partner, whatever the account, and is free at another partner', async () => {
    expect((await billClient.discover()).status).toBe(200)
    const again = { account: { contractNumber: 'another' } }
    expect(refusalOf(await billClient.discover(again))).toBe('403 DUPLICATED_REF')
    clock.pass(BILLER_MS)
    expect(refusalOf(await billClient.discover(again))).toBe('403 DUPLICATED_REF')
    expect((await billClient.discover({ partner: 'ADE', account: { reference: '1' } })).status).toBe(200)
  })

  test('of the sandbox is free in production', async () => {
    await billClient.discover()
    const production = billClientOf(service.billUrl, clock, trainingKeys.production)
    expect((await production.discover()).status).toBe(200)
  })

  test('that paid a bill stays taken; one whose discovery failed is free again', async () => {
    const paidId = await billClient.start('SONELGAZ', { contractNumber: '123' }, 'kept')
    clock.pass(BILLER_MS)
    expect((await billClient.read(paidId)).status).toBe('SUCCESS')
    expect(refusalOf(await billClient.discover({ ref: 'kept', account: { contractNumber: '9' } }))).toBe(
      '403 DUPLICATED_REF',
    )
    const failing = { partner: 'Algérie Télécom', account: { phoneNumber: '030000002' }, ref: 'lost' }
    await billClient.discover(failing)
    expect(refusalOf(await billClient.discover(failing))).toBe('403 DUPLICATED_REF')
    clock.pass(BILLER_MS)
    expect((await billClient.discover(failing)).status).toBe(200)
  })
})

describe('partners', () => {
  test('are all five, by their exact names; production sees one that is switched off, the sandbox a fixed map', async () => {
    const production = billClientOf(service.billUrl, clock, trainingKeys.production)
    const open = { status: 'ACTIVE' }
    const all = { ADE: open, SONELGAZ: open, SEAAL: open, AADL: open, 'Algérie Télécom': open }
    expect((await production.get('/v3/partners')).body.data).toEqual(all)
    await service.switchPartner('SONELGAZ', 'UNAVAILABLE')
    expect((await production.get('/v3/partners')).body.data).toEqual({
      ...all,
      SONELGAZ: { status: 'UNAVAILABLE' },
    })
    expect((await billClient.get('/v3/partners')).body.data).toEqual(all)
    const refused = await production.discover()
    expect([refusalOf(refused), refused.headers.get('retry-after')]).toEqual([
      '503 PARTNER_UNAVAILABLE',
      null,
    ])
    expect((await billClient.discover()).status).toBe(200)
    await service.switchPartner('SONELGAZ', 'ACTIVE')
    expect((await production.discover()).status).toBe(200)
  })
})

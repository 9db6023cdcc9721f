/** What stands before a payment: the state, the refs, the guards of every bill, the biller, the key. Nothing is paid then. */
import { describe, expect, test } from 'vitest'
import { trainingKeys } from '#training/keys.ts'
import { client, invoice, line } from '../support/bill-accounts.ts'
import { serviceForEachTest } from '../support/service-hooks.ts'
import { BILLER_MS, billClientOf, refusalOf } from '../support/training-bills.ts'

const { service, clock, billClient } = serviceForEachTest()

const two = invoice('9876543210')
const idsOf = (transaction: { bills: { billId: string }[] }) => transaction.bills.map(({ billId }) => billId)

describe('a payment is refused, and nothing is paid,', () => {
  test('before READY, once paid, and after a failed discovery', async () => {
    const { body } = await billClient.discover()
    const { transactionId } = body.data
    const early = await billClient.pay({ transactionId, billId: 'any' })
    expect(refusalOf(early)).toBe('404 NOT_FOUND')
    const paid = await billClient.start('SONELGAZ', two, 'sale-2')
    expect(refusalOf(await billClient.pay({ transactionId: paid, billId: 'any' }))).toBe('404 NOT_FOUND')
    const failed = await billClient.ready('Algérie Télécom', line('030000002'), 'sale-3')
    expect(refusalOf(await billClient.pay({ transactionId: failed.transactionId, billId: 'any' }))).toBe(
      '404 NOT_FOUND',
    )
  })

  test('where one id of several is not among its bills', async () => {
    const mine = await billClient.ready('SONELGAZ', two, 'sale-1')
    const other = await billClient.ready('SONELGAZ', invoice('1'), 'sale-2')
    const billIds = [...idsOf(mine), ...idsOf(other)]
    const { transactionId } = mine
    expect(refusalOf(await billClient.pay({ transactionId, billIds }))).toBe('404 NOT_FOUND')
    expect((await billClient.read(transactionId)).status).toBe('READY')
    expect((await billClient.pay({ transactionId, billIds: idsOf(mine) })).status).toBe(200)
  })

  test('by a key of the other environment', async () => {
    const { transactionId, bills } = await billClient.ready('SONELGAZ', two, 'sale-1')
    const production = billClientOf(service.billUrl, clock, trainingKeys.production)
    const answer = await production.pay({ transactionId, billId: bills[0].billId })
    expect(refusalOf(answer)).toBe('404 NOT_FOUND')
    expect((await production.get(`/v3/bills/transactions/${transactionId}`)).status).toBe(404)
  })

  test('under its discovery ref, under another one of that partner, and twice under its own', async () => {
    await billClient.discover({ ref: 'other' })
    const { transactionId, bills } = await billClient.ready('SONELGAZ', two, 'sale-1')
    const pay = (ref: string) => billClient.pay({ transactionId, billId: bills[0].billId, ref })
    expect(refusalOf(await pay('sale-1'))).toBe('403 DUPLICATED_REF')
    expect(refusalOf(await pay('other'))).toBe('403 DUPLICATED_REF')
    expect((await pay('mine')).status).toBe(200)
    expect(refusalOf(await pay('mine'))).toBe('403 DUPLICATED_REF')
    expect(refusalOf(await billClient.discover({ ref: 'mine' }))).toBe('403 DUPLICATED_REF')
  })

  test('while another payment of a bill is under way, UNKNOWN included, and once it is paid', async () => {
    const account = line('030000001')
    const [a, b] = [
      await billClient.ready('Algérie Télécom', account, 'a'),
      await billClient.ready('Algérie Télécom', account, 'b'),
    ]
    expect(idsOf(a)).toEqual(idsOf(b))
    const [billId] = idsOf(a)
    const payB = () => billClient.pay({ transactionId: b.transactionId, billId, ref: 'pay-b' })
    const discover = () => billClient.discover({ partner: 'Algérie Télécom', account, ref: 'c' })
    expect((await billClient.pay({ transactionId: a.transactionId, billId, ref: 'pay-a' })).status).toBe(200)
    for (const status of ['PROCESSING', 'UNKNOWN']) {
      expect((await billClient.read(a.transactionId)).status).toBe(status)
      expect(refusalOf(await payB())).toBe('409 PAYMENT_IN_PROGRESS')
      expect(refusalOf(await discover())).toBe('409 PAYMENT_IN_PROGRESS')
      clock.pass(BILLER_MS)
    }
    clock.pass(60_000)
    expect((await billClient.read(a.transactionId)).status).toBe('SUCCESS')
    expect(refusalOf(await payB())).toBe('409 BILL_ALREADY_PAID')
    expect(refusalOf(await discover())).toBe('409 BILL_ALREADY_PAID')
    expect((await billClient.read(b.transactionId)).status).toBe('READY')
  })

  test('for a bill that was settled as one line of a larger order; it stops being listed', async () => {
    const account = client('100001')
    const [a, b] = [
      await billClient.ready('SEAAL', account, 'a'),
      await billClient.ready('SEAAL', account, 'b'),
    ]
    const paid = idsOf(a).slice(0, 3)
    await billClient.pay({ transactionId: a.transactionId, billIds: paid, ref: 'pay-a' })
    clock.pass(BILLER_MS)
    const payB = (billIds: string[]) =>
      billClient.pay({ transactionId: b.transactionId, billIds, ref: 'pay-b' })
    expect(refusalOf(await payB(paid.slice(1, 2)))).toBe('409 BILL_ALREADY_PAID')
    expect(refusalOf(await payB(idsOf(b).slice(2)))).toBe('409 BILL_ALREADY_PAID')
    expect(idsOf(await billClient.ready('SEAAL', account, 'c'))).toEqual(idsOf(a).slice(3))
    expect((await payB(idsOf(b).slice(3))).status).toBe(200)
  })

  test('never again: a declined or refunded payment leaves its bill payable by a new discovery', async () => {
    for (const number of ['4004004004', '6006006006']) {
      await billClient.start('SONELGAZ', invoice(number), `first-${number}`)
      clock.pass(63_000)
      const again = await billClient.ready('SONELGAZ', invoice(number), `second-${number}`)
      expect(again.bills).toHaveLength(1)
      const { transactionId } = again
      const ref = `second-pay-${number}`
      expect((await billClient.pay({ transactionId, billId: again.bills[0].billId, ref })).status).toBe(200)
    }
  })

  test('while the biller is away: READY stays, and the ref is not consumed', async () => {
    const production = billClientOf(service.billUrl, clock, trainingKeys.production)
    const { transactionId, bills } = await production.ready('SONELGAZ', two, 'sale-1')
    await service.switchPartner('SONELGAZ', 'UNAVAILABLE')
    const pay = () => production.pay({ transactionId, billId: bills[0].billId, ref: 'pay-1' })
    expect(refusalOf(await pay())).toBe('503 PARTNER_UNAVAILABLE')
    expect((await production.read(transactionId)).status).toBe('READY')
    await service.switchPartner('SONELGAZ', 'ACTIVE')
    expect((await pay()).status).toBe(200)

    const practice = await billClient.ready('Algérie Télécom', line('030000005'), 'sale-2')
    const refused = await billClient.pay({
      transactionId: practice.transactionId,
      billId: practice.bills[0].billId,
    })
    expect(refusalOf(refused)).toBe('503 PARTNER_UNAVAILABLE')
    expect((await billClient.read(practice.transactionId)).status).toBe('READY')
  })
})

test('scopes are the platform’s: a key that may only read there pays bills like any other', async () => {
  const reader = billClientOf(service.billUrl, clock, trainingKeys.readOnly)
  const transactionId = await reader.start('SONELGAZ', two, 'sale-1')
  clock.pass(BILLER_MS)
  expect((await reader.read(transactionId)).status).toBe('SUCCESS')
})

test('every account is billed again on the next day of the shop', async () => {
  await billClient.start('SONELGAZ', { contractNumber: '7' }, 'sale-1')
  clock.pass(BILLER_MS)
  const discover = () => billClient.discover({ account: { contractNumber: '7' }, ref: 'sale-2' })
  expect(refusalOf(await discover())).toBe('409 BILL_ALREADY_PAID')
  clock.pass(86_400_000)
  expect((await discover()).status).toBe(200)
})

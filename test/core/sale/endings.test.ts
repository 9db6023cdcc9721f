/** A sale from review to its last state, for each number of the training service, and what its ledger says in the end. */
import { describe, expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { client, invoice } from '../../support/bill-accounts.ts'
import { phasesOf, startCore, startCounter, startShop, until } from '../../support/core.ts'
import { sellOne } from '../../support/sell.ts'

const endings = [
  { type: 'ADSL', number: '023456789', end: 'fulfilled', movements: ['DEBIT'] },
  { type: '4G', number: '213661234567', end: 'fulfilled', movements: ['DEBIT'] },
  { type: 'ADSL', number: '030000001', end: 'refunded', movements: ['DEBIT', 'REFUND'] },
  { type: '4G', number: '213300000001', end: 'refunded', movements: ['DEBIT', 'REFUND'] },
  { type: 'ADSL', number: '030000002', end: 'fulfilled', movements: ['DEBIT'] },
] as const

describe('a sale', () => {
  test.each(endings)('of a $type card to $number ends $end', async ({ type, number, end, movements }) => {
    const { service, counter } = await startCounter()
    const sold = await counter.sell(number, 1_000, type)
    expect(sold).toMatchObject({ phase: 'sending', attempts: 1, priceCentimes: centimes(100_000) })

    const ended = await counter.reached(sold.ref, end)
    const ledger = await service.ledger()
    expect(ledger.orders.map(({ ref, number, value }) => ({ ref, number, value }))).toEqual([
      { ref: sold.ref, number, value: 1_000 },
    ])
    expect(ledger.movements.map(({ type }) => type)).toEqual(movements)
    expect(ended).toMatchObject({ reason: null, serviceId: ledger.orders[0]?.id })
    expect(ended.cardTail).toBe(end === 'fulfilled' ? 'CARD' : null)
  })

  test('that is queued is shown queued on its way', async () => {
    const counter = await startCore(await startShop())
    const { ref } = await counter.sell('030000002')
    await counter.reached(ref, 'fulfilled')
    expect(phasesOf(counter, ref)).toEqual(['sending', 'handling', 'queued', 'fulfilled'])
  })

  test('of a refused number is refused before there is a sale', async () => {
    const { counter } = await startCounter()
    const reply = await counter.ask('internet.check-number', { type: 'ADSL', number: '030 00 00 00' })
    expect(reply).toMatchObject({ ok: false, error: { kind: 'refused', code: 'ERR_PHONE' } })
    const input = { kind: 'internet', type: 'ADSL', number: '030000000' } as const
    const review = await counter.ask('sale.review', { ...input, valueCentimes: centimes(100_000) })
    expect(review).toMatchObject({ ok: false, error: { kind: 'refused', code: 'ERR_PHONE' } })
    expect((await counter.command('app.snapshot', {})).sales).toEqual([])
  })

  test('of a bill that is refunded after it was paid is refunded, after a restart too', async () => {
    const { clock, counter, restart } = await startCounter({}, { behaviour: { refundedFrom: 'SUCCESS' } })
    const { ref } = await counter.payBills({ partner: 'SONELGAZ', account: invoice('6006006006') })
    await counter.reached(ref, 'fulfilled')
    const after = await restart()
    await clock.pass(30 * 60_000)
    expect(phasesOf(after, ref).at(-1)).toBe('refunded')
    expect(await after.readSale(ref)).toMatchObject({ givenUp: false, debitCentimes: 0 })
  })

  test('of a bill that was refunded while the counter was closed for days is refunded', async () => {
    const { clock, counter, restart } = await startCounter({}, { behaviour: { refundedFrom: 'SUCCESS' } })
    const { ref } = await counter.payBills({ partner: 'SONELGAZ', account: invoice('6006006006') })
    await counter.reached(ref, 'fulfilled')
    await counter.core.stop()
    await clock.pass(4 * 24 * 3_600_000)
    const after = await restart()
    await clock.pass(60_000)
    expect(phasesOf(after, ref).at(-1)).toBe('refunded')
  })

  test('of a bill is delivered if amounts have errors of binary arithmetic', async () => {
    const { counter } = await startCounter({}, { behaviour: { amountDigits: 'binary-noise' } })
    const account = { phoneNumber: '030000009' }
    const { ref } = await counter.payBills({ partner: 'Algérie Télécom', account })
    expect((await counter.reached(ref, 'fulfilled')).debitCentimes).toBe(345_678 + 1_728)
  })

  test('of an internet card is delivered if its record has its cost', async () => {
    const { counter } = await startCounter({}, { behaviour: { internetAmount: 'cost' } })
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    expect(phasesOf(counter, ref)).toEqual(['sending', 'handling', 'fulfilled'])
  })

  test('of a bill is delivered if its payment names the bill by another id than the list', async () => {
    const { counter } = await startCounter({}, { behaviour: { selectedBillId: 'own' } })
    const { ref } = await sellOne.bill(counter)
    await counter.reached(ref, 'fulfilled')
    expect(phasesOf(counter, ref)).toEqual(['sending', 'handling', 'fulfilled'])
  })

  test('of several bills has its debit if the transaction names them in another order', async () => {
    const { service, counter } = await startCounter({}, { behaviour: { selectedOrder: 'reversed' } })
    const { ref } = await counter.payBills({ partner: 'SEAAL', account: client('100001') }, 2)
    const { debitCentimes } = await counter.reached(ref, 'fulfilled')
    const [debit] = (await service.ledger()).movements
    expect(debitCentimes).toBe(Math.round((debit?.amount ?? 0) * 100))
  })

  test('of gift cards is delivered if records have an id of their own beside the answered one', async () => {
    const { service, counter } = await startCounter({}, { behaviour: { giftRowId: 'own-beside' } })
    const ordered = { productId: 'steam-us', typeId: 'steam-us-5', quantity: 2 } as const
    const { ref } = await counter.sellOrder({ kind: 'gift-card', ...ordered })
    const { serviceId, cards } = await counter.reached(ref, 'fulfilled')
    expect(cards).toHaveLength(2)
    expect((await service.ledger()).orders.map(({ id }) => id)).toEqual([serviceId])
  })

  test('gift cards: no debit is recorded when the delivered price is unknown', async () => {
    const { counter } = await startCounter({}, { behaviour: { giftFulfilledAmount: 'listed' } })
    const ordered = { productId: 'steam-us', typeId: 'steam-us-5', quantity: 2 } as const
    const { ref } = await counter.sellOrder({ kind: 'gift-card', ...ordered })
    expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ debitCentimes: null })
  })

  test('of a top-up is found by its ref if its record has another id than the answer', async () => {
    const { counter } = await startCounter({}, { behaviour: { mobileRecordId: 'own' } })
    const top = { planCode: 'PREPAID_MOBILIS', number: '0600000003', amountCentimes: centimes(50_000) }
    const { ref } = await counter.sellOrder({ kind: 'mobile', ...top })
    await counter.reached(ref, 'fulfilled')
    expect(phasesOf(counter, ref)).toContain('unknown')
  })

  test.each(['own', 'own-in-record'] as const)(
    'of a top-up is delivered if its record has neither our ref nor the answered id (%s)',
    async (mobileRef) => {
      const { counter } = await startCounter({}, { behaviour: { mobileRecordId: 'own', mobileRef } })
      const top = { planCode: 'PREPAID_MOBILIS', number: '0600000000', amountCentimes: centimes(50_000) }
      const { ref } = await counter.sellOrder({ kind: 'mobile', ...top })
      await counter.reached(ref, 'fulfilled')
      expect(phasesOf(counter, ref)).toEqual(['sending', 'handling', 'fulfilled'])
    },
  )

  test('of a top-up is delivered if its record names the plan by a code of its own', async () => {
    const { counter } = await startCounter({}, { behaviour: { mobilePlanCode: 'own' } })
    const top = { planCode: 'PREPAID_MOBILIS', number: '0661234567', amountCentimes: centimes(50_000) }
    const { ref } = await counter.sellOrder({ kind: 'mobile', ...top })
    expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ debitCentimes: 48_000 })
  })

  test('is looked at only while it is open', async () => {
    const { clock, service, counter } = await startCounter()
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    const looks = async () =>
      (await service.requests()).filter(({ path }) => path.startsWith('/v3/internet/check-')).length
    const before = await looks()
    await clock.pass(3_600_000)
    expect(await looks()).toBe(before)
  })

  test.each([
    ['taken', '030000002', ['handling', 'queued']],
    ['given back', '030000001', ['refunded']],
  ] as const)('causes the balance to be read again when money was %s', async (_, number, phases) => {
    const { service, counter } = await startCounter()
    const readings = async () =>
      (await service.requests()).filter(({ path }) => path === '/v3/account/balance').length
    const { ref } = await counter.sell(number)
    await counter.reached(ref, ...phases)
    const before = await readings()
    await until('the balance is read', async () => (await readings()) > before)
    expect(phases).toContain((await counter.readSale(ref)).phase)
  })
})

/** What a review makes of mobile plans, gift cards and bills: the order, its price and its cost, and why it cannot be sold. */
import { describe, expect, test } from 'vitest'
import { DISCOVERY_LASTS_MS } from '#core/products/bill/discoveries.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { centimes } from '#shared/money.ts'
import { trainingKeys } from '#training/keys.ts'
import { type Counter, startCounter, until } from '../../support/core.ts'
import { refNumber } from '../../support/refs.ts'

type Input = CommandInput<'sale.review'>
type Account = CommandInput<'bills.discover'>

const mobile = (planCode: string, dinars?: number, number = '0661 23 45 67'): Input => ({
  ...{ kind: 'mobile', planCode, number },
  ...(dinars === undefined ? {} : { amountCentimes: centimes(Math.round(dinars * 100)) }),
})
const cards = (typeId: string, quantity: number, productId = 'steam-us'): Input => ({
  ...{ kind: 'gift-card', productId, typeId, quantity },
})

describe('a mobile top-up', () => {
  test.each([
    ['at a fraction of its face value', 'PREPAID_MOBILIS', 500, 50_000, 48_000],
    [
      'at a fraction that is no whole number of centimes, half of one upwards',
      'FACTURE_MOBILIS',
      102,
      10_200,
      10_124,
    ],
    ['at its face value where the list names no cost', 'GROS_DJEZZY', 5_000, 500_000, 500_000],
    ['of the amount of its plan', 'HAYLA_1000', undefined, 100_000, 96_250],
    ['of the amount of its plan, said as well', 'HAYLA_1000', 1_000, 100_000, 96_250],
    ['of nothing, for a menu', 'GETMENU_Djezzy', undefined, 0, 0],
  ])('is sold at its face value, and costs the shop: %s', async (_, planCode, dinars, price, cost) => {
    const { counter } = await startCounter()
    const review = await counter.command('sale.review', mobile(planCode, dinars))
    expect(review).toMatchObject({
      order: { kind: 'mobile', planCode, number: '0661234567', amountCentimes: price },
      ...{ priceCentimes: price, costCentimes: cost, subscriber: null, repeats: [] },
    })
  })

  test('keeps what the customer reads of the plan', async () => {
    const { order } = await (await startCounter()).counter.command(
      'sale.review',
      mobile('GROS_OOREDOO', 5_000),
    )
    expect(order).toMatchObject({ planName: 'Ooredoo gros', planKind: 'dynamic', operator: 'Ooredoo' })
  })

  test.each([
    ['a number that is no mobile', mobile('PREPAID_MOBILIS', 500, '0212345678'), 'number', 'not-mobile'],
    ['a plan that is not on the list', mobile('PREPAID', 500), 'planCode', 'no-such-plan'],
    ['a plan that is off', mobile('DIMA_1500'), 'planCode', 'plan-unavailable'],
    ['no amount where one is asked for', mobile('PREPAID_MOBILIS'), 'amountCentimes', 'amount-missing'],
    ['another amount than the plan’s own', mobile('PIXX_500', 400), 'amountCentimes', 'amount-not-asked'],
    ['an amount below the bounds', mobile('PREPAID_MOBILIS', 39), 'amountCentimes', 'amount-out-of-range'],
    ['an amount above the bounds', mobile('PREPAID_MOBILIS', 5_001), 'amountCentimes', 'amount-out-of-range'],
    ['centimes', mobile('PREPAID_MOBILIS', 100.5), 'amountCentimes', 'amount-not-whole'],
  ])('of %s is refused before anything is sent', async (_, input, field, problem) => {
    const { service, counter } = await startCounter()
    expect(await counter.ask('sale.review', input)).toMatchObject({
      error: { kind: 'invalid-input', field, problem },
    })
    expect((await service.requests()).filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('of the same amount to the same number is a repeat; asking for offers again is not', async () => {
    const { counter } = await startCounter()
    const { ref } = await counter.sellOrder(mobile('PREPAID_MOBILIS', 500))
    await counter.sellOrder(mobile('GETMENU_Mobilis'))
    const repeatsOf = async (input: Input) =>
      (await counter.command('sale.review', input)).repeats.map((sale) => sale.ref)
    expect(await repeatsOf(mobile('PREPAID_MOBILIS', 500))).toEqual([ref])
    expect(await repeatsOf(mobile('PREPAID_MOBILIS', 600))).toEqual([])
    expect(await repeatsOf(mobile('GETMENU_Mobilis'))).toEqual([])
  })
})

describe('gift cards', () => {
  test('are sold at the price of one times their number, which is what they cost', async () => {
    const { counter } = await startCounter()
    const review = await counter.command('sale.review', cards('steam-us-5', 3))
    expect(review).toMatchObject({
      order: {
        ...{ kind: 'gift-card', productId: 'steam-us', productTitle: 'Steam' },
        ...{ typeId: 'steam-us-5', typeName: '5 USD', quantity: 3, unitCentimes: 115_050 },
      },
      ...{ priceCentimes: 345_150, costCentimes: 345_150, enoughBalance: true },
    })
  })

  test.each([
    [
      'a product that is not in the catalog',
      cards('t', 1, 'nothing'),
      { kind: 'refused', code: 'NOT_FOUND' },
    ],
    ['a type that the product has not', cards('psn-fr-10', 1), { field: 'typeId', problem: 'no-such-card' }],
    ['a type that is sold out', cards('steam-us-50', 1), { kind: 'refused', code: 'ERR_STOCK' }],
    [
      'more cards than there are',
      cards('steam-us-5', 26),
      { field: 'quantity', problem: 'not-enough-cards' },
    ],
  ])('of %s are refused before anything is sent', async (_, input, error) => {
    const { service, counter } = await startCounter()
    expect(await counter.ask('sale.review', input)).toMatchObject({ ok: false, error })
    expect((await service.requests()).filter(({ method }) => method === 'POST')).toEqual([])
  })

  test('of another number are no repeat', async () => {
    const { counter } = await startCounter()
    const { ref } = await counter.sellOrder(cards('steam-us-5', 2))
    const repeatsOf = async (quantity: number) =>
      (await counter.command('sale.review', cards('steam-us-5', quantity))).repeats.map((sale) => sale.ref)
    expect([await repeatsOf(2), await repeatsOf(1)]).toEqual([[ref], []])
  })

  test('above the balance have a warning', async () => {
    const { counter } = await startCounter({ key: trainingKeys.sandbox }, { balanceDinars: 2_300 })
    const isKnown = async () => (await counter.command('app.snapshot', {})).status.balance !== null
    await until('the balance is known', isKnown)
    const enough = async (quantity: number) =>
      (await counter.command('sale.review', cards('steam-us-5', quantity))).enoughBalance
    expect([await enough(1), await enough(2)]).toEqual([true, false])
  })
})

const sonelgaz: Account = {
  partner: 'SONELGAZ',
  account: { sonelgaz: { invoice_number: '9876543210', amount_without_stamp: '2050', ebb_key: 'K-1' } },
}
const aadl: Account = { partner: 'AADL', account: { aadlNumber: '778899' } }
const seaal: Account = { partner: 'SEAAL', account: { reference: 'R-1' } }

/** Bill ids of what an account owes, and the ref of the discovery that found them. */
async function discovered(counter: Counter, account: Account) {
  const { discoveryRef, bills } = await counter.command('bills.discover', account)
  return { discoveryRef, billIds: bills.map(({ billId }) => billId) }
}

/** A counter at a service whose only bill of an account is listed as bills of these amounts, each with a fee of 30 DA. */
async function startOwing(...dinars: readonly number[]) {
  const rewrite = (path: string, text: string) => {
    if (!path.startsWith('/v3/bills')) return text
    const answer = JSON.parse(text)
    const [bill] = answer.data?.bills ?? []
    if (!bill) return text
    const bills = dinars.map((amount, place) => ({ ...bill, billId: `bill-${place}`, amount, fee: 30 }))
    return JSON.stringify({ ...answer, data: { ...answer.data, bills } })
  }
  return (await startCounter({ rewrite })).counter
}

describe('bills', () => {
  test('are paid as one order with one fee on their sum', async () => {
    const { counter } = await startCounter()
    const { discoveryRef, billIds } = await discovered(counter, sonelgaz)
    const review = await counter.command('sale.review', { kind: 'bill', discoveryRef, billIds })
    expect(review).toMatchObject({
      order: {
        ...{ kind: 'bill', partner: 'SONELGAZ', accountNumber: '9876543210', discoveryRef },
        bills: [{ amountCentimes: 120_000 }, { amountCentimes: 85_000 }],
        feeCentimes: 3_000,
      },
      ...{ priceCentimes: 208_000, costCentimes: 208_000, repeats: [] },
    })
  })

  test('may be some of those that were found, in the order that was asked for', async () => {
    const { counter } = await startCounter()
    const { discoveryRef, billIds } = await discovered(counter, sonelgaz)
    const reviewed = async (ids: readonly string[]) =>
      counter.command('sale.review', { kind: 'bill', discoveryRef, billIds: [...ids] })
    const one = await reviewed(billIds.slice(1))
    expect(one).toMatchObject({ order: { feeCentimes: 3_000 }, priceCentimes: 88_000 })
    const turned = await reviewed(billIds.toReversed())
    expect(turned.order).toMatchObject({ bills: [{ amountCentimes: 85_000 }, { amountCentimes: 120_000 }] })
  })

  test('of a biller without a fee rule have the sum of the fees that the service gave', async () => {
    const counter = await startOwing(1_000, 2_000)
    const asked = await discovered(counter, aadl)
    const review = await counter.command('sale.review', { kind: 'bill', ...asked })
    expect(review).toMatchObject({ order: { feeCentimes: 6_000 }, priceCentimes: 306_000 })
  })

  test('below the minimum of their biller are refused, together they may reach it', async () => {
    const counter = await startOwing(150, 60)
    const { discoveryRef, billIds } = await discovered(counter, seaal)
    const below = { kind: 'bill', discoveryRef, billIds: billIds.slice(0, 1) } as const
    expect(await counter.ask('sale.review', below)).toMatchObject({
      error: { kind: 'invalid-input', field: 'billIds', problem: 'below-minimum' },
    })
    const both = await counter.command('sale.review', { kind: 'bill', discoveryRef, billIds })
    expect(both.priceCentimes).toBe(24_000)
  })

  test('that no discovery found are refused', async () => {
    const { counter } = await startCounter()
    const { discoveryRef } = await discovered(counter, sonelgaz)
    const review = (ref: typeof discoveryRef) =>
      counter.ask('sale.review', { kind: 'bill', discoveryRef: ref, billIds: ['made-up'] })
    expect(await review(discoveryRef)).toMatchObject({ error: { field: 'billIds', problem: 'no-such-bill' } })
    expect(await review(refNumber(9))).toMatchObject({ error: { kind: 'review-expired' } })
  })

  test('are forgotten after their time', async () => {
    const { clock, counter } = await startCounter()
    const asked = await counter.command('bills.discover', sonelgaz)
    expect(asked.expiresAtMs - clock.nowMs()).toBeLessThanOrEqual(DISCOVERY_LASTS_MS)
    await until('it is too old', () => clock.nowMs() > asked.expiresAtMs)
    const billIds = asked.bills.map(({ billId }) => billId)
    const { discoveryRef } = asked
    expect(await counter.ask('sale.review', { kind: 'bill', discoveryRef, billIds })).toMatchObject({
      error: { kind: 'review-expired' },
    })
  })

  test('of a discovery that a sale pays are refused, the same and others, and that sale is named', async () => {
    const { service, counter } = await startCounter()
    const { discoveryRef, billIds } = await discovered(counter, sonelgaz)
    const [first = '', second = ''] = billIds
    const input = (id: string): Input => ({ kind: 'bill', discoveryRef, billIds: [id] })
    const waiting = [first, second].map((id) => counter.command('sale.review', input(id)))
    const reviews = await Promise.all(waiting)
    const { ref } = await counter.sellOrder(input(first))
    const taken = { error: { kind: 'not-allowed-now', ref } }
    expect(await counter.ask('sale.review', input(second))).toMatchObject(taken)
    for (const { reviewId } of reviews) {
      expect(await counter.ask('sale.confirm', { reviewId })).toMatchObject({
        error: { ...taken.error, action: 'confirm' },
      })
    }
    await counter.reached(ref, 'fulfilled')
    const paid = (await service.requests()).filter(({ path }) => path === '/v3/bills/pay')
    expect(paid).toHaveLength(1)
  })
})

/** What a review shows of earlier sales of the same card to the same number, whatever the clock says. */
import { describe, expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import type { DiscoveryView } from '#shared/products/bill-order.ts'
import { client } from '../../support/bill-accounts.ts'
import { type Counter, startCounter, until } from '../../support/core.ts'

const MINUTE_MS = 60_000

async function repeatsOf(counter: Counter, number: string) {
  const input = { kind: 'internet', type: 'ADSL', number, valueCentimes: centimes(100_000) } as const
  return (await counter.command('sale.review', input)).repeats.map(({ ref }) => ref)
}

test('an open sale is a repeat, however old', async () => {
  const { clock, counter, restart } = await startCounter()
  const { ref } = await counter.sell('030000002')
  await counter.reached(ref, 'queued')
  await counter.core.stop()
  clock.setBy(26 * 60 * MINUTE_MS)
  const after = await restart()
  expect(await repeatsOf(after, '030000002')).toEqual([ref])
  expect((await after.readSale(ref)).phase).toBe('queued')
})

test.each([
  ['ahead', 3 * 24 * 60 * MINUTE_MS],
  ['back', -3 * 24 * 60 * MINUTE_MS],
])('a recent delivered sale is a repeat when the clock was set %s since', async (_, stepMs) => {
  const { clock, counter } = await startCounter()
  const { ref } = await counter.sell('023456789')
  await counter.reached(ref, 'fulfilled')
  clock.setBy(stepMs)
  expect(await repeatsOf(counter, '023456789')).toEqual([ref])
})

test('a delivered sale is a repeat for ten minutes', async () => {
  const { clock, counter } = await startCounter()
  const { ref, recordedAtMs } = await counter.sell('023456789')
  await counter.reached(ref, 'fulfilled')
  expect(await repeatsOf(counter, '023456789')).toEqual([ref])
  await until('ten minutes are over', () => clock.nowMs() > recordedAtMs + 11 * MINUTE_MS)
  expect(await repeatsOf(counter, '023456789')).toEqual([])
})

test('a refunded sale is not a repeat: the customer got nothing', async () => {
  const { counter } = await startCounter()
  const { ref } = await counter.sell('030000001')
  expect(await repeatsOf(counter, '030000001')).toEqual([ref])
  await counter.reached(ref, 'refunded')
  expect(await repeatsOf(counter, '030000001')).toEqual([])
})

describe('a bill repeats the same account and one of its bills', () => {
  async function startPaying() {
    const { counter } = await startCounter()
    const account = { partner: 'SEAAL', account: client('100001') } as const
    const again = await counter.command('bills.discover', account)
    const { ref } = await counter.payBills(account, 2)
    return { counter, again, ref }
  }
  const reviewOf = ({ discoveryRef, bills }: DiscoveryView, ...places: readonly number[]) => ({
    ...({ kind: 'bill', discoveryRef } as const),
    billIds: places.flatMap((place) => bills[place]?.billId ?? []),
  })

  test.each([
    ['one of two that are being paid', [0]],
    ['both', [0, 1]],
    ['one of them beside another', [1, 3]],
  ])('%s', async (_, places) => {
    const { counter, again, ref } = await startPaying()
    const { repeats } = await counter.command('sale.review', reviewOf(again, ...places))
    expect(repeats.map((sale) => sale.ref)).toEqual([ref])
  })

  test('another bill of the account is not a repeat', async () => {
    const { counter, again } = await startPaying()
    expect((await counter.command('sale.review', reviewOf(again, 2, 3))).repeats).toEqual([])
  })
})

test('a sale is found by its review; an unconfirmed review finds none', async () => {
  const { counter } = await startCounter()
  const { reviewId } = await counter.command('sale.review', {
    ...{ kind: 'internet', type: 'ADSL', number: '023456789' },
    valueCentimes: centimes(100_000),
  })
  expect(await counter.command('sale.find', { reviewId })).toEqual({ sale: null })
  const { ref } = await counter.command('sale.confirm', { reviewId })
  expect(await counter.command('sale.find', { reviewId })).toMatchObject({ sale: { ref } })
})

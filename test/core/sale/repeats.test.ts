/** What a review shows of earlier sales of the same card to the same number, whatever the clock says. */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { type Counter, startCounter, until } from '../../support/core.ts'

const MINUTE_MS = 60_000

async function repeatsOf(counter: Counter, number: string) {
  const input = { kind: 'internet', type: 'ADSL', number, valueCentimes: centimes(100_000) } as const
  return (await counter.tell('sale.review', input)).repeats.map(({ ref }) => ref)
}

test('an open sale is one, however old', async () => {
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
])('a delivered sale of a moment ago is one when the clock was set %s since', async (_, stepMs) => {
  const { clock, counter } = await startCounter()
  const { ref } = await counter.sell('023456789')
  await counter.reached(ref, 'fulfilled')
  clock.setBy(stepMs)
  expect(await repeatsOf(counter, '023456789')).toEqual([ref])
})

test('a delivered sale is one for ten minutes', async () => {
  const { clock, counter } = await startCounter()
  const { ref, recordedAtMs } = await counter.sell('023456789')
  await counter.reached(ref, 'fulfilled')
  expect(await repeatsOf(counter, '023456789')).toEqual([ref])
  await until('ten minutes are over', () => clock.nowMs() > recordedAtMs + 11 * MINUTE_MS)
  expect(await repeatsOf(counter, '023456789')).toEqual([])
})

test('a refunded sale is none: the customer was given nothing', async () => {
  const { counter } = await startCounter()
  const { ref } = await counter.sell('030000001')
  expect(await repeatsOf(counter, '030000001')).toEqual([ref])
  await counter.reached(ref, 'refunded')
  expect(await repeatsOf(counter, '030000001')).toEqual([])
})

test('a sale is found by its review, and nothing is where nothing was confirmed', async () => {
  const { counter } = await startCounter()
  const { reviewId } = await counter.tell('sale.review', {
    ...{ kind: 'internet', type: 'ADSL', number: '023456789' },
    valueCentimes: centimes(100_000),
  })
  expect(await counter.tell('sale.find', { reviewId })).toEqual({ sale: null })
  const { ref } = await counter.tell('sale.confirm', { reviewId })
  expect(await counter.tell('sale.find', { reviewId })).toMatchObject({ sale: { ref } })
})

/** A hundred sales in ten minutes: every call is counted, none is too many, and none of the cashier's is held up. */
import { expect, test } from 'vitest'
import { internetHandlingMs, rateLimitCount } from '#shared/limits.ts'
import { startBusyService } from '../support/busy-service.ts'
import { startCore, until } from '../support/core.ts'
import { busiestMinute } from '../support/counting-service.ts'
import { virtualClock } from '../support/virtual-clock.ts'

const SALES = 100
/** A sale begins this long after the one before. */
const EVERY_MS = 6_000

/** All the times from the shortest to the longest that the document gives, in an order without order. */
const settleMs = (sale: number): number => {
  const { min, max } = internetHandlingMs
  return min + ((sale * 37) % SALES) * ((max - min) / (SALES - 1))
}

const lookUp = /\/check-(ref|id)\//
const byCashier = /\/internet\/(products|check-number|send)$/

test('a hundred sales that settle in 3 to 45 seconds stay under 120 calls a minute', async () => {
  const clock = virtualClock()
  const service = await startBusyService(clock.nowMs, settleMs)
  const counter = await startCore({ service, clock })

  const refs = []
  let nextAtMs = clock.nowMs()
  for (let sale = 0; sale < SALES; sale += 1) {
    await clock.pass(Math.max(0, nextAtMs - clock.nowMs()))
    nextAtMs = clock.nowMs() + EVERY_MS
    const number = `023${String(100_000 + sale)}`
    await counter.command('internet.products', { type: 'ADSL' })
    refs.push((await counter.sell(number)).ref)
  }
  await until('every sale has settled', async () => {
    const { sales } = await counter.command('app.snapshot', {})
    return sales.filter(({ phase }) => phase === 'fulfilled').length === SALES
  })

  const { calls } = service
  const cashier = calls.filter(({ path }) => byCashier.test(path))
  const looks = calls.filter(({ path }) => lookUp.test(path))
  expect(calls.filter(({ refused }) => refused)).toEqual([])
  expect(busiestMinute(calls)).toBeLessThanOrEqual(rateLimitCount)
  // The list twice, the number and the send: four calls of the counter for a sale, each made once.
  expect(cashier).toHaveLength(4 * SALES)
  expect(looks.length).toBeGreaterThanOrEqual(SALES)
  const { sales } = await counter.command('app.snapshot', {})
  expect(sales.map(({ ref, attempts }) => [ref, attempts]).sort()).toEqual(refs.map((ref) => [ref, 1]).sort())
})

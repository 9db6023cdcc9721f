/** From review to sale: one review gives one sale at the most, whatever is asked and however often. */
import { describe, expect, test } from 'vitest'
import { callLimits } from '#core/api/limits.ts'
import { REVIEW_LASTS_MS } from '#core/products/kind.ts'
import { centimes } from '#shared/money.ts'
import { trainingKeys } from '#training/keys.ts'
import { phasesOf, startCore, startCounter, startShop, until } from '../../support/core.ts'
import { connectTo, refuseWrites } from '../../support/other-program.ts'

const order = {
  kind: 'internet',
  type: 'ADSL',
  number: '023 45 67 89',
  valueCentimes: centimes(100_000),
} as const

describe('a review', () => {
  test('prices the card, shows whose line it is and leaves no trace', async () => {
    const counter = await startCore(await startShop())
    const review = await counter.command('sale.review', order)
    expect(review).toMatchObject({
      order: { type: 'ADSL', number: '023456789' },
      priceCentimes: centimes(100_000),
      costCentimes: centimes(96_500),
      repeats: [],
      enoughBalance: true,
    })
    expect(review.subscriber?.customerNumber).toMatch(/\*/)
    expect((await counter.command('app.snapshot', {})).sales).toEqual([])
  })

  test('shows recent sales to this number', async () => {
    const counter = await startCore(await startShop())
    const { ref } = await counter.sell('023456789')
    const { repeats } = await counter.command('sale.review', order)
    expect(repeats.map((sale) => sale.ref)).toEqual([ref])
    const other = await counter.command('sale.review', { ...order, valueCentimes: centimes(50_000) })
    expect(other.repeats).toEqual([])
  })

  test.each([
    [
      'a number that is none',
      { number: '0234' },
      { kind: 'invalid-input', field: 'number', problem: 'too-short' },
    ],
    [
      'a number of the other kind',
      { number: '213661234567' },
      { kind: 'invalid-input', problem: 'not-this-type' },
    ],
    [
      'a card that is not sold',
      { valueCentimes: centimes(77_700) },
      { kind: 'invalid-input', field: 'valueCentimes' },
    ],
    ['a card that is sold out', { valueCentimes: centimes(300_000) }, { kind: 'refused', code: 'ERR_STOCK' }],
  ])('of %s is refused', async (_, change, error) => {
    const counter = await startCore(await startShop())
    expect(await counter.ask('sale.review', { ...order, ...change })).toMatchObject({ ok: false, error })
  })

  test('asks the service about a number once in two minutes', async () => {
    const { service, counter } = await startCounter()
    for (let time = 0; time < 3; time += 1) await counter.command('sale.review', order)
    const asked = (await service.requests()).map(({ path }) => path)
    expect(asked.filter((path) => path === '/v3/internet/check-number')).toHaveLength(1)
    expect(asked.filter((path) => path === '/v3/internet/products')).toHaveLength(3)
  })
})

describe('a confirmation', () => {
  test('given fifty times at once is one sale', async () => {
    const { service, counter } = await startCounter()
    const { reviewId } = await counter.command('sale.review', order)
    const sales = await Promise.all(
      Array.from({ length: 50 }, () => counter.command('sale.confirm', { reviewId })),
    )
    expect(new Set(sales.map((sale) => sale.ref)).size).toBe(1)
    const { ref } = await counter.command('sale.confirm', { reviewId })
    await counter.reached(ref, 'fulfilled')
    expect(await counter.command('sale.confirm', { reviewId })).toMatchObject({ ref, phase: 'fulfilled' })
    const { orders, movements } = await service.ledger()
    expect({ orders: orders.length, movements: movements.length }).toEqual({ orders: 1, movements: 1 })
  })

  test('of a review that nobody made, or made too long ago, is refused', async () => {
    const { clock, service, counter } = await startCounter()
    expect(await counter.ask('sale.confirm', { reviewId: 'made-up' })).toMatchObject({
      error: { kind: 'review-expired' },
    })
    const { reviewId, expiresAtMs } = await counter.command('sale.review', order)
    expect(expiresAtMs - clock.nowMs()).toBeLessThanOrEqual(REVIEW_LASTS_MS)
    await until('it is too old', () => clock.nowMs() > expiresAtMs)
    expect(await counter.ask('sale.confirm', { reviewId })).toMatchObject({
      error: { kind: 'review-expired' },
    })
    expect((await service.ledger()).orders).toEqual([])
  })

  test('is refused while the line is down, and nothing is queued', async () => {
    const { service, counter } = await startCounter()
    const { reviewId } = await counter.command('sale.review', order)
    const cut = { do: 'cut', take: false } as const
    await service.addFaults({ method: 'GET', path: '/v3/validate', action: cut, times: callLimits.maxTries })
    await counter.command('connection.check', {})
    expect(await counter.ask('sale.confirm', { reviewId })).toMatchObject({
      error: { kind: 'selling-closed', why: 'offline' },
    })
    await counter.opened()
    expect((await counter.command('app.snapshot', {})).sales).toEqual([])
    expect(await counter.command('sale.confirm', { reviewId })).toMatchObject({ phase: 'sending' })
  })

  test('is refused with a key that only reads', async () => {
    const { counter } = await startCounter({ key: trainingKeys.readOnly, started: false })
    counter.core.start()
    await until(
      'the key is known',
      async () => (await counter.command('app.snapshot', {})).status.connection === 'online',
    )
    const { reviewId } = await counter.command('sale.review', order)
    const reply = await counter.ask('sale.confirm', { reviewId })
    expect(reply).toMatchObject({ error: { kind: 'selling-closed', why: 'read-only-key' } })
  })

  test('that the disk refuses sends nothing, and keeps its ref for the next try', async () => {
    const { service, counter } = await startCounter()
    const { reviewId } = await counter.command('sale.review', order)
    const relent = refuseWrites(counter.dataDir)
    const refused = await counter.ask('sale.confirm', { reviewId })
    relent()
    expect(refused).toMatchObject({ ok: false, error: { kind: 'journal' } })
    expect((await service.requests()).filter(({ method }) => method === 'POST')).toEqual([])
    const sale = await counter.command('sale.confirm', { reviewId })
    expect(refused).toMatchObject({ error: { ref: sale.ref } })
    await counter.reached(sale.ref, 'fulfilled')
  })
})

test('an answer that finds the journal locked is written as soon as possible, and the request is not repeated', async () => {
  const { service, counter } = await startCounter()
  await service.addFaults({ method: 'POST', path: '/v3/internet/send', action: { do: 'hold', take: true } })
  const { ref } = await counter.sell('023456789')
  await until('the send is held', async () => (await service.heldCount()) === 1)
  const unlock = lockJournal(counter.dataDir)
  await service.release()
  await until('the disk refused', () =>
    counter.log.lines.some(({ what }) => what.includes('cannot be written, kept')),
  )
  unlock()
  await counter.reached(ref, 'fulfilled')
  expect((await service.requests()).filter(({ method }) => method === 'POST')).toHaveLength(1)
  expect((await service.ledger()).movements).toHaveLength(1)
  expect(phasesOf(counter, ref)).not.toContain('in-doubt')
})

test('an answer that the disk refused is written while the line is down', async () => {
  const { service, counter } = await startCounter()
  await service.addFaults(
    { method: 'POST', path: '/v3/internet/send', action: { do: 'hold', take: true } },
    { method: 'GET', path: '/v3/validate', action: { do: 'cut', take: false }, times: 1_000 },
  )
  const { ref } = await counter.sell('023456789')
  await until('the send is held', async () => (await service.heldCount()) === 1)
  await counter.command('connection.check', {})
  const relent = refuseWrites(counter.dataDir)
  await service.release()
  await until('the disk refused', () =>
    counter.log.lines.some(({ what }) => what.includes('cannot be written, kept')),
  )
  relent()
  await counter.reached(ref, 'handling')
  expect((await counter.command('app.snapshot', {})).status.connection).toBe('offline')
})

/**
 * Holds the journal's write lock as another program would, until the answer is called. A commit waits for it as long as
 * SQLite is patient, seconds in which nothing else of the process runs.
 */
function lockJournal(dataDir: string): () => void {
  const other = connectTo(dataDir)
  other.exec('BEGIN IMMEDIATE')
  return () => {
    other.exec('ROLLBACK')
    other.close()
  }
}

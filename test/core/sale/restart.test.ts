/**
 * A power cut in each state of a sale: another core starts on a copy of what was on disk. A request on its way, and an order
 * that was accepted, are in doubt.test.ts, for every kind.
 */
import { describe, expect, test } from 'vitest'
import { booksOf, startCore, startCounter, startProvenCounter, until } from '../../support/core.ts'

const send = { method: 'POST', path: '/v3/internet/send' } as const
const impatient = { limits: { headersMs: 300 } }

describe('after a power cut, a sale', () => {
  test('that is in doubt goes on being looked up', async () => {
    const { service, counter: before, restartAfterCut } = await startCounter()
    await service.addFaults({ ...send, action: { do: 'cut', take: true } })
    const { ref } = await before.sell('030000001')
    await before.reached(ref, 'in-doubt')
    const after = await restartAfterCut()
    await after.reached(ref, 'refunded')
    expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT', 'REFUND'] })
  })

  test('that is queued is followed to its end', async () => {
    const { service, counter: before, restartAfterCut } = await startCounter()
    const { ref } = await before.sell('030000002')
    await before.reached(ref, 'queued')
    const after = await restartAfterCut()
    await after.reached(ref, 'fulfilled')
    expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
  })

  test.each(['unsent', 'cancelled'] as const)(
    'that is %s still sees a late request surface',
    async (phase) => {
      const { service, counter: before, restartAfterCut } = await startProvenCounter({ config: impatient })
      await service.addFaults({ ...send, action: { do: 'hold', take: 'late' } })
      const { ref } = await before.sell('023456789')
      await before.reached(ref, 'unsent')
      if (phase === 'cancelled') await before.command('sale.cancel', { ref })
      const after = await restartAfterCut()
      expect(await after.readSale(ref)).toMatchObject({ phase })
      await service.release()
      await after.reached(ref, 'fulfilled')
      expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
    },
  )

  test('that is over is shown as it ended, and nobody asks about it', async () => {
    const { clock, service, counter: before, restartAfterCut } = await startCounter()
    const { ref } = await before.sell('023456789')
    const ended = await before.reached(ref, 'fulfilled')
    const asked = (await service.requests()).length
    const after = await restartAfterCut()
    expect(await after.readSale(ref)).toEqual(ended)
    await clock.pass(3_600_000)
    const since = (await service.requests()).slice(asked).map(({ path }) => path)
    expect(since.filter((path) => path.startsWith('/v3/internet/'))).toEqual([])
  })

  test('that was confirmed is returned for its review', async () => {
    const { counter: before, restartAfterCut } = await startCounter()
    const review = { kind: 'internet', type: 'ADSL', number: '023456789' } as const
    const { products } = await before.command('internet.products', { type: 'ADSL' })
    const valueCentimes = products[0]?.valueCentimes ?? expect.fail('no products')
    const { reviewId } = await before.command('sale.review', { ...review, valueCentimes })
    const { ref } = await before.command('sale.confirm', { reviewId })
    const after = await restartAfterCut()
    expect(await after.command('sale.confirm', { reviewId })).toMatchObject({ ref })
  })
})

describe('stopping in order', () => {
  test('waits for a call in flight and records its answer', async () => {
    const { clock, service, counter } = await startCounter()
    await service.addFaults({ ...send, action: { do: 'hold', take: true } })
    const { ref } = await counter.sell('023456789')
    await until('the request is held', async () => (await service.heldCount()) === 1)
    const stopped = counter.core.stop()
    await service.release()
    await stopped
    const after = await startCore({ clock, service, dataDir: counter.dataDir, started: false })
    expect(await after.readSale(ref)).toMatchObject({ phase: 'handling', reason: null })
  })

  test('does not wait for ever, and begins nothing new', async () => {
    const { service, counter, restart } = await startCounter()
    await service.addFaults({ ...send, action: { do: 'hold', take: true } })
    const { ref } = await counter.sell('023456789')
    await until('the request is held', async () => (await service.heldCount()) === 1)
    await Promise.all([counter.core.stop(), counter.core.stop()])
    const after = await restart()
    await after.reached(ref, 'fulfilled')
    expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
  })
})

test('a counter that stops during a send reports no fault, and the next one finds the sale', async () => {
  const { clock, service, counter, restart } = await startProvenCounter()
  await service.addFaults({ ...send, action: { do: 'hold', take: true } })
  const { ref } = await counter.sell('023456789')
  await until('the request is held', async () => (await service.heldCount()) === 1)
  await counter.core.stop()
  await service.release()
  await clock.pass(60_000)
  expect(counter.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  const after = await restart()
  await after.reached(ref, 'fulfilled')
})

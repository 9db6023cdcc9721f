/**
 * The machine stops without a word, in every state that a sale can be in. What is on disk at that moment is copied, as a
 * power cut leaves it, and another core starts on the copy.
 */
import { describe, expect, test } from 'vitest'
import {
  booksOf,
  cutPower,
  startCore,
  startCounter,
  startProvenCounter,
  startShop,
  until,
} from '../../support/core.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const send = { method: 'POST', path: '/v3/internet/send' } as const
const impatient = { limits: { headersMs: 300 } }

describe('after a power cut, a sale', () => {
  test.each([
    { take: true, found: 'fulfilled', movements: ['DEBIT'] },
    { take: false, found: 'unsent', movements: [] },
  ] as const)('whose request was on its way (taken: $take) is in doubt, then $found', async (row) => {
    const { clock, service, counter: before } = await startProvenCounter()
    await service.addFaults({ ...send, action: { do: 'hold', take: row.take } })
    const { ref } = await before.sell('023456789')
    await until('the request is held', async () => (await service.heldCount()) === 1)

    const after = await startCore({ clock, service, dataDir: cutPower(before), started: false })
    expect(await after.readSale(ref)).toMatchObject({ phase: 'in-doubt', reason: 'restart', attempts: 1 })
    const { startedAtMs } = await after.tell('app.snapshot', {})
    expect((await after.readSale(ref)).changedAtMs).toBeGreaterThanOrEqual(startedAtMs)
    after.core.start()
    await after.reached(ref, row.found)
    expect(await booksOf(service, ref)).toEqual({ orders: row.take ? 1 : 0, movements: row.movements })
    const sent = (await service.requests()).filter((one) => one.method === 'POST' && one.ref === ref)
    expect(sent).toHaveLength(1)
  })

  test('that is in doubt goes on being looked up', async () => {
    const { clock, service, counter: before } = await startCounter()
    await service.addFaults({ ...send, action: { do: 'cut', take: true } })
    const { ref } = await before.sell('030000001')
    await before.reached(ref, 'in-doubt')
    const dataDir = cutPower(before)
    await before.core.stop()
    const after = await startCore({ clock, service, dataDir })
    await after.reached(ref, 'refunded')
    expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT', 'REFUND'] })
  })

  test.each(['handling', 'queued'] as const)('that is %s is followed to its end', async (phase) => {
    const { clock, service, counter: before } = await startCounter()
    const { ref } = await before.sell('030000002')
    await before.reached(ref, phase)
    const dataDir = cutPower(before)
    await before.core.stop()
    const after = await startCore({ clock, service, dataDir })
    await after.reached(ref, 'fulfilled')
    expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
  })

  test.each(['unsent', 'cancelled'] as const)(
    'that is %s still sees a late request surface',
    async (phase) => {
      const { clock, service, counter: before } = await startProvenCounter({ config: impatient })
      await service.addFaults({ ...send, action: { do: 'hold', take: 'late' } })
      const { ref } = await before.sell('023456789')
      await before.reached(ref, 'unsent')
      if (phase === 'cancelled') await before.tell('sale.cancel', { ref })
      const dataDir = cutPower(before)
      await before.core.stop()
      const after = await startCore({ clock, service, dataDir })
      expect(await after.readSale(ref)).toMatchObject({ phase })
      await service.release()
      await after.reached(ref, 'fulfilled')
      expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
    },
  )

  test('that is over is shown as it ended, and nobody asks about it', async () => {
    const { clock, service, counter: before } = await startCounter()
    const { ref } = await before.sell('023456789')
    const ended = await before.reached(ref, 'fulfilled')
    const dataDir = cutPower(before)
    await before.core.stop()
    const asked = (await service.requests()).length
    const after = await startCore({ clock, service, dataDir })
    expect(await after.readSale(ref)).toEqual(ended)
    await clock.pass(3_600_000)
    const since = (await service.requests()).slice(asked).map(({ path }) => path)
    expect(since.filter((path) => path.startsWith('/v3/internet/'))).toEqual([])
  })

  test('that was confirmed is given again for its review', async () => {
    const { clock, service, counter: before } = await startCounter()
    const review = { kind: 'internet', type: 'ADSL', number: '023456789' } as const
    const { products } = await before.tell('internet.products', { type: 'ADSL' })
    const valueCentimes = products[0]?.valueCentimes ?? expect.fail('no products')
    const { reviewId } = await before.tell('sale.review', { ...review, valueCentimes })
    const { ref } = await before.tell('sale.confirm', { reviewId })
    const after = await startCore({ clock, service, dataDir: cutPower(before) })
    expect(await after.tell('sale.confirm', { reviewId })).toMatchObject({ ref })
  })
})

describe('stopping in order', () => {
  test('waits for a call in flight and writes its answer down', async () => {
    const { service } = await startShop()
    const clock = virtualClock()
    const counter = await startCore({ clock, service })
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
    const { clock, service, counter } = await startCounter()
    await service.addFaults({ ...send, action: { do: 'hold', take: true } })
    const { ref } = await counter.sell('023456789')
    await until('the request is held', async () => (await service.heldCount()) === 1)
    await Promise.all([counter.core.stop(), counter.core.stop()])
    const after = await startCore({ clock, service, dataDir: counter.dataDir })
    await after.reached(ref, 'fulfilled')
    expect(await booksOf(service, ref)).toEqual({ orders: 1, movements: ['DEBIT'] })
  })
})

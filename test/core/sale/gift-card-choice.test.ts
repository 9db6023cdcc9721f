/** Where several of the account's orders may be a gift card sale's, only a person can tell: what they are shown, and may do. */
import { expect, test } from 'vitest'
import { until } from '../../support/core.ts'
import {
  lookedOften,
  lost,
  openShop,
  orderElsewhere,
  ordersAt,
  reachedChoice,
  sell,
} from '../../support/gift-card-shop.ts'

/** Slow enough for two orders to be made within seconds of each other, however busy the machine is. */
const PACE = 40

/** A sale whose order was taken and lost, and another like it beside it. */
async function openChoice() {
  const shop = await openShop({ pace: PACE })
  const elsewhere = await orderElsewhere(shop.service)
  await shop.service.addFaults(lost(true))
  const { ref } = await sell(shop.counter)
  await reachedChoice(shop.counter, ref)
  const [first, ours = ''] = await ordersAt(shop.service)
  expect(first).toBe(elsewhere)
  return { ...shop, ref, ours, elsewhere }
}
const signed = { who: 'Amina', why: 'the time fits' } as const

test('a person is shown all of them, once', async () => {
  const { service, counter, ref, ours, elsewhere } = await openChoice()
  await lookedOften(service)
  const { phase, candidates } = await counter.readSale(ref)
  expect(phase).toBe('in-doubt')
  expect(new Set(candidates.map(({ serviceId }) => serviceId))).toEqual(new Set([ours, elsewhere]))
  expect(candidates[0]).toMatchObject({ quantity: 2, unitCentimes: 115_050 })
  const told = counter.events.filter(
    ({ event }) =>
      event.kind === 'sale-changed' && event.sale.ref === ref && event.sale.candidates.length > 0,
  )
  expect(told).toHaveLength(1)
})

test('the one that they choose is followed to its end', async () => {
  const { counter, ref, ours } = await openChoice()
  const link = { kind: 'link', serviceId: ours } as const
  expect(await counter.tell('sale.decide', { ref, decision: link, ...signed })).toMatchObject({
    phase: 'handling',
    serviceId: ours,
    candidates: [],
  })
  expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ deliveredCount: 2 })
})

test('what they rule out is never taken for the sale’s again, and it can be sent again', async () => {
  const { service, counter, ref, ours, elsewhere } = await openChoice()
  const decision = { kind: 'not-received' } as const
  expect(await counter.tell('sale.decide', { ref, decision, ...signed })).toMatchObject({
    phase: 'unsent',
    reason: 'not-received',
  })
  await counter.tell('sale.look-up', { ref })
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'unsent', serviceId: null })
  await service.addFaults(lost(true))
  await counter.tell('sale.resend', { ref })
  const { serviceId } = await counter.reached(ref, 'fulfilled')
  expect(await ordersAt(service)).toEqual([elsewhere, ours, serviceId])
})

test('they can choose none but those, and only while the sale is in doubt', async () => {
  const { counter, ref, ours } = await openChoice()
  const made = { kind: 'link', serviceId: 'made-up' } as const
  expect(await counter.ask('sale.decide', { ref, decision: made, ...signed })).toMatchObject({
    error: { kind: 'invalid-input', field: 'serviceId', problem: 'not-a-candidate', ref },
  })
  await counter.tell('sale.decide', { ref, decision: { kind: 'link', serviceId: ours }, ...signed })
  expect(await counter.ask('sale.decide', { ref, decision: made, ...signed })).toMatchObject({
    error: { kind: 'not-allowed-now', action: 'decide' },
  })
})

test('the choice of the older sale settles the younger one, which is never offered the same', async () => {
  const { service, counter } = await openShop()
  await service.addFaults(lost(true), lost(true))
  const older = await sell(counter)
  const younger = await sell(counter)
  await reachedChoice(counter, older.ref)
  const [first = '', second] = await ordersAt(service)
  expect(await counter.readSale(younger.ref)).toMatchObject({ phase: 'in-doubt', candidates: [] })
  const link = { kind: 'link', serviceId: first } as const
  await counter.tell('sale.decide', { ref: older.ref, decision: link, ...signed })
  expect(await counter.reached(younger.ref, 'fulfilled')).toMatchObject({ serviceId: second })
  expect(await counter.reached(older.ref, 'fulfilled')).toMatchObject({ serviceId: first })
})

test('there is no choice any more once they are all gone', async () => {
  const { service, counter, odd } = await openShop({
    rewrite: (path, text) => (/list|transactions/.test(path) ? text.replaceAll('2026', '2016') : text),
  })
  odd.on = false
  await orderElsewhere(service)
  await service.addFaults(lost(true))
  const { ref } = await sell(counter)
  await reachedChoice(counter, ref)
  odd.on = true
  await until('the choice is gone', async () => (await counter.readSale(ref)).candidates.length === 0)
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', reason: 'no-candidate-left' })
})

/**
 * A gift card that is ordered after the clock was set, before any answer showed by how much: nobody knows when its order
 * would be, so neither one that is found nor that none is found is believed without a person.
 */
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
  withOrders,
} from '../../support/gift-card-shop.ts'

/** Longer than a request can take to land, and less than a review lasts. */
const SET_BY_MS = 9 * 60_000
const order = { kind: 'gift-card', productId: 'steam-us', typeId: 'steam-us-5', quantity: 2 } as const

/** A sale whose answer was lost. The clock was set between its review and its sending, and put right before the next answer. */
async function sellBesideTheClock(isTaken: boolean) {
  const shop = await openShop()
  const { clock, service, counter } = shop
  await service.addFaults(lost(isTaken))
  const { reviewId } = await counter.command('sale.review', order)
  clock.setBy(SET_BY_MS)
  const { ref } = await counter.command('sale.confirm', { reviewId })
  clock.setBy(-SET_BY_MS)
  return { ...shop, ref }
}

test('an order in the window only by a doubtful clock is shown to a person', async () => {
  const { service, counter, ref } = await sellBesideTheClock(true)
  await reachedChoice(counter, ref)
  const [serviceId] = await ordersAt(service)
  expect(await counter.readSale(ref)).toMatchObject({
    ...{ phase: 'in-doubt', serviceId: null, candidates: [{ serviceId }] },
  })
})

test('finding none does not make it absent: a person decides, and it can be sent again', async () => {
  const { service, counter, ref } = await sellBesideTheClock(false)
  await until('it can be decided', async () => (await counter.readSale(ref)).decidable)
  await lookedOften(service)
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', reason: 'clock-in-doubt' })
  const said = { decision: { kind: 'not-received' as const }, seen: [], who: 'Amina', why: 'not there' }
  expect(await counter.command('sale.decide', { ref, ...said })).toMatchObject({ phase: 'unsent' })
})

test('if the clock stays set, the next answer settles whose the order is', async () => {
  const { clock, service, counter } = await openShop()
  await service.addFaults(lost(true))
  const { reviewId } = await counter.command('sale.review', order)
  clock.setBy(-SET_BY_MS)
  const { ref } = await counter.command('sale.confirm', { reviewId })
  const [serviceId] = [(await counter.reached(ref, 'fulfilled')).serviceId]
  expect(await ordersAt(service)).toEqual([serviceId])
})

const BEHIND_MS = 3 * 60_000
const behind = (path: string, text: string): string =>
  path.includes('/gift-cards/list')
    ? withOrders(text, (items) =>
        items.map((item) => ({
          ...item,
          time: new Date(Date.parse(item.time) - BEHIND_MS).toISOString(),
        })),
      )
    : text

test('the order of another counter that a list puts at its time, its own beside it, is not taken for it', async () => {
  const { clock, service, counter } = await openShop({ rewrite: behind })
  await service.addFaults(lost(true))
  const { ref } = await sell(counter)
  const soldAtMs = clock.nowMs()
  await until('another counter sells', () => clock.nowMs() > soldAtMs + BEHIND_MS + 60_000)
  await orderElsewhere(service)
  await until('a look has shown it', async () => {
    const { candidates, serviceId } = await counter.readSale(ref)
    return serviceId !== null || candidates.length > 1
  })
  const { candidates, ...sale } = await counter.readSale(ref)
  expect(sale).toMatchObject({ phase: 'in-doubt', serviceId: null })
  expect(candidates.map(({ serviceId }) => serviceId).sort()).toEqual([...(await ordersAt(service))].sort())
  expect(candidates).toHaveLength(2)
})

test('an order that may be an earlier sale’s, dated in another zone, is taken by no later sale without a person', async () => {
  const { clock, service, counter } = await openShop({ behaviour: { platformTimes: 'local-as-utc' } })
  await service.addFaults(lost(true))
  const { ref: earlier } = await sell(counter)
  await reachedChoice(counter, earlier)
  // The service dates the first order an hour late: at the time of the second, which never arrives.
  const { recordedAtMs } = await counter.readSale(earlier)
  await clock.pass(recordedAtMs + 58 * 60_000 - clock.nowMs())
  await service.addFaults(lost(false))
  const { ref: later } = await sell(counter)
  await reachedChoice(counter, later)
  await lookedOften(service)
  expect(await counter.readSale(later)).toMatchObject({ phase: 'in-doubt', serviceId: null })
})

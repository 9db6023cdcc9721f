/** The tour of the counter: once by itself, in training, and never in the way of a sale. */
import { expect, test } from 'vitest'
import { createClient } from '../../renderer/client.ts'
import type { SellStep } from '../../renderer/features/sell/flow.ts'
import { createSelling } from '../../renderer/features/sell/sell-store.ts'
import { firstStepOf } from '../../renderer/features/sell/services.ts'
import {
  moveTour,
  noteTourSale,
  shownStop,
  stopBehind,
  type TourFacts,
  tourStops,
} from '../../renderer/features/tour/tour.ts'
import { createScreen } from '../../renderer/screen-store.ts'
import { createCounter } from '../../renderer/store.ts'
import { createTestBridge, ok, saleOf, snapshotOf } from '../support/bridge.ts'

const fresh: TourFacts = {
  ...{ tour: null, environment: 'training', isOpen: true, tourDone: false },
  step: firstStepOf('internet'),
}
const outcome: SellStep = { kind: 'outcome', service: 'internet', sale: saleOf(1) }

test.each<[string, Partial<TourFacts>, string | null]>([
  ['a counter that nobody has used', {}, 'number'],
  ['one that was gone through', { tourDone: true }, null],
  ['one that is begun again', { tourDone: true, tour: 'number' }, 'number'],
  ['one that was left in this window', { tour: 'left' }, null],
  ['a counter that sells for real', { environment: 'production' }, null],
  ['a sandbox', { environment: 'sandbox', tour: 'number' }, null],
  ['a journal that does not open', { isOpen: false }, null],
  ['a sale in hand', { step: outcome, tour: 'help' }, null],
])('%s: %j shows %s', (_, change, stop) => expect(shownStop({ ...fresh, ...change })).toBe(stop))

test('goes from stop to stop and ends behind the last', () => {
  expect(tourStops.length).toBeLessThanOrEqual(5)
  expect(tourStops.map(stopBehind)).toEqual([...tourStops.slice(1), 'left'])
})

async function startTour(tourDone = false) {
  const testBridge = createTestBridge()
  const { settings } = snapshotOf()
  testBridge.answer('app.snapshot', () => ok(snapshotOf({ settings: { ...settings, tourDone } })))
  testBridge.answer('settings.update', () => ok(settings))
  const client = createClient(testBridge.bridge)
  const wait = () => new Promise<void>(() => undefined)
  const counter = createCounter({ client, wait })
  await counter.resync()
  const parts = { client, counter, screen: createScreen(), selling: createSelling({ client, wait }) }
  const kept = () =>
    testBridge.asked.filter(({ name }) => name === 'settings.update').map(({ input }) => input)
  return { ...parts, kept }
}

test('that is gone through or left is kept as done, once', async () => {
  const tour = await startTour()
  for (const key of ['next', 'end', 'end'] as const) moveTour(tour, key)
  expect(tour.kept()).toEqual([{ tourDone: true }])
  expect(tour.screen.store.getState().tour).toBe('left')
})

test('ends with a sale: no key takes its place', async () => {
  const tour = await startTour()
  const at = () => tour.screen.store.getState().tour
  for (let press = 0; press < 6; press += 1) moveTour(tour, 'next')
  expect([at(), tour.kept()]).toEqual(['sale', []])
  noteTourSale(tour)
  expect(at()).toBe('sale')
  tour.selling.takeUp(saleOf(1))
  noteTourSale(tour)
  expect([at(), tour.kept()]).toEqual(['sold', [{ tourDone: true }]])
  tour.selling.next()
  moveTour(tour, 'next')
  expect([at(), tour.kept()]).toEqual(['left', [{ tourDone: true }]])
})

test('has no keys where it is not on the screen', async () => {
  const tour = await startTour(true)
  moveTour(tour, 'next')
  moveTour(tour, 'end')
  expect([tour.kept(), tour.screen.store.getState().tour]).toEqual([[], null])
})

/** The tour of the counter: once by itself, in training, and never in the way of a sale. */
import { expect, test } from 'vitest'
import { createClient } from '../../renderer/client.ts'
import type { SellStep } from '../../renderer/features/sell/flow.ts'
import { createSelling } from '../../renderer/features/sell/sell-store.ts'
import { firstStepOf } from '../../renderer/features/sell/services.ts'
import {
  moveTour,
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
  ['a counter that nobody has used', {}, 'services'],
  ['one that was gone through', { tourDone: true }, null],
  ['one that is begun again', { tourDone: true, tour: 'services' }, 'services'],
  ['one that was left in this window', { tour: 'left' }, null],
  ['a counter that sells for real', { environment: 'production' }, null],
  ['a sandbox', { environment: 'sandbox', tour: 'number' }, null],
  ['a journal that does not open', { isOpen: false }, null],
  ['a sale in hand', { step: outcome, tour: 'review' }, null],
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
  for (const keys of [
    ['next', 'next', 'next', 'next', 'next', 'next'],
    ['next', 'end', 'end'],
  ] as const) {
    const tour = await startTour()
    for (const key of keys) moveTour(tour, key)
    expect(tour.kept()).toEqual([{ tourDone: true }])
    expect(tour.screen.store.getState().tour).toBe('left')
  }
})

test('has no keys where it is not on the screen', async () => {
  const tour = await startTour(true)
  moveTour(tour, 'next')
  moveTour(tour, 'end')
  expect([tour.kept(), tour.screen.store.getState().tour]).toEqual([[], null])
})

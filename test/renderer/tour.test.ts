/** The tour of the counter: once by itself, in training, and never in the way of a sale. */
import { describe, expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { createClient } from '../../renderer/client.ts'
import type { SellStep } from '../../renderer/features/sell/flow.ts'
import { createSelling } from '../../renderer/features/sell/sell-store.ts'
import { firstStepOf } from '../../renderer/features/sell/services.ts'
import {
  moveTour,
  noteTourSale,
  noteTourShift,
  placeOf,
  shiftStops,
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
const outcome: SellStep = { kind: 'outcome', service: 'internet', ref: saleOf(1).ref }

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

test('goes from stop to stop and ends after the last', () => {
  expect(tourStops.length).toBeLessThanOrEqual(5)
  expect(tourStops.map(stopBehind)).toEqual([...tourStops.slice(1), 'left'])
  expect(shiftStops.map(stopBehind)).toEqual([...shiftStops.slice(1), 'left'])
  expect(placeOf('shift-x')).toEqual({ place: 3, count: 5 })
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
  const selling = createSelling({ client, wait, sales: counter })
  const parts = { client, counter, selling, screen: createScreen(counter) }
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
  tour.selling.resumeSale(saleOf(1))
  noteTourSale(tour)
  expect([at(), tour.kept()]).toEqual(['sold', [{ tourDone: true }]])
  tour.selling.next()
  moveTour(tour, 'next')
  expect([at(), tour.kept()]).toEqual(['left', [{ tourDone: true }]])
})

describe('the practice of a shift', () => {
  const shift = {
    ...{ shift: 1, state: 'open' as const, openedAtMs: 1, openedBy: 'Amina', floatCentimes: centimes(0) },
    ...{ overnight: null, counted: null },
  }

  async function practise() {
    const tour = await startTour(true)
    const { till } = snapshotOf()
    const changed = (open: boolean) => {
      const event = {
        kind: 'till-changed',
        till: { ...(till ?? expect.fail()), shift: open ? shift : null },
      } as const
      const { mirror } = tour.counter.store.getState()
      tour.counter.store.setState({ mirror: { ...(mirror ?? expect.fail()), till: event.till } })
      noteTourShift(tour)
    }
    tour.screen.goTo('shift-open')
    return { ...tour, changed, at: () => tour.screen.store.getState().tour }
  }

  test('waits at each stop for the act at the till, and changes no setting', async () => {
    const tour = await practise()
    const { changed, at } = tour
    const seen = [at()]
    const look = () => {
      moveTour(tour, 'next')
      seen.push(at())
    }
    noteTourShift(tour, true)
    look()
    changed(true)
    look()
    tour.selling.resumeSale(saleOf(1))
    noteTourSale(tour)
    tour.selling.next()
    look()
    noteTourShift(tour, true)
    look()
    changed(false)
    seen.push(at())
    expect(seen).toEqual(['shift-open', 'shift-open', 'shift-sale', 'shift-x', 'shift-close', 'shift-done'])
    moveTour(tour, 'next')
    expect([at(), tour.kept()]).toEqual(['left', []])
  })

  test('ends with the shift, however early it is closed', async () => {
    const { changed, at } = await practise()
    changed(true)
    changed(false)
    expect(at()).toBe('shift-done')
  })
})

test('has no keys while it is not on the screen', async () => {
  const tour = await startTour(true)
  moveTour(tour, 'next')
  moveTour(tour, 'end')
  expect([tour.kept(), tour.screen.store.getState().tour]).toEqual([[], null])
})

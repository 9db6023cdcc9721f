/** Endings that nobody at the counter saw: what is shown on the desktop, how much of it at once, and what a press does. */
import { describe, expect, test } from 'vitest'
import { createEvents } from '#core/events.ts'
import {
  follow,
  isLateEnding,
  maxShown,
  nothingShown,
  startNotifier,
  withEnding,
  withoutEnding,
} from '#core/notify/notifier.ts'
import { wordsOfCount, wordsOfSale } from '#core/notify/words.ts'
import type { Desktop, DesktopNotification } from '#core/ports.ts'
import { centimes } from '#shared/money.ts'
import type { Order } from '#shared/products/orders.ts'
import { locales, type SaleView } from '#shared/views.ts'
import { saleOf, snapshotOf } from '../support/bridge.ts'
import { startCore, startShop, until } from '../support/core.ts'
import { startWholeCounter } from '../support/counter.ts'
import { refNumber } from '../support/refs.ts'
import { virtualClock } from '../support/virtual-clock.ts'

const following = follow(undefined, 'handling')
const queued = follow(follow(undefined, 'queued'), 'handling')
const open = saleOf(1, { state: 'following', phase: 'handling' })
const cancelled = saleOf(1, { state: 'cancelled', phase: 'cancelled', givenUp: true })

describe('an ending', () => {
  test.each<[string, Parameters<typeof isLateEnding>, boolean]>([
    ['of a sale that nobody watched is late', [following, saleOf(1), false], true],
    ['under the cashier’s eyes is not', [following, saleOf(1), true], false],
    ['of a queued sale is late wherever the cashier is', [queued, saleOf(1), true], true],
    ['that was shown before is none', [undefined, saleOf(1), false], false],
    ['has not come while the sale is open', [following, open, false], false],
    ['is not what the cashier gave up', [follow(undefined, 'unsent'), cancelled, false], false],
    ['is what becomes of that later', [undefined, saleOf(1, { givenUp: true }), false], true],
  ])('%s', (_, asked, is) => expect(isLateEnding(...asked)).toBe(is))

  test('counts once on the desktop, and more than a few are one', () => {
    const refs = Array.from({ length: maxShown + 2 }, (_, place) => refNumber(place))
    const [first = refNumber(0)] = refs
    const some = refs.slice(0, maxShown).reduce(withEnding, nothingShown)
    expect(some).toEqual({ kind: 'sales', refs: refs.slice(0, maxShown) })
    expect(withEnding(some, first).refs).toHaveLength(maxShown)
    expect(withoutEnding(some, first)).toEqual({ kind: 'sales', refs: refs.slice(1, maxShown) })
    expect(refs.reduce(withEnding, nothingShown)).toEqual({ kind: 'count', refs })
  })
})

const bill: Order = {
  ...{ kind: 'bill', partner: 'SEAAL', accountNumber: '100001 / 1234567', discoveryRef: refNumber(1) },
  ...{ transactionId: '65f0c1d2e3a4b5c6d7e8f901', bills: [], feeCentimes: centimes(3_000) },
}
const orders: readonly Order[] = [
  bill,
  { kind: 'internet', type: 'ADSL', number: '023456789', valueCentimes: centimes(100_000) },
  {
    ...{ kind: 'mobile', planCode: 'PIXX', planName: 'Pixx', planKind: 'fixed', operator: 'Mobilis' },
    ...{ number: '0661234567', amountCentimes: centimes(50_000) },
  },
  {
    ...{ kind: 'gift-card', productId: 'steam-us', productTitle: 'Steam\u202e', typeId: 'steam-us-5' },
    ...{ typeName: '5 $', quantity: 3, unitCentimes: centimes(115_000) },
  },
]

describe.each(locales)('the words in %s', (locale) => {
  test('say how the sale ended, without code, number or account', () => {
    const cards = [{ codeTail: '9911', serialTail: '8822' }]
    const words = orders.map((order) => wordsOfSale(saleOf(1, { order, cards, cardTail: '7733' }), locale))
    const text = JSON.stringify(words)
    for (const secret of ['023456789', '0661234567', '66123', '100001', '12345', '9911', '8822', '7733'])
      expect(text).not.toContain(secret)
    expect(text).toContain('Steam')
    expect(text).not.toContain('\u202e')
    expect(words.every(({ title, body }) => title !== '' && body !== '')).toBe(true)
  })

  test('count with every form of the language', () => {
    const said = [1, 2, 3, 11, 100, 1_000].map((count) => wordsOfCount(count, locale).title)
    expect(said.some((title) => title.includes('11'))).toBe(true)
    expect(said.join()).not.toContain('#')
    if (locale === 'ar') expect(new Set(said.map((title) => title.replace(/\d+/, ''))).size).toBe(4)
  })
})

test('a partial delivery, a refund and a refusal each have their own words', () => {
  const title = (change: Partial<SaleView>) => wordsOfSale(saleOf(1, change), 'fr').title
  expect(title({ state: 'refunded', phase: 'refunded' })).toContain('Échouée')
  expect(title({ state: 'refused', phase: 'refused' })).toBe('Vente refusée')
  expect(title({ order: bill })).toBe('Facture payée')
})

/** A desktop in memory, with the person at it. */
function createTestDesktop() {
  const shown = new Map<number, DesktopNotification>()
  const ends = new Map<number, (how: 'pressed' | 'gone') => void>()
  const listeners = new Set<() => void>()
  let count = 0
  let isInFront = false
  const come = (): void => {
    isInFront = true
    for (const listener of listeners) listener()
  }
  const desktop: Desktop = {
    isCounterInFront: () => isInFront,
    bringToFront: come,
    onFront(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify(notification, onEnd) {
      count += 1
      const number = count
      shown.set(number, notification)
      ends.set(number, onEnd)
      return () => void shown.delete(number)
    },
  }
  const end = (how: 'pressed' | 'gone'): void => {
    const [number = 0] = shown.keys()
    shown.delete(number)
    ends.get(number)?.(how)
  }
  return { desktop, shown, end, come, total: () => count, leave: () => (isInFront = false) }
}

async function startWithDesktop() {
  const person = createTestDesktop()
  const counter = await startWholeCounter({ ...(await startShop()), ports: { desktop: person.desktop } })
  const sellAll = async (count: number): Promise<void> => {
    for (let place = 0; place < count; place += 1) {
      const { ref } = await counter.sell(`02400001${place}`)
      await counter.reached(ref, 'fulfilled')
    }
  }
  return { ...counter, person, sellAll }
}

test('a snapshot that could not be read is asked for again, and events are followed from then on', async () => {
  const person = createTestDesktop()
  const clock = virtualClock()
  const events = createEvents({ write: () => undefined })
  const settings = { ...snapshotOf().settings, desktopNotifications: true }
  const answers = [undefined, undefined, snapshotOf({ sales: [open], settings })]
  const readSnapshot = async () => answers.shift()
  const stop = startNotifier({ desktop: person.desktop, events, clock, readSnapshot })
  await clock.pass(4_000)
  expect(answers).toHaveLength(2)
  await clock.pass(60_000)
  expect(answers).toHaveLength(0)
  events.publish({ kind: 'sale-changed', sale: saleOf(1) })
  expect(person.shown.size).toBe(1)
  stop()
  expect(clock.waits()).toBe(0)
})

test('an ending during that time is notified once it can be read, and once', async () => {
  const person = createTestDesktop()
  const counter = await startCore(await startShop())
  const clock = virtualClock()
  let isReadable = false
  const readSnapshot = async () => (isReadable ? counter.command('app.snapshot', {}) : undefined)
  const events = { ...createEvents({ write: () => undefined }), onEvent: counter.core.onEvent }
  const stop = startNotifier({ desktop: person.desktop, events, clock, readSnapshot })
  await clock.pass(1)
  const { ref } = await counter.sell('024000001')
  await counter.reached(ref, 'fulfilled')
  await clock.pass(60_000)
  expect(person.total()).toBe(0)
  isReadable = true
  await clock.pass(60_000)
  await until('it is shown', () => person.total() > 0)
  expect([...person.shown.values()]).toMatchObject([{ title: 'Vente livrée' }])
  expect(clock.waits()).toBe(0)
  stop()
})

describe('the counter', () => {
  test('notifies an ending that nobody saw; a press brings it to the front and opens the sale', async () => {
    const { person, events, sell, reached } = await startWithDesktop()
    const { ref } = await sell('024000001')
    await reached(ref, 'fulfilled')
    expect([...person.shown.values()]).toMatchObject([{ title: 'Vente livrée' }])
    person.end('pressed')
    expect(events.at(-1)?.event).toMatchObject({ kind: 'sale-pressed', sale: { ref, phase: 'fulfilled' } })
    expect(person.desktop.isCounterInFront()).toBe(true)
    expect(person.shown.size).toBe(0)
  })

  test('notifies nothing while it is in front, or if the setting is off', async () => {
    const { person, sellAll, command } = await startWithDesktop()
    person.come()
    await sellAll(1)
    person.leave()
    await command('settings.update', { desktopNotifications: false })
    await sellAll(2)
    expect(person.total()).toBe(0)
    await command('settings.update', { desktopNotifications: true, locale: 'en' })
    await sellAll(1)
    expect([...person.shown.values()]).toMatchObject([{ title: 'Sale delivered' }])
  })

  test('never shows more than a few, then one with their count, until it is in front', async () => {
    const { person, sellAll } = await startWithDesktop()
    await sellAll(maxShown)
    expect(person.shown.size).toBe(maxShown)
    await sellAll(2)
    expect([...person.shown.values()]).toMatchObject([{ title: `${maxShown + 2} ventes ont pris fin` }])
    person.come()
    expect(person.shown.size).toBe(0)
    person.leave()
    await sellAll(1)
    expect([...person.shown.values()]).toMatchObject([{ title: 'Vente livrée' }])
  })

  test('notifies after a restart that a queued sale has ended, even in front', async () => {
    const shop = await startShop()
    const before = await startWholeCounter(shop)
    const { ref } = await before.sell('030000002')
    await before.reached(ref, 'queued')
    await before.core.stop()
    const person = createTestDesktop()
    person.come()
    const { dataDir, keychain } = before
    const again = await startWholeCounter({ ...shop, dataDir, keychain, ports: { desktop: person.desktop } })
    await again.reached(ref, 'fulfilled')
    await until('it is shown', () => person.shown.size === 1)
  })

  test('clears the desktop when it ends', async () => {
    const { person, core, sell, reached } = await startWithDesktop()
    const { ref } = await sell('024000001')
    await reached(ref, 'fulfilled')
    await core.stop()
    expect(person.shown.size).toBe(0)
  })
})

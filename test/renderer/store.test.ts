/** The window's mirror of the core: level, or known not to be. */
import { describe, expect, test, vi } from 'vitest'
import { sameCustomerMs } from '#shared/dates.ts'
import type { SaleView } from '#shared/views.ts'
import { createClient } from '../../renderer/client.ts'
import { isNews } from '../../renderer/features/sales/news.ts'
import { listedSales } from '../../renderer/mirror.ts'
import { type Counter, createCounter, snapshotPausesMs } from '../../renderer/store.ts'
import { createTestBridge, ok, refuse, saleOf, snapshotOf, type TestBridge } from '../support/bridge.ts'

interface Started {
  readonly testBridge: TestBridge
  readonly counter: Counter
  readonly reported: (readonly [SaleView | undefined, SaleView])[]
  /** The sales that were reported as the window's first. */
  readonly first: (readonly SaleView[])[]
  /** How often the window had to begin anew. */
  readonly renewals: () => number
}

const changed = (seed: number, change: Partial<SaleView> = {}) =>
  ({ kind: 'sale-changed', sale: saleOf(seed, change) }) as const

/** A counter whose pauses end at once and whose time-outs never come. */
async function startCounter(
  snapshots: readonly (() => unknown)[],
  nowMs: () => number = () => 0,
): Promise<Started> {
  const testBridge = createTestBridge()
  let turn = 0
  testBridge.answer('app.snapshot', () => {
    const snapshot = snapshots[Math.min(turn, snapshots.length - 1)]
    turn += 1
    return snapshot?.()
  })
  const reported: (readonly [SaleView | undefined, SaleView])[] = []
  const first: (readonly SaleView[])[] = []
  let renewals = 0
  const counter = createCounter({
    client: createClient(testBridge.bridge),
    wait: (delayMs) =>
      snapshotPausesMs.includes(delayMs) ? Promise.resolve() : new Promise<void>(() => undefined),
    nowMs,
    onSale: (before, after) => reported.push([before, after]),
    onFirst: (sales) => first.push(sales),
    onAccount: () => {
      renewals += 1
    },
  })
  counter.start()
  return { testBridge, counter, reported, first, renewals: () => renewals }
}

const settled = (counter: Counter) =>
  vi.waitFor(() => {
    expect(counter.store.getState().phase).not.toBe('loading')
  })
const refsIn = (counter: Counter) => listedSales(counter.store.getState()).map((sale) => sale.ref)
const snapshotsAsked = (testBridge: TestBridge) =>
  testBridge.asked.filter(({ name }) => name === 'app.snapshot').length

describe('the mirror', () => {
  test('applies events above its snapshot, newest sale first, and leaves older ones alone', async () => {
    const { testBridge, counter } = await startCounter([
      () => ok(snapshotOf({ sequence: 5, sales: [saleOf(2)] })),
    ])
    await settled(counter)
    testBridge.sendNumbered(5, changed(9))
    testBridge.sendNumbered(6, changed(1))
    testBridge.sendNumbered(7, changed(3))
    expect(refsIn(counter)).toEqual([saleOf(3).ref, saleOf(2).ref, saleOf(1).ref])
    expect(snapshotsAsked(testBridge)).toBe(1)
  })

  test('takes a snapshot of a journal that opens, and shows it like the first', async () => {
    const { status } = snapshotOf()
    const journal = { kind: 'closed', problem: 'damaged', detail: 'x' } as const
    const closed = { ...status, journal, selling: { open: false, why: 'journal', detail: 'x' } as const }
    const { testBridge, counter, reported, first } = await startCounter([
      () => ok(snapshotOf({ sequence: 1, status: closed })),
      () => ok(snapshotOf({ sequence: 4, sales: [saleOf(2), saleOf(1)] })),
    ])
    await settled(counter)
    testBridge.sendNumbered(2, { kind: 'status-changed', status })
    await vi.waitFor(() => expect(refsIn(counter)).toEqual([saleOf(2).ref, saleOf(1).ref]))
    expect(counter.store.getState().mirror?.status.journal.kind).toBe('open')
    expect(reported).toEqual([])
    expect(first).toHaveLength(2)
  })

  test('begins anew once when another account is opened, and not for an event that it has seen', async () => {
    const second = snapshotOf({ sequence: 6, startedAtMs: 0, sales: [saleOf(4)] })
    const { testBridge, counter, renewals } = await startCounter([
      () => ok(snapshotOf({ sequence: 5 })),
      () => ok(second),
    ])
    await settled(counter)
    testBridge.sendNumbered(5, { kind: 'account-changed' })
    expect(renewals()).toBe(0)
    testBridge.sendNumbered(6, { kind: 'account-changed' })
    expect(renewals()).toBe(1)
    await vi.waitFor(() => expect(refsIn(counter)).toEqual([saleOf(4).ref]))
    expect(renewals()).toBe(1)
  })

  test('starts over if the event was lost and a snapshot comes from another core; its sales are no news', async () => {
    const { testBridge, counter, reported, renewals } = await startCounter([
      () => ok(snapshotOf({ sales: [saleOf(1)] })),
      () => ok(snapshotOf({ sequence: 9, startedAtMs: 7, sales: [saleOf(2)] })),
    ])
    await settled(counter)
    testBridge.sendNumbered(9, changed(2))
    await vi.waitFor(() => expect(renewals()).toBe(1))
    expect(reported).toEqual([])
  })

  test('replaces a sale by its new view and passes on the earlier one', async () => {
    const handling = saleOf(2, { state: 'following', phase: 'handling' })
    const { testBridge, counter, reported } = await startCounter([
      () => ok(snapshotOf({ sales: [handling] })),
    ])
    await settled(counter)
    testBridge.sendNumbered(1, changed(2))
    expect(refsIn(counter)).toEqual([handling.ref])
    expect(reported).toEqual([[handling, saleOf(2)]])
  })

  test('reports changes between two snapshots like an event', async () => {
    const handling = saleOf(2, { state: 'following', phase: 'handling' })
    const left = saleOf(1, { state: 'in-doubt', phase: 'in-doubt' })
    const refunded = saleOf(2, { state: 'refunded', phase: 'refunded' })
    const { testBridge, counter, reported, first } = await startCounter([
      () => ok(snapshotOf({ sales: [handling, left] })),
      () => ok(snapshotOf({ sequence: 8, sales: [saleOf(4), refunded, left] })),
    ])
    await settled(counter)
    expect(reported).toEqual([])
    testBridge.sendNumbered(9, changed(3, { phase: 'sending', state: 'sending' }))
    await vi.waitFor(() => expect(counter.store.getState().mirror?.sequence).toBe(9))
    expect(reported).toEqual([
      [handling, refunded],
      [undefined, saleOf(3, { phase: 'sending', state: 'sending' })],
      [undefined, saleOf(4)],
    ])
    expect(first).toEqual([[handling, left]])
  })

  test('takes status and settings whole', async () => {
    const { testBridge, counter } = await startCounter([() => ok(snapshotOf())])
    await settled(counter)
    const { status, settings } = snapshotOf()
    testBridge.sendNumbered(1, { kind: 'status-changed', status: { ...status, connection: 'offline' } })
    testBridge.sendNumbered(2, { kind: 'settings-changed', settings: { ...settings, locale: 'ar' } })
    expect(counter.store.getState().mirror).toMatchObject({
      sequence: 2,
      status: { connection: 'offline' },
      settings: { locale: 'ar' },
    })
  })

  test.each([
    ['a gap in the numbers', (testBridge: TestBridge) => testBridge.sendNumbered(4, changed(7))],
    [
      'an event that cannot be read',
      (testBridge: TestBridge) => testBridge.send({ sequence: 1, event: { kind: 'new' } }),
    ],
    ['an event that is no object', (testBridge: TestBridge) => testBridge.send('hello')],
  ])('asks for a new snapshot after %s', async (_what, disturb) => {
    const second = snapshotOf({ sequence: 4, sales: [saleOf(7), saleOf(2)] })
    const { testBridge, counter } = await startCounter([() => ok(snapshotOf()), () => ok(second)])
    await settled(counter)
    disturb(testBridge)
    await vi.waitFor(() => expect(refsIn(counter)).toEqual([saleOf(7).ref, saleOf(2).ref]))
    testBridge.sendNumbered(5, changed(8))
    expect(counter.store.getState().mirror?.sequence).toBe(5)
    expect(snapshotsAsked(testBridge)).toBe(2)
  })

  test('applies what arrived while the snapshot was on its way, whatever its order', async () => {
    let arrive: (reply: unknown) => void = () => undefined
    const { testBridge, counter } = await startCounter([
      () =>
        new Promise((resolve) => {
          arrive = resolve
        }),
    ])
    await vi.waitFor(() => expect(testBridge.asked).toHaveLength(1))
    testBridge.sendNumbered(3, changed(3))
    testBridge.sendNumbered(1, changed(1))
    testBridge.sendNumbered(2, changed(2))
    arrive(ok(snapshotOf({ sequence: 1, sales: [saleOf(1)] })))
    await settled(counter)
    expect(counter.store.getState().mirror?.sequence).toBe(3)
    expect(refsIn(counter)).toEqual([saleOf(3).ref, saleOf(2).ref, saleOf(1).ref])
  })

  test.each([
    ['a reply that fails its schema', () => ok({ sequence: 'one' })],
    ['a reply that is none', () => null],
    [
      'a bridge that throws',
      () => {
        throw new Error('gone')
      },
    ],
    ['an error', () => refuse({ kind: 'internal' })],
  ])('is broken after %s, in a bounded number of tries, and comes back when asked', async (_what, fail) => {
    let mended = false
    const { testBridge, counter } = await startCounter([() => (mended ? ok(snapshotOf()) : fail())])
    await settled(counter)
    expect(counter.store.getState()).toMatchObject({ phase: 'broken', error: { kind: 'internal' } })
    expect(snapshotsAsked(testBridge)).toBe(1 + snapshotPausesMs.length)
    mended = true
    expect(await counter.resync()).toBe(true)
    expect(counter.store.getState().phase).toBe('level')
  })

  test('is broken without a bridge', async () => {
    const counter = createCounter({ client: createClient(undefined), wait: () => Promise.resolve() })
    counter.start()
    await settled(counter)
    expect(counter.store.getState().phase).toBe('broken')
  })
})

describe('a new day of the shop', () => {
  // Midnight in Algiers.
  const nextDayMs = Date.parse('2026-05-02T23:00:00Z')
  const status = snapshotOf().status
  const statusChanged = { kind: 'status-changed', status } as const
  const at = (atMs: number, change: Partial<SaleView> = {}): Partial<SaleView> => ({
    ...{ recordedAtMs: atMs, changedAtMs: atMs },
    ...change,
  })
  const openState = { state: 'following', phase: 'handling' } as const
  const sales = [
    saleOf(4, at(nextDayMs - 1)),
    saleOf(3, at(nextDayMs - 2_000)),
    saleOf(2, at(nextDayMs - 3_000, openState)),
    saleOf(1, at(nextDayMs - 4_000)),
  ]
  const [shown, ended, open, refunded] = sales.map(({ ref }) => ref)

  test('some minutes into it, with the first event, what had ended before leaves the lists; what a screen holds is kept', async () => {
    let nowMs = nextDayMs - 1
    const { testBridge, counter, reported } = await startCounter(
      [() => ok(snapshotOf({ sales }))],
      () => nowMs,
    )
    await settled(counter)
    const release = counter.hold({ refs: () => (shown ? [shown] : []) })
    nowMs = nextDayMs + sameCustomerMs - 1
    testBridge.sendNumbered(1, statusChanged)
    expect(refsIn(counter)).toEqual([shown, ended, open, refunded])
    nowMs = nextDayMs + sameCustomerMs
    testBridge.sendNumbered(2, changed(1, { ...sales[3], phase: 'refunded', changedAtMs: nextDayMs }))
    expect(refsIn(counter)).toEqual([open, refunded])
    expect(reported.map(([before, after]) => [before?.phase, after.phase])).toEqual([
      ['fulfilled', 'refunded'],
    ])
    const state = counter.store.getState()
    expect([...state.salesByRef.keys()].toSorted()).toEqual([refunded, open, shown])
    expect([...state.kept]).toEqual([shown])
    release()
    expect(shown && counter.saleOf(shown)).toBeUndefined()
  })

  test('what had ended before is in no list of a snapshot that was asked for in time and comes too late', async () => {
    let nowMs = nextDayMs - 1
    const { testBridge, counter } = await startCounter(
      [
        () => {
          nowMs = nextDayMs + sameCustomerMs
          return ok(snapshotOf({ sales }))
        },
      ],
      () => nowMs,
    )
    await settled(counter)
    testBridge.sendNumbered(1, statusChanged)
    expect(refsIn(counter)).toEqual([open])
  })

  test.each([
    ['in the evening', nextDayMs - 1],
    ['the next day', nextDayMs + sameCustomerMs],
  ])('codes that come %s are reported as late, whatever the lists still hold', async (_when, thenMs) => {
    let nowMs = nextDayMs - 1
    const card = { codeTail: '9F2K', serialTail: null }
    const sold = saleOf(1, at(nextDayMs - 60_000, { cards: [card], incomplete: true }))
    const { testBridge, counter, reported } = await startCounter(
      [() => ok(snapshotOf({ sales: [sold] }))],
      () => nowMs,
    )
    await settled(counter)
    nowMs = thenMs
    testBridge.sendNumbered(1, statusChanged)
    const sale = { ...sold, cards: [card, card], incomplete: false, changedAtMs: thenMs }
    expect(counter.hasLateCodes(sale.ref)).toBe(false)
    testBridge.sendNumbered(2, { kind: 'sale-changed', sale, restCame: true })
    expect(reported.map(([before, after]) => isNews(before, after))).toEqual([true])
    expect(counter.hasLateCodes(sale.ref)).toBe(true)
    // What becomes of it after that is no delivery.
    testBridge.sendNumbered(3, { kind: 'sale-changed', sale: { ...sale, attempts: 2 } })
    expect(reported.slice(1).map(([before, after]) => isNews(before, after))).toEqual([false])
  })

  test('codes that came while no window was there are known as late from the first snapshot on', async () => {
    const sale = saleOf(1, at(nextDayMs))
    const { counter, first } = await startCounter([
      () => ok(snapshotOf({ sales: [sale, saleOf(2, at(nextDayMs))], lateCodes: [sale.ref] })),
    ])
    await settled(counter)
    expect(first).toHaveLength(1)
    expect([sale.ref, saleOf(2).ref].map(counter.hasLateCodes)).toEqual([true, false])
  })

  test('the lists hold no more than a day, however long the window runs', async () => {
    const dayMs = 86_400_000
    let nowMs = nextDayMs + sameCustomerMs
    const { testBridge, counter } = await startCounter([() => ok(snapshotOf())], () => nowMs)
    await settled(counter)
    for (let seed = 1; seed <= 100; seed += 1) {
      nowMs = nextDayMs + sameCustomerMs + Math.floor(seed / 10) * dayMs + seed
      testBridge.sendNumbered(seed, changed(seed, at(nowMs)))
    }
    expect(refsIn(counter)).toEqual([saleOf(100).ref])
    expect(counter.store.getState().salesByRef.size).toBe(1)
  })
})

test.each([
  ['behind the snapshot', 1],
  ['in the snapshot already', 2],
])(
  'codes of an earlier day that come while a snapshot is on its way are reported as late: %s',
  async (_name, sequence) => {
    const card = { codeTail: '9F2K', serialTail: null }
    const sale = saleOf(1, { phase: 'fulfilled', state: 'fulfilled', cards: [card] })
    const held = Promise.withResolvers<void>()
    const { testBridge, counter, reported } = await startCounter([
      () => ok(snapshotOf({ sequence: 0 })),
      () => held.promise.then(() => ok(snapshotOf({ sequence, sales: sequence === 2 ? [sale] : [] }))),
    ])
    await settled(counter)
    testBridge.sendNumbered(2, { kind: 'sale-changed', sale, restCame: true })
    held.resolve()
    await vi.waitFor(() => expect(reported.map(([before, after]) => isNews(before, after))).toEqual([true]))
    expect(counter.hasLateCodes(sale.ref)).toBe(true)
  },
)

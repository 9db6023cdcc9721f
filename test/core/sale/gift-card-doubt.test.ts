/**
 * Gift cards, of which the service knows no ref: whose a lost order is, is found out among all of the account's, by two
 * witnesses. Whatever happens, no order is taken for two sales, and none is made twice.
 */
import { describe, expect, test } from 'vitest'
import { LANDS_WITHIN_MS } from '#core/sale/time-window.ts'
import { morningMs } from '../../support/clock.ts'
import { phasesOf, startCounter, until } from '../../support/core.ts'
import type { Deviations } from '../../support/drawn-behaviour.ts'
import {
  lookedOften,
  lost,
  openShop,
  orderElsewhere,
  ordersAt,
  otherCard,
  patientLimits,
  post,
  reachedChoice,
  saidNotReceived,
  sell,
  withOrders,
} from '../../support/gift-card-shop.ts'
import { busy, historyPath, type Item, later, movements, orders } from '../../support/list-rewrites.ts'
import { longTest } from '../../support/long-test.ts'
import { startReconciledShop } from '../../support/reconciled-shop.ts'
import { bookOf, soldItem } from '../../support/two-books.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const SECOND_MS = 1_000
/** A list of orders as though the ones that were lost here were not in it. */
const withoutOrders = (text: string) =>
  withOrders(text, (items) => items.filter(({ product }) => product === otherCard.productId))

/** A history of which nothing is there yet. */
const withoutMovements = (text: string) => text.replace(/"items":\[.*?\],(?="pagination")/s, '"items":[],')

/** A list that dates what was lost at its end, and shows it to who asks for that time. */
const endedLater = (path: string, text: string, ms: number) => {
  const untilMs = Date.parse(new URL(path, 'http://service').searchParams.get('to') ?? '')
  return withOrders(text, (items) =>
    items
      .map((item) => (item.product === otherCard.productId ? item : { ...item, time: later(ms)(item.time) }))
      .filter(({ time }) => !(Date.parse(time) > untilMs)),
  )
}

describe('a lost order', () => {
  test('is not matched with another sale, made a moment before or after', async () => {
    const { service, counter } = await openShop()
    const before = await sell(counter)
    await counter.reached(before.ref, 'fulfilled')
    await service.addFaults(lost(false))
    const { ref } = await sell(counter)
    await counter.reached(ref, 'in-doubt')
    const after = await sell(counter)
    await counter.reached(after.ref, 'fulfilled')
    expect(await counter.reached(ref, 'unsent')).toMatchObject({ serviceId: null })
    expect(await ordersAt(service)).toHaveLength(2)
  })

  longTest.each([
    ['and the clock is right', 0],
    ['and the clock is set back between the two', 2 * HOUR_MS],
  ])('that two sales wait for belongs to the one in whose time it was made: %s', async (_, aheadMs) => {
    const { clock, service, counter } = await openShop()
    await service.addFaults(lost(false), lost(true))
    clock.setBy(aheadMs)
    const older = await sell(counter)
    await counter.reached(older.ref, 'in-doubt')
    await clock.pass(2 * 60_000)
    clock.setBy(-aheadMs)
    const younger = await sell(counter)
    expect(older.ref < younger.ref).toBe(aheadMs === 0)
    const { serviceId } = await counter.reached(younger.ref, 'fulfilled')
    expect(await counter.reached(older.ref, 'unsent')).toMatchObject({ serviceId: null })
    expect(await ordersAt(service)).toEqual([serviceId])
  })

  test('that was made in the time of two sales is put before a person for both of them', async () => {
    const { service, counter } = await openShop()
    await service.addFaults(lost(false), lost(true))
    const [older, younger] = [await sell(counter), await sell(counter)]
    for (const { ref } of [older, younger]) await reachedChoice(counter, ref)
    const [made = ''] = await ordersAt(service)
    const said = { seen: [made], who: 'Amina', why: 'the customer waits' }
    const decision = { kind: 'link', serviceId: made } as const
    await counter.command('sale.decide', { ref: younger.ref, decision, ...said })
    expect(await counter.reached(younger.ref, 'fulfilled')).toMatchObject({ serviceId: made })
    expect(await counter.reached(older.ref, 'unsent')).toMatchObject({ serviceId: null })
  })

  test.each([
    ['list and history lag', { giftListLag: 'seven-minutes', historyLag: 'seven-minutes' }, 0],
    [
      'only what has ended is listed, and the history lags',
      { giftListHolds: 'ended', giftPace: 'minutes', historyLag: 'seven-minutes' },
      30_000,
    ],
    [
      'only what has ended is listed, and debited',
      { giftListHolds: 'ended', giftPace: 'minutes', debitTime: 'with-end' },
      30_000,
    ],
    [
      'the list lags, and the request was held up',
      { giftListLag: 'seven-minutes', historyLag: 'minute' },
      270_000,
    ],
  ] as const)('is not made a second time if %s', async (_, behaviour, lateMs) => {
    const { clock, service, counter } = await startCounter({}, { behaviour })
    const before = await sell(counter)
    await counter.reached(before.ref, 'fulfilled')
    await clock.pass(HOUR_MS)
    await service.addFaults(
      lateMs === 0 ? lost(true) : { ...post, action: { do: 'delay', take: 'late', ms: lateMs } },
    )
    const { ref } = await sell(counter)
    await counter.reached(ref, 'in-doubt')
    for (let seconds = 0; seconds < 1_500; seconds += 15) {
      await clock.pass(15_000)
      if ((await counter.readSale(ref)).phase === 'unsent') await counter.ask('sale.resend', { ref })
    }
    expect(await ordersAt(service)).toHaveLength(2)
  })

  test('is paid by the debit that no other sale has, although another of the sum was refunded before', async () => {
    const behaviour = {
      ...{ historyObject: 'absent', historyRefund: 'debit-gone' },
      ...{ giftListLag: 'seven-minutes' },
    } as const
    const { clock, service, counter } = await startCounter({}, { behaviour })
    const sellTraining = (typeId: string) =>
      counter.sellOrder({ kind: 'gift-card', productId: 'training-cards', typeId, quantity: 1 })
    const before = await sell(counter)
    await counter.reached(before.ref, 'fulfilled')
    await clock.pass(HOUR_MS)
    const refunded = await sellTraining('TEST_REFUND')
    await counter.reached(refunded.ref, 'refunded')
    await service.addFaults(lost(true))
    const { ref } = await sellTraining('TEST_PARTIAL')
    const phases = new Set<string>()
    for (let seconds = 0; seconds < 420; seconds += 5) {
      await clock.pass(5_000)
      phases.add((await counter.readSale(ref)).phase)
    }
    expect([...phases]).not.toContain('unsent')
  })

  /** Neither list nor history shows the order that is lost, for longer than anybody waits. */
  async function openSilentShop(behaviour: Deviations = {}, endsAfterMs = 0) {
    const hidden = { list: true, history: true, price: false }
    const shop = await openShop({
      behaviour,
      rewrite(path, text) {
        if (path.startsWith('/v3/gift-cards/list'))
          return hidden.list ? withoutOrders(text) : endedLater(path, text, endsAfterMs)
        const isHistory = path.startsWith('/v3/account/transactions')
        if (isHistory && hidden.history) return text.replaceAll('2026', '2016')
        return isHistory && hidden.price ? text.replaceAll(/"amount":-?\d+/g, '$&1') : text
      },
    })
    await shop.service.addFaults(lost(true))
    const { ref } = await sell(shop.counter)
    await shop.counter.reached(ref, 'unsent')
    return { ...shop, ref, hidden }
  }

  test('that was absent, and is listed by now, is not made a second time', async () => {
    const { service, counter, ref, hidden } = await openSilentShop()
    hidden.list = false
    const answer = await counter.ask('sale.resend', { ref })
    expect(answer).toMatchObject({ ok: false, error: { kind: 'not-allowed-now' } })
    expect(await ordersAt(service)).toHaveLength(1)
  })

  longTest(
    'that was absent, and is listed at the time of its end by now, is not made a second time',
    async () => {
      const { service, counter, ref, hidden } = await openSilentShop({}, 25 * 60_000)
      hidden.list = false
      const answer = await counter.ask('sale.resend', { ref })
      expect(answer).toMatchObject({ ok: false, error: { kind: 'not-allowed-now' } })
      expect(await ordersAt(service)).toHaveLength(1)
    },
  )

  longTest(
    'that was absent, and is paid for by now, is not made a second time: a person is asked',
    async () => {
      const { service, counter, ref, hidden } = await openSilentShop()
      hidden.history = false
      const answer = await counter.ask('sale.resend', { ref })
      expect(answer).toMatchObject({ ok: false, error: { kind: 'not-allowed-now' } })
      expect(await counter.readSale(ref)).toMatchObject({ decidable: true, reason: 'paid-for-something' })
      expect(await ordersAt(service)).toHaveLength(1)
    },
  )

  test('that was absent, and is paid for by now, is not taken for one that was recorded before it and sent hours later', async () => {
    const atMs = morningMs() - 4 * HOUR_MS
    const known = soldItem(1, atMs - 10 * MINUTE_MS, 'gift-card', 'delivered')
    const absent = soldItem(2, atMs, 'gift-card', 'not-found')
    const { order, costCentimes } = absent
    const later = {
      ...soldItem(3, atMs + 3 * HOUR_MS, 'gift-card', 'delivered'),
      ...{ order, costCentimes, sentAfterMs: 3 * HOUR_MS + MINUTE_MS },
    }
    const nameless = movements((row: Item) => ({ ...row, objid: null }))
    const { counter, service } = await startReconciledShop(
      { sinceMs: atMs - HOUR_MS, items: [known, later, absent], book: bookOf([known, absent, later]) },
      {
        rewrite: (path, text) =>
          path.startsWith('/v3/gift-cards/list')
            ? withOrders(text, (items) => items.filter(({ time }) => Date.parse(time) !== atMs))
            : nameless(path, text),
      },
    )
    expect(await counter.ask('sale.resend', { ref: absent.ref })).toMatchObject({
      error: { kind: 'not-allowed-now' },
    })
    expect(await counter.readSale(absent.ref)).toMatchObject({ reason: 'paid-for-something' })
    expect((await service.requests()).filter(({ method }) => method === 'POST')).toEqual([])
  })

  test.each([30 * HOUR_MS, 3 * HOUR_MS])(
    'does not pass for one that was recorded %i ms earlier and sent at its time, where the list names orders otherwise',
    async (sentAfterMs) => {
      const atMs = morningMs() - 4 * HOUR_MS
      const sent = { ...soldItem(1, atMs, 'gift-card', 'delivered'), sentAfterMs }
      const { order, costCentimes } = sent
      const doubted = { ...soldItem(2, atMs - SECOND_MS, 'gift-card', 'doubted'), order, costCentimes }
      const items = [doubted, sent]
      const { counter } = await startReconciledShop(
        { sinceMs: atMs - 50 * HOUR_MS, items, book: bookOf([sent]) },
        { rewrite: orders((row: Item) => ({ ...row, _id: `f${String(row['_id']).slice(1)}` })) },
      )
      await until('it is put before a person, or ends', async () => {
        const { decidable, phase } = await counter.readSale(doubted.ref)
        return decidable || phase !== 'in-doubt'
      })
      expect(await counter.readSale(doubted.ref)).toMatchObject({ phase: 'in-doubt', serviceId: null })
    },
  )

  longTest(
    'that was absent, and is paid for at another price by now, is not made a second time',
    async () => {
      const { service, counter, ref, hidden } = await openSilentShop()
      Object.assign(hidden, { history: false, price: true })
      const answer = await counter.ask('sale.resend', { ref })
      expect(answer).toMatchObject({ ok: false, error: { kind: 'not-allowed-now' } })
      expect(await counter.readSale(ref)).toMatchObject({ decidable: true, reason: 'paid-for-something' })
      expect(await ordersAt(service)).toHaveLength(1)
    },
  )

  longTest(
    'that was absent, and is listed late under another name of its type, is put before a person',
    async () => {
      const { service, counter, ref, hidden } = await openSilentShop({
        giftRowType: 'own',
        giftRowPrice: 'other',
      })
      hidden.list = false
      await reachedChoice(counter, ref)
      const serviceId = (await service.ledger()).orders.at(-1)?.id
      expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', candidates: [{ serviceId }] })
    },
  )

  test('that is listed under another name of its type, minutes beside its time, is put before a person', async () => {
    const behaviour = { serviceClock: 'minutes-ahead', giftRowType: 'own' } as const
    const { clock, service, counter } = await startCounter({}, { behaviour })
    await service.addFaults(lost(true))
    const { ref } = await sell(counter)
    await clock.pass(20 * 60_000)
    expect(phasesOf(counter, ref)).not.toContain('unsent')
    const orders = await ordersAt(service)
    expect(orders).toHaveLength(1)
    expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', decidable: true })
  })

  test('that two sales wait for is put before a person if nothing proves the list’s clock', async () => {
    const early = later(-2 * 60_000)
    const { clock, service, counter } = await openShop({
      isFresh: true,
      rewrite: (_path, text) =>
        withOrders(text, (items) => items.map((item) => ({ ...item, time: early(item.time) }))),
    })
    await service.addFaults(lost(false))
    const older = await sell(counter)
    await counter.reached(older.ref, 'in-doubt')
    // Its own request can have landed up to here, and the order of the other one is dated two minutes too early.
    await clock.pass(LANDS_WITHIN_MS + 60_000)
    await service.addFaults(lost(true))
    const younger = await sell(counter)
    await reachedChoice(counter, older.ref)
    expect(await counter.readSale(older.ref)).toMatchObject({ phase: 'in-doubt', serviceId: null })
    expect(await ordersAt(service)).toHaveLength(1)
    expect(await counter.readSale(younger.ref)).toMatchObject({ serviceId: null })
  })

  longTest('is not taken from a sale whose own answer is still under way', async () => {
    const { service, counter } = await openShop({ config: { limits: patientLimits } })
    await service.addFaults(lost(false), { ...post, action: { do: 'hold', take: true } })
    const doubted = await sell(counter)
    await counter.reached(doubted.ref, 'in-doubt')
    const sending = await sell(counter)
    await until('its answer is held', async () => (await service.heldCount()) === 1)
    await lookedOften(service)
    expect(await counter.readSale(doubted.ref)).toMatchObject({ phase: 'in-doubt', candidates: [] })
    await service.release()
    const { serviceId } = await counter.reached(sending.ref, 'fulfilled')
    expect(await ordersAt(service)).toEqual([serviceId])
    expect(phasesOf(counter, sending.ref)).not.toContain('in-doubt')
    await counter.reached(doubted.ref, 'unsent')
  })

  /** A shop whose next list of a day is read slowly once `slowly` is awaited: it has been asked for then, and not answered. */
  async function openSlowShop() {
    let isDayAsked = false
    const list = { method: 'GET', path: '/v3/gift-cards/list' } as const
    const shop = await openShop({
      ask: (path) => {
        const { pathname, searchParams } = new URL(path, 'http://service')
        const [fromMs, toMs] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''))
        if (pathname === list.path && Number(toMs) - Number(fromMs) > 12 * HOUR_MS) isDayAsked = true
        return path
      },
    })
    const slowly = async () => {
      await shop.service.addFaults({ ...list, action: { do: 'delay', take: 'late', ms: 20_000 }, times: 4 })
      isDayAsked = false
      await until('the list of the day is asked for', () => isDayAsked)
    }
    return { ...shop, slowly }
  }

  longTest('is not matched with a sale that is confirmed while the list of the day is read', async () => {
    const { clock, service, counter, slowly } = await openSlowShop()
    await service.addFaults(lost(false))
    const older = await sell(counter)
    await counter.reached(older.ref, 'in-doubt')
    // The order of the other sale is made in no attempt of this one, and this one's request may still land.
    await clock.pass(MINUTE_MS)
    await slowly()
    await service.addFaults(lost(true))
    const younger = await sell(counter)
    const { serviceId } = await counter.reached(younger.ref, 'fulfilled')
    expect(await counter.reached(older.ref, 'unsent')).toMatchObject({ serviceId: null })
    expect(await ordersAt(service)).toEqual([serviceId])
  })

  test('is put before a person if another one comes while the list of the day is read', async () => {
    const { service, counter, slowly } = await openSlowShop()
    await service.addFaults(lost(true))
    const selling = sell(counter)
    await slowly()
    const { ref } = await selling
    const elsewhere = await orderElsewhere(service)
    await reachedChoice(counter, ref)
    const { candidates } = await counter.readSale(ref)
    expect(candidates.map(({ serviceId }) => serviceId)).toContain(elsewhere)
    expect(candidates).toHaveLength(2)
    expect(phasesOf(counter, ref)).not.toContain('fulfilled')
  })

  test.each([70, -70])(
    'is not matched with another sale, under the list’s own id, when the clock is set by %s minutes while the list is read',
    async (setByMinutes) => {
      let listsToSetClock = Number.POSITIVE_INFINITY
      const onList = (path: string, text: string) => {
        if (path.startsWith('/v3/gift-cards/list')) listsToSetClock -= 1
        if (listsToSetClock === 0) clock.setBy(setByMinutes * 60_000)
        return text
      }
      const { clock, service, counter } = await openShop({
        ...{ isFresh: true, rewrite: onList, behaviour: { giftRowId: 'own' } },
      })
      await service.addFaults(lost(true))
      const first = await sell(counter)
      await counter.reached(first.ref, 'fulfilled')
      await clock.pass(2 * HOUR_MS)
      const other = await sell(counter)
      await counter.reached(other.ref, 'handling')
      await service.addFaults(lost(false))
      const { ref } = await sell(counter)
      await counter.reached(other.ref, 'fulfilled')
      await reachedChoice(counter, ref)
      // A look reads the list of the time first, and then that of the day.
      listsToSetClock = 2
      await lookedOften(service)
      expect(listsToSetClock).toBeLessThan(0)
      expect(phasesOf(counter, ref)).not.toContain('fulfilled')
    },
  )

  test('is found when the machine’s clock was set meanwhile, before or after a restart', async () => {
    for (const setByMs of [3 * HOUR_MS, -3 * HOUR_MS]) {
      const { clock, service, counter, restartAfterCut } = await openShop()
      await service.addFaults(lost(true), lost(true))
      const hidden = {
        method: 'GET',
        path: '/v3/gift-cards/list',
        action: { do: 'cut', take: false },
      } as const
      await service.addFaults({ ...hidden, times: 200 })
      const { ref } = await sell(counter)
      await counter.reached(ref, 'in-doubt')
      clock.setBy(setByMs)
      const after = await restartAfterCut()
      await service.clearFaults()
      await until('it is found', () => phasesOf(after, ref).includes('fulfilled'))
    }
  })

  test('is not absent if the account paid for one that is not listed', async () => {
    const { service, counter, odd } = await openShop({
      rewrite: (path, text) => (path.startsWith('/v3/gift-cards/list') ? withoutOrders(text) : text),
    })
    await service.addFaults(lost(true))
    const { ref } = await sell(counter)
    await lookedOften(service)
    expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt' })
    odd.on = false
    await counter.reached(ref, 'fulfilled')
  })

  longTest('that the service shows late surfaces in the sale that was not found and given up', async () => {
    const { service, counter, odd } = await openShop({
      rewrite: (path, text) => (path.startsWith(historyPath) ? withoutMovements(text) : withoutOrders(text)),
    })
    await service.addFaults(lost(true))
    const { ref } = await sell(counter)
    await counter.reached(ref, 'unsent')
    await counter.command('sale.cancel', { ref })
    odd.on = false
    expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ givenUp: true, attempts: 1 })
    expect(await ordersAt(service)).toHaveLength(1)
  })

  /** A sale that a person said was not received, and gave up within the hour of its request, after one of the same card. */
  async function openGivenUp(behaviour: Deviations = {}) {
    const shop = await openShop({ behaviour })
    await shop.clock.pass(HOUR_MS)
    await shop.service.addFaults(lost(false))
    const { ref } = await shop.counter.sellOrder({ kind: 'gift-card', ...otherCard })
    await saidNotReceived(shop.counter, ref)
    await shop.counter.command('sale.cancel', { ref })
    return { ...shop, ref }
  }

  longTest(
    'is not sought in another counter’s of another type, where the sale was given up and the list names types rightly',
    async () => {
      const { clock, service, counter, ref } = await openGivenUp()
      await orderElsewhere(service, { ...otherCard, typeId: 'psn-fr-20' })
      await clock.pass(2 * HOUR_MS)
      expect(await counter.readSale(ref)).toMatchObject({ phase: 'cancelled', candidates: [] })
    },
  )

  test('surfaces in the sale that was given up, where the list names every type otherwise', async () => {
    const { service, counter, ref } = await openGivenUp({ giftRowType: 'own' })
    const serviceId = await orderElsewhere(service, otherCard)
    await reachedChoice(counter, ref)
    expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', candidates: [{ serviceId }] })
  })

  longTest.each([
    ['the list', '/v3/gift-cards/list'],
    ['the account’s history', '/v3/account/transactions'],
  ])('is not absent if %s cannot be read', async (_, path) => {
    const { service, counter } = await openShop()
    await service.addFaults(lost(false), {
      method: 'GET',
      path,
      action: { do: 'garble', take: false },
      times: 300,
    })
    const { ref } = await sell(counter)
    await lookedOften(service)
    expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt' })
    await service.clearFaults()
    await counter.reached(ref, 'unsent')
  })

  const oddStatus = (path: string, text: string) =>
    path.startsWith('/v3/gift-cards/list')
      ? withOrders(text, (items) =>
          items.map((item) => (item.type === otherCard.typeId ? item : { ...item, status: 7 })),
        )
      : text

  longTest('is believed absent although the row of another sale cannot be read', async () => {
    const { service, counter, odd } = await openShop({ rewrite: oddStatus })
    odd.on = false
    const other = await sell(counter)
    await counter.reached(other.ref, 'fulfilled')
    await service.addFaults(lost(false))
    odd.on = true
    const { ref } = await sell(counter)
    expect(await counter.reached(ref, 'unsent')).toMatchObject({ reason: 'not-found' })
  })

  test('is not believed absent where a row that is no sale’s cannot be read', async () => {
    const { service, counter, odd } = await openShop({ rewrite: oddStatus })
    await service.addFaults(lost(false))
    const { ref } = await sell(counter)
    await counter.reached(ref, 'in-doubt')
    const strange = await orderElsewhere(service)
    await lookedOften(service)
    expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', candidates: [] })
    odd.on = false
    expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ serviceId: strange })
  })

  test('that is dated later than any request can land is not taken: it may have ended then, and a person is asked', async () => {
    const { clock, service, counter } = await openShop()
    await service.addFaults(lost(false))
    const { ref, recordedAtMs } = await sell(counter)
    await saidNotReceived(counter, ref)
    await until('it is too late', () => clock.nowMs() > recordedAtMs + LANDS_WITHIN_MS + 60_000)
    const theirs = await orderElsewhere(service)
    await counter.command('sale.look-up', { ref })
    expect(await counter.readSale(ref)).toMatchObject({
      ...{ phase: 'in-doubt', serviceId: null, candidates: [{ serviceId: theirs }] },
    })
  })
})

describe('a lost order that is listed and debited at its end alone', () => {
  const hidden = (path: string, text: string) =>
    path.startsWith(historyPath) ? withoutMovements(text) : withoutOrders(text)

  test('is not believed absent while it is worked at, and a person is asked meanwhile', async () => {
    const { clock, service, counter, odd } = await openShop({ rewrite: hidden })
    await service.addFaults(lost(true))
    const { ref } = await sell(counter)
    await clock.pass(100 * MINUTE_MS)
    expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', decidable: true })
    odd.on = false
    await counter.reached(ref, 'fulfilled')
    expect(await ordersAt(service)).toHaveLength(1)
  })

  longTest.each([
    ['100 minutes', 100 * MINUTE_MS],
    ['20 hours', 20 * HOUR_MS],
  ])('is shown to a person where it is dated at its end as well, %s later', async (_, workedMs) => {
    const isWorkedAt = { now: true }
    const { clock, service, counter } = await openShop({
      rewrite: (path, text) => (isWorkedAt.now ? hidden(path, text) : endedLater(path, text, workedMs)),
    })
    await service.addFaults(lost(true))
    const { ref } = await sell(counter)
    await clock.pass(workedMs)
    isWorkedAt.now = false
    await reachedChoice(counter, ref)
    const [ours] = await ordersAt(service)
    expect(await counter.readSale(ref)).toMatchObject({
      ...{ phase: 'in-doubt', candidates: [{ serviceId: ours }] },
    })
  })
})

test('an order that is acknowledged and belongs to another sale proves nothing: the sale is in doubt', async () => {
  const known = { id: '' }
  const { service, counter } = await openShop({
    rewrite: (path, text) =>
      path === post.path && known.id !== ''
        ? text.replace(/"orderId":"\w+"/, `"orderId":"${known.id}"`)
        : text,
  })
  const first = await sell(counter)
  known.id = (await counter.reached(first.ref, 'fulfilled')).serviceId ?? ''
  const { ref } = await sell(counter)
  const { serviceId } = await counter.reached(ref, 'fulfilled')
  expect(phasesOf(counter, ref)).toEqual(['sending', 'in-doubt', 'fulfilled'])
  expect(await ordersAt(service)).toEqual([known.id, serviceId])
})

longTest(
  'an order sent again a day later is absent although the account paid for thousands in between',
  async () => {
    const { clock, service, counter } = await openShop({
      rewrite: busy(historyPath),
    })
    await service.addFaults(lost(false))
    const { ref } = await sell(counter)
    await counter.reached(ref, 'unsent')
    await clock.pass(2 * HOUR_MS)
    await service.addFaults(lost(false))
    await counter.command('sale.resend', { ref })
    await until('it is in doubt', async () => (await counter.readSale(ref)).phase === 'in-doubt')
    await clock.pass(25 * HOUR_MS)
    expect(await counter.readSale(ref)).toMatchObject({ attempts: 2, phase: 'unsent', reason: 'not-found' })
  },
)

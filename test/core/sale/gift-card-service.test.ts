/**
 * Gift cards where the service gives times, words and lists otherwise than is usual, or where others order on the same
 * account: no order is taken for a sale that may not be its own, and none that may be there is believed absent.
 */
import { describe, expect, test } from 'vitest'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { type Counter, startCounter, until } from '../../support/core.ts'
import {
  lookedOften,
  lost,
  noRecords,
  openShop,
  orderElsewhere,
  ordersAt,
  otherCard,
  patientLimits,
  post,
  reachedChoice,
  sell,
  sellBefore,
  withOrders,
} from '../../support/gift-card-shop.ts'
import { moved } from '../../support/list-rewrites.ts'
import { longTest } from '../../support/long-test.ts'
import { openFindings, reconcile } from '../../support/reconciled-shop.ts'
import type { Rewrite } from '../../support/rewriter.ts'
import { endpoints, sellOne } from '../../support/sell.ts'
import { statusOf } from '../../support/selling-status.ts'
import { readActs } from '../../support/till-entries.ts'
import { callerOf } from '../../support/training-calls.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const isList = (path: string) => path.startsWith('/v3/gift-cards/list')
/** A list that calls each order otherwise than its answer did. */
const withRowIds: Rewrite = (path, text) => (isList(path) ? text.replaceAll('"_id":"', '"_id":"row-') : text)
const isHistory = (path: string) => path.startsWith('/v3/account/transactions')
const withShifted = (text: string, field: string, byMs: number) =>
  text.replaceAll(new RegExp(`"${field}":"([^"]+)"`, 'g'), (_, time) => {
    return `"${field}":"${new Date(Date.parse(time) + byMs).toISOString()}"`
  })
/** A list as it was some minutes ago. */
const lagging = (text: string, nowMs: number) =>
  withOrders(text, (items) => items.filter(({ time }) => Date.parse(time) < nowMs - 10 * MINUTE_MS))

describe('a taken order is not absent', () => {
  test.each([
    ['where orders are dated in local time', (_: string, text: string) => withShifted(text, 'time', HOUR_MS)],
    [
      'where the list alone is, and by half hours',
      (path: string, text: string) => (isList(path) ? withShifted(text, 'time', -5.5 * HOUR_MS) : text),
    ],
    [
      'where answers are dated an hour ahead of the orders',
      (_: string, text: string) => withShifted(text, 'timestamp', HOUR_MS),
    ],
    [
      'where they are dated eleven minutes ahead',
      (_: string, text: string) => withShifted(text, 'timestamp', 11 * MINUTE_MS),
    ],
    [
      'where the list is late, and the account’s history has a word of its own for it',
      (path: string, text: string, nowMs: number) => {
        if (isList(path)) return lagging(text, nowMs)
        return isHistory(path) ? text.replaceAll('"ORDER"', '"PURCHASE"') : text
      },
    ],
    [
      'where the list is late, and the account’s history names no orders',
      (path: string, text: string, nowMs: number) => {
        if (isList(path)) return lagging(text, nowMs)
        return isHistory(path) ? text.replaceAll(/"objid":"\w+",/g, '') : text
      },
    ],
    [
      'where the list gives types and prices by other names',
      (path: string, text: string) =>
        isList(path)
          ? text.replaceAll('"steam-us-5"', '"4711"').replaceAll('"price_per_card":1', '"price_per_card":2')
          : text,
    ],
  ])('%s', async (_, rewrite) => {
    const now = { ms: () => 0 }
    const shop = await openShop({ rewrite: (path, text) => rewrite(path, text, now.ms()) })
    const { clock, service, counter } = shop
    now.ms = clock.nowMs
    await clock.pass(HOUR_MS)
    await service.addFaults(lost(true))
    const { ref } = await sell(counter)
    await counter.reached(ref, 'in-doubt')
    await clock.pass(8 * MINUTE_MS)
    expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', serviceId: null, decidable: true })
  })

  test('where orders are dated in local time, and the one at its own time was sold while the clock was set', async () => {
    const { clock, service, counter } = await openShop({
      isFresh: true,
      rewrite: (_, text) => withShifted(text, 'time', HOUR_MS),
    })
    await service.addFaults({ ...post, action: { do: 'delay', take: true, ms: 5_000 } })
    const { reviewId } = await counter.command('sale.review', { kind: 'gift-card', ...otherCard })
    const known = await counter.command('sale.confirm', { reviewId })
    clock.setBy(6 * HOUR_MS)
    await counter.reached(known.ref, 'fulfilled')
    clock.setBy(-5 * HOUR_MS)
    await clock.pass(HOUR_MS)
    await service.addFaults(lost(true))
    const { ref } = await sell(counter)
    await reachedChoice(counter, ref)
    const [serviceId] = await ordersAt(service)
    expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', candidates: [{ serviceId }] })
  })

  test('where the list reads the time that it is asked for in another zone: it is found', async () => {
    const { service, counter } = await openShop({
      ask: (path) =>
        isList(path)
          ? path.replaceAll(/(from|to)=([^&]+)/g, (_, name, time) => {
              const atMs = Date.parse(decodeURIComponent(time)) - HOUR_MS
              return `${name}=${encodeURIComponent(new Date(atMs).toISOString())}`
            })
          : path,
    })
    await service.addFaults(lost(true))
    const { ref } = await sell(counter)
    const { serviceId } = await counter.reached(ref, 'fulfilled')
    expect(await ordersAt(service)).toEqual([serviceId])
  })

  test.each([
    ['is not there', { code: 'NOT_FOUND' }],
    ['is a server’s page', { html: true }],
  ])(
    'where that list is all that shows it, as the path of its record %s: it is followed',
    async (_, answer) => {
      const { service, counter } = await openShop({
        isFresh: true,
        ask: (path) => (isList(path) ? moved(-HOUR_MS)(path) : path),
      })
      const action = { do: 'answer', take: false, status: 404, ...answer } as const
      await service.addFaults({ method: 'GET', path: '/v3/gift-cards/checkOrder', action, times: 1_000 })
      const { ref } = await sell(counter)
      expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ deliveredCount: 2 })
    },
  )

  test('and is not another sale’s if the list has other ids than the answers', async () => {
    const { service, counter } = await openShop({ isFresh: true, rewrite: withRowIds })
    const { ref: other } = await sell(counter)
    await counter.reached(other, 'fulfilled')
    await service.addFaults(lost(false))
    const { ref } = await sell(counter)
    await reachedChoice(counter, ref)
    expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', serviceId: null })
  })

  test('and is not another sale’s if one order was first known by the list', async () => {
    const { clock, service, counter } = await openShop({
      isFresh: true,
      rewrite: withRowIds,
    })
    await service.addFaults(lost(true))
    const { ref: first } = await sell(counter)
    const { serviceId } = await counter.reached(first, 'fulfilled')
    expect(serviceId).toMatch(/^row-/)
    await clock.pass(HOUR_MS)
    const { ref: other } = await sell(counter)
    await counter.reached(other, 'fulfilled')
    await service.addFaults(lost(false))
    const { ref } = await sell(counter)
    await reachedChoice(counter, ref)
    expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', serviceId: null })
  })

  test('and a person may link it if only the list has another name of its type', async () => {
    const { clock, service, counter } = await openShop({
      rewrite: (path, text) => (isList(path) ? text.replaceAll('"steam-us-5"', '"4711"') : text),
    })
    await clock.pass(HOUR_MS)
    await service.addFaults(lost(true))
    const { ref } = await sell(counter)
    await counter.reached(ref, 'in-doubt')
    await reachedChoice(counter, ref)
    const [serviceId = ''] = await ordersAt(service)
    const decision = { kind: 'link', serviceId } as const
    await counter.command('sale.decide', { ref, decision, seen: [serviceId], who: 'Amel', why: 'its time' })
    expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ serviceId, deliveredCount: 2 })
  })

  describe('and is called otherwise by its record than by the list', () => {
    /** A sale whose order was taken and lost, after another's, under the ids of the list. */
    async function openTwoNames(betweenMs = 0) {
      const { clock, service, counter } = await openShop({
        isFresh: true,
        ask: (path) => path.replace('/checkOrder/row-', '/checkOrder/'),
        rewrite: withRowIds,
      })
      const { ref: other } = await sell(counter)
      await counter.reached(other, 'fulfilled')
      await clock.pass(betweenMs)
      await service.addFaults(lost(true))
      const { ref } = await sell(counter)
      await reachedChoice(counter, ref)
      await clock.pass(MINUTE_MS)
      const [theirs, ours] = (await ordersAt(service)).slice(-2).map((id) => `row-${id}`)
      const seen = (await counter.readSale(ref)).candidates.map((candidate) => candidate.serviceId)
      const decide = (decision: CommandInput<'sale.decide'>['decision']) =>
        counter.ask('sale.decide', { ref, decision, seen, who: 'Amel', why: 'the list shows it' })
      return { service, counter, ref, decide, theirs: theirs ?? '', ours: ours ?? '' }
    }

    test.each(['theirs', 'ours'] as const)(
      'no order can be linked, and a person may say its end: %s',
      async (whose) => {
        const { counter, ref, decide, ...ids } = await openTwoNames()
        expect(await decide({ kind: 'link', serviceId: ids[whose] })).toMatchObject({
          error: { kind: 'invalid-input', field: 'serviceId', problem: 'contradicts' },
        })
        expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', serviceId: null })
        expect(await decide({ kind: 'delivered', saw: ids.ours })).toMatchObject({
          value: { phase: 'fulfilled' },
        })
      },
    )

    test('and is of a sale whose answer is under way, it cannot be linked to another where its record has no path', async () => {
      const { clock, service, counter } = await openShop({
        isFresh: true,
        config: { limits: patientLimits },
        rewrite: withRowIds,
      })
      await service.addFaults(lost(false), { ...post, action: { do: 'hold', take: true } }, noRecords)
      const { ref: older } = await sell(counter)
      await counter.reached(older, 'in-doubt')
      await clock.pass(8 * MINUTE_MS)
      await sell(counter)
      await until('its answer is held', async () => (await service.heldCount()) === 1)
      await reachedChoice(counter, older)
      const seen = (await counter.readSale(older)).candidates.map((candidate) => candidate.serviceId)
      const decision = { kind: 'link', serviceId: seen[0] ?? '' } as const
      expect(
        await counter.ask('sale.decide', { ref: older, decision, seen, who: 'Amel', why: 'a mistake' }),
      ).toMatchObject({ error: { kind: 'choice-changed' } })
      await service.release()
    })

    test.each([
      ['theirs', 0],
      ['ours', 0],
      ['ours', 30 * HOUR_MS],
    ] as const)(
      'no order can be linked where its record has no path, and the list names none of another sale: %s, %i ms later',
      async (whose, betweenMs) => {
        const { service, counter, ref, decide, ...ids } = await openTwoNames(betweenMs)
        await service.addFaults(noRecords)
        expect(await decide({ kind: 'link', serviceId: ids[whose] })).toMatchObject({
          error: { kind: 'invalid-input', field: 'serviceId', problem: 'contradicts' },
        })
        expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', serviceId: null })
        expect(await decide({ kind: 'delivered', saw: ids.ours })).toMatchObject({ ok: true })
      },
    )
  })

  longTest(
    'where no order of the journal’s was ever found at its time, and a person may decide',
    async () => {
      const { service, counter } = await openShop({ isFresh: true })
      await service.addFaults(lost(false))
      const { ref } = await sell(counter)
      await lookedOften(service)
      expect(await counter.readSale(ref)).toMatchObject({
        phase: 'in-doubt',
        reason: 'path-unproven',
        decidable: true,
      })
      await sellBefore(counter)
      await counter.reached(ref, 'unsent')
    },
  )
})

describe('an undeclared shared key', () => {
  const config = { environment: 'sandbox', account: '0550000000' } as const
  const isDeclared = async (counter: Counter) =>
    (await counter.command('app.snapshot', {})).settings.sharedKey
  const isNoticed = async (counter: Counter) =>
    (await statusOf(counter)).notices.includes('settings-key-shared')
  const DAY_MS = 24 * HOUR_MS
  const foreignCards = { ...otherCard, quantity: 3 }

  test.each([
    ['while the journal is younger than a day', MINUTE_MS, 0],
    ['on a day with an order that no sale here can be of', 3 * DAY_MS, HOUR_MS],
  ])('makes one order that fits a person’s choice, %s', async (_, ageMs, foreignMs) => {
    const { clock, service, counter } = await openShop({ config })
    await clock.pass(ageMs)
    if (foreignMs > 0) await orderElsewhere(service, otherCard)
    await clock.pass(foreignMs)
    await service.addFaults(lost(false))
    const { ref } = await sell(counter)
    await counter.reached(ref, 'in-doubt')
    const theirs = await orderElsewhere(service)
    await reachedChoice(counter, ref)
    expect(await counter.readSale(ref)).toMatchObject({
      serviceId: null,
      candidates: [{ serviceId: theirs }],
    })
    expect([await isNoticed(counter), await isDeclared(counter)]).toEqual([foreignMs > 0, false])
  })

  test.each(['has not answered', 'has said no'])(
    'is known for good from an order that fits no sale here, the shop gets a notice, and where a person %s the match stays careful',
    async (said) => {
      const { service, counter, restart } = await openShop({ config })
      await orderElsewhere(service, foreignCards)
      await service.addFaults(lost(false))
      await sell(counter)
      await lookedOften(service)
      expect([await isNoticed(counter), await isDeclared(counter)]).toEqual([true, false])
      const after = await restart()
      expect(readActs(after.dataDir, 'changed')).toMatchObject([
        {
          ...{ what: 'shared-key', before: 'false', who: null },
          after: expect.stringMatching(/^false, found: \{"order"/),
        },
      ])
      expect([await isNoticed(after), await isDeclared(after)]).toEqual([true, false])
      if (said === 'has said no') {
        await after.command('settings.update', { sharedKey: false })
        expect(await isNoticed(after)).toBe(false)
      }
      await service.addFaults(lost(true))
      const next = await sell(after)
      await reachedChoice(after, next.ref)
      expect([await isNoticed(after), await isDeclared(after)]).toEqual([said !== 'has said no', false])
      expect(readActs(after.dataDir, 'changed')).toHaveLength(1)
    },
  )

  test('that the counter noticed silences no comparison: a person’s no stays, and their yes accepts', async () => {
    const { clock, service, counter } = await openShop({ config })
    const theirs = await orderElsewhere(service, foreignCards)
    await service.addFaults(lost(false))
    const { ref } = await sell(counter)
    await lookedOften(service)
    expect(await isNoticed(counter)).toBe(true)
    await clock.pass(DAY_MS)
    const found = async () => {
      await reconcile(counter)
      return (await openFindings(counter)).some((finding) => finding.endsWith(theirs))
    }
    expect(await found()).toBe(true)
    await counter.command('settings.update', { sharedKey: false })
    await counter.command('sale.look-up', { ref })
    await clock.pass(HOUR_MS)
    expect([await isDeclared(counter), await found()]).toEqual([false, true])
    await counter.command('settings.update', { sharedKey: true })
    expect([await isDeclared(counter), await found()]).toEqual([true, false])
  })

  test('is known from a movement that pays for no sale here', async () => {
    const { service, counter } = await openShop({ config })
    await sellOne.mobile(counter)
    const order = { plan_code: 'PREPAID_DJEZZY', MSSIDN: '0770123457', amount: 600 }
    await callerOf(service.baseUrl).post(endpoints.mobile.send, order)
    await service.addFaults(lost(false))
    const { ref } = await sell(counter)
    await counter.reached(ref, 'in-doubt')
    await lookedOften(service)
    expect(await isNoticed(counter)).toBe(true)
  })

  describe('is supposed where the comparison of an earlier day found what no sale explains', () => {
    /**
     * Three days after the first sale, the counter being closed meanwhile; on the third somebody topped a phone up elsewhere,
     * which the comparison has found.
     */
    async function openCompared() {
      const shop = await openShop({ config })
      const { clock, service } = shop
      await shop.counter.core.stop()
      await clock.pass(2 * DAY_MS)
      const order = { plan_code: 'PREPAID_DJEZZY', MSSIDN: '0770123457', amount: 600 }
      await callerOf(service.baseUrl).post(endpoints.mobile.send, order)
      await clock.pass(DAY_MS)
      const counter = await shop.restart()
      await reconcile(counter)
      const { findings } = await counter.command('reconcile.findings', { open: true })
      expect(findings.map(({ kind }) => kind)).toEqual(['unknown-to-journal'])
      return { ...shop, counter, findingIds: findings.map(({ id }) => id) }
    }

    test.each([5, 60, 240])(
      'an order of the same cards made elsewhere %d s later is asked about',
      async (afterS) => {
        const { clock, service, counter } = await openCompared()
        await service.addFaults(lost(false))
        const { ref } = await sell(counter)
        await counter.reached(ref, 'in-doubt')
        await clock.pass(afterS * 1_000)
        const theirs = await orderElsewhere(service)
        await reachedChoice(counter, ref)
        expect(await counter.readSale(ref)).toMatchObject({
          ...{ phase: 'in-doubt', serviceId: null, decidable: true },
          candidates: [{ serviceId: theirs }],
        })
        expect(await isDeclared(counter)).toBe(false)
      },
    )

    longTest(
      'until a person has explained it by a sale of this counter, and for days after another explanation',
      async () => {
        const { clock, service, counter, findingIds } = await openCompared()
        const settle = (settlement: CommandInput<'reconcile.settle'>['settlement']) =>
          counter.command('reconcile.settle', { findingIds, settlement, who: 'Amina', why: 'as they say' })
        const taken = async () => {
          await service.addFaults(lost(true))
          return (await sell(counter)).ref
        }
        await settle({ kind: 'accept' })
        const asked = await taken()
        await reachedChoice(counter, asked)
        const [candidate] = (await counter.readSale(asked)).candidates
        const decision = { kind: 'link' as const, serviceId: candidate?.serviceId ?? '' }
        const said = { who: 'Amina', why: 'seen in the portal' }
        await counter.command('sale.decide', { ref: asked, decision, seen: [decision.serviceId], ...said })
        await counter.reached(asked, 'fulfilled')
        await clock.pass(8 * DAY_MS)
        await counter.reached(await taken(), 'fulfilled')
      },
    )

    test('and not where a person has linked it to a sale', async () => {
      const { service, counter, findingIds } = await openCompared()
      const { ref } = await sell(counter)
      await counter.reached(ref, 'fulfilled')
      const said = { who: 'Amina', why: 'it was ours' }
      await counter.command('reconcile.settle', { findingIds, settlement: { kind: 'link', ref }, ...said })
      await service.addFaults(lost(true))
      const { ref: next } = await sell(counter)
      await counter.reached(next, 'fulfilled')
    })
  })

  test('is not assumed from a top-up that was taken twice, by a service with refs of its own', async () => {
    const { service, counter } = await startCounter({ config }, { behaviour: { mobileRef: 'own' } })
    await sellBefore(counter)
    const { ref: topup } = await sellOne.mobile(counter)
    const order = { plan_code: 'PREPAID_DJEZZY', MSSIDN: '0770123456', amount: 500 }
    await callerOf(service.baseUrl).post(endpoints.mobile.send, order)
    await counter.reached(topup, 'fulfilled')
    await service.addFaults(lost(false))
    const { ref } = await sell(counter)
    await counter.reached(ref, 'in-doubt')
    await lookedOften(service)
    expect(await isNoticed(counter)).toBe(false)
  })

  test('is not assumed from the debit of a lost order, by a service with one word for all debits', async () => {
    const behaviour = { historyWords: 'sides', giftListLag: 'seven-minutes' } as const
    const { clock, service, counter } = await startCounter({ config }, { behaviour })
    const internet = await sellOne.internet(counter)
    await counter.reached(internet.ref, 'fulfilled')
    await service.addFaults(lost(true))
    const { ref } = await sell(counter)
    await counter.reached(ref, 'in-doubt')
    await clock.pass(5 * MINUTE_MS)
    expect(await isNoticed(counter)).toBe(false)
  })

  test('is not assumed once a whole day had only this counter’s orders', async () => {
    const { clock, service, counter } = await openShop({ config })
    await clock.pass(2 * DAY_MS)
    await service.addFaults(lost(true))
    const { ref } = await sell(counter)
    const { serviceId } = await counter.reached(ref, 'fulfilled')
    expect(await ordersAt(service)).toEqual([serviceId])
    expect(await isNoticed(counter)).toBe(false)
  })
})

describe('an order under another word than its end', () => {
  const partly = ['"PARTIALLY_FILLED"', 'training-cards', 'TEST_PARTIAL', 'partly-fulfilled', 1] as const
  test.each([
    ['REFUNDED', 'some cards came', ...partly],
    ['FULFILLED', 'some cards came', ...partly],
    ['REFUNDED', 'all cards came', '"FULFILLED"', 'steam-us', 'steam-us-5', 'fulfilled', 2],
  ] as const)(
    '%s, of which %s, ends by its cards',
    async (status, _, word, productId, typeId, phase, deliveredCount) => {
      const { counter } = await openShop({ rewrite: (_path, text) => text.replaceAll(word, `"${status}"`) })
      const { ref } = await counter.sellOrder({ kind: 'gift-card', productId, typeId, quantity: 2 })
      expect(await counter.reached(ref, 'fulfilled', 'partly-fulfilled', 'refunded')).toMatchObject({
        phase,
        deliveredCount,
      })
    },
  )
})

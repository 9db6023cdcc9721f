/** Where several of the account's orders may be a gift card sale's, a person decides: what they are shown, and may do. */
import { expect, test } from 'vitest'
import type { SaleView } from '#shared/views.ts'
import { until } from '../../support/core.ts'
import {
  lookedOften,
  lost,
  noRecords,
  openShop,
  orderElsewhere,
  ordersAt,
  otherCard,
  reachedChoice,
  type ShopOptions,
  sell,
  sellBefore,
  withOrders,
} from '../../support/gift-card-shop.ts'
import { longTest } from '../../support/long-test.ts'

const MINUTE_MS = 60_000

/** A sale whose order was taken and lost, and another like it beside it. */
async function openChoice(options: ShopOptions = {}) {
  const shop = await openShop(options)
  shop.odd.on = false
  const elsewhere = await orderElsewhere(shop.service)
  await shop.service.addFaults(lost(true))
  const { ref } = await sell(shop.counter)
  await reachedChoice(shop.counter, ref)
  const [first, ours = ''] = await ordersAt(shop.service)
  expect(first).toBe(elsewhere)
  return { ...shop, ref, ours, elsewhere, seen: [ours, elsewhere] }
}
const signed = { who: 'Amina', why: 'the time fits' } as const
const idsOf = ({ candidates }: Pick<SaleView, 'candidates'>) => candidates.map(({ serviceId }) => serviceId)
const notReceived = { kind: 'not-received' } as const

test('a person is shown all of them, once', async () => {
  const { service, counter, ref, ours, elsewhere } = await openChoice()
  await lookedOften(service)
  const { phase, candidates } = await counter.readSale(ref)
  expect(phase).toBe('in-doubt')
  expect(new Set(idsOf({ candidates }))).toEqual(new Set([ours, elsewhere]))
  expect(candidates[0]).toMatchObject({ quantity: 2, unitCentimes: 115_050 })
  const published = counter.events.filter(
    ({ event }) =>
      event.kind === 'sale-changed' && event.sale.ref === ref && event.sale.candidates.length > 0,
  )
  expect(published).toHaveLength(1)
})

test.each([
  ['', []],
  [', where the list alone shows orders', [noRecords]],
])('the one that they choose is followed to its end%s', async (_, faults) => {
  const { service, counter, ref, ours, seen } = await openChoice()
  await service.addFaults(...faults)
  const link = { kind: 'link', serviceId: ours } as const
  expect(await counter.command('sale.decide', { ref, decision: link, seen, ...signed })).toMatchObject({
    phase: 'handling',
    serviceId: ours,
    candidates: [],
  })
  expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ deliveredCount: 2 })
})

test('orders that they rule out once no request can land are never taken for the sale’s, and it can be sent again', async () => {
  const { clock, service, counter, ref, ours, elsewhere, seen } = await openChoice()
  const none = { ref, decision: notReceived, seen, ...signed }
  const early = await counter.ask('sale.decide', none)
  expect(early).toMatchObject({
    error: { kind: 'not-allowed-now', state: 'in-doubt', action: 'decide', ref },
  })
  const fromMs = early.ok || early.error.kind !== 'not-allowed-now' ? undefined : early.error.fromMs
  expect(fromMs).toBeGreaterThan(clock.nowMs())
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', reason: 'several-found' })
  await until('the time is over', () => clock.nowMs() >= (fromMs ?? Number.POSITIVE_INFINITY))
  expect(await counter.command('sale.decide', none)).toMatchObject({
    phase: 'unsent',
    reason: 'not-received',
  })
  await counter.command('sale.look-up', { ref })
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'unsent', serviceId: null })
  await service.addFaults(lost(true))
  await counter.command('sale.resend', { ref })
  const { serviceId } = await counter.reached(ref, 'fulfilled')
  expect(await ordersAt(service)).toEqual([elsewhere, ours, serviceId])
})

test('a sale that they call not received stays so after unclear looks', async () => {
  const rewrite = (_: string, text: string) =>
    withOrders(text, (items) => [{ product: 'of which nothing else is told' }, ...items])
  const { clock, counter, odd, ref, seen } = await openChoice({ rewrite })
  await clock.pass(20 * MINUTE_MS)
  const none = { ref, decision: notReceived, seen, ...signed }
  expect(await counter.command('sale.decide', none)).toMatchObject({
    phase: 'unsent',
    reason: 'not-received',
  })
  odd.on = true
  await counter.command('sale.look-up', { ref })
  expect(counter.log.lines.map(({ what }) => what)).toContain('a look found what may be ours or not')
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'unsent', reason: 'not-received' })
})

test('they can choose none but those, and only while the sale is in doubt', async () => {
  const { counter, ref, ours, seen } = await openChoice()
  const made = { kind: 'link', serviceId: 'made-up' } as const
  expect(await counter.ask('sale.decide', { ref, decision: made, seen, ...signed })).toMatchObject({
    error: { kind: 'invalid-input', field: 'serviceId', problem: 'not-a-candidate', ref },
  })
  await counter.command('sale.decide', { ref, decision: { kind: 'link', serviceId: ours }, seen, ...signed })
  expect(await counter.ask('sale.decide', { ref, decision: made, seen, ...signed })).toMatchObject({
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
  const seen = idsOf(await counter.readSale(older.ref))
  await counter.command('sale.decide', { ref: older.ref, decision: link, seen, ...signed })
  expect(await counter.reached(younger.ref, 'fulfilled')).toMatchObject({ serviceId: second })
  expect(await counter.reached(older.ref, 'fulfilled')).toMatchObject({ serviceId: first })
})

test('a choice among outdated orders is refused, and leaves no trace', async () => {
  const { service, counter, ref, ours, elsewhere, seen } = await openChoice()
  const another = await orderElsewhere(service)
  await until('there is one more', async () => idsOf(await counter.readSale(ref)).length === 3)
  const link = { kind: 'link', serviceId: ours } as const
  for (const shown of [seen, [...seen, 'made-up'], []]) {
    const asked = { ref, decision: link, seen: shown, ...signed }
    expect(await counter.ask('sale.decide', asked)).toMatchObject({ error: { kind: 'choice-changed', ref } })
  }
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', reason: 'several-found' })
  const now = [elsewhere, another, ours]
  expect(await counter.command('sale.decide', { ref, decision: link, seen: now, ...signed })).toMatchObject({
    serviceId: ours,
  })
})

test('a single order of another price is for them to judge', async () => {
  const { service, counter } = await openShop({
    rewrite: (path, text) =>
      path.startsWith('/v3/gift-cards/list')
        ? text.replaceAll('"price_per_card":', '"price_per_card":1')
        : text,
  })
  await service.addFaults(lost(true))
  const { ref } = await sell(counter)
  await reachedChoice(counter, ref)
  const [ours = ''] = await ordersAt(service)
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', candidates: [{ serviceId: ours }] })
  const link = { kind: 'link', serviceId: ours } as const
  await counter.command('sale.decide', { ref, decision: link, seen: [ours], ...signed })
  expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ serviceId: ours })
})

longTest('a single order is for them to judge too if other counters use the same key', async () => {
  const { service, counter } = await openShop()
  expect(await counter.command('settings.update', { sharedKey: true })).toMatchObject({ sharedKey: true })
  await service.addFaults(lost(false))
  const { ref } = await sell(counter)
  await counter.reached(ref, 'in-doubt')
  const theirs = await orderElsewhere(service)
  await reachedChoice(counter, ref)
  await lookedOften(service)
  expect(await counter.readSale(ref)).toMatchObject({
    ...{ phase: 'in-doubt', serviceId: null, candidates: [{ serviceId: theirs }] },
  })
  const seen = [theirs]
  await until('nothing of it can land any more', async () => {
    return (await counter.ask('sale.decide', { ref, decision: notReceived, seen, ...signed })).ok
  })
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'unsent', serviceId: null })
})

longTest(
  'an order that was offered is still one of them where its row moves to the time at which it ended',
  async () => {
    const { clock, service, counter, odd } = await openShop({
      rewrite(path, text) {
        if (path.startsWith('/v3/account/transactions')) return text.replaceAll('2026', '2016')
        return withOrders(text, (items) =>
          items.map((item) =>
            item.type === otherCard.typeId
              ? item
              : { ...item, time: new Date(Date.parse(item.time) + 25 * MINUTE_MS).toISOString() },
          ),
        )
      },
    })
    odd.on = false
    await sellBefore(counter)
    const elsewhere = await orderElsewhere(service)
    await service.addFaults(lost(true))
    const { ref } = await sell(counter)
    await reachedChoice(counter, ref)
    odd.on = true
    await clock.pass(90 * MINUTE_MS)
    await lookedOften(service)
    const { phase, candidates } = await counter.readSale(ref)
    expect(phase).toBe('in-doubt')
    expect(idsOf({ candidates })).toContain(elsewhere)
  },
)

test('there is no choice any more once they are all gone', async () => {
  const { service, counter, odd } = await openShop({
    rewrite(path, text) {
      if (path.startsWith('/v3/account/transactions')) return text.replaceAll('2026', '2016')
      return withOrders(text, (items) => items.filter(({ type }) => type === otherCard.typeId))
    },
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

test.each([
  ['a code that no table has', { code: 'ERR_NOT_FOUND' }],
  ['a server’s page', { html: true }],
])(
  'that none is theirs counts once they are all gone, where the account’s history has no path but %s',
  async (_, answer) => {
    const { clock, service, counter, odd } = await openShop({
      rewrite: (path, text) =>
        path.startsWith('/v3/gift-cards/list')
          ? withOrders(text, (items) => items.filter(({ type }) => type === otherCard.typeId))
          : text,
    })
    odd.on = false
    await counter.command('settings.update', { sharedKey: true })
    const elsewhere = await orderElsewhere(service)
    const action = { do: 'answer', take: false, status: 404, ...answer } as const
    const history = { method: 'GET', path: '/v3/account/transactions', action, times: 500 } as const
    await service.addFaults(lost(false), history)
    const { ref } = await sell(counter)
    await reachedChoice(counter, ref)
    odd.on = true
    await clock.pass(10 * MINUTE_MS)
    const none = { ref, decision: notReceived, seen: [elsewhere], ...signed }
    expect(await counter.command('sale.decide', none)).toMatchObject({ phase: 'unsent' })
  },
)

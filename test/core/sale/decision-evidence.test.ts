/** A person's decision stands on what the service says at that moment: it is asked once more before anything is recorded. */
import { expect, test } from 'vitest'
import type { FaultAction } from '#training/faults.ts'
import { startClosed, until } from '../../support/core.ts'
import {
  lost,
  openShop,
  orderElsewhere,
  ordersAt,
  post,
  reachedChoice,
  type ShopOptions,
  sell,
} from '../../support/gift-card-shop.ts'
import { callerOf } from '../../support/training-calls.ts'

const MINUTE_MS = 60_000
const impatient = { limits: { headersMs: 300 } }
const signed = { who: 'Amina', why: 'that one is theirs' } as const
const notReceived = { kind: 'not-received' } as const

/** A sale of whose request nobody knows where it is, and another counter's order that is shown to a person. */
async function openTheirs({ action, ...options }: ShopOptions & { readonly action: FaultAction }) {
  const shop = await openShop(options)
  const { service, counter } = shop
  await counter.command('settings.update', { sharedKey: true })
  await service.addFaults({ ...post, action })
  const { ref, recordedAtMs } = await sell(counter)
  await counter.reached(ref, 'in-doubt')
  const theirs = await orderElsewhere(service)
  await reachedChoice(counter, ref)
  const asked = { ref, decision: notReceived, seen: [theirs], ...signed }
  return { ...shop, ref, recordedAtMs, theirs, asked }
}

test('“not received” needs a look since the last request can have landed', async () => {
  const list = { garbled: false }
  const { clock, service, counter, ref, recordedAtMs, asked } = await openTheirs({
    ...{ action: { do: 'hold', take: 'late' }, config: impatient },
    rewrite: (path, text) => (list.garbled && path.startsWith('/v3/gift-cards/list') ? '<h1>' : text),
  })
  list.garbled = true
  await service.release()
  await until('it landed', async () => (await ordersAt(service)).length === 2)
  await until('no request can land any more', () => clock.nowMs() > recordedAtMs + 8 * MINUTE_MS)
  expect(await counter.ask('sale.decide', asked)).toMatchObject({ error: { kind: 'unreachable', ref } })
  list.garbled = false
  expect(await counter.ask('sale.decide', asked)).toMatchObject({ error: { kind: 'choice-changed', ref } })
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', candidates: [{}, {}] })
})

test('setting the clock ahead allows no early “not received”', async () => {
  const { clock, counter, ref, asked } = await openTheirs({ action: lost(false).action })
  clock.setBy(10 * MINUTE_MS)
  const early = await counter.ask('sale.decide', asked)
  expect(early).toMatchObject({ error: { kind: 'not-allowed-now', fromMs: expect.any(Number), ref } })
})

test('setting it ahead while the counter is closed and the line is cut does not either', async () => {
  const { clock, service, counter, ref, asked } = await openTheirs({ action: lost(false).action })
  await counter.core.stop()
  clock.setBy(10 * MINUTE_MS)
  const config = { baseUrl: 'http://127.0.0.1:9' }
  const after = await startClosed({ clock, service, config, dataDir: counter.dataDir })
  const early = await after.ask('sale.decide', asked)
  expect(early).toMatchObject({ error: { kind: 'not-allowed-now', fromMs: expect.any(Number), ref } })
})

const withoutThings = (path: string, text: string) =>
  path.startsWith('/v3/gift-cards/list') ? text.replace(/,"(product|type)":("[^"]*"|[0-9.]+)/g, '') : text

/** A choice between the sale's order and one of other cards, which the list does not distinguish. */
async function openAlike(rewrite: ShopOptions['rewrite'] = withoutThings) {
  const shop = await openShop({ rewrite, isFresh: true })
  const { service, counter } = shop
  const other = { productId: 'google-play-us', typeId: 'google-us-10', quantity: 2 }
  const { body } = await callerOf(service.baseUrl).post(post.path, other)
  const theirs: string = body.data.orderId
  await service.addFaults(lost(true))
  const { ref } = await sell(counter)
  await until('there are two', async () => (await counter.readSale(ref)).candidates.length === 2)
  const seen = await ordersAt(service)
  const ours = seen.find((id) => id !== theirs) ?? ''
  const link = (serviceId: string) =>
    counter.ask('sale.decide', { ref, decision: { kind: 'link', serviceId }, seen, ...signed })
  return { ...shop, ref, theirs, ours, link }
}

test('an order of another sale by the service’s record is not linked, and the right one can still be', async () => {
  const { counter, ref, theirs, ours, link } = await openAlike()
  expect(await link(theirs)).toMatchObject({
    error: { kind: 'invalid-input', field: 'serviceId', problem: 'contradicts', ref },
  })
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', serviceId: null, decidable: true })
  expect(await link(ours)).toMatchObject({ ok: true, value: { serviceId: ours } })
  expect(await counter.reached(ref, 'fulfilled')).toMatchObject({ deliveredCount: 2 })
})

test('an order that cannot be read now is not linked now', async () => {
  const read = { garbled: true }
  const { counter, ref, ours, link } = await openAlike((path, text) =>
    read.garbled && path.includes('/checkOrder/') ? '<h1>' : withoutThings(path, text),
  )
  expect(await link(ours)).toMatchObject({ error: { kind: 'unreachable', ref } })
  expect(await counter.readSale(ref)).toMatchObject({ phase: 'in-doubt', serviceId: null, decidable: true })
  read.garbled = false
  expect(await link(ours)).toMatchObject({ ok: true, value: { serviceId: ours } })
})

test('an order that only the list still shows can be linked', async () => {
  const { service, ref, ours, link } = await openAlike()
  const notFound = { do: 'answer', take: false, status: 404, code: 'NOT_FOUND' } as const
  await service.addFaults({ method: 'GET', path: '/v3/gift-cards/checkOrder', action: notFound })
  expect(await link(ours)).toMatchObject({ ok: true, value: { ref, serviceId: ours } })
})

/** What a person said became of a sale that looks do not end: how it stands then, who said so, and what overrules them. */
import { describe, expect, test } from 'vitest'
import { displayStatusOf, givenBackByDecision, owedForMissing } from '#shared/display-status.ts'
import { centimes } from '#shared/money.ts'
import { slipPath } from '#shared/slip-page.ts'
import type { SaleView } from '#shared/views.ts'
import { type Counter, startCounter, until } from '../../support/core.ts'
import { lost, openShop, orderElsewhere, reachedChoice } from '../../support/gift-card-shop.ts'
import { sellOne } from '../../support/sell.ts'
import { tillOf } from '../../support/till.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const signed = { seen: [], who: 'Amina', why: 'the service told me on the phone' }
const delivered = { kind: 'delivered', saw: 'their number 4711' } as const
const partly = { kind: 'partly-delivered', count: 1, saw: 'one of two, their list' } as const
const refunded = { kind: 'refunded', saw: 'a refund of 14:05' } as const

/** A counter of an accepted sale whose order stands under a word that no table has, until `words.status` is another. */
async function openFollowed() {
  const words = { status: 'CANCELLED' }
  const shop = await startCounter({
    rewrite: (path, text) =>
      /check-(ref|id)/.test(path) ? text.replace(/"status":"[A-Z_]+"/, `"status":"${words.status}"`) : text,
  })
  const { ref } = await sellOne.internet(shop.counter)
  await decidable(shop.counter, ref)
  return { ...shop, ref, words }
}

/**
 * A counter of a sale of cards in doubt: its order was made, and neither the list nor the account's history shows it. The
 * request of another sale of the same cards never arrived.
 */
async function openDoubted() {
  const { shop, list } = await openUnseen()
  await shop.service.addFaults(lost(true), lost(false))
  const { ref } = await sellOne['gift-card'](shop.counter)
  const other = await sellOne['gift-card'](shop.counter)
  await decidable(shop.counter, ref)
  return { ...shop, ref, other, list }
}

/** A counter that sees no order of cards, until `list.isEmpty` is false. */
async function openUnseen() {
  const list = { isEmpty: true }
  const shop = await startCounter({
    rewrite: (path, text) =>
      list.isEmpty && /gift-cards\/list|account\/transactions/.test(path)
        ? text.replace(/"items":\[.*?\],(?="pagination")/s, '"items":[null],')
        : text,
  })
  return { shop, list }
}

const decidable = (counter: Counter, ref: SaleView['ref']) =>
  until('it is for a person', async () => (await counter.readSale(ref)).decidable)

describe('a sale that a person ends', () => {
  test.each([
    ['accepted', openFollowed, delivered, 'fulfilled'],
    ['accepted', openFollowed, refunded, 'refunded'],
    ['in doubt', openDoubted, delivered, 'fulfilled'],
    ['in doubt', openDoubted, refunded, 'refunded'],
  ] as const)('%s: keeps that end, and names them', async (_, open, decision, state) => {
    const { counter, ref, restart } = await open()
    const { who, why } = signed
    const byDecision = { end: decision.kind, saw: decision.saw, who, why, isOverruled: false }
    const decided = await counter.ask('sale.decide', { ref, decision, ...signed })
    expect(decided).toMatchObject({ ok: true, value: { state, decidable: false, byDecision } })
    const after = await restart()
    expect(await after.readSale(ref)).toMatchObject({ state, byDecision })
    const { moments } = await after.command('history.sale', { ref })
    expect(moments.at(-1)).toMatchObject({ kind: `said-${decision.kind}`, who })
    expect(moments.at(-1)?.why).toContain(decision.saw)
  })

  test('is looked at once more: an end by the service goes before a person’s', async () => {
    const { counter, ref, words } = await openFollowed()
    words.status = 'FULFILLED'
    const late = await counter.ask('sale.decide', { ref, decision: refunded, ...signed })
    expect(late).toMatchObject({ error: { kind: 'not-allowed-now', state: 'fulfilled' } })
    expect(await counter.readSale(ref)).toMatchObject({ state: 'fulfilled', byDecision: null })
  })

  test('cannot be called not received if the service accepted it', async () => {
    const { counter, ref } = await openFollowed()
    const decision = { kind: 'not-received' } as const
    const said = await counter.ask('sale.decide', { ref, decision, ...signed })
    expect(said).toMatchObject({ error: { kind: 'not-allowed-now', state: 'following' } })
  })

  test('is refunded only once no request can land any more', async () => {
    const { counter, service } = await openShop()
    await counter.command('settings.update', { sharedKey: true })
    await service.addFaults(lost(false))
    const { ref } = await sellOne['gift-card'](counter)
    await counter.reached(ref, 'in-doubt')
    const seen = [await orderElsewhere(service)]
    await reachedChoice(counter, ref)
    const early = await counter.ask('sale.decide', { ref, decision: refunded, ...signed, seen })
    expect(early).toMatchObject({ error: { kind: 'not-allowed-now', fromMs: expect.any(Number) } })
    expect(await counter.ask('sale.decide', { ref, decision: delivered, ...signed, seen })).toMatchObject({
      value: { state: 'fulfilled', serviceId: null, byDecision: { end: 'delivered' } },
    })
  })

  test.each([
    ['delivered, which the service then refunds', delivered, 'REFUNDED', 'refunded', { isOverruled: true }],
    ['refunded, which the service then delivers', refunded, 'FULFILLED', 'fulfilled', { isOverruled: true }],
    ['delivered, as the service then says too', delivered, 'FULFILLED', 'fulfilled', null],
    ['delivered, which is still worked on', delivered, 'HANDLING', 'fulfilled', { isOverruled: false }],
  ] as const)('as %s, is compared still', async (_, decision, status, state, byDecision) => {
    const { clock, counter, ref, words, restart } = await openFollowed()
    await counter.command('sale.decide', { ref, decision, ...signed })
    await clock.pass(HOUR_MS)
    expect(await counter.readSale(ref)).toMatchObject({
      serverStatus: 'CANCELLED',
      byDecision: { end: decision.kind },
    })
    const after = await restart()
    words.status = status
    await clock.pass(HOUR_MS)
    const sale = await after.readSale(ref)
    expect(sale).toMatchObject({ state, serverStatus: status })
    if (byDecision === null) expect(sale.byDecision).toBeNull()
    else expect(sale.byDecision).toMatchObject(byDecision)
  })

  test.each([
    ['delivered', delivered],
    ['refunded', refunded],
  ] as const)('as %s keeps its order from other sales of the same thing', async (_, decision) => {
    const { clock, counter, ref, other, list } = await openDoubted()
    await counter.command('sale.decide', { ref, decision, ...signed })
    list.isEmpty = false
    // The other one is looked at first.
    await counter.ask('sale.look-up', { ref: other.ref })
    expect((await counter.readSale(other.ref)).serviceId).toBeNull()
    await clock.pass(20 * MINUTE_MS)
    expect((await counter.readSale(ref)).serviceId).not.toBeNull()
    expect((await counter.readSale(other.ref)).serviceId).toBeNull()
  })
})

describe('a sale of cards that a person says came in part', () => {
  test('owes the customer the price of the others, by their count and their word', async () => {
    const { counter, ref, restart } = await openDoubted()
    const decided = await counter.command('sale.decide', { ref, decision: partly, ...signed })
    const byDecision = { end: 'partly-delivered', count: 1, saw: partly.saw, isOverruled: false }
    expect(decided).toMatchObject({ state: 'partly-fulfilled', deliveredCount: null, byDecision })
    expect(displayStatusOf(decided)).toBe('decided-partly')
    expect(owedForMissing(decided)).toBe(decided.priceCentimes / 2)
    const after = await restart()
    expect(await after.readSale(ref)).toMatchObject({ state: 'partly-fulfilled', byDecision })
    const { moments } = await after.command('history.sale', { ref })
    expect(moments.at(-1)).toMatchObject({ kind: 'said-partly', who: signed.who })
  })

  test('owes it also where the service had the order open, and showed that no card had come yet', async () => {
    const { counter } = await startCounter({
      rewrite: (path, text) =>
        path.includes('/gift-cards/') ? text.replace(/"status":"[A-Z_]+"/g, '"status":"PARKED"') : text,
    })
    const { ref } = await sellOne['gift-card'](counter)
    await decidable(counter, ref)
    const decided = await counter.command('sale.decide', { ref, decision: partly, ...signed })
    expect(owedForMissing(decided)).toBe(decided.priceCentimes / 2)
    const { due } = await counter.command('till.refunds', {})
    expect(due).toMatchObject([{ ref, balanceCentimes: decided.priceCentimes / 2 }])
  })

  test('with money given back shows what the customer kept, on its slip too', async () => {
    const { shop, list } = await openUnseen()
    const { clock, counter, service } = shop
    await service.addFaults(lost(true))
    const till = tillOf(counter)
    const cards = { productId: 'training-cards', typeId: 'TEST_PARTIAL', quantity: 4 } as const
    const { ref, priceCentimes } = await counter.sellOrder({ kind: 'gift-card', ...cards })
    await decidable(counter, ref)
    await counter.command('sale.decide', { ref, decision: refunded, ...signed })
    expect(await till.giveBack(ref, priceCentimes)).toMatchObject({ ok: true })
    list.isEmpty = false
    await clock.pass(20 * MINUTE_MS)
    const slip = () => String(counter.core.readPage(slipPath({ ref, language: 'fr', widthMm: 80 }))?.body)
    // Two of the cards came: the shop, which gave all of it back, owes nothing.
    expect(await counter.readSale(ref)).toMatchObject({
      state: 'partly-fulfilled',
      givenBack: { amountCentimes: priceCentimes },
    })
    expect(slip()).not.toContain('À rendre')
    const half = centimes(priceCentimes / 2)
    expect(await till.takeBack(ref, half)).toMatchObject({ ok: true })
    expect(await counter.readSale(ref)).toMatchObject({ givenBack: { amountCentimes: half } })
    expect(slip()).not.toContain('À rendre')
  })

  test('keeps its order from other sales, and is overruled if all came', async () => {
    const { clock, counter, ref, other, list } = await openDoubted()
    await counter.command('sale.decide', { ref, decision: partly, ...signed })
    list.isEmpty = false
    await counter.ask('sale.look-up', { ref: other.ref })
    await clock.pass(20 * MINUTE_MS)
    const sale = await counter.readSale(ref)
    expect(sale).toMatchObject({ state: 'fulfilled', deliveredCount: 2, byDecision: { isOverruled: true } })
    expect(displayStatusOf(sale)).toBe('delivered-after-decision')
    expect(givenBackByDecision(sale)).toBe(sale.priceCentimes / 2)
    expect((await counter.readSale(other.ref)).serviceId).toBeNull()
  })

  test.each([
    ['as many as were ordered', openDoubted, 2],
    ['of a top-up', openFollowed, 1],
  ] as const)('%s is not a part', async (_, open, count) => {
    const { counter, ref } = await open()
    const decision = { ...partly, count }
    expect(await counter.ask('sale.decide', { ref, decision, ...signed })).toMatchObject({
      error: { kind: 'invalid-input', field: 'count', problem: 'not-a-part' },
    })
    expect((await counter.readSale(ref)).byDecision).toBeNull()
  })
})

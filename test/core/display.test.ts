/** What the customer's display is given: the sale at hand and nothing of the shop's, for a bounded time. */
import { describe, expect, test } from 'vitest'
import { LEFT_SHOWN_MS, OUTCOME_SHOWN_MS, sceneOfSale } from '#core/display/display.ts'
import { type DisplayScene, type DisplaySubject, displaySceneSchema } from '#shared/display.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import { orderKinds } from '#shared/products/orders.ts'
import { emptyShop } from '#shared/shop.ts'

import { salePhases } from '#shared/states/sale.ts'
import { defaultSettings, type SaleView } from '#shared/views.ts'
import { saleOf } from '../support/bridge.ts'
import { type Counter, startCore, startCounter, startShop, until } from '../support/core.ts'
import { orderOf } from '../support/journal-entries.ts'
import { refNumber } from '../support/refs.ts'
import { sellOne } from '../support/sell.ts'

const card: CommandInput<'sale.review'> = {
  ...{ kind: 'internet', type: 'ADSL', number: '023456789' },
  valueCentimes: centimes(100_000),
}
const nobody: DisplaySubject = { kind: 'none' }
const idle: DisplayScene = { kind: 'idle' }

const show = (counter: Counter, subject: DisplaySubject) => counter.command('display.show', { subject })
const sceneOf = async (counter: Counter) => (await counter.command('display.read', {})).view.scene
const viewsOf = ({ events }: Counter) =>
  events.flatMap(({ event }) => (event.kind === 'display-changed' ? event.view : []))

describe('the display', () => {
  test('shows the review and then the sale’s progress, from events alone', async () => {
    const counter = await startCore(await startShop())
    expect(await sceneOf(counter)).toEqual(idle)
    const { reviewId } = await counter.command('sale.review', card)
    await show(counter, { kind: 'review', reviewId })
    const sold = {
      goods: { kind: 'internet', type: 'ADSL', number: '023456789', valueCentimes: 100_000 },
      ...{ priceCentimes: 100_000, wording: 'topup', givenCentimes: null },
    }
    expect(await sceneOf(counter)).toEqual({ kind: 'review', ...sold })
    // No window has to say more: the journal knows that the review became a sale.
    await counter.command('sale.confirm', { reviewId })
    await until('it is done', async () => Object(await sceneOf(counter)).outcome === 'done')
    const scenes = viewsOf(counter).map(({ scene }) => ('outcome' in scene ? scene.outcome : scene.kind))
    expect(scenes).toEqual(['review', 'working', 'done'])
    expect(viewsOf(counter).at(-1)?.scene).toEqual({
      kind: 'sale',
      ...sold,
      outcome: 'done',
      owedCentimes: null,
    })
    expect(counter.events.map(({ sequence }) => sequence)).toEqual(counter.events.map((_, at) => at + 1))
  })

  test('shows the amount given with its sale, once it is enough', async () => {
    const counter = await startCore(await startShop())
    const { reviewId } = await counter.command('sale.review', card)
    const givenIs = async (givenCentimes: Centimes | null) =>
      expect(await sceneOf(counter)).toMatchObject({ givenCentimes })
    await show(counter, { kind: 'review', reviewId, givenCentimes: centimes(50_000) })
    await givenIs(null)
    const given = centimes(200_000)
    await show(counter, { kind: 'review', reviewId, givenCentimes: given })
    await givenIs(given)
    await show(counter, { kind: 'confirmed', reviewId })
    const { ref } = await counter.command('sale.confirm', { reviewId })
    await show(counter, { kind: 'sale', ref })
    await givenIs(given)
    await until('it is done', async () => Object(await sceneOf(counter)).outcome === 'done')
    await givenIs(given)
    const other = await counter.sell('023456780')
    await show(counter, { kind: 'sale', ref: other.ref })
    await givenIs(null)
  })

  test('at rest shows pinned goods with their price, and none that only a review can price', async () => {
    const counter = await startCore(await startShop())
    await counter.command('settings.update', {
      favourites: [
        { kind: 'internet', type: 'ADSL', valueCentimes: centimes(100_000) },
        { kind: 'bill', partner: 'SEAAL' },
      ],
    })
    const prices = async () => (await counter.command('display.read', {})).view.prices
    const goods = { kind: 'internet', type: 'ADSL', number: '', valueCentimes: 100_000 }
    expect(await prices()).toEqual([{ goods, priceCentimes: 100_000 }])
    const rule = {
      ...({ service: 'internet', of: null, roundUpToCentimes: null } as const),
      margin: { kind: 'fixed', centimes: centimes(3_000) } as const,
    }
    const set = (minProfitCentimes: Centimes) =>
      counter.command('prices.set', {
        ...{ actId: crypto.randomUUID(), who: 'Amina' },
        prices: { surcharges: true, rules: [{ ...rule, minProfitCentimes }] },
      })
    await set(centimes(0))
    expect(await prices()).toEqual([{ goods, priceCentimes: 103_000 }])
    await set(centimes(5_000))
    expect(await prices()).toEqual([])
    await counter.command('settings.update', { customerDisplay: 'off' })
    expect(await prices()).toEqual([])
  })

  test('shows what the shop owes when money comes back, and delays what is for later', async () => {
    const counter = await startCore(await startShop())
    const back = await counter.sell('030000001')
    await counter.reached(back.ref, 'refunded')
    await show(counter, { kind: 'sale', ref: back.ref })
    expect(await sceneOf(counter)).toMatchObject({ outcome: 'money-back', owedCentimes: 100_000 })
    const later = await counter.sell('030000002')
    await counter.reached(later.ref, 'queued')
    await show(counter, { kind: 'sale', ref: later.ref })
    expect(await sceneOf(counter)).toMatchObject({ outcome: 'later', owedCentimes: null })
  })

  test.each(orderKinds)('holds nothing of the shop’s of a sale: %s', async (kind) => {
    const counter = await startCore(await startShop())
    const sale = await counter.reached((await sellOne[kind](counter)).ref, 'fulfilled')
    await show(counter, { kind: 'sale', ref: sale.ref })
    const text = JSON.stringify(await counter.command('display.read', {}))
    const { order, subscriber, serviceId, requestId, cardTail, transactionNumber, cards } = sale
    const ids = ['billId', 'transactionId', 'discoveryRef', 'productId', 'typeId', 'planCode'].map(
      (name) => Reflect.get(order, name) ?? null,
    )
    const own = [sale.ref, serviceId, requestId, cardTail, transactionNumber, subscriber?.customerNumber]
    for (const word of [...ids, ...own, ...cards.map(({ codeTail }) => codeTail)]) {
      if (typeof word === 'string') expect(text).not.toContain(`"${word}"`)
    }
    if (sale.costCentimes !== sale.priceCentimes) expect(text).not.toContain(`:${sale.costCentimes}`)
    expect(text).not.toMatch(/cost|balance|margin|reason|code|ref"/i)
  })

  test('is idle when it is off, and for a sale that is in no journal', async () => {
    const counter = await startCore(await startShop())
    await show(counter, { kind: 'review', reviewId: 'of nobody' })
    expect(await sceneOf(counter)).toEqual(idle)
    const { reviewId } = await counter.command('sale.review', card)
    await show(counter, { kind: 'review', reviewId })
    await counter.command('settings.update', { customerDisplay: 'off' })
    expect(viewsOf(counter).at(-1)).toMatchObject({ place: 'off', scene: idle })
  })

  test('uses the language of the slips, or of the counter', async () => {
    const counter = await startCore(await startShop())
    await counter.command('settings.update', {
      slip: { ...defaultSettings.slip, language: 'both' },
      shop: { ...emptyShop, name: 'Centrale' },
    })
    expect(viewsOf(counter).at(-1)).toMatchObject({ languages: ['fr', 'ar'], shopName: 'Centrale' })
    await counter.command('settings.update', { customerDisplayLanguage: 'counter', locale: 'en' })
    expect(viewsOf(counter).at(-1)?.languages).toEqual(['en'])
  })
})

describe('what is shown of a sale', () => {
  test('an order that holds more than it should shows none of it', () => {
    const sale = saleOf(1)
    const order = { ...sale.order, costCentimes: 1, cardCode: '1234', codes: ['1234'] }
    const scene = sceneOfSale({ ...sale, order })
    expect(scene).toEqual(sceneOfSale(sale))
    expect(displaySceneSchema.safeParse(scene).success).toBe(true)
    expect(displaySceneSchema.safeParse({ ...scene, costCentimes: 1 }).success).toBe(false)
    expect(displaySceneSchema.safeParse({ ...scene, goods: order }).success).toBe(false)
  })

  test('a delivery and a refund are shown only where they are known', () => {
    const outcomeOf = (change: Partial<SaleView>) => Object(sceneOfSale(saleOf(1, change))).outcome
    const phasesShownAs = (outcome: string, change: Partial<SaleView>) =>
      salePhases.filter((phase) => outcomeOf({ ...change, phase }) === outcome)
    expect(phasesShownAs('done', {})).toEqual(['fulfilled'])
    expect(phasesShownAs('money-back', {})).toEqual(['refunded'])
    expect(phasesShownAs('refused', {})).toEqual(['refused'])
    // What surfaces after it was given up is for a person to explain, and so are codes that did not come.
    for (const outcome of ['done', 'money-back', 'partly', 'later', 'checking'])
      expect(phasesShownAs(outcome, { givenUp: true })).toEqual([])
    expect(outcomeOf({ phase: 'fulfilled', incomplete: true })).toBe('ask')
    expect(outcomeOf({ phase: 'unsent', reason: 'not-found' })).toBe('ask')
    const said = { who: 'Amina', saw: 'all came', why: 'they told me', atMs: 0 }
    const byDecision = { ...said, end: 'delivered', isOverruled: true } as const
    const part = {
      order: orderOf(refNumber(1))['gift-card'],
      phase: 'partly-fulfilled',
      deliveredCount: null,
      byDecision,
    } as const
    for (const counted of [{}, { countedPartCentimes: centimes(0) }])
      expect(sceneOfSale(saleOf(1, { ...part, ...counted }))).toMatchObject({
        outcome: 'ask',
        owedCentimes: null,
      })
  })
})

describe('a sale is shown', () => {
  /** A counter, and when each change of the display was published. */
  async function startTimed() {
    const { clock, counter } = await startCounter()
    const publishedMs: number[] = []
    counter.core.onEvent(({ event }) => {
      if (event.kind === 'display-changed') publishedMs.push(clock.nowMs())
    })
    const cleared = () => until('it is idle', async () => (await sceneOf(counter)).kind === 'idle')
    return { clock, counter, publishedMs, cleared }
  }

  test('for a bounded time in each state, and no longer because another sale changes', async () => {
    const { counter, publishedMs, cleared } = await startTimed()
    const { reviewId } = await counter.command('sale.review', card)
    await show(counter, { kind: 'review', reviewId })
    const { ref } = await counter.command('sale.confirm', { reviewId })
    await show(counter, { kind: 'sale', ref })
    await until('it is done', async () => Object(await sceneOf(counter)).outcome === 'done')
    const doneMs = publishedMs.at(-1) ?? 0
    const other = await counter.sell('024000001')
    await counter.reached(other.ref, 'fulfilled')
    expect(await sceneOf(counter)).toMatchObject({ outcome: 'done' })
    await cleared()
    expect(viewsOf(counter).at(-1)?.scene).toEqual(idle)
    expect((publishedMs.at(-1) ?? 0) - doneMs).toBe(OUTCOME_SHOWN_MS)
  })

  test('for a moment after the cashier has left it, unless a review replaces it', async () => {
    const { clock, counter, publishedMs, cleared } = await startTimed()
    const { ref } = await counter.sell('023456789')
    await counter.reached(ref, 'fulfilled')
    const leave = async () => {
      await show(counter, { kind: 'sale', ref })
      await show(counter, nobody)
      expect(await sceneOf(counter)).toMatchObject({ outcome: 'done' })
    }
    const leftMs = clock.nowMs()
    await leave()
    await cleared()
    const shownMs = (publishedMs.at(-1) ?? 0) - leftMs
    expect(shownMs).toBeGreaterThanOrEqual(LEFT_SHOWN_MS)
    expect(shownMs).toBeLessThan(LEFT_SHOWN_MS + 1_000)

    await leave()
    const { reviewId } = await counter.command('sale.review', card)
    await show(counter, { kind: 'review', reviewId })
    await clock.pass(LEFT_SHOWN_MS)
    expect(await sceneOf(counter)).toMatchObject({ kind: 'review' })
    await show(counter, nobody)
    expect(await sceneOf(counter)).toEqual(idle)
  })
})

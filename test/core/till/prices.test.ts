/** What the shop asks: one pure function makes the price, the core refuses any other, and the sale keeps what it is made of. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppError } from '#shared/app-error.ts'
import { centimes } from '#shared/money.ts'
import { type OrderKind, orderKinds, productOf } from '#shared/products/orders.ts'
import { noPrices, type PriceRule, type Prices, priceOf, pricesSchema } from '#shared/till/prices.ts'
import { startCounter } from '../../support/core.ts'
import { RUNS } from '../../support/effort.ts'
import { orderOf } from '../../support/journal-entries.ts'
import { refNumber } from '../../support/refs.ts'
import { da, newActId, tillOf } from '../../support/till.ts'

const problemOf = (reply: { readonly ok: boolean; readonly error?: AppError }) =>
  reply.error?.kind === 'till' ? reply.error.problem : reply.error?.kind

const orders = orderOf(refNumber(1))
const rule = (service: OrderKind, change: Partial<PriceRule> = {}): PriceRule => ({
  ...{ service, of: null, margin: { kind: 'none' }, roundUpToCentimes: null },
  ...{ minProfitCentimes: centimes(0), ...change },
})
const fixed = (dinars: number) => ({ kind: 'fixed', centimes: da(dinars) }) as const
const percent = (hundred: number) => ({ kind: 'percent', basisPoints: hundred }) as const

/** A thing of this kind that is sold at `base` dinars and costs `cost`. */
const priced = (
  service: OrderKind,
  rules: readonly PriceRule[],
  base = 1_000,
  cost = 970,
  surcharges = true,
) =>
  priceOf(
    { order: orders[service], baseCentimes: da(base), costCentimes: da(cost) },
    {
      ...{ surcharges, rules: [...rules] },
    },
  ).priceCentimes

describe('a price', () => {
  test.each([
    ['without a rule', rule('internet'), 1_000, 970, 1_000],
    ['with a fixed margin', rule('internet', { margin: fixed(20) }), 1_000, 970, 1_020],
    ['with a margin in per cent', rule('internet', { margin: percent(250) }), 1_000, 970, 1_025],
    ['rounded up to 5', rule('internet', { margin: fixed(1), roundUpToCentimes: 500 }), 1_000, 970, 1_005],
    ['rounded up to 10', rule('internet', { margin: fixed(1), roundUpToCentimes: 1_000 }), 1_000, 970, 1_010],
    [
      'that is round already',
      rule('internet', { margin: fixed(10), roundUpToCentimes: 1_000 }),
      1_000,
      970,
      1_010,
    ],
    ['with a minimum profit', rule('internet', { minProfitCentimes: da(40) }), 1_000, 970, 1_010],
    ['with a minimum that is met', rule('internet', { minProfitCentimes: da(20) }), 1_000, 970, 1_000],
    ['of nothing', rule('internet', { margin: fixed(20) }), 0, 0, 0],
  ] as const)('%s', (_, one, base, cost, price) => {
    expect(priced('internet', [one], base, cost)).toBe(da(price))
  })

  test('rounds half a centime up', () => {
    const one = rule('internet', { margin: percent(1) })
    const price = priceOf(
      { order: orders.internet, baseCentimes: centimes(5_000), costCentimes: centimes(0) },
      { surcharges: true, rules: [one] },
    )
    expect(price.priceCentimes).toBe(5_001)
  })

  test.each(orderKinds)('of %s follows the most specific rule', (service) => {
    const [own = '', ...others] = productOf(orders[service]).priceNamesOf(orders[service])
    const whole = rule(service, { margin: fixed(1) })
    const named = [own, ...others].map((of, place) => rule(service, { of, margin: fixed(place + 2) }))
    expect(priced(service, [whole, ...named.toReversed()])).toBe(da(1_002))
    expect(priced(service, [whole])).toBe(da(1_001))
    expect(priced(service, [rule(service, { of: ` ${own.toUpperCase()}`.trim(), margin: fixed(9) })])).toBe(
      da(1_009),
    )
    expect(priced(service, [rule(service, { of: 'another', margin: fixed(9) })])).toBe(da(1_000))
    const other = orderKinds.find((kind) => kind !== service) ?? expect.fail()
    expect(priced(service, [rule(other, { margin: fixed(9) })])).toBe(da(1_000))
  })

  test.each(orderKinds)(
    'above a known face value of %s is a separate line, and only if the shop allows it',
    (service) => {
      const { hasKnownFace } = productOf(orders[service])
      const base = { order: orders[service], baseCentimes: da(1_000), costCentimes: da(970) }
      const rules = [rule(service, { margin: fixed(30) })]
      const off = priceOf(base, { surcharges: false, rules })
      const on = priceOf(base, { surcharges: true, rules })
      expect(off.priceCentimes).toBe(hasKnownFace ? da(1_000) : da(1_030))
      expect(on.priceCentimes).toBe(da(1_030))
      expect(on.pricing.surchargeCentimes).toBe(hasKnownFace ? da(30) : 0)
      expect(off.pricing.surchargeCentimes).toBe(0)
      expect(on.pricing).toMatchObject({ baseCentimes: da(1_000), commissionCentimes: da(30) })
    },
  )

  test('is never below its base, below cost plus least profit, or off its rounding', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 })
    const margin = fc.oneof(
      fc.constant({ kind: 'none' as const }),
      amount.map((one) => ({ kind: 'fixed' as const, centimes: centimes(one) })),
      fc.integer({ min: 0, max: 10_000 }).map((one) => percent(one)),
    )
    const any = fc.record({
      margin,
      roundUpToCentimes: fc.constantFrom(null, 500 as const, 1_000 as const),
      minProfitCentimes: amount.map(centimes),
    })
    fc.assert(
      fc.property(
        any,
        fc.integer({ min: 1, max: 1e12 }),
        fc.integer({ min: 0, max: 1e12 }),
        (change, base, cost) => {
          const prices = { surcharges: true, rules: [rule('bill', change)] }
          const thing = { order: orders.bill, baseCentimes: centimes(base), costCentimes: centimes(cost) }
          const { priceCentimes: price, pricing } = priceOf(thing, prices)
          expect(price).toBeGreaterThanOrEqual(base)
          expect(price - cost).toBeGreaterThanOrEqual(change.minProfitCentimes)
          if (change.roundUpToCentimes !== null) expect(price % change.roundUpToCentimes).toBe(0)
          expect(pricing.baseCentimes + pricing.surchargeCentimes).toBe(price)
        },
      ),
      { numRuns: RUNS },
    )
  })
})

test.each([
  ['two rules for the same', [rule('bill', { of: 'ADE' }), rule('bill', { of: 'ade' })]],
  ['a margin below zero', [rule('bill', { margin: { kind: 'fixed', centimes: centimes(-1) } })]],
  ['a step that is none', [{ ...rule('bill'), roundUpToCentimes: 700 }]],
])('%s are not prices', (_, rules) => {
  expect(pricesSchema.safeParse({ surcharges: true, rules }).success).toBe(false)
})

describe('the counter', () => {
  const set = (counter: Parameters<typeof tillOf>[0], prices: Prices) =>
    counter.command('prices.set', { actId: newActId(), who: 'Karim', prices })
  const adsl = (surcharges: boolean): Prices => ({
    surcharges,
    rules: [rule('internet', { of: 'ADSL', margin: fixed(20) })],
  })

  test('charges by its rules, keeps the price’s parts, and counts its profit', async () => {
    const { counter, restart } = await startCounter()
    const till = tillOf(counter)
    expect(await counter.command('prices.read', {})).toEqual(noPrices)
    await set(counter, adsl(true))
    await till.withShifts()
    await till.open(1_000)
    const sold = await till.sell('023456789', 500)
    const costCentimes = sold.costCentimes ?? expect.fail()
    expect(sold).toMatchObject({
      priceCentimes: da(520),
      pricing: {
        ...{ baseCentimes: da(500), feeCentimes: 0, surchargeCentimes: da(20) },
        commissionCentimes: da(500) - costCentimes,
      },
    })
    const done = await counter.reached(sold.ref, 'fulfilled')
    expect(done.pricing).toEqual(sold.pricing)
    const x = await till.x()
    const cost = done.debitCentimes ?? costCentimes
    expect(x).toMatchObject({ total: { earnedCentimes: da(520), profitCentimes: da(520) - cost } })
    const after = await restart()
    expect(await after.command('prices.read', {})).toEqual(adsl(true))
    expect((await after.command('history.sale', { ref: sold.ref })).sale.pricing).toEqual(sold.pricing)
  })

  test('charges the face value until surcharges are switched on', async () => {
    const { counter } = await startCounter()
    await set(counter, adsl(false))
    expect((await tillOf(counter).sell('023456789', 500)).priceCentimes).toBe(da(500))
  })

  test('refuses another price: changed since the review, or shown differently', async () => {
    const { counter } = await startCounter()
    const review = () =>
      counter.command('sale.review', {
        ...{ kind: 'internet', type: 'ADSL', number: '023456789', valueCentimes: da(500) },
      })
    const before = await review()
    await set(counter, adsl(true))
    expect(problemOf(await counter.ask('sale.confirm', { reviewId: before.reviewId }))).toBe('price-changed')
    const { reviewId, priceCentimes } = await review()
    const shown = { reviewId, priceCentimes: da(500) }
    expect(problemOf(await counter.ask('sale.confirm', shown))).toBe('price-changed')
    expect((await counter.command('app.snapshot', {})).sales).toEqual([])
    expect(await counter.command('sale.confirm', { reviewId, priceCentimes })).toMatchObject({
      priceCentimes: da(520),
    })
  })

  test('keeps each change once, with who made it', async () => {
    const { counter } = await startCounter()
    const asked = { actId: newActId(), who: 'Karim', prices: adsl(true) }
    expect(await counter.command('prices.set', asked)).toEqual(adsl(true))
    await counter.command('prices.set', asked)
    await set(counter, noPrices)
    // The same act asked again is no new change.
    expect(await counter.command('prices.set', asked)).toEqual(noPrices)
    const other = await counter.ask('prices.set', { ...asked, prices: adsl(false) })
    expect(other).toMatchObject({ error: { problem: 'act-taken' } })
  })
})

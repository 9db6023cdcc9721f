/** A top-up whose operator is said to be down: shown as soon as the operator is known, sold only by a deliberate press. */
import { describe, expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import type { MobilePart } from '#shared/products/mobile.ts'
import { ok, refuse, reviewOf } from '../support/bridge.ts'
import { pixx, prepaid } from '../support/mobile-plans.ts'
import { settled, startScreen } from '../support/selling-screen.ts'

function startAtNumber(down: readonly MobilePart[] = []) {
  const screen = startScreen()
  const { testBridge, selling, asked } = screen
  testBridge.answer('mobile.down', () => ok({ down }))
  testBridge.answer('mobile.plans', () => ok({ plans: [prepaid, pixx], unreadableCount: 0 }))
  const { mobile } = selling.entries
  selling.open('mobile')
  return {
    ...{ ...screen, mobile },
    down: () => mobile.outages.getState().down,
    asked: () => asked('mobile.down').length,
    reviewed: () => asked('sale.review').length,
  }
}

async function toPlans(down: readonly MobilePart[]) {
  const counter = startAtNumber(down)
  counter.mobile.type('0661234567')
  counter.mobile.goOn()
  await settled()
  expect(counter.at()).toBe('plan')
  return counter
}

describe('what is down', () => {
  test('is asked for once the operator is known, and not at every digit', async () => {
    const { mobile, asked, down } = startAtNumber(['mobilis'])
    for (const digit of '066123456') mobile.pressDigit(digit)
    expect(asked()).toBe(0)
    mobile.pressDigit('7')
    await settled()
    expect([asked(), down()]).toEqual([1, ['mobilis']])
    mobile.chooseOperator('Djezzy')
    expect(asked()).toBe(2)
  })

  test('is asked for with the plans, which do not wait for it', async () => {
    const { testBridge, mobile, at, asked } = startAtNumber()
    testBridge.answer('mobile.down', () => new Promise(() => undefined))
    mobile.type('0661234567')
    mobile.goOn()
    await settled()
    expect([at(), asked()]).toEqual(['plan', 2])
  })

  test('is unknown if it cannot be asked for', async () => {
    const { testBridge, mobile, down } = startAtNumber(['mobilis'])
    mobile.type('0661234567')
    await settled()
    expect(down()).toEqual(['mobilis'])
    testBridge.answer('mobile.down', () => refuse({ kind: 'internal' }))
    mobile.goOn()
    await settled()
    expect(down()).toEqual([])
  })

  test('is asked again for the next customer, and an earlier answer is ignored', async () => {
    const { hold, selling, mobile, down } = startAtNumber()
    const answer = hold('mobile.down')
    mobile.type('0661234567')
    selling.open('internet')
    selling.open('mobile')
    answer(ok({ down: ['mobilis'] }))
    await settled()
    expect(down()).toEqual([])
  })

  test('that comes while a sale is priced loses no review', async () => {
    const { hold, mobile, at, down } = await toPlans([])
    const answer = hold('sale.review')
    mobile.typeAmount('200')
    mobile.goOn()
    mobile.outages.setState({ down: ['mobilis'] })
    answer(ok(reviewOf()))
    await settled()
    expect([at(), down()]).toEqual(['review', ['mobilis']])
  })
})

describe('a plan that is down', () => {
  test('is sold by its button alone: Enter in the amount goes nowhere', async () => {
    const { mobile, at, reviewed } = await toPlans(['mobilis'])
    mobile.typeAmount('200')
    mobile.goOn()
    await settled()
    expect([at(), reviewed()]).toEqual(['plan', 0])
    await mobile.price()
    expect([at(), reviewed()]).toEqual(['review', 1])
  })

  test('leaves the operator’s other plans, if only those of a fixed amount are down', async () => {
    const { mobile, reviewed, at } = await toPlans(['mobilisFixedPlans'])
    mobile.choosePlan('PIXX')
    mobile.goOn()
    await settled()
    expect([at(), reviewed()]).toEqual(['plan', 0])
    mobile.choosePlan('PREPAID')
    mobile.typeAmount('200')
    mobile.goOn()
    await settled()
    expect([at(), reviewed()]).toEqual(['review', 1])
  })

  test('is only chosen by its favourite, with its amount, and waits', async () => {
    const { mobile, selling, reviewed } = startAtNumber(['mobilis'])
    mobile.type('0661234567')
    await settled()
    const favourite = {
      kind: 'mobile',
      planCode: 'PREPAID',
      planName: 'Prépayé',
      operator: 'Mobilis',
    } as const
    mobile.startFavourite({ ...favourite, amountCentimes: centimes(35_000) })
    await settled()
    expect(selling.store.getState().step).toMatchObject({ at: 'plan', chosen: 'PREPAID', amount: '350' })
    expect(reviewed()).toBe(0)
  })
})

/** A top-up whose operator is said to be down: told as soon as the operator is known, sold only by a deliberate press. */
import { describe, expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import type { MobilePlanView } from '#shared/on-sale.ts'
import type { MobilePart } from '#shared/operators-down.ts'
import { createClient } from '../../renderer/client.ts'
import { nameOfStep } from '../../renderer/features/sell/flow.ts'
import { createSelling } from '../../renderer/features/sell/sell-store.ts'
import { createTestBridge, ok, refuse, reviewOf } from '../support/bridge.ts'

const settled = () => new Promise((end) => setTimeout(end, 0))

const mobilis = {
  ...({ operatorName: 'Mobilis', operator: 'Mobilis', isWholesale: false } as const),
  ...{ isEnabled: true, costMillionths: null },
}
const prepaid: MobilePlanView = {
  ...{ ...mobilis, kind: 'dynamic', code: 'PREPAID', name: 'Prépayé', wholeDinars: false },
  ...{ minCentimes: centimes(5_000), maxCentimes: centimes(500_000) },
}
const mix: MobilePlanView = {
  ...{ ...mobilis, kind: 'fixed', code: 'MIX', name: 'Mix', amountCentimes: centimes(50_000) },
}

function startAtNumber(down: readonly MobilePart[] = []) {
  const door = createTestBridge()
  door.answer('mobile.down', () => ok({ down }))
  door.answer('mobile.plans', () => ok({ plans: [prepaid, mix], unreadableCount: 0 }))
  door.answer('sale.review', () => ok(reviewOf()))
  const wait = () => new Promise<void>(() => undefined)
  const selling = createSelling({ client: createClient(door.bridge), wait })
  const { mobile } = selling.entries
  selling.open('mobile')
  const count = (name: string) => door.asked.filter((one) => one.name === name).length
  return {
    ...{ door, selling, mobile },
    down: () => mobile.word.getState().down,
    at: () => nameOfStep(selling.store.getState().step),
    asked: () => count('mobile.down'),
    reviewed: () => count('sale.review'),
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
    const { door, mobile, at, asked } = startAtNumber()
    door.answer('mobile.down', () => new Promise(() => undefined))
    mobile.type('0661234567')
    mobile.goOn()
    await settled()
    expect([at(), asked()]).toEqual(['plan', 2])
  })

  test('is nobody’s word where it cannot be asked for', async () => {
    const { door, mobile, down } = startAtNumber(['mobilis'])
    mobile.type('0661234567')
    await settled()
    expect(down()).toEqual(['mobilis'])
    door.answer('mobile.down', () => refuse({ kind: 'internal' }))
    mobile.goOn()
    await settled()
    expect(down()).toEqual([])
  })

  test('is asked anew for the next customer, and an answer for the one before is late', async () => {
    const { door, selling, mobile, down } = startAtNumber()
    let answer: (value: unknown) => void = () => undefined
    door.answer('mobile.down', () => new Promise((resolve) => (answer = resolve)))
    mobile.type('0661234567')
    selling.open('internet')
    selling.open('mobile')
    answer(ok({ down: ['mobilis'] }))
    await settled()
    expect(down()).toEqual([])
  })

  test('that comes while a sale is priced loses no review', async () => {
    const { door, mobile, at, down } = await toPlans([])
    let answer: (value: unknown) => void = () => undefined
    door.answer('sale.review', () => new Promise((resolve) => (answer = resolve)))
    mobile.typeAmount('200')
    mobile.goOn()
    mobile.word.setState({ down: ['mobilis'] })
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

  test('leaves the others of its operator as they are, where only those of a fixed amount are', async () => {
    const { mobile, reviewed, at } = await toPlans(['mobilisFixedPlans'])
    mobile.choosePlan('MIX')
    mobile.goOn()
    await settled()
    expect([at(), reviewed()]).toEqual(['plan', 0])
    mobile.choosePlan('PREPAID')
    mobile.typeAmount('200')
    mobile.goOn()
    await settled()
    expect([at(), reviewed()]).toEqual(['review', 1])
  })

  test('is not gone through by its favourite: it is chosen, with its amount, and waits', async () => {
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

/** Which plan stands chosen before anybody chooses: the usual one or none; and no typed amount is lost or changed. */

import { describe, expect, test } from 'vitest'
import type { MobilePlanView } from '#shared/products/mobile.ts'
import { ok } from '../support/bridge.ts'
import { handsAt } from '../support/hands-at.ts'
import { menu, pixx, prepaid } from '../support/mobile-plans.ts'
import { settled, startScreen } from '../support/selling-screen.ts'

/** Slower than the human typing threshold. */
const handGapMs = 200

const usual = { ...prepaid, wholeDinars: true }
const usualOff = { ...usual, isEnabled: false }
const postpaid = { ...usual, code: 'FACTURE', name: 'Facture Mobilis (postpayé)' }

/** The number is typed and Enter pressed; the plans come when they are let come. */
function startAtLoading(plans: readonly MobilePlanView[]) {
  const { selling, step, asked, hold } = startScreen()
  const answer = hold('mobile.plans')
  selling.open('mobile')
  const hands = handsAt(selling)
  const press = async (...keys: readonly string[]) => {
    hands.press(keys, handGapMs)
    hands.wait(handGapMs)
    await settled()
  }
  hands.press([...'0661234567', 'Enter'], handGapMs)
  return {
    ...{ hands, press, step, mobile: selling.entries.mobile },
    async plansCome() {
      answer(ok({ plans, unreadableCount: 0 }))
      await settled()
    },
    reviewed: () => asked('sale.review'),
  }
}

describe('if the usual plan cannot be sold', () => {
  test.each([
    ['a fixed one', [usualOff, pixx]],
    ['another with an amount', [usualOff, postpaid]],
    ['a menu', [usualOff, menu]],
  ])('%s is not chosen in its place: Enter goes no further, and says why', async (_, plans) => {
    const { press, plansCome, step, reviewed } = startAtLoading(plans)
    await press(...'500')
    await plansCome()
    expect(step()).toMatchObject({ at: 'plan', chosen: null, amount: '500' })
    await press('Enter', 'Enter')
    expect(step()).toMatchObject({ at: 'plan', chosen: null, problem: 'plan-missing', amount: '500' })
    expect(reviewed()).toEqual([])
  })

  test('nor if no amount is typed ahead', async () => {
    const { plansCome, step } = startAtLoading([usualOff, pixx])
    await plansCome()
    expect(step()).toMatchObject({ at: 'plan', chosen: null })
  })

  test('an arrow chooses another, and the amount that was typed goes into it', async () => {
    const { press, plansCome, reviewed } = startAtLoading([usualOff, postpaid])
    await press(...'500')
    await plansCome()
    await press('ArrowDown', 'Enter')
    expect(reviewed()).toMatchObject([{ planCode: 'FACTURE', amountCentimes: 50_000 }])
  })

  test('a fixed one that a person chooses is sold for its own amount', async () => {
    const { press, plansCome, mobile, reviewed } = startAtLoading([usualOff, pixx])
    await press(...'500')
    await plansCome()
    mobile.choosePlan('PIXX')
    await press('Enter')
    expect(reviewed()).toEqual([{ kind: 'mobile', planCode: 'PIXX', number: '0661234567' }])
  })
})

describe('if the first plan takes no amount', () => {
  test.each([
    ['of its own amount', pixx],
    ['that is a menu', menu],
  ])('one %s is chosen by itself only while no amount is typed', async (_, first) => {
    const silent = startAtLoading([first])
    await silent.plansCome()
    await silent.press('Enter')
    expect(silent.reviewed()).toMatchObject([{ planCode: first.code }])

    const typed = startAtLoading([first])
    await typed.press(...'500')
    await typed.plansCome()
    await typed.press('Enter')
    expect(typed.step()).toMatchObject({ chosen: null, problem: 'plan-missing' })
    expect(typed.reviewed()).toEqual([])
  })

  test('an amount still being typed when it arrives brings a note, and sells nothing', async () => {
    const { hands, press, plansCome, step, reviewed } = startAtLoading([pixx])
    // A key whose turn comes once the plans are there.
    hands.press(['5'], handGapMs)
    await plansCome()
    hands.wait(handGapMs)
    await press('Enter')
    expect(step()).toMatchObject({ at: 'plan', chosen: 'PIXX', problem: 'amount-not-asked' })
    expect(reviewed()).toEqual([])
    await press('ArrowDown', 'Enter')
    expect(reviewed()).toMatchObject([{ planCode: 'PIXX' }])
  })
})

test('the usual plan takes what was typed ahead, and Enter alone goes on', async () => {
  const { press, plansCome, reviewed } = startAtLoading([pixx, menu, usual])
  await press(...'500')
  await plansCome()
  await press('Enter')
  expect(reviewed()).toMatchObject([{ planCode: 'PREPAID', amountCentimes: 50_000 }])
})

/** A plan that takes centimes stands chosen. */
async function startAtAmount() {
  const counter = startAtLoading([prepaid])
  await counter.plansCome()
  return counter
}

test.each([
  ['500,50', 50_050],
  ['70,5', 7_050],
])('%s and a comma too many: the amount is the same', async (typed, amountCentimes) => {
  const { mobile, press, reviewed } = await startAtAmount()
  for (const key of `${typed},`) mobile.pressDigit(key)
  await press('Enter')
  expect(reviewed()).toMatchObject([{ planCode: 'PREPAID', amountCentimes }])
})

test('an erase after a comma too many takes a digit, never the comma between dinars and centimes', async () => {
  const { mobile, press, reviewed } = await startAtAmount()
  mobile.typeAmount('50,50')
  mobile.typeAmount('50,50,')
  mobile.erase()
  await press('Enter')
  expect(reviewed()).toMatchObject([{ amountCentimes: 5_050 }])
})

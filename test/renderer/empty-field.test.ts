/** Enter in a field that is still empty: no mistake, whatever is sold. What is missing is said where the button is pressed. */
import { expect, test } from 'vitest'
import { startAtAccount } from '../support/bill-screen.ts'
import { ok } from '../support/bridge.ts'
import { handsAt } from '../support/hands-at.ts'
import { prepaid } from '../support/mobile-plans.ts'
import { startAtForm, startAtRef } from '../support/payment-link-screen.ts'
import { settled, startScreen } from '../support/selling-screen.ts'

/** Slower than the human typing threshold. */
const handGapMs = 200

const startAtAmount = async () => {
  const counter = startScreen()
  counter.testBridge.answer('mobile.plans', () => ok({ plans: [prepaid], unreadableCount: 0 }))
  counter.selling.open('mobile')
  counter.selling.entries.mobile.type('0661234567')
  await counter.selling.entries.mobile.listPlans()
  return counter
}

const startAtTitle = async () => {
  const counter = await startAtForm()
  counter.links.typeTitle('')
  return counter
}

test.each([
  ['the number of a line', async () => startScreen()],
  ['a mobile number', async () => startScreen(undefined, 'mobile')],
  ['the amount of a top-up', startAtAmount],
  ['the account of a bill', () => startAtAccount()],
  ['the reference of a link, where none are made', () => startAtRef(false)],
  ['the title of a link', startAtTitle],
])('%s: Enter changes nothing', async (_, start) => {
  const { selling, step, testBridge } = await start()
  const [before, askedBefore] = [step(), testBridge.asked.length]
  handsAt(selling).press(['Enter'], handGapMs)
  await settled()
  expect(step()).toEqual(before)
  expect(testBridge.asked).toHaveLength(askedBefore)
})

test('the second Enter after F5 opens the form of a link, and shows no error in it', async () => {
  const { selling, step } = await startAtRef()
  handsAt(selling).press(['Enter', 'Enter'], handGapMs)
  const form = step()
  expect(form.kind === 'entry' && form.at === 'link-form' && form.problems).toEqual({})
})

test('the button says what is missing', async () => {
  const internet = startScreen()
  await internet.selling.entries.internet.check()
  expect(internet.step()).toMatchObject({ problem: 'empty' })
  const reference = await startAtRef(false)
  await reference.links.check()
  expect(reference.step()).toMatchObject({ problem: 'payment-ref-missing' })
})

test('and so does Enter after an invalid input', async () => {
  const { selling, links, step } = await startAtRef(false)
  links.type(' ')
  handsAt(selling).press(['Enter'], handGapMs)
  expect(step()).toMatchObject({ problem: 'payment-ref-missing' })
})

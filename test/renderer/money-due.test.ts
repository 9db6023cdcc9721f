/** Money that the shop owes for a sale pays the offer that is sold in its place: recorded once, and only behind the sale. */
import { describe, expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { confirmPatienceMs } from '../../renderer/features/sell/sell-store.ts'
import { ok, refuse, reviewOf, saleOf } from '../support/bridge.ts'
import { settled, startScreen } from '../support/selling-screen.ts'

const amountCentimes = centimes(30_000)
const offer = { name: 'Win', planCode: 'WIN', amountCentimes }
const plan = { planCode: 'PREPAID_MOBILIS', planName: 'Prépayé', planKind: 'dynamic' } as const
const refunded = saleOf(3, {
  ...{ phase: 'refunded', state: 'refunded', offers: [offer], priceCentimes: amountCentimes },
  order: { kind: 'mobile', ...plan, operator: 'Mobilis', number: '0661234567', amountCentimes },
})
const refund = {
  ...{ ref: refunded.ref, priceCentimes: amountCentimes, means: 'cash', state: 'due' },
  ...{ balanceCentimes: amountCentimes, countedPartCentimes: null, givenBack: [], repayments: [] },
  changedAtMs: 3_000,
}
const sold = saleOf(4, { state: 'sending', phase: 'sending' })

async function startAtReview(change: object = {}) {
  let loseTheAnswer = (): void => undefined
  const screen = startScreen(
    (delayMs) =>
      new Promise((resolve) => {
        if (delayMs === confirmPatienceMs) loseTheAnswer = resolve
      }),
  )
  const { testBridge, selling } = screen
  testBridge.answer('till.refund', () => ok({ refund: { ...refund, ...change } }))
  testBridge.answer('sale.confirm', () => ok(sold))
  testBridge.answer('till.give-back', () => ok({ ...refund, state: 'given-back', balanceCentimes: 0 }))
  await selling.entries.mobile.sellOffer(refunded, offer)
  return { ...screen, loseTheAnswer: () => loseTheAnswer(), given: () => screen.asked('till.give-back') }
}

const act = {
  ...{ actId: 'due-review-1', ref: refunded.ref, amountCentimes },
  ...{ means: 'cash', forRef: sold.ref, who: 'Amina' },
}

test('what is due is at the review, and is given back for the new sale once that is in the journal', async () => {
  const counter = await startAtReview()
  expect(counter.asked('till.refund')).toEqual([{ ref: refunded.ref }])
  expect(counter.step()).toMatchObject({
    kind: 'review',
    due: { ref: refunded.ref, amountCentimes, isUsed: true },
  })
  const answer = counter.hold('sale.confirm')
  const confirmed = counter.selling.confirm()
  await settled()
  expect(counter.given()).toEqual([])
  const due = { ref: refunded.ref, amountCentimes, who: 'Amina' }
  expect(counter.asked('sale.confirm')).toEqual([{ reviewId: 'review-1', due }])
  answer(ok(sold))
  await confirmed
  await settled()
  expect(counter.given()).toEqual([act])
  expect(counter.step()).toMatchObject({ kind: 'outcome', due: { amountCentimes, used: 'done' } })
})

test('a sale found in the journal after a lost answer is paid by it once', async () => {
  const counter = await startAtReview()
  const answer = counter.hold('sale.confirm')
  void counter.selling.confirm()
  counter.loseTheAnswer()
  await settled()
  expect(counter.at()).toBe('lost')
  counter.testBridge.answer('sale.find', () => ok({ sale: sold }))
  await counter.selling.askJournal()
  answer(ok(sold))
  await settled()
  expect(counter.given()).toEqual([act])
})

test('a refused give-back leaves the sale as it is, and says that the money is still due', async () => {
  const counter = await startAtReview()
  const error = { kind: 'till', problem: 'needs-owner', ref: refunded.ref }
  counter.testBridge.answer('till.give-back', () => refuse(error))
  await counter.selling.confirm()
  await settled()
  expect(counter.step()).toMatchObject({
    kind: 'outcome',
    ref: sold.ref,
    due: { used: 'refused', error },
  })
})

test('a refused give-back of an outcome that was left is shown', async () => {
  const counter = await startAtReview()
  const error = { kind: 'till', problem: 'needs-owner', ref: refunded.ref }
  const answer = counter.hold('till.give-back')
  await counter.selling.confirm()
  counter.selling.next()
  answer(refuse(error))
  await settled()
  expect(counter.refusals).toEqual([error])
})

describe('nothing is given back by itself', () => {
  test('if the cashier declines', async () => {
    const counter = await startAtReview()
    counter.selling.payWithDue(false)
    await counter.selling.confirm()
    expect(counter.given()).toEqual([])
    expect(counter.step()).toMatchObject({ kind: 'outcome', due: { used: 'no' } })
  })

  test.each([
    ['was given back', { state: 'given-back', balanceCentimes: 0 }],
    ['is a part that nobody has counted', { balanceCentimes: null }],
  ])('if it %s', async (_, change) => {
    const counter = await startAtReview(change)
    expect(counter.step()).not.toHaveProperty('due')
    await counter.selling.confirm()
    expect(counter.given()).toEqual([])
  })

  test('for a sale on account, which is paid later', async () => {
    const counter = await startAtReview()
    counter.selling.chooseCustomer({
      ...{ customerId: 'c', number: '0661000001', name: 'Salim', isForgotten: false, addedAtMs: 0 },
      ...{ balanceCentimes: centimes(0), limitCentimes: null, allowedCentimes: centimes(0) },
    })
    await counter.selling.confirm()
    expect(counter.given()).toEqual([])
  })

  test('and nothing is asked for a sale of another customer', async () => {
    const counter = startScreen()
    counter.testBridge.answer('sale.review', () => ok(reviewOf()))
    counter.selling.sellAgain(saleOf(1).order)
    await settled()
    expect(counter.asked('till.refund')).toEqual([])
  })
})

/** A sale through the screen's store: one confirmation whatever is pressed, and a lost answer is asked of the journal. */
import { describe, expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { subjectOf } from '#shared/products/orders.ts'
import { cardKeyOf } from '../../renderer/features/sell/flow.ts'
import { confirmPatienceMs } from '../../renderer/features/sell/sell-store.ts'
import { ok, refuse, reviewOf, saleOf } from '../support/bridge.ts'
import { startScreen } from '../support/selling-screen.ts'

const product = { valueCentimes: 100_000, costCentimes: 97_500, available: true }
const outOfStock = { ...product, valueCentimes: 1, available: false }

function start() {
  let loseTheAnswer = (): void => undefined
  const screen = startScreen(
    (delayMs) =>
      new Promise((resolve) => {
        if (delayMs === confirmPatienceMs) loseTheAnswer = resolve
      }),
  )
  const { testBridge, selling, asked } = screen
  const { order, subscriber } = reviewOf()
  testBridge.answer('sale.find', () => ok({ sale: null }))
  testBridge.answer('internet.check-number', () => ok({ type: 'ADSL', number: subjectOf(order), subscriber }))
  testBridge.answer('internet.products', () => ok({ products: [product, outOfStock] }))
  const { internet, mobile } = selling.entries
  return {
    ...{ ...screen, internet, mobile },
    /** Ends the cashier's patience with a confirmation. */
    loseTheAnswer: () => loseTheAnswer(),
    confirmations: () => asked('sale.confirm').length,
  }
}

async function startAtCards() {
  const counter = start()
  counter.internet.type('023 45 67 89')
  await counter.internet.check()
  return counter
}

async function startAtReview() {
  const counter = await startAtCards()
  counter.internet.pickAt(1)
  await counter.settled()
  expect(counter.at()).toBe('review')
  return counter
}

test('number, card, review, confirmation, outcome', async () => {
  const counter = await startAtReview()
  counter.testBridge.answer('sale.confirm', () => ok(saleOf(2, { state: 'sending', phase: 'sending' })))
  await counter.selling.confirm()
  expect(counter.step()).toMatchObject({ kind: 'outcome', ref: saleOf(2).ref })
  counter.selling.next()
  expect(counter.step()).toMatchObject({ at: 'number', digits: '' })
})

test('a code that arrives after the others were shown is warned of before the sale is left', () => {
  const { selling, sales, step } = startScreen(undefined, 'start')
  const card = { codeTail: '9F2K', serialTail: null }
  expect(selling.resumeSale(saleOf(2, { cards: [card], incomplete: true }))).toBe(true)
  selling.noteCodesSeen(saleOf(2).ref, [cardKeyOf(card, 0)])
  sales.keep(saleOf(2, { cards: [card, card], changedAtMs: 9_000 }))
  selling.next()
  expect(step()).toMatchObject({ kind: 'outcome', warnedOf: 2 })
  selling.next()
  expect(step().kind).not.toBe('outcome')
})

test('a confirmation pressed ten times is sent once', async () => {
  const counter = await startAtReview()
  await Promise.all(Array.from({ length: 10 }, () => counter.selling.confirm()))
  expect(counter.confirmations()).toBe(1)
})

describe('a digit typed while the number is checked', () => {
  const second = { ...product, valueCentimes: 200_000 }

  test.each([
    ['picks its card once the cards are there', [2], 'review', [200_000]],
    ['is remembered alone: what follows it is not', [2, 1, 1], 'review', [200_000]],
    ['picks no card that is out of stock', [3], 'cards', []],
    ['picks no card that there is not', [9], 'cards', []],
  ])('%s', async (_what, digits, kind, priced) => {
    const counter = start()
    counter.testBridge.answer('internet.products', () => ok({ products: [product, second, outOfStock] }))
    counter.internet.type('023456789')
    const checked = counter.internet.check()
    for (const digit of digits) counter.internet.remember(digit)
    await checked
    expect(counter.at()).toBe(kind)
    expect(counter.asked('sale.review').map((input) => Object(input).valueCentimes)).toEqual(priced)
    expect(counter.confirmations()).toBe(0)
  })

  test('is dropped with the check it was typed in', async () => {
    const counter = start()
    counter.internet.type('023456789')
    const first = counter.internet.check()
    counter.internet.remember(1)
    counter.selling.back()
    await first
    await counter.internet.check()
    expect(counter.step()).toMatchObject({ at: 'cards', pricing: null })
    counter.internet.remember(1)
    expect(counter.step()).toMatchObject({ at: 'cards', pricing: null })
  })
})

test('going back while the number is checked ignores the answer', async () => {
  const counter = start()
  counter.internet.type('023456789')
  const checked = counter.internet.check()
  counter.selling.back()
  await checked
  expect(counter.step()).toMatchObject({ at: 'number', digits: '023456789', error: null })
})

test('going back while a confirmation is on its way does nothing', async () => {
  const counter = await startAtReview()
  const confirmed = counter.selling.confirm()
  counter.selling.back()
  expect(counter.at()).toBe('confirming')
  await confirmed
  expect(counter.at()).toBe('outcome')
})

test('a number of the wrong shape is explained before anything is asked', async () => {
  const counter = start()
  counter.internet.type('0234')
  await counter.internet.check()
  expect(counter.step()).toMatchObject({ at: 'number', problem: 'too-short' })
  expect(counter.testBridge.asked).toEqual([])
})

test('a card that is out of stock cannot be picked', async () => {
  const counter = await startAtCards()
  counter.internet.pickAt(2)
  await counter.settled()
  expect([counter.at(), counter.asked('sale.review')]).toEqual(['cards', []])
})

test.each([
  ['an internal error', () => refuse({ kind: 'internal' })],
  ['a reply that cannot be read', () => ok({ ref: 'x' })],
  [
    'a bridge that throws',
    () => {
      throw new Error('gone')
    },
  ],
])('after %s the journal is asked, and it finds the sale', async (_what, answer) => {
  const counter = await startAtReview()
  counter.testBridge.answer('sale.confirm', answer)
  await counter.selling.confirm()
  expect(counter.step()).toMatchObject({ kind: 'lost', answered: true })
  counter.selling.back()
  counter.selling.resume()
  expect(counter.at()).toBe('lost')
  counter.testBridge.answer('sale.find', () => ok({ sale: saleOf(2) }))
  await counter.selling.askJournal()
  expect(counter.testBridge.asked.at(-1)).toEqual({ name: 'sale.find', input: { reviewId: 'review-1' } })
  expect(counter.step()).toMatchObject({ kind: 'outcome', ref: saleOf(2).ref })
  expect(counter.confirmations()).toBe(1)
})

test('only the journal says that nothing was sold', async () => {
  const counter = await startAtReview()
  counter.testBridge.answer('sale.confirm', () => refuse({ kind: 'internal' }))
  await counter.selling.confirm()
  counter.testBridge.answer('sale.find', () =>
    refuse({ kind: 'journal', problem: 'unreadable', detail: 'EIO' }),
  )
  await counter.selling.askJournal()
  counter.selling.resume()
  expect(counter.step()).toMatchObject({ kind: 'lost', asked: 'not-yet' })
  counter.testBridge.answer('sale.find', () => ok({ sale: null }))
  await counter.selling.askJournal()
  expect(counter.step()).toMatchObject({ kind: 'lost', asked: 'no-trace' })
  counter.selling.resume()
  expect(counter.step()).toMatchObject({ kind: 'review', review: { reviewId: 'review-1' } })
})

test('a late answer still counts, and until it comes a missing trace proves nothing', async () => {
  const counter = await startAtReview()
  const answer = counter.hold('sale.confirm')
  const confirmed = counter.selling.confirm()
  await counter.settled()
  expect(counter.confirmations()).toBe(1)
  counter.loseTheAnswer()
  await counter.settled()
  expect(counter.step()).toMatchObject({ kind: 'lost', answered: false })
  await counter.selling.askJournal()
  counter.selling.resume()
  expect(counter.step()).toMatchObject({ kind: 'lost', asked: 'no-trace' })
  answer(ok(saleOf(2)))
  await confirmed
  expect(counter.step()).toMatchObject({ kind: 'outcome', ref: saleOf(2).ref })
})

test('an offer for another customer does not take the place of a sale whose answer was lost', async () => {
  const counter = await startAtReview()
  counter.testBridge.answer('sale.confirm', () => refuse({ kind: 'internal' }))
  await counter.selling.confirm()
  const reviewed = counter.asked('sale.review')
  const plan = { planCode: 'PREPAID_MOBILIS', planName: 'Prépayé', planKind: 'dynamic' } as const
  const amountCentimes = centimes(30_000)
  const other = saleOf(3, {
    order: { kind: 'mobile', ...plan, operator: 'Mobilis', number: '0661234567', amountCentimes },
  })
  await counter.mobile.sellOffer(other, { name: 'Win', planCode: 'WIN', amountCentimes })
  expect(counter.step()).toMatchObject({ kind: 'lost', answered: true })
  expect(counter.asked('sale.review')).toEqual(reviewed)
})

test('a refused confirmation stays on the review, and an expired one can be looked at again', async () => {
  const counter = await startAtReview()
  counter.testBridge.answer('sale.confirm', () => refuse({ kind: 'review-expired' }))
  await counter.selling.confirm()
  expect(counter.step()).toMatchObject({ kind: 'review', error: { kind: 'review-expired' } })
  counter.testBridge.answer('sale.review', () => ok(reviewOf({ reviewId: 'review-2' })))
  await counter.selling.lookAgain()
  expect(counter.step()).toMatchObject({ kind: 'review', error: null, review: { reviewId: 'review-2' } })
})

describe('the key of the open service', () => {
  test('begins anew at a review and at the cards: the next number is not typed over the last sale', async () => {
    for (const startAt of [startAtReview, startAtCards]) {
      const counter = await startAt()
      counter.selling.open('internet')
      expect(counter.step()).toMatchObject({ at: 'number', digits: '' })
      await counter.selling.confirm()
      expect(counter.confirmations()).toBe(0)
    }
  })

  test('leaves what is typed at its first step, and a sale that was asked for', async () => {
    const counter = start()
    counter.internet.type('023 45')
    counter.selling.open('internet')
    expect(counter.step()).toMatchObject({ at: 'number', digits: '02345' })
    const asked = await startAtReview()
    asked.testBridge.answer('sale.confirm', () => new Promise(() => undefined))
    void asked.selling.confirm()
    asked.selling.open('internet')
    expect(asked.at()).toBe('confirming')
  })
})

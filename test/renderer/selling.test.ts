/** A sale through the screen's store: one confirmation whatever is pressed, and a lost answer is asked of the journal. */
import { describe, expect, test, vi } from 'vitest'
import { centimes } from '#shared/money.ts'
import { subjectOf } from '#shared/orders.ts'
import { createClient } from '../../renderer/client.ts'
import { confirmPatienceMs } from '../../renderer/features/sell/confirmation.ts'
import { createSelling, type Selling } from '../../renderer/features/sell/sell-store.ts'
import { createTestBridge, ok, refuse, reviewOf, saleOf, type TestBridge } from '../support/bridge.ts'

interface Standing {
  readonly door: TestBridge
  readonly selling: Selling
  /** Ends the cashier's patience with a confirmation. */
  readonly loseTheAnswer: () => void
}

const product = { valueCentimes: 100_000, costCentimes: 97_500, available: true }

async function startSelling(): Promise<Standing> {
  const door = createTestBridge()
  const { order, subscriber } = reviewOf()
  door.answer('sale.find', () => ok({ sale: null }))
  door.answer('internet.check-number', () => ok({ type: 'ADSL', number: subjectOf(order), subscriber }))
  door.answer('internet.products', () =>
    ok({ products: [product, { ...product, valueCentimes: 1, available: false }] }),
  )
  door.answer('sale.review', () => ok(reviewOf()))
  const client = createClient(door.bridge)
  let loseTheAnswer = (): void => undefined
  const wait = (delayMs: number): Promise<void> =>
    new Promise((resolve) => {
      if (delayMs === confirmPatienceMs) loseTheAnswer = resolve
    })
  const selling = createSelling({ client, wait })
  return { door, selling, loseTheAnswer: () => loseTheAnswer() }
}

const stepOf = ({ selling }: Standing) => selling.store.getState().step
const placeOf = (standing: Standing) => {
  const step = stepOf(standing)
  return step.kind === 'entry' ? step.at : step.kind
}

async function goToReview(standing: Standing): Promise<void> {
  const { selling } = standing
  selling.entries.internet.type('023 45 67 89')
  await selling.entries.internet.check()
  const cards = stepOf(standing)
  if (cards.kind !== 'entry' || cards.at !== 'cards' || !cards.products[0])
    throw new Error('stands elsewhere')
  await selling.entries.internet.pick(cards.products[0])
  expect(placeOf(standing)).toBe('review')
}

const confirmations = ({ door }: Standing) => door.asked.filter(({ name }) => name === 'sale.confirm').length

test('number, card, review, confirmation, outcome', async () => {
  const standing = await startSelling()
  await goToReview(standing)
  standing.door.answer('sale.confirm', () => ok(saleOf(2, { state: 'sending', phase: 'sending' })))
  await standing.selling.confirm()
  expect(stepOf(standing)).toMatchObject({ kind: 'outcome', sale: { ref: saleOf(2).ref } })
  standing.selling.next()
  expect(stepOf(standing)).toMatchObject({ at: 'number', digits: '' })
})

test('a confirmation pressed ten times is sent once', async () => {
  const standing = await startSelling()
  await goToReview(standing)
  standing.door.answer('sale.confirm', () => ok(saleOf(2)))
  await Promise.all(Array.from({ length: 10 }, () => standing.selling.confirm()))
  expect(confirmations(standing)).toBe(1)
})

describe('a digit typed while the number is checked', () => {
  const stock = { ...product, valueCentimes: 1, available: false }
  const second = { ...product, valueCentimes: 200_000 }

  test.each([
    ['picks its card once the cards are there', [2], 'review', [200_000]],
    ['is remembered alone: what follows it is not', [2, 1, 1], 'review', [200_000]],
    ['picks no card that is out of stock', [3], 'cards', []],
    ['picks no card that there is not', [9], 'cards', []],
  ])('%s', async (_what, digits, kind, priced) => {
    const standing = await startSelling()
    standing.door.answer('internet.products', () => ok({ products: [product, second, stock] }))
    standing.selling.entries.internet.type('023456789')
    const checked = standing.selling.entries.internet.check()
    for (const digit of digits) standing.selling.entries.internet.remember(digit)
    await checked
    expect(placeOf(standing)).toBe(kind)
    const reviews = standing.door.asked.filter(({ name }) => name === 'sale.review')
    expect(reviews.map(({ input }) => Object(input).valueCentimes)).toEqual(priced)
    expect(confirmations(standing)).toBe(0)
  })

  test('is forgotten with the check it was typed in', async () => {
    const standing = await startSelling()
    standing.selling.entries.internet.type('023456789')
    const first = standing.selling.entries.internet.check()
    standing.selling.entries.internet.remember(1)
    standing.selling.back()
    await first
    await standing.selling.entries.internet.check()
    expect(stepOf(standing)).toMatchObject({ at: 'cards', pricing: null })
    standing.selling.entries.internet.remember(1)
    expect(stepOf(standing)).toMatchObject({ at: 'cards', pricing: null })
  })
})

test('the outcome on the screen follows the sale', async () => {
  const standing = await startSelling()
  await goToReview(standing)
  standing.door.answer('sale.confirm', () => ok(saleOf(2, { state: 'sending', phase: 'sending' })))
  await standing.selling.confirm()
  standing.selling.refresh(saleOf(3))
  expect(stepOf(standing)).toMatchObject({ kind: 'outcome', sale: { phase: 'sending' } })
  standing.selling.refresh(saleOf(2))
  expect(stepOf(standing)).toEqual({ kind: 'outcome', service: 'internet', sale: saleOf(2) })
})

test('going back while the number is checked ignores the answer', async () => {
  const standing = await startSelling()
  standing.selling.entries.internet.type('023456789')
  const checked = standing.selling.entries.internet.check()
  standing.selling.back()
  await checked
  expect(stepOf(standing)).toMatchObject({ at: 'number', digits: '023456789', error: null })
})

test('going back while a confirmation is on its way does nothing', async () => {
  const standing = await startSelling()
  await goToReview(standing)
  standing.door.answer('sale.confirm', () => ok(saleOf(2)))
  const confirmed = standing.selling.confirm()
  standing.selling.back()
  expect(placeOf(standing)).toBe('confirming')
  await confirmed
  expect(placeOf(standing)).toBe('outcome')
})

test('a number of the wrong shape is told before anything is asked', async () => {
  const standing = await startSelling()
  standing.selling.entries.internet.type('0234')
  await standing.selling.entries.internet.check()
  expect(stepOf(standing)).toMatchObject({ at: 'number', problem: 'too-short' })
  expect(standing.door.asked).toEqual([])
})

test('a card that is out of stock cannot be picked', async () => {
  const standing = await startSelling()
  standing.selling.entries.internet.type('023456789')
  await standing.selling.entries.internet.check()
  const cards = stepOf(standing)
  if (cards.kind === 'entry' && cards.at === 'cards' && cards.products[1])
    await standing.selling.entries.internet.pick(cards.products[1])
  expect(placeOf(standing)).toBe('cards')
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
  const standing = await startSelling()
  await goToReview(standing)
  standing.door.answer('sale.confirm', answer)
  await standing.selling.confirm()
  expect(stepOf(standing)).toMatchObject({ kind: 'lost', answered: true })
  standing.selling.back()
  standing.selling.resume()
  expect(placeOf(standing)).toBe('lost')
  standing.door.answer('sale.find', () => ok({ sale: saleOf(2) }))
  await standing.selling.askJournal()
  expect(standing.door.asked.at(-1)).toEqual({ name: 'sale.find', input: { reviewId: 'review-1' } })
  expect(stepOf(standing)).toMatchObject({ kind: 'outcome', sale: { ref: saleOf(2).ref } })
  expect(confirmations(standing)).toBe(1)
})

test('only the journal says that nothing was sold', async () => {
  const standing = await startSelling()
  await goToReview(standing)
  standing.door.answer('sale.confirm', () => refuse({ kind: 'internal' }))
  await standing.selling.confirm()
  standing.door.answer('sale.find', () => refuse({ kind: 'journal', problem: 'unreadable', detail: 'EIO' }))
  await standing.selling.askJournal()
  standing.selling.resume()
  expect(stepOf(standing)).toMatchObject({ kind: 'lost', asked: 'not-yet' })
  standing.door.answer('sale.find', () => ok({ sale: null }))
  await standing.selling.askJournal()
  expect(stepOf(standing)).toMatchObject({ kind: 'lost', asked: 'no-trace' })
  standing.selling.resume()
  expect(stepOf(standing)).toMatchObject({ kind: 'review', review: { reviewId: 'review-1' } })
})

test('an answer that comes late still counts, and until it comes no trace proves nothing', async () => {
  const standing = await startSelling()
  await goToReview(standing)
  let answer: (reply: unknown) => void = () => undefined
  standing.door.answer(
    'sale.confirm',
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const confirmed = standing.selling.confirm()
  await vi.waitFor(() => expect(confirmations(standing)).toBe(1))
  standing.loseTheAnswer()
  await vi.waitFor(() => expect(stepOf(standing)).toMatchObject({ kind: 'lost', answered: false }))
  await standing.selling.askJournal()
  standing.selling.resume()
  expect(stepOf(standing)).toMatchObject({ kind: 'lost', asked: 'no-trace' })
  answer(ok(saleOf(2)))
  await confirmed
  expect(stepOf(standing)).toMatchObject({ kind: 'outcome', sale: { ref: saleOf(2).ref } })
})

test('an offer for another customer does not take the place of a sale whose answer was lost', async () => {
  const standing = await startSelling()
  await goToReview(standing)
  standing.door.answer('sale.confirm', () => refuse({ kind: 'internal' }))
  await standing.selling.confirm()
  const reviewed = standing.door.asked.filter(({ name }) => name === 'sale.review')
  const plan = { planCode: 'PREPAID_MOBILIS', planName: 'Prépayé', planKind: 'dynamic' } as const
  const amountCentimes = centimes(30_000)
  const other = saleOf(3, {
    order: { kind: 'mobile', ...plan, operator: 'Mobilis', number: '0661234567', amountCentimes },
  })
  await standing.selling.entries.mobile.sellOffer(other, { name: 'Win', planCode: 'WIN', amountCentimes })
  expect(stepOf(standing)).toMatchObject({ kind: 'lost', answered: true })
  expect(standing.door.asked.filter(({ name }) => name === 'sale.review')).toEqual(reviewed)
})

test('a refused confirmation stays on the review, and an expired one can be looked at again', async () => {
  const standing = await startSelling()
  await goToReview(standing)
  standing.door.answer('sale.confirm', () => refuse({ kind: 'review-expired' }))
  await standing.selling.confirm()
  expect(stepOf(standing)).toMatchObject({ kind: 'review', error: { kind: 'review-expired' } })
  standing.door.answer('sale.review', () => ok(reviewOf({ reviewId: 'review-2' })))
  await standing.selling.lookAgain()
  expect(stepOf(standing)).toMatchObject({ kind: 'review', error: null, review: { reviewId: 'review-2' } })
})

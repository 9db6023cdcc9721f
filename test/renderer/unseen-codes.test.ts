/** Cards whose codes nobody has seen: whatever leaves their outcome warns first, once, and what is typed meanwhile stays. */
import { expect, test } from 'vitest'
import type { SaleView } from '#shared/views.ts'
import { cardKeyOf } from '../../renderer/features/sell/flow.ts'
import { offerPauseMs } from '../../renderer/features/sell/key-buffer.ts'
import { maxGapMs } from '../../renderer/features/sell/keyboard.ts'
import { ok, refundedWithOffer, saleOf } from '../support/bridge.ts'
import { handsAt } from '../support/hands-at.ts'
import { refNumber } from '../support/refs.ts'
import { startScreen } from '../support/selling-screen.ts'

const cards: SaleView['cards'] = [{ codeTail: '12', serialTail: null }]
const { order } = saleOf(2)

/** A quick finger's pause between two keys. */
const fingerGapMs = 150

/** The outcome of cards, with a keyboard whose keys come as a finger presses them. */
async function startAtCards(opens: 'start' | 'mobile' = 'start') {
  const screen = startScreen(undefined, opens)
  const { testBridge, selling } = screen
  testBridge.answer('sale.confirm', () => ok(saleOf(2, { cards })))
  selling.sellAgain(order)
  await screen.settled()
  await selling.confirm()
  expect(screen.step()).toMatchObject({ kind: 'outcome' })
  const hands = handsAt(selling)
  const press = (...keys: readonly string[]): void => {
    hands.press(keys, fingerGapMs)
    hands.wait(maxGapMs)
  }
  hands.wait(offerPauseMs)
  return { ...screen, press }
}

type AtCards = Awaited<ReturnType<typeof startAtCards>>

const ways: readonly (readonly [string, (at: AtCards) => void])[] = [
  ['Enter', ({ selling }) => selling.next()],
  ['Esc', ({ selling }) => selling.back()],
  ['the key of another service', ({ selling }) => selling.open('mobile')],
  ['the way to the empty field', ({ selling }) => selling.start()],
  ['the same sale again', ({ selling }) => void selling.sellAgain(order)],
]

test.each(ways)('%s warns of them first and leaves at the second press', async (_name, leave) => {
  const at = await startAtCards()
  leave(at)
  expect(at.step()).toMatchObject({ kind: 'outcome', warnedOf: 1 })
  leave(at)
  expect(at.step().kind).toBe('entry')
})

test.each(ways)('%s leaves at once where they were shown', async (_name, leave) => {
  const at = await startAtCards()
  at.selling.noteCodesSeen(refNumber(2), cards.map(cardKeyOf))
  leave(at)
  expect(at.step().kind).toBe('entry')
})

test('a number that is typed warns of them too, and stands in the field once the outcome is left', async () => {
  const { press, step } = await startAtCards()
  press(...'0661')
  expect(step()).toMatchObject({ kind: 'outcome', warnedOf: 1, typed: '0661' })
  press('Enter')
  expect(step()).toMatchObject({ kind: 'entry', service: 'start', text: '0661' })
})

test('what was typed meanwhile stays in its field once they were shown, and goes along', async () => {
  const { selling, press, step } = await startAtCards()
  press('A')
  selling.noteCodesSeen(refNumber(2), cards.map(cardKeyOf))
  press('m')
  expect(step()).toMatchObject({ kind: 'outcome', typed: 'Am' })
  press('Enter')
  expect(step()).toMatchObject({ kind: 'entry', service: 'start', text: 'Am' })
})

test('a key that comes from elsewhere then leaves with all of it', async () => {
  const { selling, press, step } = await startAtCards()
  press('A')
  selling.noteCodesSeen(refNumber(2), cards.map(cardKeyOf))
  selling.beginWith('m')
  expect(step()).toMatchObject({ kind: 'entry', service: 'start', text: 'Am' })
})

test.each([
  ['a name of two words keeps its space', 'Ali Ben'],
  ['a reference keeps its dash', 'TRAIN-XY78'],
  ['a link keeps its signs', 'Pay/1?x=2'],
])('%s', async (_name, text) => {
  const { press, step } = await startAtCards()
  press(...text)
  press('Enter')
  expect(step()).toMatchObject({ kind: 'entry', service: 'start', text })
})

test('a wrong digit is taken back', async () => {
  const { press, step } = await startAtCards()
  press('0', '6', '6', '2', 'Backspace', '1')
  press('Enter')
  expect(step()).toMatchObject({ kind: 'entry', service: 'start', text: '0661' })
})

test('the key of a service leaves with the number that was typed', async () => {
  const { press, selling, step } = await startAtCards()
  press(...'0661')
  selling.open('mobile')
  expect(step()).toMatchObject({ kind: 'entry', service: 'mobile', digits: '0661' })
})

test('the way to the empty field keeps what was typed', async () => {
  const { press, selling, step } = await startAtCards()
  press(...'0661')
  selling.start()
  expect(step()).toMatchObject({ kind: 'entry', service: 'start', text: '0661' })
})

test('a code that comes before the one that was in sight was not in sight itself', async () => {
  const { sales, selling, step } = await startAtCards()
  const [first, second] = [
    { codeTail: '11', serialTail: null },
    { codeTail: '22', serialTail: null },
  ]
  sales.keep(saleOf(2, { cards: [second], incomplete: true }))
  selling.noteCodesSeen(refNumber(2), [second].map(cardKeyOf))
  sales.keep(saleOf(2, { cards: [first, second] }))
  selling.noteCodesSeen(refNumber(2), [[first, second].map(cardKeyOf)[1] ?? ''])
  selling.next()
  expect(step()).toMatchObject({ kind: 'outcome', warnedOf: 2 })
  selling.noteCodesSeen(refNumber(2), [first, second].map(cardKeyOf))
  selling.next()
  expect(step().kind).toBe('entry')
})

test('an offer of another sale, from its page, warns of them first', async () => {
  const { selling, step } = await startAtCards()
  const { offer, sale: refunded } = refundedWithOffer
  void selling.entries.mobile.sellOffer(refunded, offer)
  expect(step()).toMatchObject({ kind: 'outcome', warnedOf: 1 })
  void selling.entries.mobile.sellOffer(refunded, offer)
  expect(step()).toMatchObject({ kind: 'entry', service: 'mobile' })
})

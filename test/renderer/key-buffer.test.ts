/** What a scanner types presses nothing where digits choose, and what fingers press means what it says, in its order. */
import { describe, expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import type { SaleView } from '#shared/views.ts'
import type { SellStep } from '../../renderer/features/sell/flow.ts'
import { offerPauseMs } from '../../renderer/features/sell/key-buffer.ts'
import { maxGapMs } from '../../renderer/features/sell/keyboard.ts'
import { startAtBills } from '../support/bill-screen.ts'
import { ok, saleOf } from '../support/bridge.ts'
import { startAtCatalog, startAtTypes } from '../support/gift-card-screen.ts'
import { handsAt, scan, scannerGapMs } from '../support/hands-at.ts'
import { prepaid } from '../support/mobile-plans.ts'
import { settled, startScreen } from '../support/selling-screen.ts'

const barcode = '6130012345678'

const amountCentimes = centimes(30_000)
const plan = { planCode: 'PREPAID_MOBILIS', planName: 'Prépayé', planKind: 'dynamic' } as const
const refunded = saleOf(3, {
  ...{ phase: 'refunded', offers: [{ name: 'Win', planCode: 'WIN', amountCentimes }] },
  order: { kind: 'mobile', ...plan, operator: 'Mobilis', number: '0661234567', amountCentimes },
})
const card = { valueCentimes: centimes(100_000), costCentimes: centimes(97_500), available: true }
const line = { type: 'ADSL', number: '023456789' } as const
const subscriber = { customerNumber: '1023****45', offer: null }
const typed = { digits: '023456789', chosenType: null }
const internet = { kind: 'entry', service: 'internet', error: null } as const

const sold = saleOf(4, { phase: 'fulfilled' })

const steps = {
  cards: {
    ...internet,
    ...{ at: 'cards', typed, line: { ...line, subscriber }, products: [card, card], pricing: null },
  },
  checking: { ...internet, ...typed, at: 'checking', asked: line, digit: null },
  outcome: { kind: 'outcome', service: 'mobile', ref: refunded.ref },
  'outcome-without-offers': { kind: 'outcome', service: 'internet', ref: sold.ref },
} as const satisfies Record<string, SellStep>

/** `changed`: how the sales at the outcomes are now. */
function standAt(step: SellStep, ...changed: readonly SaleView[]) {
  const { testBridge, selling, sales, hold, step: now } = startScreen()
  hold('sale.review')
  sales.hold({ refs: () => [refunded.ref, sold.ref] })
  for (const sale of [refunded, sold, ...changed]) sales.keep(sale)
  selling.store.setState({ step })
  const asked = () => testBridge.asked.map(({ name }) => name)
  return { selling, hands: handsAt(selling), asked, step: now }
}

describe('a scan', () => {
  test.each(Object.entries(steps))('presses nothing at %s', async (_, step) => {
    for (const text of [barcode, '111111', '1/1?1/1?1']) {
      const counter = standAt(step)
      const done = scan(counter.hands, text)
      counter.hands.wait(maxGapMs)
      await settled()
      expect(counter.step()).toBe(step)
      expect(counter.asked()).toEqual([])
      expect(done.filter((one) => one !== 'nothing' && one !== 'pass')).toEqual([])
    }
  })

  test.each([barcode, '000000', '120120120'])(
    'of %s marks no bill, and its Enter does not continue',
    async (text) => {
      const counter = await startAtBills()
      counter.entry.pickAt(2)
      const marked = counter.step()
      const hands = handsAt(counter.selling)
      scan(hands, text)
      hands.wait(maxGapMs)
      expect(counter.step()).toBe(marked)
    },
  )

  test('picks no type of gift card, and is no number of cards', async () => {
    const counter = await startAtTypes()
    const hands = handsAt(counter.selling)
    scan(hands, '1123456')
    hands.wait(maxGapMs)
    expect(counter.at()).toBe('types')
  })

  test.each([[['Enter', 'Enter']], [['Tab', 'Enter']], [['Tab', 'Tab', 'Enter']]])(
    'presses no button if it ends with %j, however short it is',
    (ending) => {
      for (const text of [barcode, '12345', '12', 'AB 1234567']) {
        const counter = standAt(steps.outcome)
        const hands = handsAt(counter.selling, { focus: 'control' })
        const keys = [...text, ...ending]
        const done = hands.press(keys, scannerGapMs)
        expect(done.filter((one, place) => one === 'pass' && keys[place] === 'Enter')).toEqual([])
        hands.wait(offerPauseMs)
        expect(counter.asked()).toEqual([])
      }
    },
  )

  test.each(['1', '12345', 'AB12'])('of %s with its Enter begins no sale at an outcome', (text) => {
    for (const ending of ['Enter', 'Tab']) {
      const { hands, step } = standAt(steps['outcome-without-offers'])
      hands.press([...text, ending], scannerGapMs)
      hands.wait(offerPauseMs)
      expect(step()).toBe(steps['outcome-without-offers'])
    }
  })

  test('reaches no button by its Tab, and presses none by its Enter, whatever pause is before both', () => {
    for (const pauseMs of [0, maxGapMs + 1, 400]) {
      const { selling } = standAt(steps['outcome-without-offers'])
      const hands = handsAt(selling, { tabShown: true, focus: 'control' })
      hands.press([...barcode], scannerGapMs)
      hands.wait(pauseMs)
      expect(hands.press(['Tab', 'Enter'], scannerGapMs).at(-1)).toBe('nothing')
    }
    const { selling } = standAt(steps['outcome-without-offers'])
    const hands = handsAt(selling, { tabShown: true, focus: 'nowhere' })
    expect(hands.press([...'123', 'Tab', 'Enter'], scannerGapMs)).not.toContain('reach')
    hands.wait(1_000)
    expect(hands.press(['Tab'], 0)).toEqual(['reach'])
  })

  test('that a field took ends with one Enter, even if two come', () => {
    const { selling, hands, step } = standAt(steps.cards)
    selling.back()
    selling.entries.internet.type('')
    hands.press([...'023456789', 'Enter'], scannerGapMs)
    const asked = step()
    expect(asked).toMatchObject({ at: 'checking' })
    expect(hands.press(['Enter', '2'], scannerGapMs)).toEqual(['nothing', 'nothing'])
    expect(step()).toBe(asked)
    // What comes behind is another text: a digit ahead of its choice.
    hands.wait(maxGapMs)
    expect(step()).toMatchObject({ at: 'checking', digit: 2 })
  })

  test('that began before the field was there leaves it unchanged, and its Enter does not continue', async () => {
    const { selling, hands, step } = standAt(steps.checking)
    hands.press([...barcode], scannerGapMs)
    selling.back()
    const before = step()
    hands.press([...'99', 'Enter'], scannerGapMs)
    expect(step()).toBe(before)
  })
})

describe('what a person types', () => {
  test('waits no longer than a scanner pauses', () => {
    const { hands, asked } = standAt(steps.cards)
    hands.press(['2'], 1_000)
    hands.wait(maxGapMs - 1)
    expect(asked()).toEqual([])
    hands.wait(1)
    expect(asked()).toEqual(['sale.review'])
  })

  test('sells an offer by its digit alone, once no other digit can be of the same number', () => {
    const { hands, asked } = standAt(steps.outcome)
    hands.press(['1'], 1_000)
    hands.wait(offerPauseMs - 1)
    expect(asked()).toEqual([])
    hands.wait(1)
    expect(asked()).toContain('sale.review')
  })

  test.each(['0771998877', '213771998877', '11'])(
    'of the next customer’s number sells no offer to the last one: %s',
    (number) => {
      for (const gapMs of [maxGapMs + 1, 120, 300, offerPauseMs - 1]) {
        const { hands, step, asked } = standAt(steps.outcome)
        hands.press([...number], gapMs)
        hands.wait(offerPauseMs)
        expect(step()).toBe(steps.outcome)
        expect(asked()).toEqual([])
      }
    },
  )

  test.each(['0661234567', '213661234567', 'netflix'])(
    'at an outcome without offers begins the next sale with all of it: %s',
    (text) => {
      for (const gapMs of [maxGapMs - 1, maxGapMs + 1, 120, offerPauseMs + 1]) {
        const { selling, hands, step } = standAt(steps.cards)
        selling.entries.start.open('internet')
        selling.store.setState({ step: steps['outcome-without-offers'] })
        hands.press([...text.slice(0, 5)], gapMs)
        hands.wait(maxGapMs)
        hands.press([...text.slice(5)], maxGapMs + 1)
        expect(step()).toMatchObject({ at: 'start', text })
      }
    },
  )

  test('goes to the service whose key was pressed, and from its list to the field', async () => {
    const { selling, hands, step } = standAt(steps['outcome-without-offers'])
    selling.open('internet')
    selling.store.setState({ step: steps['outcome-without-offers'] })
    hands.press([...'023456789'], 120)
    expect(step()).toMatchObject({ at: 'number', digits: '023456789' })
    selling.open('bill')
    await settled()
    hands.wait(offerPauseMs)
    hands.press([...'0661234567'], 120)
    expect(step()).toMatchObject({ at: 'start', text: '0661234567' })
    selling.open('bill')
    await settled()
    hands.wait(offerPauseMs)
    hands.press([...'net'], 120)
    expect(step()).toMatchObject({ at: 'start', text: 'net' })
  })

  test('goes to the one field where the service’s own takes none of it', () => {
    for (const [service, text] of [
      ['gift-card', 'steam'],
      ['gift-card', '0661234567'],
      ['internet', 'netflix'],
      ['mobile', '+213661234567'],
    ] as const) {
      const { selling, hands, step } = standAt(steps.cards)
      selling.open(service)
      selling.store.setState({ step: { ...steps['outcome-without-offers'], service } })
      hands.press([...text], 120)
      hands.wait(maxGapMs)
      expect(step()).toMatchObject({ at: 'start', text })
    }
  })

  test.each([{ phase: 'unsent' }, { decidable: true }] as const)(
    'takes no sale away that the cashier has to act on: %j',
    (change) => {
      const { hands, step } = standAt(steps['outcome-without-offers'], { ...sold, ...change })
      const before = step()
      hands.press([...'0661234567'], 120)
      hands.wait(offerPauseMs)
      expect(step()).toBe(before)
    },
  )

  test('takes no outcome away while selling is closed', () => {
    const { selling, step } = standAt(steps['outcome-without-offers'])
    const hands = handsAt(selling, { closed: true })
    hands.press([...'0661'], 120)
    hands.wait(offerPauseMs)
    expect(step()).toBe(steps['outcome-without-offers'])
  })

  test('begins anew behind an Enter, however soon', () => {
    const { selling, hands, step } = standAt(steps['outcome-without-offers'])
    selling.open('internet')
    hands.press([...'1000', 'Enter'], 120)
    selling.store.setState({ step: steps['outcome-without-offers'] })
    hands.press([...'023456789'], 120)
    expect(step()).toMatchObject({ at: 'number', digits: '023456789' })
  })

  test('as half a number, whose beginning went elsewhere, leaves the outcome as it is', () => {
    const { selling, hands, step } = standAt(steps.checking)
    hands.press([...'06612'], 120)
    hands.wait(maxGapMs)
    selling.store.setState({ step: steps['outcome-without-offers'] })
    hands.press([...'34567'], 120)
    hands.wait(offerPauseMs)
    expect(step()).toBe(steps['outcome-without-offers'])
  })

  test.each(['handling', 'in-doubt', 'unsent', 'unknown'] as const)(
    'sells no offer in the place of a sale that is %s',
    (phase) => {
      const { hands, asked } = standAt(steps.outcome, { ...refunded, phase })
      hands.press(['1'], 1_000)
      hands.wait(offerPauseMs)
      expect(asked()).toEqual([])
    },
  )

  test('comes before the key after it, even if the window was too busy to see the pause', () => {
    for (const pauseMs of [scannerGapMs, maxGapMs + 1]) {
      const { hands, step, asked } = standAt(steps.outcome)
      hands.press(['1', 'Shift'], scannerGapMs)
      expect(step()).toBe(steps.outcome)
      hands.stall(pauseMs)
      hands.press(['Escape'], 0)
      expect(asked()).toContain('sale.review')
      expect(step()).toMatchObject({ at: 'mobile-number', digits: '0661234567' })
    }
  })

  test.each([scannerGapMs, maxGapMs + 1])(
    'digits and Enter %d ms apart mark bills and go on',
    async (gapMs) => {
      const counter = await startAtBills()
      handsAt(counter.selling).press(['0', '3', 'Enter'], gapMs)
      await counter.settled()
      expect(counter.asked('sale.review')).toMatchObject([{ billIds: ['a', 'b'] }])
    },
  )

  test.each([scannerGapMs, maxGapMs + 1])('a type, its number and Enter %d ms apart', async (gapMs) => {
    const counter = await startAtTypes()
    handsAt(counter.selling).press(['1', '1', '0', 'Enter'], gapMs)
    await counter.settled()
    expect(counter.asked('sale.review')).toMatchObject([{ typeId: 'five', quantity: 10 }])
  })

  test('a digit ahead of its choice picks, before or after the digit’s key is up', async () => {
    for (const comesFirst of ['choice', 'digit']) {
      const counter = startAtCatalog()
      await counter.settled()
      counter.cards.search('ste')
      counter.cards.goOn()
      const hands = handsAt(counter.selling)
      hands.press(['1'], 1_000)
      if (comesFirst === 'digit') hands.wait(maxGapMs)
      await counter.settled()
      hands.wait(maxGapMs)
      expect(counter.at()).toBe('quantity')
    }
  })

  test('an amount ahead of the plans is typed in its order, though the plans come amid it', async () => {
    const { testBridge, selling } = startScreen()
    testBridge.answer('mobile.plans', () => ok({ plans: [prepaid], unreadableCount: 0 }))
    selling.open('mobile')
    selling.entries.mobile.type('0661234567')
    selling.entries.mobile.goOn()
    const hands = handsAt(selling)
    hands.press(['2', '5'], scannerGapMs)
    await settled()
    hands.press(['0'], scannerGapMs)
    hands.wait(maxGapMs)
    expect(selling.store.getState().step).toMatchObject({ at: 'plan', amount: '250' })
  })
})

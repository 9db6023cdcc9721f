/** A bill that is scanned before its biller is picked: known by its shape, typed too fast for fingers, asked of the right biller. */
import { describe, expect, test } from 'vitest'
import { type Burst, burstBefore, maxGapMs, withKey } from '../../renderer/features/sell/burst.ts'
import { nameOfStep } from '../../renderer/features/sell/flow.ts'
import { type KeyFacts, keyAction } from '../../renderer/features/sell/keyboard.ts'
import { billers, startAtBillers } from '../support/bill-screen.ts'
import { ok } from '../support/bridge.ts'

const paymentKey = '0123456789012345678901234'
const nowhere = {
  repeat: false,
  modified: false,
  focus: 'nowhere',
  dialogOpen: false,
  closed: false,
} as const

type Counter = ReturnType<typeof startAtBillers>

/** The keys as the window hears them, `gapMs` apart; digits pick billers and are typed as they would be. */
function type({ selling, entry, step }: Counter, text: string, gapMs: number, facts: Partial<KeyFacts> = {}) {
  let burst: Burst | undefined
  const done: string[] = []
  for (const [place, key] of [...text, 'Enter'].entries()) {
    const atMs = place * gapMs
    const before = burstBefore(burst, { atMs })
    const action = keyAction(step(), { ...nowhere, key, burst: before, ...facts })
    burst = withKey(burst, { key, atMs, step: nameOfStep(step()) })
    if (action.do === 'pick') entry.pickAt(action.digit)
    if (action.do === 'scan') entry.scan(action.text)
    if (action.do === 'focus-field') entry.type('reference', key)
    if (action.do === 'go-on') selling.entries.bill.goOn()
    done.push(action.do)
  }
  return done
}

async function atBillers(change: Partial<typeof billers> = {}) {
  const counter = startAtBillers()
  counter.door.answer('bills.partners', () => ok({ ...billers, ...change }))
  selling(counter)
  await counter.settled()
  return counter
}

/** Opens the tab anew, so that the billers are asked for again. */
function selling(counter: Counter): void {
  counter.selling.open('mobile')
  counter.selling.open('bill')
}

describe('a payment key that is scanned at the billers', () => {
  test('asks of which of the two billers it is, though its first digits picked one', async () => {
    const counter = await atBillers()
    expect(type(counter, paymentKey, 4).at(-1)).toBe('scan')
    expect(counter.step()).toMatchObject({ at: 'biller', scanned: paymentKey })
    expect(counter.asked('bills.discover')).toEqual([])
    counter.entry.pickAt(2)
    expect(counter.at()).toBe('biller')
    counter.entry.pickAt(3)
    await counter.settled()
    const account = { electronic_payment_key: paymentKey }
    expect(counter.asked('bills.discover')).toEqual([{ partner: 'SEAAL', account }])
    expect(counter.at()).toBe('bills')
  })

  test('is asked at once where only one biller is there to take it', async () => {
    const partners = { ...billers.partners, SEAAL: 'UNAVAILABLE' } as unknown as typeof billers.partners
    const counter = await atBillers({ partners })
    type(counter, paymentKey, 4)
    await counter.settled()
    const account = { electronic_payment_key: paymentKey }
    expect(counter.asked('bills.discover')).toEqual([{ partner: 'ADE', account }])
  })

  test('is let go of by Esc, and any biller can be picked again', async () => {
    const counter = await atBillers()
    type(counter, paymentKey, 4)
    counter.selling.back()
    expect(counter.step()).toMatchObject({ at: 'biller', scanned: null })
    counter.entry.pickAt(2)
    expect(counter.step()).toMatchObject({ at: 'account', partner: 'SONELGAZ', typed: {} })
  })
})

describe('what is no scan', () => {
  test('the same digits by hand pick a biller and are typed', async () => {
    const counter = await atBillers()
    expect(type(counter, paymentKey, maxGapMs + 1)).not.toContain('scan')
  })

  test.each(['5023456789', '1123', `${paymentKey}0`])(
    '%s however fast: a digit picks, the rest is typed',
    async (text) => {
      const counter = await atBillers()
      expect(type(counter, text, 1)).not.toContain('scan')
    },
  )

  test('a key that began in a field is the field’s', () => {
    const burst = { text: paymentKey, begunAt: 'account', lastMs: 0 }
    const counter = startAtBillers()
    expect(keyAction(counter.step(), { ...nowhere, key: 'Enter', burst }).do).toBe('nothing')
  })

  test('nothing is scanned while selling is closed', async () => {
    const counter = await atBillers()
    expect(type(counter, paymentKey, 4, { closed: true }).every((done) => done === 'nothing')).toBe(true)
  })
})

test('Shift between two characters neither ends a burst nor adds to it; any other key ends it', () => {
  const at = (atMs: number, key: string) => ({ key, atMs, step: 'biller' })
  const first = withKey(undefined, at(0, '1'))
  const shifted = withKey(first, at(10, 'Shift'))
  expect(withKey(shifted, at(20, 'A'))?.text).toBe('1A')
  expect(withKey(first, at(10, 'Tab'))).toBeUndefined()
  expect(withKey(first, at(maxGapMs + 1, '2'))?.text).toBe('2')
})

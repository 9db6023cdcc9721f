/** A bill that is scanned before its biller is picked: known by its shape, typed too fast for fingers, asked of the right biller. */
import { describe, expect, test } from 'vitest'
import { maxGapMs, withKey } from '../../renderer/features/sell/keyboard.ts'
import { billers, startAtBillers } from '../support/bill-screen.ts'
import { ok } from '../support/bridge.ts'
import { handsAt, scan, scannerGapMs } from '../support/hands-at.ts'

const paymentKey = '0123456789012345678901234'

type Counter = ReturnType<typeof startAtBillers>

async function atBillers(change: Partial<typeof billers> = {}) {
  const counter = startAtBillers()
  counter.testBridge.answer('bills.partners', () => ok({ ...billers, ...change }))
  openAnew(counter)
  await counter.settled()
  return counter
}

/** Opens the tab anew, so that the billers are asked for again. */
function openAnew(counter: Counter): void {
  counter.selling.open('mobile')
  counter.selling.open('bill')
}

describe('a payment key that is scanned at the billers', () => {
  test('asks which of the two billers it is for: none of its digits picks one', async () => {
    const counter = await atBillers()
    expect(scan(handsAt(counter.selling), paymentKey).at(-1)).toBe('scan')
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

  test('is asked at once if only one biller takes it', async () => {
    const partners = { ...billers.partners, SEAAL: 'UNAVAILABLE' } as unknown as typeof billers.partners
    const counter = await atBillers({ partners })
    scan(handsAt(counter.selling), paymentKey)
    await counter.settled()
    const account = { electronic_payment_key: paymentKey }
    expect(counter.asked('bills.discover')).toEqual([{ partner: 'ADE', account }])
  })

  test('is dropped by Esc, and any biller can be picked again', async () => {
    const counter = await atBillers()
    scan(handsAt(counter.selling), paymentKey)
    counter.selling.back()
    expect(counter.step()).toMatchObject({ at: 'biller', scanned: null })
    counter.entry.pickAt(2)
    expect(counter.step()).toMatchObject({ at: 'account', partner: 'SONELGAZ', typed: {} })
  })
})

describe('other input', () => {
  test('the same digits typed by a person pick a biller and are typed', async () => {
    const counter = await atBillers()
    const done = handsAt(counter.selling).press([...'1123', 'Enter'], maxGapMs + 1)
    expect(done).not.toContain('scan')
    expect(counter.asked('bills.discover')).toEqual([{ partner: 'ADE', account: { reference: '123' } }])
  })

  test('few digits, however fast: one picks, the rest is typed', async () => {
    const counter = await atBillers()
    handsAt(counter.selling).press([...'1123', 'Enter'], scannerGapMs)
    expect(counter.asked('bills.discover')).toEqual([{ partner: 'ADE', account: { reference: '123' } }])
  })

  test.each(['1023456789', `${paymentKey}0`, `2${paymentKey}`, '1AB/4567', 'AB12345678'])(
    '%s of a scanner: no biller is picked, and none is asked',
    async (text) => {
      const counter = await atBillers()
      const hands = handsAt(counter.selling)
      scan(hands, text)
      hands.wait(maxGapMs)
      await counter.settled()
      expect(counter.step()).toMatchObject({ at: 'biller', scanned: null })
      expect(counter.asked('bills.discover')).toEqual([])
      hands.press(['2'], maxGapMs + 1)
      hands.wait(maxGapMs)
      expect(counter.step()).toMatchObject({ at: 'account', partner: 'SONELGAZ', typed: {} })
    },
  )

  test('nothing is scanned while selling is closed', async () => {
    const { selling } = await atBillers()
    const done = scan(handsAt(selling, { closed: true }), paymentKey)
    expect(new Set(done)).toEqual(new Set(['nothing']))
  })
})

test('Shift, Enter and Tab neither end a burst nor add to it; any other key ends it', () => {
  const at = (atMs: number, key: string) => ({ key, atMs, step: 'biller' })
  const first = withKey(undefined, at(0, '1'))
  const shifted = withKey(first, at(10, 'Shift'))
  expect(withKey(shifted, at(20, 'A'))?.text).toBe('1A')
  for (const key of ['Enter', 'Tab'])
    expect(withKey(first, at(10, key))).toEqual({ text: '1', begunAt: 'biller', lastMs: 10 })
  expect(withKey(undefined, at(10, 'Enter'))).toBeUndefined()
  // A Tab alone is one of its own, for what comes at its heels.
  expect(withKey(undefined, at(10, 'Tab'))).toMatchObject({ begunAt: 'biller', lastMs: 10 })
  expect(withKey(first, at(10, 'Escape'))).toBeUndefined()
  expect(withKey(first, at(maxGapMs + 1, '2'))?.text).toBe('2')
})

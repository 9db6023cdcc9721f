/** What an account owes on the screen: choosing of it, by which keys, and what the core is asked for. */
import { describe, expect, test } from 'vitest'
import { fieldsOfForm, formsOfPartner } from '#shared/products/bill-account.ts'
import { findBillPractice } from '#shared/products/bill-practice.ts'
import { keyAction } from '../../renderer/features/sell/keyboard.ts'
import { practiceAccountsOf } from '../../renderer/products/bill/account.ts'
import { bill, startAtAccount, startAtBills } from '../support/bill-screen.ts'
import { ok, refuse, reviewOf } from '../support/bridge.ts'
import { refNumber } from '../support/refs.ts'
import { freeKey } from '../support/selling-screen.ts'

describe('the asking', () => {
  test('is left by Esc, and its answer is then ignored', async () => {
    const { selling, entry, step, settled } = await startAtAccount()
    entry.type('reference', '123')
    entry.goOn()
    selling.back()
    await settled()
    expect(step()).toMatchObject({ at: 'account', typed: { reference: '123' }, error: null })
  })

  test.each([
    [[2], ['b']],
    [
      [3, 1],
      ['a', 'c'],
    ],
    [[1, 1], []],
    [[0], ['a', 'b', 'c']],
    [[7], []],
  ])('keeps the digits %j typed meanwhile: they choose %j', async (digits, chosen) => {
    const { entry, step, settled } = await startAtAccount()
    entry.type('reference', '123')
    entry.goOn()
    for (const digit of digits) entry.remember(digit)
    await settled()
    expect(step()).toMatchObject({ at: 'bills', chosen })
  })
})

describe('the bills', () => {
  test('are reviewed in the order of the list, whatever the order of the digits', async () => {
    const { entry, asked, at, settled } = await startAtBills()
    for (const digit of [3, 2, 1, 2]) entry.pickAt(digit)
    entry.goOn()
    await settled()
    expect(asked('sale.review')).toEqual([{ kind: 'bill', discoveryRef: refNumber(7), billIds: ['a', 'c'] }])
    expect(at()).toBe('review')
  })

  test('are all chosen by 0, and none by another', async () => {
    const { entry, step } = await startAtBills()
    entry.pickAt(2)
    entry.pickAt(0)
    expect(step()).toMatchObject({ chosen: ['a', 'b', 'c'] })
    entry.pickAt(0)
    expect(step()).toMatchObject({ chosen: [] })
  })

  test('of which none is chosen are not reviewed', async () => {
    const { entry, asked, at } = await startAtBills()
    entry.goOn()
    expect(at()).toBe('bills')
    expect(asked('sale.review')).toEqual([])
  })

  test('of one are chosen from the start and stay so', async () => {
    const { entry, step } = await startAtBills([bill('only', 500)])
    for (const digit of [1, 0]) entry.pickAt(digit)
    entry.toggle('only')
    expect(step()).toMatchObject({ chosen: ['only'] })
  })

  test('below the biller’s minimum are not reviewed', async () => {
    const { entry, asked } = await startAtBills([bill('a', 120), bill('b', 80)], 'SEAAL')
    entry.pickAt(1)
    entry.goOn()
    expect(asked('sale.review')).toEqual([])
    entry.pickAt(2)
    entry.goOn()
    expect(asked('sale.review')).toHaveLength(1)
  })

  test('are chosen fifty at the most', async () => {
    const many = Array.from({ length: 52 }, (_, place) => bill(`b${place}`, 300))
    const { entry, step } = await startAtBills(many)
    const chosen = () => {
      const now = step()
      return now.kind === 'entry' && now.service === 'bill' && now.at === 'bills' ? now.chosen : []
    }
    entry.pickAt(0)
    expect(chosen()).toHaveLength(50)
    entry.toggle('b51')
    expect(chosen()).toHaveLength(50)
    entry.pickAt(1)
    entry.toggle('b51')
    expect(chosen()).toContain('b51')
  })

  test('are reviewed once, whatever is pressed while they are priced', async () => {
    const { entry, asked, settled } = await startAtBills()
    entry.pickAt(0)
    entry.goOn()
    entry.goOn()
    entry.pickAt(1)
    await settled()
    expect(asked('sale.review')).toHaveLength(1)
  })

  test('lead back to the account if there are none', async () => {
    const { entry, step } = await startAtBills([])
    entry.goOn()
    expect(step()).toMatchObject({ at: 'account', typed: { reference: '123' } })
  })
})

describe('amounts that are too old', () => {
  test('by the screen’s clock are asked for again by Enter, and not paid', async () => {
    const { entry, step, asked, settled } = await startAtBills()
    entry.pickAt(1)
    entry.expire(refNumber(7))
    entry.pickAt(2)
    expect(step()).toMatchObject({ chosen: ['a'] })
    entry.goOn()
    expect(step()).toMatchObject({ at: 'asking' })
    await settled()
    expect(step()).toMatchObject({ at: 'bills', chosen: [], isExpired: false })
    expect(asked('bills.discover')).toHaveLength(2)
    expect(asked('sale.review')).toEqual([])
  })

  test('while they are being priced are asked for again by Enter, and the price that comes late counts no more', async () => {
    const { entry, step, asked, hold, settled } = await startAtBills()
    entry.pickAt(1)
    const answer = hold('sale.review')
    entry.goOn()
    entry.expire(refNumber(7))
    answer(ok(reviewOf()))
    await settled()
    expect(step()).toMatchObject({ at: 'bills', isExpired: true, isPricing: false })
    entry.goOn()
    await settled()
    expect(step()).toMatchObject({ at: 'bills', chosen: [], isExpired: false })
    expect(asked('bills.discover')).toHaveLength(2)
  })

  test('of another discovery change nothing', async () => {
    const { entry, step } = await startAtBills()
    entry.expire(refNumber(8))
    expect(step()).toMatchObject({ isExpired: false })
  })

  test('by the core’s word are asked for again by Enter', async () => {
    const { testBridge, entry, step, asked, settled } = await startAtBills()
    testBridge.answer('sale.review', () => refuse({ kind: 'review-expired' }))
    entry.pickAt(1)
    entry.goOn()
    await settled()
    expect(step()).toMatchObject({ at: 'bills', error: { kind: 'review-expired' } })
    entry.goOn()
    await settled()
    expect(asked('bills.discover')).toHaveLength(2)
  })
})

test('the keys of the bills: digits and 0 mark, Enter goes on, a held key does nothing', async () => {
  const { step } = await startAtBills()
  const press = (key: string, repeat = false) => keyAction(step(), { ...freeKey, key, repeat })
  expect(press('0')).toEqual({ do: 'pick', digit: 0 })
  expect(press('3')).toEqual({ do: 'pick', digit: 3 })
  expect(press('Enter')).toEqual({ do: 'go-on' })
  expect(press('Escape')).toEqual({ do: 'back' })
  for (const key of ['0', '3', 'Enter', 'Escape']) expect(press(key, true)).toEqual({ do: 'nothing' })
})

describe('the accounts to practise with', () => {
  const forms = formsOfPartner.SONELGAZ

  test.each(forms)('of the form %s fit that form, and owe what their row says', (form) => {
    const accounts = practiceAccountsOf('SONELGAZ', form, forms)
    expect(accounts.map(({ typed }) => Object.values(typed)[0])).toEqual([
      '9876543210',
      '4004004004',
      '6006006006',
    ])
    for (const { practice, form: filledForm, typed } of accounts) {
      expect(filledForm).toBe(form)
      const [field] = fieldsOfForm(form)
      expect(field && findBillPractice('SONELGAZ', field, typed[field] ?? '')).toBe(practice)
    }
  })

  test('of a form without any are those of the other forms', () => {
    const all = practiceAccountsOf('SEAAL', 'reference', formsOfPartner.SEAAL)
    expect(new Set(all.map(({ form }) => form))).toEqual(new Set(['seaal']))
  })
})

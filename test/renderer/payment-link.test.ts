/** Payment links on the screen: the keys of each step, what the core is asked for, and that no link is asked for twice. */
import { describe, expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import { timeLeft } from '../../renderer/features/payment-link/flow.ts'
import { findKey, keyAction } from '../../renderer/features/sell/keyboard.ts'
import { ok, refuse } from '../support/bridge.ts'
import {
  link,
  paid,
  paymentRef,
  paymentUrl,
  startAtForm,
  startAtRef,
} from '../support/payment-link-screen.ts'
import { freeKey } from '../support/selling-screen.ts'

test('a second comma joins no dinars and centimes of a link: it is not typed', async () => {
  const { links, step } = await startAtRef()
  links.goOn()
  for (const key of '2500,50,') links.pressDigit(key)
  expect(step()).toMatchObject({ at: 'link-form', amount: '2500,50' })
  links.typeAmount('2500,50.')
  expect(step()).toMatchObject({ amount: '2500,50' })
})

describe('the reference', () => {
  test('pasted as a whole address leads to the payment', async () => {
    const { links, step, asked, settled } = await startAtRef()
    links.type(` ${paymentUrl}?lang=fr`)
    links.goOn()
    expect(step()).toMatchObject({ at: 'link-asking', paymentRef })
    await settled()
    expect(step()).toMatchObject({ at: 'link-status', link, paymentUrl: null })
    expect(asked('links.check')).toEqual([{ paymentRef, by: 'cashier' }])
  })

  test('that is invalid is explained, and nothing is asked', async () => {
    const { links, step, asked } = await startAtRef()
    links.type('0661234567')
    links.goOn()
    expect(step()).toMatchObject({ at: 'link-ref', problem: 'not-a-payment-ref' })
    expect(asked('links.check')).toEqual([])
  })

  test('that the service does not know stays in the field', async () => {
    const { testBridge, links, step, settled } = await startAtRef()
    testBridge.answer('links.check', () =>
      refuse({ kind: 'refused', code: 'PAYMENT_NOT_FOUND', message: '' }),
    )
    links.type(paymentRef)
    links.goOn()
    await settled()
    expect(step()).toMatchObject({ at: 'link-ref', typed: paymentRef, error: { code: 'PAYMENT_NOT_FOUND' } })
  })

  test('left during its look brings nothing up any more', async () => {
    const { selling, links, step, settled } = await startAtRef()
    links.type(paymentRef)
    links.goOn()
    selling.back()
    await settled()
    expect(step()).toMatchObject({ at: 'link-ref', typed: paymentRef })
  })

  test('empty: Enter opens a new link, or asks for the reference if none can be made', async () => {
    const { links, step } = await startAtRef()
    links.goOn()
    expect(step()).toMatchObject({ at: 'link-form', field: 'amount', feeMode: 'NO_FEE' })
    const other = await startAtRef(false)
    other.links.goOn()
    other.links.openForm()
    expect(other.step()).toMatchObject({ at: 'link-ref', problem: 'payment-ref-missing' })
  })
})

describe('the payment on the screen', () => {
  async function startAtStatus() {
    const counter = await startAtRef()
    counter.links.type(paymentRef)
    counter.links.goOn()
    await counter.settled()
    return counter
  }

  test('is looked at once at a time', async () => {
    const { hold, links, step, asked, settled } = await startAtStatus()
    const answer = hold('links.check')
    void links.look('screen')
    links.goOn()
    links.goOn()
    expect(step()).toMatchObject({ looking: 'cashier' })
    answer(ok(paid))
    await settled()
    expect(step()).toMatchObject({ link: paid, looking: null })
    expect(asked('links.check').slice(1)).toEqual([{ paymentRef, by: 'screen' }])
  })

  test('keeps what was known if a look fails, and says so', async () => {
    const { testBridge, links, step, settled } = await startAtStatus()
    testBridge.answer('links.check', () => refuse({ kind: 'unreachable', reason: 'timeout' }))
    await links.look('screen')
    expect(step()).toMatchObject({ link, looking: null, error: { kind: 'unreachable' } })
    testBridge.answer('links.check', () => ok(paid))
    links.goOn()
    await settled()
    expect(step()).toMatchObject({ link: paid, error: null })
  })

  test.each([
    ['refused for good', null, 'PAYMENT_NOT_FOUND'],
    ['held off', 3_000, 'RATE_LIMIT_EXCEEDED'],
  ])(
    'that is %s is looked at by itself after %j, and by a press at once',
    async (_name, nextLookMs, code) => {
      const error = { kind: 'refused', code, message: '' }
      const { testBridge, links, step, settled } = await startAtStatus()
      testBridge.answer('links.check', () => refuse(error))
      await links.look('screen')
      expect(step()).toMatchObject({ link: { ...link, nextLookMs }, error })
      testBridge.answer('links.check', () => ok(link))
      links.goOn()
      await settled()
      expect(step()).toMatchObject({ link, error: null })
    },
  )

  test('once it is over, Enter is for the next customer', async () => {
    const { testBridge, links, step, asked, settled } = await startAtStatus()
    testBridge.answer('links.check', () => ok(paid))
    links.goOn()
    await settled()
    links.goOn()
    expect(step()).toMatchObject({ at: 'link-ref', typed: '', canMake: true })
    expect(asked('links.check')).toHaveLength(2)
  })

  test.each(['failed', 'expired'] as const)(
    'that %s leads to a new link of the same amount',
    async (phase) => {
      const { testBridge, links, step, asked, settled } = await startAtStatus()
      testBridge.answer('links.check', () => ok({ ...paid, phase }))
      links.goOn()
      await settled()
      links.makeAgain()
      expect(step()).toMatchObject({ at: 'link-form', field: 'title', amount: '2500', title: '' })
      links.typeTitle('Téléphone')
      links.goOn()
      await settled()
      expect(asked('links.create')).toMatchObject([{ title: 'Téléphone', amountCentimes: 250_000 }])
    },
  )

  test('that was made here and failed leads to one with the same words; one that waits or is paid to none', async () => {
    const { testBridge, links, step, settled } = await startAtForm([
      { kind: 'made', title: 'Téléphone', amountCentimes: centimes(250_000), askedAtMs: 0, link, paymentUrl },
    ])
    links.goOn()
    await settled()
    links.makeAgain()
    expect(step()).toMatchObject({ at: 'link-status', link })
    testBridge.answer('links.check', () => ok({ ...paid, phase: 'failed' }))
    links.goOn()
    await settled()
    links.makeAgain()
    expect(step()).toMatchObject({ at: 'link-form', field: 'title', amount: '2500', title: 'Téléphone' })
  })

  test('that failed leads to no new link where none are made', async () => {
    const { testBridge, links, step, settled } = await startAtRef(false)
    testBridge.answer('links.check', () => ok({ ...paid, phase: 'failed' }))
    links.type(paymentRef)
    links.goOn()
    await settled()
    links.makeAgain()
    expect(step()).toMatchObject({ at: 'link-status', link: { phase: 'failed' } })
  })
})

describe('a new link', () => {
  test('amount, Enter, title, Enter; the arrow keys say who bears the fee', async () => {
    const { links, step, asked, settled } = await startAtForm()
    links.move?.(-1)
    links.move?.(1)
    links.goOn()
    expect(step()).toMatchObject({ at: 'link-form', isMaking: true })
    links.goOn()
    await settled()
    expect(asked('links.create')).toEqual([
      { title: 'Téléphone', amountCentimes: 250_000, feeMode: 'SPLIT_FEE' },
    ])
    expect(step()).toMatchObject({ at: 'link-status', link, paymentUrl })
  })

  test.each([
    ['', 'amount-missing'],
    ['400', 'link-amount-out-of-range'],
    ['1000,50', 'amount-not-whole'],
    [',', 'not-an-amount'],
  ])('for the amount %j is not asked for: %s', async (amount, problem) => {
    const { links, step, asked } = await startAtRef()
    links.goOn()
    links.typeAmount(amount)
    links.goOn()
    expect(step()).toMatchObject({ field: 'amount', problems: { amount: problem } })
    expect(asked('links.create')).toEqual([])
  })

  test.each([
    ['its answer was lost on the line', { kind: 'link-maybe-made' }],
    ['the core’s answer cannot be read', { kind: 'internal' }],
  ])('that may have been made (%s) is made again by its button alone', async (_name, error) => {
    const { testBridge, selling, links, step, asked, settled } = await startAtForm()
    testBridge.answer('links.create', () => refuse(error))
    links.goOn()
    await settled()
    expect(step()).toMatchObject({ isDoubted: true, isMaking: false, error: { kind: 'link-maybe-made' } })
    links.goOn()
    links.typeTitle('Autre')
    links.goOn()
    await settled()
    expect(asked('links.create')).toHaveLength(1)
    await links.make()
    expect(asked('links.create')).toHaveLength(2)
    selling.back()
    expect(step()).toMatchObject({ at: 'link-ref' })
  })

  test('is not left while it is being made', async () => {
    const { selling, links, step } = await startAtForm()
    links.goOn()
    selling.back()
    links.typeAmount('9')
    expect(step()).toMatchObject({ at: 'link-form', isMaking: true, amount: '2500' })
  })
})

test('the keys do what each step is for', async () => {
  const { selling, step, links, settled } = await startAtRef()
  const press = (key: string, focus: 'field' | 'nowhere' | 'control' = 'field') =>
    keyAction(step(), { ...freeKey, key, focus })
  expect(press('F5')).toEqual({ do: 'open', service: 'payment-link' })
  expect(press('7')).toEqual({ do: 'pass' })
  expect(press('Enter')).toEqual({ do: 'go-on' })
  expect(keyAction(step(), { ...freeKey, key: '?', focus: 'field', takesAnyText: true })).toEqual({
    do: 'pass',
  })
  links.type(paymentRef)
  links.goOn()
  expect(press('Enter')).toEqual({ do: 'nothing' })
  await settled()
  expect(press('Enter', 'nowhere')).toEqual({ do: 'go-on' })
  expect(press('7', 'nowhere')).toEqual({ do: 'nothing' })
  expect(press('Enter', 'control')).toEqual({ do: 'pass' })
  expect(press('Escape', 'nowhere')).toEqual({ do: 'back' })
  selling.back()
  expect(step()).toMatchObject({ at: 'link-ref', typed: paymentRef })
})

describe('the search beside the sale', () => {
  test.each([
    [findKey, 'field', 'find'],
    [findKey, 'nowhere', 'find'],
    ['/', 'nowhere', 'find'],
    ['/', 'field', 'pass'],
    ['Enter', 'elsewhere', 'pass'],
    ['Escape', 'elsewhere', 'pass'],
    ['5', 'elsewhere', 'pass'],
    ['?', 'elsewhere', 'pass'],
    ['F1', 'elsewhere', 'open'],
  ] as const)('%s with the focus %s → %s', async (key, focus, does) => {
    const { step } = await startAtRef()
    expect(keyAction(step(), { ...freeKey, key, focus }).do).toBe(does)
  })
})

test.each([
  [1_200_000, 0, '20:00'],
  [1_200_000, 1, '20:00'],
  [61_000, 0, '1:01'],
  [5_000, 0, '0:05'],
  [0, 9_000, '0:00'],
  [99_999_999, 0, '20:00'],
])('a link that ends by %i has at %i %s left', (endsByMs, nowMs, left) => {
  expect(timeLeft(endsByMs, nowMs)).toBe(left)
})

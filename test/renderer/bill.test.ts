/** The biller and the account of a bill on the screen: the steps, the keys, and where scans land. */
import { describe, expect, test } from 'vitest'
import { formsOfPartner } from '#shared/products/bill-account.ts'
import { bill, billers, discoveryOf, startAtAccount, startAtBillers } from '../support/bill-screen.ts'
import { ok, refuse } from '../support/bridge.ts'

const paymentKey = '0123456789012345678901234'

describe('the biller', () => {
  test('is picked by its digit before anything is known of it', () => {
    const { entry, step } = startAtBillers()
    entry.pickAt(5)
    expect(step()).toMatchObject({ at: 'account', partner: 'Algérie Télécom', form: 'phoneNumber' })
  })

  test('that is down or does not exist is not picked', async () => {
    const { entry, at, settled } = startAtBillers()
    await settled()
    for (const digit of [5, 6, 9]) entry.pickAt(digit)
    entry.pick('Algérie Télécom')
    expect(at()).toBe('biller')
  })

  test('can be picked if the service did not say which are available', async () => {
    const { testBridge, entry, step, at, settled } = startAtBillers()
    testBridge.answer('bills.partners', () => refuse({ kind: 'unreachable', reason: 'timeout' }))
    entry.begin?.(true)
    await settled()
    expect(step()).toMatchObject({ at: 'biller', billers: null, error: { kind: 'unreachable' } })
    entry.pickAt(5)
    expect(at()).toBe('account')
    expect(step()).toMatchObject({ error: null })
  })

  test('that goes down after it was picked is shown as down at its account', async () => {
    const { entry, step, settled } = startAtBillers()
    entry.pickAt(5)
    await settled()
    expect(step()).toMatchObject({ at: 'account', from: { billers } })
  })

  test('is asked with the forms that the profile leaves it', async () => {
    const { testBridge, entry, step, settled } = startAtBillers()
    testBridge.answer('bills.partners', () =>
      ok({ ...billers, forms: { ...formsOfPartner, SEAAL: ['seaal'] } }),
    )
    entry.begin?.(true)
    entry.pickAt(3)
    expect(step()).toMatchObject({ form: 'reference' })
    await settled()
    expect(step()).toMatchObject({ form: 'seaal' })
    entry.move?.(1)
    expect(step()).toMatchObject({ form: 'seaal' })
  })
})

describe('the account', () => {
  test('goes from field to field by Enter, and asks from the last', async () => {
    const { entry, step, asked, settled } = await startAtAccount(2)
    entry.chooseForm('sonelgaz')
    entry.type('sonelgaz.invoice_number', '9876543210')
    entry.goOn()
    expect(step()).toMatchObject({ place: 1 })
    entry.type('sonelgaz.amount_without_stamp', '1200')
    entry.goOn()
    entry.pressDigit('7')
    expect(asked('bills.discover')).toEqual([])
    entry.goOn()
    await settled()
    const account = { sonelgaz: { invoice_number: '9876543210', amount_without_stamp: '1200', ebb_key: '7' } }
    expect(asked('bills.discover')).toEqual([{ partner: 'SONELGAZ', account }])
  })

  test('shows an error at its field, and does not continue', async () => {
    const { entry, step, asked } = await startAtAccount(3)
    entry.chooseForm('seaal')
    entry.goOn()
    expect(step()).toMatchObject({ place: 0, problems: { 'seaal.code_client': 'missing' } })
    entry.type('seaal.code_client', 'é')
    expect(step()).toMatchObject({ problems: {} })
    entry.goTo('seaal.code_contrat')
    entry.type('seaal.code_contrat', '1x')
    entry.goOn()
    const problems = { 'seaal.code_client': 'not-alphanumeric', 'seaal.code_contrat': 'not-digits' }
    expect(step()).toMatchObject({ place: 0, problems })
    expect(asked('bills.discover')).toEqual([])
  })

  test.each([
    ['032026', '03/2026'],
    ['3/2026', '03/2026'],
    ['٠٣-٢٠٢٦', '03/2026'],
    ['03', '03'],
    ['03/', '03/'],
  ])('shows a month typed as "%s" as "%s"', async (text, stands) => {
    const { entry, step } = await startAtAccount()
    entry.chooseForm('ade')
    entry.type('ade.period', text)
    expect(step()).toMatchObject({ typed: { 'ade.period': stands } })
  })

  test('changes its form with the arrow keys, and a lone field takes its text along', async () => {
    const { entry, step } = await startAtAccount()
    entry.type('reference', '55')
    entry.move?.(1)
    expect(step()).toMatchObject({ form: 'electronic_payment_key', typed: { electronic_payment_key: '55' } })
    entry.move?.(1)
    entry.move?.(1)
    expect(step()).toMatchObject({ form: 'ade', typed: { reference: '55' } })
    expect(step()).not.toHaveProperty('typed.ade.sub_id')
    entry.move?.(-1)
    entry.move?.(-1)
    entry.move?.(-1)
    expect(step()).toMatchObject({ form: 'reference' })
  })

  test('keeps what was typed after an error', async () => {
    const { testBridge, entry, step, settled } = await startAtAccount()
    const error = { kind: 'refused', code: 'INVALID_ACCOUNT', message: '' }
    testBridge.answer('bills.discover', () => refuse(error))
    entry.type('reference', '123')
    entry.goOn()
    await settled()
    expect(step()).toMatchObject({ at: 'account', typed: { reference: '123' }, error })
  })
})

describe('a payment key that is scanned', () => {
  const account = { electronic_payment_key: paymentKey }

  test('into the reference is asked as a payment key', async () => {
    const { entry, asked, settled } = await startAtAccount()
    entry.type('reference', paymentKey)
    entry.goOn()
    await settled()
    expect(asked('bills.discover')).toEqual([{ partner: 'ADE', account }])
  })

  test('into the first of several fields is asked as a payment key', async () => {
    const { entry, step, asked, settled } = await startAtAccount()
    entry.chooseForm('ade')
    entry.type('ade.sub_id', paymentKey)
    entry.goOn()
    await settled()
    expect(asked('bills.discover')).toEqual([{ partner: 'ADE', account }])
    expect(step()).toMatchObject({ from: { typed: { 'ade.sub_id': '' } } })
  })

  test('stays where a person put it back', async () => {
    const { testBridge, entry, asked, settled } = await startAtAccount()
    testBridge.answer('bills.discover', () =>
      refuse({ kind: 'refused', code: 'INVALID_ACCOUNT', message: '' }),
    )
    entry.type('reference', paymentKey)
    entry.goOn()
    await settled()
    entry.chooseForm('reference')
    entry.goOn()
    await settled()
    expect(asked('bills.discover')).toEqual([
      { partner: 'ADE', account },
      { partner: 'ADE', account: { reference: paymentKey } },
    ])
  })

  test('is put in its field by a paste; any other text is the field’s own', async () => {
    const { entry, step } = await startAtAccount()
    expect(entry.paste('123 456')).toBe(false)
    expect(entry.paste(` ${paymentKey}\n`)).toBe(true)
    expect(step()).toMatchObject({ form: 'electronic_payment_key', typed: account })
    expect(entry.paste(paymentKey)).toBe(false)
  })
})

test('the landline of an ADSL line is in its field, ready to be asked about', async () => {
  const { testBridge, selling, entry, step, asked, settled } = startAtBillers()
  selling.open('internet')
  testBridge.answer('bills.discover', () => ok(discoveryOf([bill('only', 500)], 'Algérie Télécom')))
  entry.openAccount('Algérie Télécom', 'phoneNumber', { phoneNumber: '023456789' })
  await settled()
  expect(step()).toMatchObject({ service: 'bill', at: 'account', typed: { phoneNumber: '023456789' } })
  entry.goOn()
  await settled()
  const account = { phoneNumber: '023456789' }
  expect(asked('bills.discover')).toEqual([{ partner: 'Algérie Télécom', account }])
})

/** The selling screen with the bills open, over a bridge that answers as a core would. */
import { expect } from 'vitest'
import { centimes } from '#shared/money.ts'
import { formsOfPartner } from '#shared/products/bill-account.ts'
import { ok } from './bridge.ts'
import { refNumber } from './refs.ts'
import { startScreen } from './selling-screen.ts'

const available = { ADE: 'ACTIVE', SONELGAZ: 'ACTIVE', SEAAL: 'ACTIVE', AADL: 'ACTIVE' } as const
export const billers = {
  partners: { ...available, 'Algérie Télécom': 'UNAVAILABLE' },
  forms: formsOfPartner,
} as const

export const bill = (billId: string, dinars: number) => ({
  ...{ billId, amountCentimes: centimes(dinars * 100), feeCentimes: centimes(3_000) },
  ...{ label: null, period: '03/2026' },
})
export const discoveryOf = (bills: readonly unknown[], partner = 'ADE') => ({
  ...{ discoveryRef: refNumber(7), transactionId: '65f0c1d2e3a4b5c6d7e8f901', partner },
  ...{ accountNumber: '123', bills, expiresAtMs: 5_000 },
})
const three = [bill('a', 1_000), bill('b', 2_000), bill('c', 20_000)]

export function startAtBillers() {
  const screen = startScreen()
  const { testBridge, selling } = screen
  testBridge.answer('bills.partners', () => ok(billers))
  testBridge.answer('bills.discover', () => ok(discoveryOf(three)))
  const entry = selling.entries.bill
  selling.open('bill')
  return { ...screen, entry }
}

export async function startAtAccount(digit = 1) {
  const counter = startAtBillers()
  await counter.settled()
  counter.entry.pickAt(digit)
  expect(counter.at()).toBe('account')
  return counter
}

export async function startAtBills(bills: readonly unknown[] = three, partner = 'ADE') {
  const counter = await startAtAccount()
  counter.testBridge.answer('bills.discover', () => ok(discoveryOf(bills, partner)))
  counter.entry.type('reference', '123')
  counter.entry.goOn()
  await counter.settled()
  expect(counter.at()).toBe('bills')
  return counter
}

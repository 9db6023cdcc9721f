/** The selling screen with the bills open, over a bridge that answers as a core would. */
import { expect } from 'vitest'
import { formsOfPartner } from '#shared/bill-account.ts'
import { centimes } from '#shared/money.ts'
import { createClient } from '../../renderer/client.ts'
import { createSelling } from '../../renderer/features/sell/sell-store.ts'
import { createTestBridge, ok, reviewOf, saleOf } from './bridge.ts'
import { refNumber } from './refs.ts'

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
  const door = createTestBridge()
  door.answer('bills.partners', () => ok(billers))
  door.answer('bills.discover', () => ok(discoveryOf(three)))
  door.answer('sale.review', () => ok(reviewOf()))
  door.answer('sale.confirm', () => ok(saleOf(2)))
  const wait = () => new Promise<void>(() => undefined)
  const selling = createSelling({ client: createClient(door.bridge), wait })
  const entry = selling.entries.bill
  selling.open('bill')
  const step = () => selling.store.getState().step
  const at = () => {
    const now = step()
    return now.kind === 'entry' ? now.at : now.kind
  }
  const asked = (name: string) => door.asked.filter((one) => one.name === name).map(({ input }) => input)
  return { door, selling, entry, step, at, asked, settled: () => new Promise((end) => setTimeout(end, 0)) }
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
  counter.door.answer('bills.discover', () => ok(discoveryOf(bills, partner)))
  counter.entry.type('reference', '123')
  counter.entry.goOn()
  await counter.settled()
  expect(counter.at()).toBe('bills')
  return counter
}

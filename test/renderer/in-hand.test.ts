/** A page that takes the place of one that died: the sale in hand is asked of the journal, and made by nobody. */
import { expect, test } from 'vitest'
import { subjectOf } from '#shared/products/orders.ts'
import { createClient } from '../../renderer/client.ts'
import { keepInHand } from '../../renderer/features/sell/in-hand.ts'
import { ok, reviewOf, saleOf } from '../support/bridge.ts'
import { startScreen } from '../support/selling-screen.ts'

/** A page of the window whose storage is given, and what it waited for. */
function startPage(kept: Map<string, string>) {
  const screen = startScreen(undefined, 'start')
  const waits: number[] = []
  const notes: string[] = []
  screen.testBridge.answer('sale.find', () => ok({ sale: null }))
  const begun = () =>
    keepInHand({
      client: createClient(screen.testBridge.bridge),
      selling: screen.selling,
      screen: { addNote: ({ kind }) => void notes.push(kind), addSaleNote: () => void notes.push('sale') },
      storage: {
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, text) => void kept.set(name, text),
        removeItem: (name) => void kept.delete(name),
      },
      wait: async (delayMs) => void waits.push(delayMs),
    })
  return { ...screen, waits, notes, begun }
}

/** A page that dies while its confirmation is under way. */
async function dieWhileConfirming(kept: Map<string, string>): Promise<void> {
  const page = startPage(kept)
  const { order, subscriber } = reviewOf()
  const product = { valueCentimes: 100_000, costCentimes: 97_500, available: true }
  page.testBridge.answer('internet.check-number', () =>
    ok({ type: 'ADSL', number: subjectOf(order), subscriber }),
  )
  page.testBridge.answer('internet.products', () => ok({ products: [product] }))
  await page.begun()
  page.selling.open('internet')
  const { internet } = page.selling.entries
  internet.type('023 45 67 89')
  await internet.check()
  internet.pickAt(1)
  await page.settled()
  page.hold('sale.confirm')
  void page.selling.confirm()
  expect(page.at()).toBe('confirming')
}

test('shows the sale that the page before had asked for, and confirms nothing', async () => {
  const kept = new Map<string, string>()
  await dieWhileConfirming(kept)
  const page = startPage(kept)
  const sale = saleOf(2, { state: 'sending', phase: 'sending' })
  let answers = [null, sale]
  page.testBridge.answer('sale.find', () => {
    const [first = null, ...rest] = answers
    answers = rest
    return ok({ sale: first })
  })
  await page.begun()
  expect(page.step()).toMatchObject({ kind: 'outcome', service: 'internet', ref: sale.ref })
  expect(page.asked('sale.find')).toEqual([{ reviewId: 'review-1' }, { reviewId: 'review-1' }])
  expect(page.asked('sale.confirm')).toEqual([])
  expect(page.notes).toEqual([])
  // It is in hand until the cashier leaves it.
  expect(kept.size).toBe(1)
  page.selling.next()
  expect(kept.size).toBe(0)
})

test('reports a sale that the journal does not show for some time, and forgets it', async () => {
  const kept = new Map<string, string>()
  await dieWhileConfirming(kept)
  const page = startPage(kept)
  await page.begun()
  expect(page.waits).toEqual([1_000, 5_000, 15_000])
  expect([page.at(), kept.size, page.notes]).toEqual(['start', 0, ['not-shown']])
})

test('shows a note if the cashier has begun another sale, and leaves that alone', async () => {
  const kept = new Map<string, string>()
  await dieWhileConfirming(kept)
  const page = startPage(kept)
  page.testBridge.answer('sale.find', () => ok({ sale: saleOf(2) }))
  const begun = page.begun()
  page.selling.entries.start.type('02')
  await begun
  expect(page.step()).toMatchObject({ at: 'start', text: '02' })
  expect(page.notes).toEqual(['sale'])
})

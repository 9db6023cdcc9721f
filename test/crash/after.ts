/**
 * What must be true after a death, whatever the point: checked by opening the counter again and letting it look. Owns the
 * words of the table's cells.
 */
import { expect } from 'vitest'
import type { SaleView } from '#shared/views.ts'
import { readBooks } from './books.ts'
import type { CrashCounter } from './counter.ts'
import type { Good } from './goods.ts'
import { type Beginning, newSale, type Shop } from './shop.ts'

export const nothing = 'no sale'
export const unsentThen = (end: string) => `unsent, then ${end}`
export const toDecide = 'to be decided'

/** The sale is on disk from its commit on; the service has it from when it has read the request. */
export const stepsOfSale = ({ end }: Good) =>
  [
    ['', nothing],
    ['sale-recorded + attempt-started, after the commit', unsentThen(end)],
    ['send, taken, not answered', end],
  ] as const

/**
 * Opens the counter on what is left, and answers how the sale ended. An unsent one is sent again, under its own ref, and has
 * to come to its end.
 */
export async function recover(shop: Shop, beginning: Beginning, good: Good): Promise<string> {
  const counter = await shop.open()
  try {
    const sale = await newSale(counter, beginning)
    if (!sale) {
      await expectBooks(shop, beginning, undefined, good)
      return nothing
    }
    const settled = await counter.settled(sale.ref)
    await expectBooks(shop, beginning, settled, good)
    if (settled.candidates.length > 0) return toDecide
    if (settled.state !== 'unsent') return settled.state
    await counter.command('sale.resend', { ref: sale.ref })
    const ended = await counter.settled(sale.ref)
    await expectBooks(shop, beginning, ended, good)
    return unsentThen(ended.state)
  } finally {
    await expectWhole(counter)
  }
}

async function expectBooks(
  shop: Shop,
  beginning: Beginning,
  sale: SaleView | undefined,
  good: Good,
): Promise<void> {
  const { found, expected } = await readBooks(shop, beginning, sale, good)
  if (!sale || sale.candidates.length === 0) return expect(found).toEqual(expected)
  // Nothing is said of it yet: what the service holds is among what the person is shown, and nothing was sent since.
  const { sendsBefore } = beginning
  expect(sale.candidates.map(({ serviceId }) => serviceId)).toEqual(expect.arrayContaining(found.orders))
  expect([found.orders.length, found.sends]).toEqual([sendsBefore, sendsBefore])
}

/** The chain holds, every page is sound, and the projections are what the entries make. */
export async function expectWhole(counter: CrashCounter): Promise<void> {
  await counter.command('journal.verify', {})
  await counter.stop()
}

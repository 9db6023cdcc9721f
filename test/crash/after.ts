/**
 * What must be true after a death, whatever the point: checked by opening the counter again and letting it look. Owns the
 * words of the table's cells.
 */
import { expect } from 'vitest'
import type { SaleView } from '#shared/views.ts'
import { doors } from '../support/sell.ts'
import type { CrashCounter } from './counter.ts'
import type { Good } from './goods.ts'
import { type Beginning, newSale, type Shop } from './shop.ts'

const sendPaths = Object.values(doors).map(({ send }) => send)

export const nothing = 'no sale'
export const unsentThen = (end: string) => `unsent, then ${end}`
export const toDecide = 'to be decided'

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
    await counter.tell('sale.resend', { ref: sale.ref })
    const ended = await counter.settled(sale.ref)
    await expectBooks(shop, beginning, ended, good)
    return unsentThen(ended.state)
  } finally {
    await expectWhole(counter)
  }
}

/** One order, one debit and one request at the most; none where the sale says that there is none. */
export async function expectBooks(
  { service }: Shop,
  beginning: Beginning,
  sale: SaleView | undefined,
  good: Good,
): Promise<void> {
  const ledger = await service.ledger()
  const orders = ledger.orders.filter(({ id }) => !beginning.otherOrders.has(id))
  const movements = ledger.movements.filter(({ orderId }) => !beginning.otherOrders.has(orderId))
  const sends = (await service.requests()).filter(
    ({ method, path }) => method === 'POST' && sendPaths.includes(path.split('?')[0] ?? ''),
  )
  const held = orders.map(({ id }) => id)
  if (sale && sale.candidates.length > 0) {
    // Nothing is said of it yet: what the service holds is among what the person is shown, and nothing was sent since.
    expect(sale.candidates.map(({ serviceId }) => serviceId)).toEqual(expect.arrayContaining(held))
    return expect([held.length, sends.length]).toEqual([beginning.sendsBefore, 0])
  }
  const isTaken = sale !== undefined && sale.state !== 'unsent' && sale.state !== 'cancelled'
  expect({
    orders: held,
    movements: movements.map(({ type }) => type),
    debited: [...new Set(movements.map(({ orderId }) => orderId))],
    sends: beginning.sendsBefore + sends.length,
  }).toEqual({
    orders: isTaken ? [sale.serviceId] : [],
    movements: isTaken ? good.movements : [],
    debited: isTaken && good.movements.length > 0 ? [sale.serviceId] : [],
    sends: isTaken ? 1 : 0,
  })
}

/** The chain holds, every page is sound, and the projections are what the entries make. */
async function expectWhole(counter: CrashCounter): Promise<void> {
  await counter.tell('journal.verify', {})
  await counter.stop()
}

/** A sale held against the service's books. */
import type { SaleView } from '#shared/views.ts'
import { endpoints } from '../support/sell.ts'
import type { Good } from './goods.ts'
import type { Beginning, Shop } from './shop.ts'

const sendPaths = Object.values(endpoints).map(({ send }) => send)

/**
 * What the service holds of the sale, and what it has to hold: one order, its movements and one request at the most; none
 * where the sale says that there is none.
 */
export async function readBooks(
  { service }: Shop,
  { otherOrders, sendsBefore }: Beginning,
  sale: SaleView | undefined,
  good: Good,
) {
  const ledger = await service.ledger()
  const movements = ledger.movements.filter(({ orderId }) => !otherOrders.has(orderId))
  const sends = (await service.requests()).filter(
    ({ method, path }) => method === 'POST' && sendPaths.includes(path.split('?')[0] ?? ''),
  )
  const isTaken = sale !== undefined && sale.state !== 'unsent' && sale.state !== 'cancelled'
  const found = {
    orders: ledger.orders.map(({ id }) => id).filter((id) => !otherOrders.has(id)),
    movements: movements.map(({ type }) => type),
    debited: [...new Set(movements.map(({ orderId }) => orderId))],
    sends: sendsBefore + sends.length,
  }
  const expected = {
    orders: isTaken ? [sale.serviceId] : [],
    movements: isTaken ? good.movements : [],
    debited: isTaken && good.movements.length > 0 ? [sale.serviceId] : [],
    sends: isTaken ? 1 : 0,
  }
  return { found, expected }
}

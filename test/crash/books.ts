/** A sale held against the service's books. */
import type { SaleView } from '#shared/views.ts'
import { endpoints } from '../support/sell.ts'
import type { Good } from './goods.ts'
import type { Beginning, Shop } from './shop.ts'

const sendPaths = Object.values(endpoints).map(({ send }) => send)

/** The service's orders, movements and requests that are of the sale. */
export async function readLedger({ service }: Shop, { otherOrders }: Pick<Beginning, 'otherOrders'>) {
  const ledger = await service.ledger()
  const sends = (await service.requests()).filter(
    ({ method, path }) => method === 'POST' && sendPaths.includes(path.split('?')[0] ?? ''),
  )
  return {
    orders: ledger.orders.map(({ id }) => id).filter((id) => !otherOrders.has(id)),
    movements: ledger.movements.filter(({ orderId }) => !otherOrders.has(orderId)),
    sends: sends.length,
  }
}

/**
 * What the service holds of the sale, and what it has to hold: one order, its movements and one request at the most; none
 * where the sale says that there is none.
 */
export async function readBooks(shop: Shop, beginning: Beginning, sale: SaleView | undefined, good: Good) {
  const { orders, movements, sends } = await readLedger(shop, beginning)
  const isTaken = sale !== undefined && sale.state !== 'unsent' && sale.state !== 'cancelled'
  const found = {
    orders,
    movements: movements.map(({ type }) => type),
    debited: [...new Set(movements.map(({ orderId }) => orderId))],
    sends: beginning.sendsBefore + sends,
  }
  const expected = {
    orders: isTaken ? [sale.serviceId] : [],
    movements: isTaken ? good.movements : [],
    debited: isTaken && good.movements.length > 0 ? [sale.serviceId] : [],
    sends: isTaken ? 1 : 0,
  }
  return { found, expected }
}

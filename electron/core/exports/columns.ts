/**
 * The columns of the history as a table: what each holds of a sale, and of which type. Pure. Invariant: only what is read here
 * leaves, so that no code of a card, sealed or not, and nothing of a request is in any table.
 */

import { displayStatusOf } from '#shared/display-status.ts'
import type { Environment } from '#shared/environments.ts'
import { faceValueOf, type Order } from '#shared/orders.ts'
import type { SaleView } from '#shared/views.ts'
import type { ExportWords } from './words.ts'

/** Of a table's cells: text as it stands, an amount in whole centimes, a count, a time in milliseconds since 1970. */
export type CellType = 'text' | 'amount' | 'count' | 'time'

export interface Column {
  readonly name: keyof ExportWords['column']
  readonly type: CellType
  /** How wide it is shown, in characters. */
  readonly widthCharacters: number
  /** A text for a column of texts, a number for any other; null where the sale has none. */
  read(sale: SaleView): string | number | null
}

/** Where a table comes from and whom it is for. */
export interface TableOptions {
  readonly environment: Environment
  readonly words: ExportWords
}

export function columnsOf({ environment, words }: TableOptions): readonly Column[] {
  const column = (
    name: Column['name'],
    type: CellType,
    widthCharacters: number,
    read: Column['read'],
  ): Column => ({ name, type, widthCharacters, read })
  return [
    column('date', 'time', 19, (sale) => sale.recordedAtMs),
    column('state', 'text', 18, (sale) => words.state[displayStatusOf(sale)]),
    column('kind', 'text', 13, ({ order }) => words.kind[order.kind]),
    column('product', 'text', 28, ({ order }) => productOf(order)),
    column('number', 'text', 26, ({ order }) => numberOf(order)),
    column('customer', 'text', 16, ({ subscriber }) => subscriber?.customerNumber ?? null),
    column('quantity', 'count', 9, ({ order }) => quantityOf(order)),
    column('value', 'amount', 13, ({ order }) => faceValueOf(order)),
    column('fee', 'amount', 11, ({ order }) => (order.kind === 'bill' ? order.feeCentimes : null)),
    column('price', 'amount', 15, (sale) => sale.priceCentimes),
    column('cost', 'amount', 13, (sale) => sale.costCentimes),
    column('debited', 'amount', 13, (sale) => sale.debitCentimes),
    column('changed', 'time', 19, (sale) => sale.changedAtMs),
    column('serviceStatus', 'text', 16, (sale) => sale.serverStatus),
    column('reason', 'text', 20, (sale) => sale.reason),
    column('attempts', 'count', 8, (sale) => sale.attempts),
    column('ref', 'text', 29, (sale) => sale.ref),
    column('serviceId', 'text', 27, (sale) => sale.serviceId),
    column('requestId', 'text', 27, (sale) => sale.requestId),
    column('transaction', 'text', 20, (sale) => sale.transactionNumber),
    column('environment', 'text', 19, () => words.environment[environment]),
  ]
}

function productOf(order: Order): string {
  switch (order.kind) {
    case 'internet':
      return order.type
    case 'mobile':
      return [order.operator, order.planName].filter(Boolean).join(' · ')
    case 'gift-card':
      return `${order.productTitle} · ${order.typeName}`
    case 'bill':
      return order.partner
  }
}

function numberOf(order: Order): string | null {
  switch (order.kind) {
    case 'internet':
    case 'mobile':
      return order.number
    case 'gift-card':
      return null
    case 'bill':
      return order.accountNumber
  }
}

function quantityOf(order: Order): number {
  switch (order.kind) {
    case 'internet':
    case 'mobile':
      return 1
    case 'gift-card':
      return order.quantity
    case 'bill':
      return order.bills.length
  }
}

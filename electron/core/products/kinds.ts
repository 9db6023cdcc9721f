/** The kinds of sale, by the kind of their order. */
import { type OrderKind, orderKinds } from '#shared/products/orders.ts'
import type { StoredSale } from '../journal/journal.ts'
import { billKind } from './bill/kind.ts'
import { giftCardKind } from './gift-card/kind.ts'
import { internetKind } from './internet/kind.ts'
import type { SaleKind } from './kind.ts'
import { mobileKind } from './mobile/kind.ts'
import type { OrderList } from './order-list.ts'

export const saleKinds: { readonly [Kind in OrderKind]: SaleKind<Kind> } = {
  internet: internetKind,
  mobile: mobileKind,
  'gift-card': giftCardKind,
  bill: billKind,
}

/** Those whose money the service may give back after it delivered. */
export const refundableKinds: readonly OrderKind[] = orderKinds.filter(
  (kind) => saleKinds[kind].mayBeRefundedLate,
)

/** The row of a sale's kind. It takes sales of that kind alone, and the journal holds no sale that is not what its order says. */
export const kindOf = (sale: StoredSale): SaleKind => saleKinds[sale.order.kind] as SaleKind

/** The kinds of order that the service lists. */
export const listedKinds: readonly OrderKind[] = orderKinds.filter((kind) => saleKinds[kind].list)

/** The list of a kind that has one. It holds orders of that kind alone. */
export function listOf(kind: OrderKind): OrderList {
  const { list } = saleKinds[kind]
  if (!list) throw new TypeError(`the service shows no list of ${kind} orders`)
  return list as OrderList
}

/** What a sale is for, in one line: a number in groups, a product, an account. What stands first in every list. */
import type { BillPartner } from '#shared/bill-partners.ts'
import type { Order } from '#shared/orders.ts'
import { unreachable } from '#shared/result.ts'
import { LineNumber } from './text.tsx'

export function OrderSubject({ order }: { readonly order: Order }) {
  switch (order.kind) {
    case 'internet':
    case 'mobile':
      return <LineNumber number={order.number} />
    case 'gift-card':
      // One run of text, in the direction of the product's own name: turned over, its numbers would read as one.
      return <bdi>{`${order.productTitle} ${order.typeName} ×\u00a0${order.quantity}`}</bdi>
    case 'bill':
      return (
        <>
          <bdi>{order.partner}</bdi> <Account partner={order.partner} number={order.accountNumber} />
        </>
      )
    default:
      return unreachable(order)
  }
}

interface AccountProps {
  readonly partner: BillPartner
  readonly number: string
}

/** A telephone number, or up to fifty characters of any kind, which may break anywhere. */
export function Account({ partner, number }: AccountProps) {
  if (partner === 'Algérie Télécom') return <LineNumber number={number} />
  return (
    <bdi dir="ltr" className="order-account">
      {number}
    </bdi>
  )
}

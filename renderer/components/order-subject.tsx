/** What a sale is for, in one line: a number in groups, a product, an account. What stands first in every list. */
import type { Order } from '#shared/orders.ts'
import { unreachable } from '#shared/result.ts'
import { LineNumber, Ltr } from './text.tsx'

export function OrderSubject({ order }: { readonly order: Order }) {
  switch (order.kind) {
    case 'internet':
    case 'mobile':
      return <LineNumber number={order.number} />
    case 'gift-card':
      return (
        <>
          <bdi>{order.productTitle}</bdi> <bdi>{order.typeName}</bdi> <Ltr>× {order.quantity}</Ltr>
        </>
      )
    case 'bill':
      return (
        <>
          <bdi>{order.partner}</bdi> <Account number={order.accountNumber} />
        </>
      )
    default:
      return unreachable(order)
  }
}

/** Up to fifty characters of any kind: it may break anywhere, which a telephone number may not. */
export function Account({ number }: { readonly number: string }) {
  return (
    <bdi dir="ltr" className="order-account">
      {number}
    </bdi>
  )
}

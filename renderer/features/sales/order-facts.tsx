/** What was ordered, fact by fact, kind by kind: for the last look before a sale and for the sale in full. */
import type { BillOrder, Order } from '#shared/orders.ts'
import { unreachable } from '#shared/result.ts'
import type { Subscriber } from '#shared/views.ts'
import type { Fact } from '../../components/fact-list.tsx'
import { Account } from '../../components/order-subject.tsx'
import { RegionName } from '../../components/region-name.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'

export function factsOfOrder(order: Order, subscriber: Subscriber | null): readonly Fact[] {
  switch (order.kind) {
    case 'internet':
      return [
        { label: 'sale.type', value: <Text k={`sell.type.${order.type}`} /> },
        { label: 'sale.customer', value: subscriber && <Ltr>{subscriber.customerNumber}</Ltr> },
        { label: 'sale.offer', value: subscriber?.offer && <bdi>{subscriber.offer}</bdi> },
        { label: 'sale.card', value: <Amount centimes={order.valueCentimes} /> },
      ]
    case 'mobile':
      return [
        { label: 'sale.operator', value: order.operator && <bdi>{order.operator}</bdi> },
        { label: 'sale.plan', value: <bdi>{order.planName}</bdi> },
        { label: 'sale.amount', value: <Amount centimes={order.amountCentimes} /> },
      ]
    case 'gift-card':
      return [
        { label: 'sale.product', value: <bdi>{order.productTitle}</bdi> },
        { label: 'sale.region', value: order.region !== undefined && <RegionName region={order.region} /> },
        { label: 'sale.cardType', value: <bdi>{order.typeName}</bdi> },
        { label: 'sale.quantity', value: <Ltr>{order.quantity}</Ltr> },
        { label: 'sale.unit', value: <Amount centimes={order.unitCentimes} /> },
      ]
    case 'bill':
      return factsOfBills(order)
    default:
      return unreachable(order)
  }
}

const factsOfBills = ({ partner, accountNumber, bills, feeCentimes }: BillOrder): readonly Fact[] => [
  { label: 'sale.partner', value: <bdi>{partner}</bdi> },
  { label: 'sale.account', value: <Account partner={partner} number={accountNumber} /> },
  ...bills.map(
    ({ billId, period, label, amountCentimes }): Fact => ({
      label: 'sale.bill',
      id: billId,
      value: (
        <>
          {period !== null && <Ltr>{period}</Ltr>} {label !== null && <bdi>{label}</bdi>}
          {(period !== null || label !== null) && ' · '}
          <Amount centimes={amountCentimes} />
        </>
      ),
    }),
  ),
  // The service says its fee on several bills only once they are paid.
  { label: bills.length > 1 ? 'sale.feeEstimate' : 'sale.fee', value: <Amount centimes={feeCentimes} /> },
]

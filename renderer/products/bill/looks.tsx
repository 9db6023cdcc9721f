/** How a payment of bills looks. */
import { type BillPartner, billers } from '#shared/products/bill.ts'
import type { Fact } from '../../components/fact-list.tsx'
import { InLanguages } from '../../components/in-languages.tsx'
import { Amount, LineNumber, Ltr } from '../../components/text.tsx'
import type { Looks } from '../looks.tsx'

export const billLooks: Looks<'bill'> = {
  Subject: ({ order }) => (
    <>
      <bdi>{order.partner}</bdi> <Account partner={order.partner} number={order.accountNumber} />
    </>
  ),
  subjectLabel: 'sale.number',
  factsOf: ({ partner, accountNumber, bills, feeCentimes }) => [
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
    { label: feeLabel(bills.length), value: <Amount centimes={feeCentimes} /> },
  ],
  isSubjectAmongFacts: true,
  isLong: true,
  FavouriteName: ({ favourite }) => <bdi>{favourite.partner}</bdi>,
  GoodsSubject: ({ goods }) => <Account partner={goods.partner} number={goods.accountNumber} />,
  goodsTextOf: ({ accountNumber }) => accountNumber,
  GoodsFacts: ({ goods: { partner, billCount, billsCentimes, feeCentimes } }) => (
    <>
      <p className="display-what">
        <bdi>{partner}</bdi>
      </p>
      <dl className="display-sums">
        <dt>
          <InLanguages k="display.bills" values={{ count: billCount }} />
        </dt>
        <dd>
          <Amount centimes={billsCentimes} />
        </dd>
        <dt>
          <InLanguages k={feeLabel(billCount)} />
        </dt>
        <dd>
          <Amount centimes={feeCentimes} />
        </dd>
      </dl>
    </>
  ),
}

/** The service says its fee on several bills only once they are paid. */
const feeLabel = (billCount: number) => (billCount > 1 ? 'sale.feeEstimate' : 'sale.fee')

interface AccountProps {
  readonly partner: BillPartner
  readonly number: string
}

/** A telephone number, or up to fifty characters of any kind, which may break anywhere. */
export function Account({ partner, number }: AccountProps) {
  if (billers[partner].isTelephone) return <LineNumber number={number} />
  return (
    <bdi dir="ltr" className="order-account">
      {number}
    </bdi>
  )
}

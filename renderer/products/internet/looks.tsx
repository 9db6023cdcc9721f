/** How an internet card looks. */
import { InLanguages } from '../../components/in-languages.tsx'
import { Amount, LineNumber, Ltr, Text } from '../../components/text.tsx'
import type { Looks } from '../looks.tsx'

export const internetLooks: Looks<'internet'> = {
  Subject: ({ order }) => <LineNumber number={order.number} />,
  subjectLabel: 'sale.number',
  factsOf: ({ type, valueCentimes }, subscriber) => [
    { label: 'sale.type', value: <Text k={`sell.type.${type}`} /> },
    { label: 'sale.customer', value: subscriber && <Ltr>{subscriber.customerNumber}</Ltr> },
    { label: 'sale.offer', value: subscriber?.offer && <bdi>{subscriber.offer}</bdi> },
    { label: 'sale.card', value: <Amount centimes={valueCentimes} /> },
  ],
  isSubjectAmongFacts: false,
  isLong: false,
  FavouriteName: ({ favourite }) => (
    <>
      <Text k={`sell.type.${favourite.type}`} /> <Amount centimes={favourite.valueCentimes} />
    </>
  ),
  GoodsSubject: ({ goods }) => <LineNumber number={goods.number} />,
  GoodsFacts({ goods }) {
    const amount = <Amount centimes={goods.valueCentimes} />
    const type = <Text k={`sell.type.${goods.type}`} />
    return <InLanguages k="display.card" values={{ type, amount }} look="display-what" />
  },
}

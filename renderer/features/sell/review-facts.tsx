/** What is about to be sold, as it is read back to the customer: what it is for and what it costs very large, then the rest. */
import { centimes } from '#shared/money.ts'
import type { ReviewView } from '#shared/views.ts'
import { type Fact, FactList } from '../../components/fact-list.tsx'
import { OrderSubject } from '../../components/order-subject.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { factsOfOrder } from '../sales/order-facts.tsx'

export interface ReviewFactsProps {
  readonly review: ReviewView
}

/** What stands large above is not said again: what it is for may take three lines. */
const isNotSaid = ({ label }: Fact): boolean => label !== 'sale.product'

export function ReviewFacts({ review }: ReviewFactsProps) {
  const { order, subscriber, priceCentimes, costCentimes } = review
  return (
    <>
      <p className="review-number" data-kind={order.kind}>
        <OrderSubject order={order} />
      </p>
      <dl className="review-money">
        <div data-main="true">
          <dt>
            <Text k="sell.review.pays" />
          </dt>
          <dd>
            <Amount centimes={priceCentimes} />
          </dd>
        </div>
        <div>
          <dt>
            <Text k="sale.cost" />
          </dt>
          <dd>
            <Amount centimes={costCentimes} />
          </dd>
        </div>
        <div>
          <dt>
            <Text k="sell.review.margin" />
          </dt>
          <dd>
            <Amount centimes={centimes(priceCentimes - costCentimes)} />
          </dd>
        </div>
      </dl>
      <FactList facts={factsOfOrder(order, subscriber).filter(isNotSaid)} look="review-line" />
    </>
  )
}

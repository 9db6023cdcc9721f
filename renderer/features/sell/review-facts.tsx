/** What is about to be sold, as it is read back to the customer: what it is for very large, then every figure. */
import { centimes } from '#shared/money.ts'
import type { ReviewView } from '#shared/views.ts'
import { type Fact, FactList } from '../../components/fact-list.tsx'
import { OrderSubject } from '../../components/order-subject.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { factsOfOrder } from '../sales/order-facts.tsx'
import type { EntryStep } from './flow.ts'
import { regionOf } from './gift-card/flow.ts'
import { RegionName } from './gift-card/region-name.tsx'

export interface ReviewFactsProps {
  readonly review: ReviewView
  /** The step it was put together at, which may know more than the order holds. */
  readonly from: EntryStep
}

export function ReviewFacts({ review, from }: ReviewFactsProps) {
  const { order, subscriber, priceCentimes, costCentimes } = review
  return (
    <>
      <p className="review-number">
        <OrderSubject order={order} />
      </p>
      <FactList facts={[...factsOfOrder(order, subscriber), ...factsBeside(from)]} look="review-line" />
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
    </>
  )
}

/** What the customer should hear and the order does not hold: a card of another region cannot be used. */
function factsBeside(from: EntryStep): readonly Fact[] {
  const region = from.service === 'gift-card' ? regionOf(from) : null
  return region === null ? [] : [{ label: 'sale.region', value: <RegionName region={region} /> }]
}

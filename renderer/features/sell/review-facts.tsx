/** What is about to be sold, as it is read back to the customer: the number very large, then every figure. */
import { centimes } from '#shared/money.ts'
import type { ReviewView } from '#shared/views.ts'
import { Amount, LineNumber, Ltr, Text } from '../../components/text.tsx'

export function ReviewFacts({ review }: { readonly review: ReviewView }) {
  const { order, subscriber, priceCentimes, costCentimes } = review
  return (
    <>
      <p className="review-number">
        <LineNumber number={order.number} />
      </p>
      <dl className="review-line">
        <div>
          <dt>
            <Text k="sale.type" />
          </dt>
          <dd>
            <Text k={`sell.type.${order.type}`} />
          </dd>
        </div>
        {subscriber && (
          <div>
            <dt>
              <Text k="sale.customer" />
            </dt>
            <dd>
              <Ltr>{subscriber.customerNumber}</Ltr>
            </dd>
          </div>
        )}
        {subscriber?.offer && (
          <div>
            <dt>
              <Text k="sale.offer" />
            </dt>
            <dd>
              <bdi>{subscriber.offer}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>
            <Text k="sale.card" />
          </dt>
          <dd>
            <Amount centimes={order.valueCentimes} />
          </dd>
        </div>
      </dl>
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

/** Whose line it is: the number in groups, its type, and what the operator says of the customer. */
import { LineNumber, Ltr, Text } from '../../../components/text.tsx'
import type { CardsStep } from './flow.ts'

export function LineSummary({ line }: { readonly line: CardsStep['line'] }) {
  return (
    <section className="line-summary">
      <p className="line-number">
        <LineNumber number={line.number} />
      </p>
      <dl>
        <div>
          <dt>
            <Text k="sale.type" />
          </dt>
          <dd>
            <Text k={`sell.type.${line.type}`} />
          </dd>
        </div>
        <div>
          <dt>
            <Text k="sale.customer" />
          </dt>
          <dd>
            <Ltr>{line.subscriber.customerNumber}</Ltr>
          </dd>
        </div>
        {line.subscriber.offer !== null && (
          <div>
            <dt>
              <Text k="sale.offer" />
            </dt>
            <dd>
              <bdi>{line.subscriber.offer}</bdi>
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

/** What the chosen bills come to, while they are being chosen; the fee is marked where it is only estimated. */
import { orderMinimumCentimes } from '#shared/fees.ts'
import type { Centimes } from '#shared/money.ts'
import { Amount, Text } from '../../../components/text.tsx'
import { type Totals, totalsOf } from './choice.ts'
import type { BillsStep } from './flow.ts'

export function BillTotals({ step }: { readonly step: BillsStep }) {
  const totals = totalsOf(step)
  const { count, amountCentimes, feeCentimes, totalCentimes, isEstimate } = totals
  return (
    <section className="bill-totals">
      <dl>
        <div>
          <dt>
            <Text k="sell.bill.chosen" values={{ count }} />
          </dt>
          <dd>
            <Amount centimes={amountCentimes} />
          </dd>
        </div>
        <div>
          <dt>
            <Text k={isEstimate ? 'sale.feeEstimate' : 'sale.fee'} />
          </dt>
          <dd>
            <Amount centimes={feeCentimes} />
          </dd>
        </div>
        <div data-main="true">
          <dt>
            <Text k="sell.review.pays" />
          </dt>
          <dd>
            <span role="status">
              <Amount centimes={totalCentimes} />
            </span>
          </dd>
        </div>
      </dl>
      <TotalsNote totals={totals} minimum={orderMinimumCentimes[step.discovery.partner]} />
    </section>
  )
}

interface TotalsNoteProps {
  readonly totals: Totals
  /** The least that the biller takes at once; null where it sets none. */
  readonly minimum: Centimes | null
}

/** What is still to be done before the bills can be paid, else what is not certain yet. */
function TotalsNote({ totals: { problem, isEstimate }, minimum }: TotalsNoteProps) {
  const least = minimum !== null && { amount: <Amount centimes={minimum} /> }
  if (problem === 'none-chosen') {
    return (
      <p className="step-hint">
        <Text k="sell.bill.choose" /> {least && <Text k="sell.bill.minimum" values={least} />}
      </p>
    )
  }
  if (problem === 'below-minimum' && least) {
    return (
      <p className="bill-problem" role="alert">
        <Text k="bill.belowMinimum" values={least} />
      </p>
    )
  }
  if (!isEstimate) return null
  return (
    <p className="step-hint">
      <Text k="bill.estimate" />
    </p>
  )
}

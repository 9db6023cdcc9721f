/** Who buys the sale that is looked at, with what they owe and may owe: seen as the account is chosen, and not only at the end. */
import { type Centimes, centimes } from '#shared/money.ts'
import { type CustomerView, limitProblem } from '#shared/till/carnet.ts'
import { Button } from '../../components/button.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useParts, usePeople, useSettings } from '../../counter-context.tsx'
import type { ReviewStep } from '../sell/flow.ts'
import styles from './carnet.module.css'
import { Balance, CustomerName, useAsked } from './customer-parts.tsx'

/** Nothing of it is there where the shop lends nothing. */
export function Buyer({ step }: { readonly step: ReviewStep }) {
  const { screen } = useParts()
  const { carnet } = useSettings()
  if (!carnet.isOn) return null
  if (step.customer) return <ChosenBuyer step={step} chosen={step.customer} />
  return (
    <div className={styles['buyer']} data-testid="buyer">
      <Button testId="choose-buyer" onPress={() => screen.open({ kind: 'carnet', forSale: true })}>
        <Icon name="book" />
        <Text k="carnet.choose" />
        <Kbd>4</Kbd>
      </Button>
    </div>
  )
}

const isOverLimit = (
  { means, review: { priceCentimes } }: ReviewStep,
  { balanceCentimes, allowedCentimes: limitCentimes }: CustomerView,
  saleLimitCentimes: Centimes | null,
): boolean =>
  means === 'on-account' &&
  limitProblem({ balanceCentimes, limitCentimes, saleLimitCentimes, priceCentimes }) !== null

/**
 * What the customer would owe, where that is beyond their limit and nobody signs in who could approve of it: the sale would be
 * refused. Null where it may be sold.
 */
export function useBeyondLimit(step: ReviewStep): Centimes | null {
  const { carnet } = useSettings()
  const { isOn: hasPeople } = usePeople()
  const customerId = step.customer?.customerId ?? ''
  const { answer } = useAsked('carnet.page', customerId === '' ? null : { customerId })
  const customer = answer?.page?.customer ?? step.customer
  if (!customer || hasPeople || !isOverLimit(step, customer, carnet.saleLimitCentimes)) return null
  return centimes(customer.balanceCentimes + step.review.priceCentimes)
}

interface ChosenBuyerProps {
  readonly step: ReviewStep
  /** As they were when they were chosen: their limit may be another by now. */
  readonly chosen: CustomerView
}

function ChosenBuyer({ step, chosen }: ChosenBuyerProps) {
  const { means, review } = step
  const { screen, selling } = useParts()
  const { carnet } = useSettings()
  const { isOn: hasPeople } = usePeople()
  const { customerId } = chosen
  const { answer } = useAsked('carnet.page', { customerId })
  const customer = answer?.page?.customer ?? chosen
  const { balanceCentimes, allowedCentimes: limitCentimes } = customer
  const isOver = isOverLimit(step, customer, carnet.saleLimitCentimes)
  return (
    <div className={styles['buyer']} data-testid="buyer" data-over={isOver || undefined}>
      <p>
        <CustomerName customer={customer} /> <Balance centimes={balanceCentimes} />{' '}
        <Text k="carnet.mayOwe" values={{ limit: <Amount centimes={limitCentimes} /> }} />
      </p>
      {/* Where the sale is stopped for it, the button says so. */}
      {means === 'on-account' && (!isOver || hasPeople) && (
        <p role="status">
          <Text
            k={isOver ? 'carnet.over' : 'carnet.after'}
            values={{ sum: <Amount centimes={centimes(balanceCentimes + review.priceCentimes)} /> }}
          />
        </p>
      )}
      {/* Where nobody signs in there is nobody to approve: the limit is raised first, which is an act with a name. */}
      {isOver && !hasPeople && (
        <Button
          testId="raise-limit"
          onPress={() => screen.open({ kind: 'carnet', customerId, atLimit: true })}
        >
          <Text k="carnet.changeLimit" />
        </Button>
      )}
      <Button look="quiet" testId="drop-buyer" onPress={() => selling.chooseCustomer(null)}>
        <Icon name="close" />
        <Text k="carnet.drop" />
      </Button>
    </div>
  )
}

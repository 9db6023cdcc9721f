/** Who buys the sale that is looked at, with what they owe and may owe: seen as the account is chosen, and not only at the end. */
import { centimes } from '#shared/money.ts'
import { limitProblem } from '#shared/till/carnet.ts'
import { Button } from '../../components/button.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import { Amount, Text } from '../../components/text.tsx'
import { useParts, useSettings } from '../../counter-context.tsx'
import type { ReviewStep } from '../sell/flow.ts'
import { Balance, CustomerName } from './customer-parts.tsx'

/** Nothing of it is there where the shop lends nothing. */
export function Buyer({ step }: { readonly step: ReviewStep }) {
  const { screen, selling } = useParts()
  const { carnet } = useSettings()
  const { customer, means, review } = step
  if (!carnet.isOn) return null
  if (!customer) {
    return (
      <div className="buyer" data-testid="buyer">
        <Button testId="choose-buyer" onPress={() => screen.open({ kind: 'carnet', forSale: true })}>
          <Icon name="book" />
          <Text k="carnet.choose" />
          <Kbd>4</Kbd>
        </Button>
      </div>
    )
  }
  const { balanceCentimes, allowedCentimes: limitCentimes } = customer
  const terms = { balanceCentimes, limitCentimes, saleLimitCentimes: carnet.saleLimitCentimes }
  const isOver =
    means === 'on-account' && limitProblem({ ...terms, priceCentimes: review.priceCentimes }) !== null
  return (
    <div className="buyer" data-testid="buyer" data-over={isOver || undefined}>
      <p>
        <CustomerName customer={customer} /> <Balance centimes={balanceCentimes} />{' '}
        <Text k="carnet.mayOwe" values={{ limit: <Amount centimes={limitCentimes} /> }} />
      </p>
      {means === 'on-account' && (
        <p role="status">
          <Text
            k={isOver ? 'carnet.over' : 'carnet.after'}
            values={{ sum: <Amount centimes={centimes(balanceCentimes + review.priceCentimes)} /> }}
          />
        </p>
      )}
      <Button look="quiet" testId="drop-buyer" onPress={() => selling.chooseCustomer(null)}>
        <Icon name="close" />
        <Text k="carnet.drop" />
      </Button>
    </div>
  )
}

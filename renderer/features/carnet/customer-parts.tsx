/** What the screens of customers share: what is asked of the core, a customer's name, and what they owe or have to their credit. */
import { useCallback, useEffect, useState } from 'react'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/ipc/commands.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import { groupNumber } from '#shared/phone.ts'
import { type CustomerView, limitProblem } from '#shared/till/carnet.ts'
import { Button } from '../../components/button.tsx'
import { Icon, Kbd } from '../../components/icon.tsx'
import { Amount, Ltr, Text } from '../../components/text.tsx'
import { useParts, usePeople, useSettings, useTill } from '../../counter-context.tsx'
import type { ReviewStep } from '../sell/flow.ts'
import styles from './carnet.module.css'

/** Without a name the number stands alone; of who was forgotten neither is there. */
export function CustomerName({ customer }: { readonly customer: CustomerView }) {
  const { name, number, isForgotten } = customer
  if (number === null) return <Text k={isForgotten ? 'carnet.forgotten' : 'carnet.nameless'} />
  return (
    <span className={styles['customer-name']}>
      {name !== null && <bdi>{name}</bdi>} <Ltr>{groupNumber(number)}</Ltr>
    </span>
  )
}

export function Balance({ centimes: balance }: { readonly centimes: Centimes }) {
  if (balance === 0) return <Text k="carnet.level" />
  return (
    <strong className={styles['carnet-balance']} data-owes={balance > 0 || undefined}>
      <Text
        k={balance > 0 ? 'carnet.owes' : 'carnet.has'}
        values={{ sum: <Amount centimes={centimes(Math.abs(balance))} /> }}
      />
    </strong>
  )
}

/** What a command answers now, asked again whenever the till has changed. Null until it has; nothing is asked with null. */
export function useAsked<Name extends CommandName>(
  name: Name,
  input: CommandInput<Name> | null,
): { readonly answer: CommandOutput<Name> | null; readonly error: AppError | null } {
  const { client } = useParts()
  const till = useTill()
  const [answer, setAnswer] = useState<CommandOutput<Name> | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const key = JSON.stringify(input)
  const ask = useCallback(async () => {
    if (key === 'null') return
    const asked = await client.command(name, JSON.parse(key))
    if (asked.ok) setAnswer(asked.value)
    setError(asked.ok ? null : asked.error)
  }, [client, name, key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is another once the till is.
  useEffect(() => void ask(), [ask, till])
  return { answer, error }
}

// Who buys the sale that is looked at, with what they owe and may owe: seen as the account is chosen, and not only at the
// end.

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

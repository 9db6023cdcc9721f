/** The amount of the plan that is chosen: typed between its bounds, or its own and only shown. */
import { type ReactNode, useEffect, useRef } from 'react'
import { type Centimes, centimes, formatDinars } from '#shared/money.ts'
import type { MobilePlanView } from '#shared/on-sale.ts'
import { padField } from '../../../components/pad-field.ts'
import { Amount, Ltr, Text } from '../../../components/text.tsx'
import { useParts } from '../../../counter-context.tsx'
import { EntryField } from '../entry-field.tsx'
import { mainField } from '../main-field.ts'
import { type PlanStep, takesAmount } from './flow.ts'

interface AmountFieldProps {
  readonly step: PlanStep
  /** undefined: none is chosen yet, and what is typed waits for it. */
  readonly plan: MobilePlanView | undefined
}

/** What customers ask for most, for the finger. */
const usualAmounts: readonly Centimes[] = [100, 200, 500, 1_000, 2_000].map((dinars) =>
  centimes(dinars * 100),
)

export function AmountField({ step, plan }: AmountFieldProps) {
  const { mobile } = useParts().selling.entries
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isTyped = takesAmount(plan)
  const shown = plan?.kind === 'fixed' ? formatDinars(plan.amountCentimes) : ''
  return (
    <EntryField
      {...{ ref: field, id: 'top-up-amount', label: 'sell.mobile.amount', hint: <Hint plan={plan} /> }}
      problem={step.problem && `sell.problem.${step.problem}`}
      {...mainField}
      {...padField}
      inputMode="none"
      value={isTyped ? step.amount : shown}
      readOnly={!isTyped || step.isPricing}
      onChange={({ target }) => mobile.typeAmount(target.value)}
    />
  )
}

/** The usual amounts that the plan takes, for the finger; none where the amount is the plan's own. */
export function QuickAmounts({ plan }: { readonly plan: MobilePlanView }) {
  const { mobile } = useParts().selling.entries
  if (plan.kind !== 'dynamic') return null
  const fitting = usualAmounts.filter((amount) => plan.minCentimes <= amount && amount <= plan.maxCentimes)
  if (fitting.length === 0) return null
  return (
    <ul className="amount-quick">
      {fitting.map((amount) => (
        <li key={amount}>
          <button
            type="button"
            className="amount-key"
            // The field keeps the focus, so that Enter goes on.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => mobile.typeAmount(String(amount / 100))}
          >
            <Ltr>{formatDinars(amount)}</Ltr>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Hint({ plan }: Pick<AmountFieldProps, 'plan'>): ReactNode {
  if (plan === undefined) return <Text k="sell.mobile.chooseHint" />
  if (plan.kind === 'fixed') return <Text k="sell.mobile.fixedHint" />
  if (plan.kind === 'menu') return <Text k="sell.mobile.menuHint" />
  const bounds = { min: <Amount centimes={plan.minCentimes} />, max: <Amount centimes={plan.maxCentimes} /> }
  return <Text k="sell.mobile.bounds" values={bounds} />
}

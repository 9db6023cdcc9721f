/**
 * Second step: what is put on the number. The usual plan is chosen already and its amount is typed at once; the arrow keys
 * choose another plan without leaving the field.
 */
import { Button } from '../../../components/button.tsx'
import { ErrorNote } from '../../../components/error-note.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { LineNumber, Text } from '../../../components/text.tsx'
import { useParts, useTranslator } from '../../../counter-context.tsx'
import { StepFrame } from '../step-frame.tsx'
import { AmountField } from './amount-field.tsx'
import { planOf, type PlanStep as Step } from './flow.ts'
import { PlanList } from './plan-list.tsx'

export function PlanStep({ step }: { readonly step: Step }) {
  const { mobile } = useParts().selling.entries
  const { text } = useTranslator()
  const plan = planOf(step)
  return (
    <StepFrame title="sell.mobile.plan" canGoBack>
      <p className="line-number">
        <LineNumber number={step.number} />
      </p>
      {step.error && <ErrorNote error={step.error} />}
      {plan && <AmountField key={plan.kind} step={step} plan={plan} />}
      <PlanList step={step} />
      {step.unreadableCount > 0 && (
        <p className="step-hint">
          <Text k="sell.mobile.unreadable" values={{ count: step.unreadableCount }} />
        </p>
      )}
      <footer className="step-foot">
        <Button
          look="main"
          size="large"
          isDisabled={plan === undefined || step.isPricing}
          shortcut="Enter"
          onPress={() => void mobile.price()}
        >
          <Text k={step.isPricing ? 'sell.cards.pricing' : 'sell.mobile.review'} />
          {!step.isPricing && <Kbd>{text('keys.enter')}</Kbd>}
        </Button>
      </footer>
    </StepFrame>
  )
}

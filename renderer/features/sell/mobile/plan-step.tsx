/**
 * Second step: what is put on the number. The usual plan is chosen already and its amount is typed at once; the arrow keys
 * choose another plan without leaving the field. Where the usual one is not sold now, none is chosen until a person does.
 * Where the plan is said to be down, Enter goes no further: the button has to be reached.
 */
import { partDownFor } from '#shared/operators-down.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorNote } from '../../../components/error-note.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { NumberPad, type NumberPadProps } from '../../../components/number-pad.tsx'
import { StatusNote } from '../../../components/status-note.tsx'
import { LineNumber, Text } from '../../../components/text.tsx'
import { useMobileDown, useParts, useTranslator } from '../../../counter-context.tsx'
import { StepFrame } from '../step-frame.tsx'
import { AmountField, QuickAmounts } from './amount-field.tsx'
import { DownNote } from './down-note.tsx'
import { canChoose, isUsualOff, planOf, type PlanStep as Step, takesAmount, takesCentimes } from './flow.ts'
import { PlanList } from './plan-list.tsx'

export function PlanStep({ step }: { readonly step: Step }) {
  const plan = planOf(step)
  const down = useMobileDown()
  const part = plan && partDownFor(plan, down)
  return (
    <StepFrame title="sell.mobile.plan" canGoBack>
      {step.error && <ErrorNote error={step.error} />}
      <DownNote part={part} />
      {isUsualOff(step) && (
        <StatusNote testId="usual-off">
          <Text k="sell.mobile.usualOff" />
        </StatusNote>
      )}
      <div className="plan-head">
        <p className="line-number">
          <LineNumber number={step.number} />
        </p>
        {canChoose(step) && <AmountField key={plan?.kind ?? 'none'} step={step} plan={plan} />}
      </div>
      <div className="plan-columns">
        {canChoose(step) && (
          <AmountPad isDisabled={step.isPricing || !takesAmount(plan)} takesComma={takesCentimes(plan)} />
        )}
        <div className="plan-side">
          {plan && <QuickAmounts plan={plan} />}
          <PlanList step={step} />
        </div>
      </div>
      {step.unreadableCount > 0 && (
        <p className="step-hint">
          <Text k="sell.mobile.unreadable" values={{ count: step.unreadableCount }} />
        </p>
      )}
      <footer className="step-foot">
        <ReviewButton step={step} isDown={part !== undefined} />
      </footer>
    </StepFrame>
  )
}

function AmountPad(props: Pick<NumberPadProps, 'isDisabled' | 'takesComma'>) {
  const { mobile } = useParts().selling.entries
  return (
    <NumberPad {...props} onDigit={mobile.pressDigit} onErase={mobile.erase} onType={mobile.typeAmount} />
  )
}

function ReviewButton({ step, isDown }: { readonly step: Step; readonly isDown: boolean }) {
  const { mobile } = useParts().selling.entries
  const { text } = useTranslator()
  const word = isDown ? 'reviewAnyway' : 'review'
  return (
    <Button
      look={isDown ? 'plain' : 'main'}
      size="large"
      isDisabled={planOf(step) === undefined || step.isPricing}
      {...(isDown ? {} : { shortcut: 'Enter' })}
      onPress={() => void mobile.price()}
    >
      <Text k={step.isPricing ? 'sell.cards.pricing' : `sell.mobile.${word}`} />
      {!step.isPricing && <Kbd isTab={isDown}>{text(isDown ? 'keys.tab' : 'keys.enter')}</Kbd>}
    </Button>
  )
}

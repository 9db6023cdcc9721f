/**
 * Second step: the account at the biller, in one of its forms. The most usual form is chosen already; the arrow keys choose
 * another without leaving the field, and a payment key that is scanned finds its form by itself.
 */
import { Button } from '../../../components/button.tsx'
import { ErrorNote } from '../../../components/error-note.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { NumberPad } from '../../../components/number-pad.tsx'
import { Text } from '../../../components/text.tsx'
import { useParts, useStatus, useTranslator } from '../../../counter-context.tsx'
import { StepFrame } from '../step-frame.tsx'
import { isLastField } from './account.ts'
import { AccountFields } from './account-fields.tsx'
import { type AccountStep as Step, statusOf } from './flow.ts'
import { FormChoice } from './form-choice.tsx'
import { PracticeAccounts } from './practice-accounts.tsx'

export function AccountStep({ step }: { readonly step: Step }) {
  const { bill } = useParts().selling.entries
  const { text } = useTranslator()
  const { environment } = useStatus()
  return (
    <StepFrame title="sell.bill.account" values={{ partner: <bdi>{step.partner}</bdi> }} canGoBack>
      {statusOf(step.from, step.partner) === 'UNAVAILABLE' && (
        <p className="note" data-tone="doubt" role="status">
          <Text k="sell.bill.downNow" />
        </p>
      )}
      <div className="account-step">
        <FormChoice step={step} />
        <AccountFields key={step.form} step={step} />
        <div className="number-columns">
          <NumberPad
            isDisabled={false}
            onDigit={bill.pressDigit}
            onErase={bill.erase}
            onType={bill.typeHere}
          />
          <div className="number-side">
            <Button look="main" size="large" shortcut="Enter" onPress={bill.goOn}>
              <Text k={isLastField(step) ? 'sell.bill.ask' : 'sell.bill.nextField'} />
              <Kbd>{text('keys.enter')}</Kbd>
            </Button>
            {step.error && <ErrorNote error={step.error} />}
            {environment === 'training' && !step.error && <PracticeAccounts step={step} />}
          </div>
        </div>
      </div>
    </StepFrame>
  )
}

/** First step: the number of the line. Keyboard and number pad write into the same field. */
import { Button } from '../../../components/button.tsx'
import { ErrorNote } from '../../../components/error-note.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { NumberPad } from '../../../components/number-pad.tsx'
import { Text } from '../../../components/text.tsx'
import { useParts, useStatus, useTranslator } from '../../../counter-context.tsx'
import { NumberField } from '../number-field.tsx'
import type { CheckingStep, NumberStep as Step } from './flow.ts'
import { PracticeNumbers } from './practice-numbers.tsx'
import { TypeChoice } from './type-choice.tsx'

export function NumberStep({ step }: { readonly step: Step | CheckingStep }) {
  const { internet } = useParts().selling.entries
  const { text } = useTranslator()
  const { environment } = useStatus()
  const isChecking = step.at === 'checking'
  return (
    <div className="step number-step">
      <header className="step-head">
        <h1>
          <Text k="sell.number.title" />
        </h1>
      </header>
      <NumberField
        digits={step.digits}
        label="sell.number.label"
        hint="sell.number.hint"
        problem={step.at === 'number' && step.problem ? `sell.problem.${step.problem}` : null}
        isHeld={isChecking}
        onType={internet.type}
      />
      <TypeChoice step={step} />
      <div className="number-columns">
        <NumberPad
          isDisabled={isChecking}
          onDigit={internet.pressDigit}
          onErase={internet.erase}
          onClear={() => internet.type('')}
        />
        <div className="number-side">
          <Button
            look="main"
            size="large"
            isDisabled={isChecking}
            shortcut="Enter"
            onPress={() => void internet.check()}
          >
            <Text k={isChecking ? 'sell.number.checking' : 'sell.number.check'} />
            {!isChecking && <Kbd>{text('keys.enter')}</Kbd>}
          </Button>
          {step.error && <ErrorNote error={step.error} />}
          {environment === 'training' && !step.error && <PracticeNumbers />}
        </div>
      </div>
    </div>
  )
}

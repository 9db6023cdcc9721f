/** First step: the number of the line. Keyboard and number pad write into the same field. */
import { Button } from '../../components/button.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { NumberPad } from '../../components/number-pad.tsx'
import { Text } from '../../components/text.tsx'
import { useParts, useStatus, useTranslator } from '../../counter-context.tsx'
import type { CheckingStep, NumberStep as Step } from './flow.ts'
import { NumberField } from './number-field.tsx'
import { PracticeNumbers } from './practice-numbers.tsx'
import { TypeChoice } from './type-choice.tsx'

export function NumberStep({ step }: { readonly step: Step | CheckingStep }) {
  const { selling } = useParts()
  const { text } = useTranslator()
  const { environment } = useStatus()
  const isChecking = step.kind === 'checking'
  return (
    <div className="step number-step">
      <header className="step-head">
        <h1>
          <Text k="sell.number.title" />
        </h1>
      </header>
      <NumberField step={step} />
      <TypeChoice step={step} />
      <div className="number-columns">
        <NumberPad
          isDisabled={isChecking}
          onDigit={selling.pressDigit}
          onErase={selling.erase}
          onClear={() => selling.type('')}
        />
        <div className="number-side">
          <Button
            look="main"
            size="large"
            isDisabled={isChecking}
            shortcut="Enter"
            onPress={() => void selling.check()}
          >
            <Text k={isChecking ? 'sell.number.checking' : 'sell.number.check'} />
            {!isChecking && <Kbd>{text('keys.enter')}</Kbd>}
          </Button>
          {step.kind === 'number' && step.error && <ErrorNote error={step.error} />}
          {environment === 'training' && !(step.kind === 'number' && step.error) && <PracticeNumbers />}
        </div>
      </div>
    </div>
  )
}

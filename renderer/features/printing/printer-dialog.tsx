/** Setting up the shop's printer: find it, say how it prints, print a test page, look at it, keep it. */
import { useState } from 'react'
import { unreachable } from '#shared/result.ts'
import { PanelDialog } from '../../components/panel-dialog.tsx'
import { ScrollPart } from '../../components/scroll-part.tsx'
import { Text } from '../../components/text.tsx'
import { useTranslator } from '../../counter-context.tsx'
import { ChoosePrinter } from './choose-printer.tsx'
import { PrinterOptions } from './printer-options.tsx'
import { TriedPage } from './tried-page.tsx'
import { firstStep, stepBefore, type WizardStep } from './wizard.ts'

export function PrinterDialog() {
  const { text } = useTranslator()
  const [step, setStep] = useState(firstStep)
  const previous = stepBefore(step)
  return (
    <PanelDialog
      size="narrow"
      title={<Text k="printing.wizard.title" />}
      onBack={previous ? () => setStep(previous) : undefined}
    >
      <ScrollPart label={text('printing.wizard.title')} place={step.kind} testId="printer-dialog">
        <StepView step={step} onGo={setStep} />
      </ScrollPart>
    </PanelDialog>
  )
}

export interface StepProps<Kind extends WizardStep['kind']> {
  readonly step: Extract<WizardStep, { kind: Kind }>
  readonly onGo: (step: WizardStep) => void
}

function StepView({ step, onGo }: { readonly step: WizardStep; readonly onGo: (step: WizardStep) => void }) {
  switch (step.kind) {
    case 'choose':
      return <ChoosePrinter onGo={onGo} />
    case 'options':
      return <PrinterOptions step={step} onGo={onGo} />
    case 'tried':
      return <TriedPage step={step} onGo={onGo} />
    default:
      return unreachable(step)
  }
}

/** The selling panel: the step at which the cashier stands, or why selling is closed. */
import { unreachable } from '#shared/result.ts'
import { useStatus, useStep, useTranslator } from '../../counter-context.tsx'
import { CardsStep } from './cards-step.tsx'
import { ClosedPanel } from './closed-panel.tsx'
import { holdsMoney, type SellStep } from './flow.ts'
import { LostStep } from './lost-step.tsx'
import { NumberStep } from './number-step.tsx'
import { OutcomeStep } from './outcome-step.tsx'
import { ReviewStep } from './review-step.tsx'

export function SellPanel() {
  const step = useStep()
  const { selling } = useStatus()
  const { text } = useTranslator()
  return (
    <main className="sell-panel" aria-label={text('sell.label')} data-step={step.kind}>
      {!selling.open && !holdsMoney(step) ? <ClosedPanel selling={selling} /> : <StepView step={step} />}
    </main>
  )
}

function StepView({ step }: { readonly step: SellStep }) {
  switch (step.kind) {
    case 'number':
    case 'checking':
      return <NumberStep step={step} />
    case 'cards':
      return <CardsStep step={step} />
    case 'review':
    case 'confirming':
      return <ReviewStep step={step} />
    case 'lost':
      return <LostStep step={step} />
    case 'outcome':
      return <OutcomeStep step={step} />
    default:
      return unreachable(step)
  }
}

/** The selling panel: the step at which the cashier stands, or why selling is closed. */
import { unreachable } from '#shared/result.ts'
import { useStatus, useStep, useTranslator } from '../../counter-context.tsx'
import { BillSteps } from './bill/bill-steps.tsx'
import { ClosedPanel } from './closed-panel.tsx'
import { type EntryStep, holdsMoney, nameOfStep, type SellStep } from './flow.ts'
import { GiftCardSteps } from './gift-card/gift-card-steps.tsx'
import { InternetSteps } from './internet/internet-steps.tsx'
import { LostStep } from './lost-step.tsx'
import { MobileSteps } from './mobile/mobile-steps.tsx'
import { OutcomeStep } from './outcome-step.tsx'
import { PaymentLinkSteps } from './payment-link/payment-link-steps.tsx'
import { ReviewStep } from './review-step.tsx'

export function SellPanel() {
  const step = useStep()
  const { selling } = useStatus()
  const { text } = useTranslator()
  return (
    <main className="sell-panel" aria-label={text('sell.label')} data-step={nameOfStep(step)}>
      {!selling.open && !holdsMoney(step) ? <ClosedPanel selling={selling} /> : <StepView step={step} />}
    </main>
  )
}

function StepView({ step }: { readonly step: SellStep }) {
  switch (step.kind) {
    case 'entry':
      return <EntryView step={step} />
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

function EntryView({ step }: { readonly step: EntryStep }) {
  switch (step.service) {
    case 'mobile':
      return <MobileSteps step={step} />
    case 'internet':
      return <InternetSteps step={step} />
    case 'gift-card':
      return <GiftCardSteps step={step} />
    case 'bill':
      return <BillSteps step={step} />
    case 'payment-link':
      return <PaymentLinkSteps step={step} />
  }
}

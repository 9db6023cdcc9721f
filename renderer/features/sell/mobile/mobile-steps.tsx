/** The steps of a mobile top-up, as the cashier sees them. */
import type { MobileStep } from './flow.ts'
import { NumberStep } from './number-step.tsx'
import { PlanStep } from './plan-step.tsx'

export function MobileSteps({ step }: { readonly step: MobileStep }) {
  switch (step.at) {
    case 'mobile-number':
    case 'loading-plans':
    case 'loading-offer':
      return <NumberStep step={step} />
    case 'plan':
      return <PlanStep step={step} />
  }
}

/** The steps of an internet card, as the cashier sees them. */
import { CardsStep } from './cards-step.tsx'
import type { InternetStep } from './flow.ts'
import { NumberStep } from './number-step.tsx'

export function InternetSteps({ step }: { readonly step: InternetStep }) {
  switch (step.at) {
    case 'number':
    case 'checking':
      return <NumberStep step={step} />
    case 'cards':
      return <CardsStep step={step} />
  }
}

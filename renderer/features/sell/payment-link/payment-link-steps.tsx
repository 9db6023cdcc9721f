/** The steps of payment links, as the cashier sees them. */
import type { PaymentLinkStep } from './flow.ts'
import { FormStep } from './form-step.tsx'
import { RefStep } from './ref-step.tsx'
import { StatusStep } from './status-step.tsx'

export function PaymentLinkSteps({ step }: { readonly step: PaymentLinkStep }) {
  switch (step.at) {
    case 'link-ref':
    case 'link-asking':
      return <RefStep step={step} />
    case 'link-status':
      return <StatusStep step={step} />
    case 'link-form':
      return <FormStep step={step} />
  }
}

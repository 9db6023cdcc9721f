/** The steps of a payment of bills, as the cashier sees them. */
import { AccountStep } from './account-step.tsx'
import { AskingStep } from './asking-step.tsx'
import { BillerStep } from './biller-step.tsx'
import { BillsStep } from './bills-step.tsx'
import type { BillStep } from './flow.ts'

export function BillSteps({ step }: { readonly step: BillStep }) {
  switch (step.at) {
    case 'biller':
      return <BillerStep step={step} />
    case 'account':
      return <AccountStep step={step} />
    case 'asking':
      return <AskingStep step={step} />
    case 'bills':
      return <BillsStep key={step.discovery.discoveryRef} step={step} />
  }
}

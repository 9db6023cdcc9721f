/** The steps of a sale of gift cards, as the cashier sees them. */
import { CatalogStep } from './catalog-step.tsx'
import type { GiftCardStep } from './flow.ts'
import { QuantityStep } from './quantity-step.tsx'
import { TypesStep } from './types-step.tsx'

export function GiftCardSteps({ step }: { readonly step: GiftCardStep }) {
  switch (step.at) {
    case 'catalog':
    case 'loading-types':
      return <CatalogStep step={step} />
    case 'types':
      return <TypesStep step={step} />
    case 'quantity':
      return <QuantityStep step={step} />
  }
}

/** The steps in which each kind of sale is put together, as the cashier sees them. */
import { BillSteps } from './bill/steps.tsx'
import { GiftCardSteps } from './gift-card/steps.tsx'
import { InternetSteps } from './internet/steps.tsx'
import { MobileSteps } from './mobile/steps.tsx'

export const productSteps = {
  internet: InternetSteps,
  mobile: MobileSteps,
  'gift-card': GiftCardSteps,
  bill: BillSteps,
} as const

/** What the customer's display is to show of the step at which the cashier stands: its name alone, the core knows the rest. */
import type { DisplaySubject } from '#shared/display.ts'
import { unreachable } from '#shared/result.ts'
import type { SellStep } from '../sell/flow.ts'

/** While something is put together there is nothing to check yet. */
export function displaySubjectOf(step: SellStep): DisplaySubject {
  switch (step.kind) {
    case 'entry':
      return { kind: 'none' }
    case 'review':
      return { kind: 'review', reviewId: step.review.reviewId }
    case 'confirming':
    case 'lost':
      return { kind: 'confirmed', reviewId: step.from.review.reviewId }
    case 'outcome':
      return { kind: 'sale', ref: step.sale.ref }
    default:
      return unreachable(step)
  }
}

/**
 * Sends the core what the cashier works on, whenever that changes. Selling never waits for it, and a display that does not
 * answer keeps nobody from selling.
 */
import type { DisplaySubject } from '#shared/display.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import { unreachable } from '#shared/result.ts'
import type { Client } from '../../client.ts'
import { dueFor, type ReviewStep, type SellStep } from '../sell/flow.ts'
import type { Selling } from '../sell/sell-store.ts'

/** Begins with the step as it is now; the answer ends it. */
export function sendDisplaySubject(client: Client, { store }: Pick<Selling, 'store'>): () => void {
  let sent = ''
  const send = (): void => {
    const subject = displaySubjectOf(store.getState().step)
    const text = JSON.stringify(subject)
    if (text === sent) return
    sent = text
    void client.command('display.show', { subject })
  }
  send()
  return store.subscribe(send)
}

// What the customer's display is to show of the cashier's step: its name alone, the core knows the rest.

const isCash = ({ means = 'cash' }: ReviewStep): boolean => means === 'cash'

function givenFor(step: ReviewStep): { readonly givenCentimes?: Centimes } {
  const given = (step.givenCentimes ?? 0) + (dueFor(step)?.amountCentimes ?? 0)
  return given > 0 ? { givenCentimes: centimes(given) } : {}
}

/** While something is put together there is nothing to check yet. */
function displaySubjectOf(step: SellStep): DisplaySubject {
  switch (step.kind) {
    case 'entry':
      return { kind: 'none' }
    case 'review':
      return {
        kind: 'review',
        reviewId: step.review.reviewId,
        // What is given for several sales is no change of this one; what is due to the customer is as good as given.
        ...(isCash(step) && !step.joined?.length && givenFor(step)),
      }
    case 'confirming':
    case 'lost':
      return { kind: 'confirmed', reviewId: step.from.review.reviewId }
    case 'outcome':
      return { kind: 'sale', ref: step.ref }
    default:
      return unreachable(step)
  }
}

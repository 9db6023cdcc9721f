/**
 * The sale in hand, for a page that takes the place of one that died: the review whose sale was asked for, and whose outcome
 * nobody has left yet, outlives the page. Invariant: the journal alone is asked by it; nothing is ever confirmed from here.
 */
import type { Client } from '../../client.ts'
import type { Selling } from './sell-store.ts'

const REVIEW_IN_HAND = 'review-in-hand'

/** Waits before each question: a confirmation may have left the page in its last moment, and not be recorded yet. */
const asksAfterMs = [0, 1_000, 5_000] as const

export interface InHandParts {
  readonly client: Client
  readonly selling: Pick<Selling, 'store' | 'takeUp'>
  /** What lasts as long as the window. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly wait: (delayMs: number) => Promise<void>
}

/** Takes up what the page before has left, and keeps what the next one may need. Resolves once the first is done. */
export async function keepInHand({ client, selling, storage, wait }: InHandParts): Promise<void> {
  const left = storage.getItem(REVIEW_IN_HAND)
  selling.store.subscribe(({ step }) => {
    if (step.kind === 'confirming' || step.kind === 'lost')
      storage.setItem(REVIEW_IN_HAND, step.from.review.reviewId)
    else if (step.kind !== 'outcome') storage.removeItem(REVIEW_IN_HAND)
  })
  if (left === null) return
  for (const delayMs of asksAfterMs) {
    if (delayMs > 0) await wait(delayMs)
    const found = await client.command('sale.find', { reviewId: left })
    if (!found.ok || found.value.sale === null) continue
    selling.takeUp(found.value.sale)
    return
  }
  if (storage.getItem(REVIEW_IN_HAND) === left) storage.removeItem(REVIEW_IN_HAND)
}

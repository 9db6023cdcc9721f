/**
 * The sale in hand, for a page that takes the place of one that died: the review whose sale was asked for, and whose outcome
 * nobody has left yet, outlives the page. Invariant: the journal alone is asked by it; nothing is ever confirmed from here.
 */
import type { Client } from '../../client.ts'
import type { Screen } from '../../screen-store.ts'
import type { Selling } from './sell-store.ts'

const REVIEW_IN_HAND = 'review-in-hand'

/**
 * Waits before each question: a confirmation may have left the page in its last moment, and not be recorded yet. Longer than the
 * keychain is waited for before a sale is recorded.
 */
const asksAfterMs = [0, 1_000, 5_000, 15_000] as const

export interface InHandParts {
  readonly client: Client
  readonly selling: Pick<Selling, 'store' | 'resumeSale'>
  readonly screen: Pick<Screen, 'addNote' | 'addSaleNote'>
  /** What lasts as long as the window. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly wait: (delayMs: number) => Promise<void>
}

/** Resumes what the page before has left, and keeps what the next one may need. Resolves once the first is done. */
export async function keepInHand({ client, selling, screen, storage, wait }: InHandParts): Promise<void> {
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
    const { sale } = found.value
    if (!selling.resumeSale(sale)) screen.addSaleNote(sale)
    return
  }
  if (storage.getItem(REVIEW_IN_HAND) === left) forgetInHand(storage)
  screen.addNote({ kind: 'not-shown' })
}

/** What was in hand is another account's. */
export const forgetInHand = (storage: Pick<Storage, 'removeItem'>): void => storage.removeItem(REVIEW_IN_HAND)

/**
 * The last look before money moves: prices a sale, shows whose line it is, and finds what was just sold to it. Owns the
 * reviews that may still be confirmed, in memory only: a review leaves no trace in the journal.
 */
import { randomUUID } from 'node:crypto'
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import type { Centimes } from '#shared/money.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { InternetProduct, ReviewView } from '#shared/views.ts'
import type { Journal } from '../journal/journal.ts'
import type { Clock } from '../ports.ts'
import { viewOfSale } from './book.ts'
import { type InternetLines, isRecent } from './lines.ts'
import { RECENT_FOR_MS, type RecentSales } from './recent-sales.ts'

export const REVIEW_LASTS_MS = 10 * 60_000
/** Past this the oldest review is forgotten: confirming it answers `review-expired` and nothing is lost. */
const MAX_REVIEWS = 200

export interface OpenReview {
  readonly view: ReviewView
  readonly madeAtMs: number
  /** Made at the first confirmation and kept, so that confirming again after a fault never makes a second ref. */
  ref: Ref | null
}

export interface Reviews {
  review(input: CommandInput<'sale.review'>): Promise<Result<ReviewView, AppError>>
  /** The review, where it may still be confirmed. */
  find(reviewId: string): OpenReview | undefined
}

interface ReviewOptions {
  readonly journal: Journal
  readonly lines: InternetLines
  readonly recent: RecentSales
  readonly clock: Clock
  balanceCentimes(): Centimes | null
}

export function createReviews({ journal, lines, recent, clock, balanceCentimes }: ReviewOptions): Reviews {
  const reviews = new Map<string, OpenReview>()

  function keep(review: OpenReview): void {
    reviews.set(review.view.reviewId, review)
    const [oldest] = reviews.keys()
    if (reviews.size > MAX_REVIEWS && oldest !== undefined) reviews.delete(oldest)
  }

  async function review(input: CommandInput<'sale.review'>): Promise<Result<ReviewView, AppError>> {
    const line = await lines.checkNumber(input.number, input.type)
    if (!line.ok) return line
    const products = await lines.listProducts(input.type)
    if (!products.ok) return products
    const card = pickCard(products.value, input.valueCentimes)
    if (!card.ok) return card

    const nowMs = clock.nowMs()
    const { type, number, subscriber } = line.value
    const { valueCentimes, costCentimes } = card.value
    const balance = balanceCentimes()
    const repeats = { number, valueCentimes, sinceMs: nowMs - RECENT_FOR_MS, alsoRefs: recent.list() }
    const view: ReviewView = {
      reviewId: randomUUID(),
      order: { kind: 'internet', type, number, valueCentimes },
      subscriber,
      // A card is sold at its face value.
      priceCentimes: valueCentimes,
      costCentimes,
      repeats: journal.listRepeats(repeats).map(viewOfSale),
      enoughBalance: balance === null ? null : balance >= costCentimes,
      expiresAtMs: nowMs + REVIEW_LASTS_MS,
    }
    keep({ view, madeAtMs: nowMs, ref: null })
    return ok(view)
  }

  return {
    review,
    find(reviewId) {
      const found = reviews.get(reviewId)
      return found && isRecent(found.madeAtMs, clock.nowMs(), REVIEW_LASTS_MS) ? found : undefined
    },
  }
}

/** The refusals are the service's own, told before it is asked: service-api.md, "Platform error codes". */
function pickCard(
  products: readonly InternetProduct[],
  valueCentimes: Centimes,
): Result<InternetProduct, AppError> {
  const card = products.find((product) => product.valueCentimes === valueCentimes)
  if (!card) return err({ kind: 'invalid-input', field: 'valueCentimes', problem: 'no-such-card' })
  if (!card.available) return err({ kind: 'refused', code: 'ERR_STOCK', message: 'card out of stock' })
  return ok(card)
}

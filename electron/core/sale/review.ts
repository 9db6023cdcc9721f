/**
 * The last look before money moves: prices a sale, shows what it would be, and finds what was just sold of it. Owns the
 * reviews that may still be confirmed, in memory only: a review leaves no trace in the journal.
 */
import type { AppError } from '#shared/app-error.ts'
import type { Centimes } from '#shared/money.ts'
import { faceValueOf, productOf, subjectOf } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import { ok, type Result } from '#shared/result.ts'
import { type Pricing, priceOf } from '#shared/till/prices.ts'
import type { ReviewView } from '#shared/views.ts'
import type { Journal } from '../journal/journal.ts'
import type { Clock, Random } from '../ports.ts'
import { type Catalogs, quoteIn } from '../products/catalogs.ts'
import { type Quote, REVIEW_LASTS_MS, type ReviewInput } from '../products/kind.ts'
import { viewOfSale } from './sale-repository.ts'
import { isRecent } from './time-window.ts'

/** Past this the oldest review is forgotten: confirming it answers `review-expired` and nothing is lost. */
const MAX_REVIEWS = 200

export interface OpenReview {
  readonly view: Omit<ReviewView, 'pricing'> & Pick<Quote, 'costCentimes'> & { readonly pricing: Pricing }
  readonly madeAtMs: number
  /** Made at the first confirmation and kept, so that confirming again after a fault never makes a second ref. */
  ref: Ref | null
}

export interface Reviews {
  review(input: ReviewInput): Promise<Result<ReviewView, AppError>>
  /** The review, where it may still be confirmed. */
  find(reviewId: string): OpenReview | undefined
}

interface ReviewOptions {
  readonly journal: Journal
  readonly catalogs: Catalogs
  readonly recent: RecentSales
  readonly clock: Clock
  readonly random: Random
  balanceCentimes(): Centimes | null
}

export function createReviews(options: ReviewOptions): Reviews {
  const { journal, catalogs, recent, clock, random, balanceCentimes } = options
  const reviews = new Map<string, OpenReview>()

  function keep(review: OpenReview): void {
    reviews.set(review.view.reviewId, review)
    const [oldest] = reviews.keys()
    if (reviews.size > MAX_REVIEWS && oldest !== undefined) reviews.delete(oldest)
  }

  /** A sale of nothing (a menu plan) can be made as often as one likes. */
  function repeatsOf({ order }: Quote, nowMs: number): ReviewView['repeats'] {
    const [subject, value] = [subjectOf(order), faceValueOf(order)]
    if (value === 0) return []
    const product = productOf(order)
    const valueCentimes = product.sharesWith === undefined ? value : null
    const filter = { subject, valueCentimes, sinceMs: nowMs - RECENT_FOR_MS, alsoRefs: recent.list() }
    const earlier = journal.listRepeats(filter)
    return earlier.filter((sale) => product.sharesWith?.(order, sale.order) ?? true).map(viewOfSale)
  }

  async function review(input: ReviewInput): Promise<Result<ReviewView, AppError>> {
    const quoted = await quoteIn(catalogs, input, (id) => journal.findSaleByTransaction(id))
    if (!quoted.ok) return quoted
    const nowMs = clock.nowMs()
    const balance = balanceCentimes()
    const { baseCentimes, ...quote } = quoted.value
    const view = {
      reviewId: random.newId(),
      ...quote,
      ...priceOf(quoted.value, journal.till.readPrices()),
      repeats: repeatsOf(quoted.value, nowMs),
      enoughBalance: balance === null ? null : balance >= quoted.value.costCentimes,
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

// The sales that this process confirmed a moment ago, by waits and not by the clock: a clock that is set ahead must not
// hide the sale that was made just before.

const RECENT_FOR_MS = 10 * 60_000

interface RecentSales {
  add(ref: Ref): void
  list(): readonly Ref[]
  /** Forgets all of them and waits for nothing more. */
  stop(): void
}

export function createRecentSales(clock: Clock): RecentSales {
  /** The end of each wait, by ref. As many as a counter confirms in ten minutes. */
  const waits = new Map<Ref, () => void>()
  return {
    add(ref) {
      waits.get(ref)?.()
      const cancel = clock.after(RECENT_FOR_MS, () => waits.delete(ref))
      waits.set(ref, cancel)
    },
    list: () => [...waits.keys()],
    stop() {
      for (const cancel of waits.values()) cancel()
      waits.clear()
    },
  }
}

/**
 * From a confirmed review to a sale on disk. Owns "ref before request": the ref, the exact request and the first attempt
 * are one commit, made before the first byte leaves. The same review gives the same sale, however often it is confirmed.
 */

import type { AppError } from '#shared/app-error.ts'
import type { Centimes } from '#shared/money.ts'
import { productOf, requestOf } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { TillStamp } from '#shared/till/cash.ts'
import { priceOf } from '#shared/till/prices.ts'
import type { ReviewView, SaleView, StatusView } from '#shared/views.ts'
import type { ServiceClient } from '../api/client.ts'
import { heldBackError } from '../call-error.ts'
import { JournalFault } from '../journal/faults.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import type { RefundEntryBody } from '../journal/till-entry.ts'
import type { Clock, Log, RefSource } from '../ports.ts'
import type { AddressOf } from '../products/kind.ts'
import { saleKinds } from '../products/kinds.ts'
import { beginningOfAttempt } from './attempt.ts'
import type { OpenReview, Reviews } from './review.ts'
import { type SaleRepository, viewOfSale } from './sale-repository.ts'

export interface ConfirmSaleOptions {
  readonly journal: Journal
  readonly client: ServiceClient
  readonly addressOf: AddressOf
  readonly repository: SaleRepository
  readonly reviews: Reviews
  readonly refs: RefSource
  readonly clock: Clock
  readonly log: Log
  /** What the sale carries of the till at which it is confirmed; or what keeps it from being confirmed. */
  stamp(review: ReviewView): Result<TillStamp, AppError>
  /** The price that the cashier was shown, where the screen says it. */
  readonly shownCentimes?: Centimes | undefined
  /** Where what is due for an earlier sale pays this one: the entry that says so, or what keeps it from that. */
  readonly payBy?: ((ref: Ref) => Result<RefundEntryBody, AppError>) | undefined
  selling(): StatusView['selling']
  /** Sends the attempt that this process has just committed. Does not wait for its end. */
  beginAttempt(sale: StoredSale): void
  /** Has a look soon at what the journal holds under this ref. */
  lookSoon(ref: Ref): void
}

/** `sale.confirm`. Nothing in it waits, so two confirmations of one review cannot cross. */
export function confirmSale(reviewId: string, options: ConfirmSaleOptions): Result<SaleView, AppError> {
  const { journal, client, reviews, selling, beginAttempt } = options
  const already = journal.findSaleByReview(reviewId)
  if (already) return ok(viewOfSale(already))
  const review = reviews.find(reviewId)
  if (!review) return err({ kind: 'review-expired' })
  const gate = selling()
  if (!gate.open) return err({ kind: 'selling-closed', why: gate.why })
  // The bills were discovered with the key of then: another one has to be named by the bill host first.
  const held = saleKinds[review.view.order.kind].host === 'bills' ? client.holdsBills() : undefined
  if (held) return err(heldBackError(held))
  const payer = findPayer(review, journal)
  if (payer) return err({ kind: 'not-allowed-now', state: payer.state, action: 'confirm', ref: payer.ref })
  if (!isPriceOf(review, options)) return err({ kind: 'till', problem: 'price-changed' })
  const till = options.stamp(review.view)
  if (!till.ok) return till
  const sale = recordSale(review, till.value, options)
  if (!sale.ok) return sale
  beginAttempt(sale.value)
  return ok(viewOfSale(sale.value))
}

/** The sale that pays this transaction already: whatever became of it, it is the only one that ever does. */
function findPayer({ view: { order } }: OpenReview, journal: Journal): StoredSale | undefined {
  const transaction = productOf(order).transactionOf(order)
  return transaction ? journal.findSaleByTransaction(transaction.transactionId) : undefined
}

/** Whether what was reviewed, and shown, is what the shop asks for it now. */
function isPriceOf({ view }: OpenReview, { journal, shownCentimes }: ConfirmSaleOptions): boolean {
  const { order, priceCentimes, costCentimes, pricing } = view
  const { baseCentimes } = pricing
  const now = priceOf({ order, baseCentimes, costCentimes }, journal.till.readPrices())
  return now.priceCentimes === priceCentimes && (shownCentimes ?? priceCentimes) === priceCentimes
}

function recordSale(
  review: OpenReview,
  till: TillStamp,
  { repository, client, addressOf, refs, clock, log, lookSoon, payBy }: ConfirmSaleOptions,
): Result<StoredSale, AppError> {
  const { reviewId, order, subscriber, priceCentimes, costCentimes, pricing } = review.view
  review.ref ??= refs.newRef()
  const ref = review.ref
  const payment = payBy?.(ref)
  if (payment && !payment.ok) return payment
  const request = requestOf(order, ref)
  try {
    const recorded = {
      kind: 'sale-recorded',
      ref,
      reviewId,
      order,
      subscriber,
      priceCentimes,
      costCentimes,
      pricing,
      request,
      till,
    } as const
    const begun = beginningOfAttempt(ref, 1, client, addressOf(order.kind))
    return ok(repository.record([recorded, begun, ...(payment ? [payment.value] : [])], clock.nowMs()))
  } catch (fault) {
    // Nothing has left. Should the disk have kept the sale all the same, that look puts it in doubt and finds it absent.
    log.write('error', 'a sale cannot be written', { ref, fault: String(fault) })
    lookSoon(ref)
    const problem = fault instanceof JournalFault ? fault.problem : 'unreadable'
    return err({ kind: 'journal', problem, detail: String(fault), ref })
  }
}

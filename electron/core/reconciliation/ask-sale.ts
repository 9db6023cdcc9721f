/**
 * Asks the service about one sale that no list shows. Owns when an absence is believed: where the path that found nothing
 * has found an order that is there, because one that does not exist answers "not found" to everything.
 */
import type { OrderSide } from '#shared/reconciliation.ts'
import type { ServiceCalls } from '../api/client.ts'
import type { CallOutcome } from '../api/outcome.ts'
import { type CallFailure, isNotFound } from '../call-error.ts'
import type { StoredSale } from '../journal/journal.ts'
import { kindOf } from '../products/kinds.ts'

export type Answer =
  | { readonly kind: 'found'; readonly order: OrderSide }
  | { readonly kind: 'absent' }
  /** There is no way to ask, or no answer that decides. */
  | { readonly kind: 'failed'; readonly failure: CallFailure }
  | { readonly kind: 'no-way' }

/** By each of its names until one is known there: what the first says that does not find nothing. */
export async function askSale(client: ServiceCalls, sale: StoredSale): Promise<Answer> {
  let answer: Answer = { kind: 'no-way' }
  for (const ask of kindOf(sale).asks(client, sale)) {
    answer = answerOf(await ask())
    if (answer.kind !== 'absent') return answer
  }
  return answer
}

function answerOf(outcome: CallOutcome<OrderSide | undefined>): Answer {
  if (outcome.kind !== 'accepted') return isNotFound(outcome) ? { kind: 'absent' } : failedBy(outcome)
  return outcome.value ? { kind: 'found', order: outcome.value } : { kind: 'absent' }
}

const failedBy = (failure: CallFailure): Answer =>
  failure.kind === 'not-sent' && failure.reason === 'invalid-request'
    ? { kind: 'no-way' }
    : { kind: 'failed', failure }

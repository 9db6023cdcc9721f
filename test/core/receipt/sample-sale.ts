/** A sale as the journal stores it, in any phase, for the tests of its slip. */
import type { StoredSale } from '#core/journal/journal.ts'
import { centimes } from '#shared/money.ts'
import { makeRef } from '#shared/ref.ts'
import type { SalePhase, SaleState } from '#shared/states/sale.ts'

/** 20 November 2026, 14:05 at the counter. */
export const soldAtMs = Date.UTC(2026, 10, 20, 13, 5)

export const sampleRef = makeRef(soldAtMs, Uint8Array.from([13, 200, 54, 91, 2, 77, 160, 33, 8, 250]))

const statusOf: Readonly<Record<SalePhase, readonly [SaleState, string | null]>> = {
  sending: ['sending', null],
  'in-doubt': ['in-doubt', null],
  unsent: ['unsent', null],
  handling: ['following', 'HANDLING'],
  queued: ['following', 'QUEUED'],
  unknown: ['following', 'PARKED'],
  fulfilled: ['fulfilled', 'FULFILLED'],
  refunded: ['refunded', 'REFUNDED'],
  refused: ['refused', null],
  cancelled: ['cancelled', null],
}

export function sampleSale(phase: SalePhase, more: Partial<StoredSale> = {}): StoredSale {
  const [state, serverStatus] = statusOf[phase]
  return {
    ref: sampleRef,
    order: { kind: 'internet', type: 'ADSL', number: '023456789', valueCentimes: centimes(200_000) },
    subscriber: { customerNumber: '12****89', offer: 'IDOOM ADSL 15 Mbps' },
    priceCentimes: centimes(205_000),
    costCentimes: centimes(194_321),
    state,
    serverStatus,
    recordedAtMs: soldAtMs,
    changedAtMs: soldAtMs + 4_000,
    attempts: 1,
    topupId: 'f00dfeed',
    requestId: 'req-1',
    reason: phase === 'unsent' ? 'dns' : null,
    transactionNumber: phase === 'fulfilled' ? 'TESTTRANS' : null,
    cardTail: phase === 'fulfilled' ? 'CARD' : null,
    givenUp: false,
    everDoubted: false,
    reviewId: 'review-1',
    request: { type: 'ADSL', number: '023456789', value: 2000, ref: sampleRef },
    ...more,
  }
}

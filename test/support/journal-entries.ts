/** The entries that sales leave in a journal, and the options that open one. Free of the test runner, for child processes. */
import type { SaleEntryBody } from '#core/journal/entry.ts'
import type { JournalOptions } from '#core/journal/open.ts'
import { centimes } from '#shared/money.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleEvent, SaleState } from '#shared/states/sale.ts'

export const shopName = 'training-shop'
export const startMs = Date.UTC(2026, 0, 5, 9)

export function journalOptions(folder: string, more: Partial<JournalOptions> = {}): JournalOptions {
  const newId = () => `journal-${Math.random().toString(36).slice(2)}`
  const mine = { folder, name: shopName, environment: 'training', account: 'shop' } as const
  return { ...mine, nowMs: () => startMs, newId, ...more }
}

export type RecordedSale = Extract<SaleEntryBody, { kind: 'sale-recorded' }>

/** A confirmed sale of an ADSL card of `value` dinars. */
export function saleRecorded(
  ref: Ref,
  more: Partial<{ number: string; value: number; reviewId: string }> = {},
) {
  const { number = '023456789', value = 1000, reviewId = `review-${ref}` } = more
  const amount = centimes(value * 100)
  return {
    kind: 'sale-recorded',
    ref,
    reviewId,
    order: { kind: 'internet', type: 'ADSL', number, valueCentimes: amount },
    subscriber: { customerNumber: '02***89', offer: 'IDOOM 20' },
    priceCentimes: amount,
    costCentimes: centimes(value * 98),
    request: { type: 'ADSL', number, value, ref },
  } as const satisfies RecordedSale
}

/** The two entries that begin every sale. */
export const confirmed = (
  ref: Ref,
  more: Parameters<typeof saleRecorded>[1] = {},
): readonly [SaleEntryBody, SaleEntryBody] => [
  saleRecorded(ref, more),
  { kind: 'attempt-started', ref, attempt: 1 },
]

const seen = { expected: true, topupId: 'top-1', requestId: 'req-look' } as const
const untold = { transactionNumber: null, cardTail: null } as const

/** The entry that stands for an event of the sale's table, after `attempts` attempts. */
export function entryFor(event: SaleEvent, ref: Ref, attempts = 1): SaleEntryBody {
  const attempt = attempts
  const bodies: Record<SaleEvent, SaleEntryBody> = {
    'attempt-started': { kind: 'attempt-started', ref, attempt: attempts + 1 },
    accepted: { kind: 'accepted', ref, attempt, topupId: 'top-1', requestId: 'req-send' },
    refused: { kind: 'refused', ref, attempt, code: 'ERR_STOCK', message: 'none left', requestId: 'req-no' },
    'not-sent': { kind: 'not-sent', ref, attempt, reason: 'ECONNREFUSED' },
    doubted: { kind: 'doubted', ref, reason: 'time-out', requestId: null },
    'not-found': { kind: 'not-found', ref, lookUps: 3, requestId: 'req-404' },
    'found-open': { kind: 'observed', ref, status: 'QUEUED', ...seen, ...untold },
    'found-fulfilled': {
      ...{ kind: 'observed', ref, status: 'FULFILLED', ...seen },
      transactionNumber: 'TESTTRANS',
      cardTail: 'CARD',
    },
    'found-refunded': { kind: 'observed', ref, status: 'REFUNDED', ...seen, ...untold },
    cancelled: { kind: 'cancelled', ref },
  }
  return bodies[event]
}

/** The events that lead a confirmed sale, which is `sending`, into each state. */
export const waysTo: Readonly<Record<SaleState, readonly SaleEvent[]>> = {
  sending: [],
  'in-doubt': ['doubted'],
  unsent: ['not-sent'],
  following: ['accepted'],
  fulfilled: ['accepted', 'found-fulfilled'],
  refunded: ['accepted', 'found-refunded'],
  refused: ['refused'],
  cancelled: ['not-sent', 'cancelled'],
}

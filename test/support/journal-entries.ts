/** The entries that sales leave in a journal, and the options that open one. Free of the test runner, for child processes. */
import { createHash } from 'node:crypto'
import type { SaleEntryBody } from '#core/journal/entry.ts'
import type { JournalOptions } from '#core/journal/open.ts'
import { centimes } from '#shared/money.ts'
import { type Order, type OrderKind, type OrderOf, requestOf } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleEvent, SaleState } from '#shared/states/sale.ts'

export const shopName = 'training-shop'
export const startMs = Date.UTC(2026, 0, 5, 9)

export function journalOptions(folder: string, more: Partial<JournalOptions> = {}): JournalOptions {
  const newId = () => `journal-${Math.random().toString(36).slice(2)}`
  const mine = { folder, name: shopName, environment: 'training', account: 'shop' } as const
  return { ...mine, nowMs: () => startMs, newId, ...more }
}

/** The transaction that the discovery before this sale became: a bill transaction belongs to one sale. */
export const transactionOf = (ref: Ref): string => createHash('sha256').update(ref).digest('hex').slice(0, 24)

/** An order of each kind. */
export const orderOf = (ref: Ref): { readonly [Kind in OrderKind]: OrderOf<Kind> } => ({
  internet: { kind: 'internet', type: 'ADSL', number: '023456789', valueCentimes: centimes(100_000) },
  mobile: {
    ...{ kind: 'mobile', planCode: 'PREPAID_DJEZZY', planName: 'Prepaid', planKind: 'dynamic' },
    ...{ operator: 'Djezzy', number: '0770123456', amountCentimes: centimes(50_000) },
  },
  'gift-card': {
    ...{ kind: 'gift-card', productId: 'steam', productTitle: 'Steam', typeId: 'steam-10' },
    ...{ typeName: '10 USD', quantity: 3, unitCentimes: centimes(240_000) },
  },
  bill: {
    ...{ kind: 'bill', partner: 'ADE', accountNumber: '0123456789012345678901234', discoveryRef: ref },
    transactionId: transactionOf(ref),
    bills: [
      ...[{ billId: 'bill-1', amountCentimes: centimes(44_339), feeCentimes: centimes(2_000) }],
      ...[{ billId: 'bill-2', amountCentimes: centimes(90_000), feeCentimes: centimes(2_500) }],
    ].map((bill) => ({ ...bill, label: null, period: '2025-12' })),
    feeCentimes: centimes(3_000),
  },
})

export type RecordedSale = Extract<SaleEntryBody, { kind: 'sale-recorded' }>

interface SaleDetails {
  readonly number: string
  /** In dinars. */
  readonly value: number
  readonly reviewId: string
  /** Instead of the ADSL card that `number` and `value` make. */
  readonly order: Order
}

/** A confirmed sale: of an ADSL card of `value` dinars, where no other order is given. */
export function saleRecorded(ref: Ref, more: Partial<SaleDetails> = {}) {
  const { number = '023456789', value = 1000, reviewId = `review-${ref}` } = more
  const amount = centimes(value * 100)
  const order = more.order ?? { kind: 'internet', type: 'ADSL', number, valueCentimes: amount }
  return {
    kind: 'sale-recorded',
    ref,
    reviewId,
    order,
    subscriber: order.kind === 'internet' ? { customerNumber: '02***89', offer: 'IDOOM 20' } : null,
    priceCentimes: amount,
    costCentimes: centimes(value * 98),
    request: requestOf(order, ref),
  } as const satisfies RecordedSale
}

/** The two entries that begin every sale. */
export const confirmed = (
  ref: Ref,
  more: Partial<SaleDetails> = {},
): readonly [SaleEntryBody, SaleEntryBody] => [
  saleRecorded(ref, more),
  { kind: 'attempt-started', ref, attempt: 1 },
]

const unreported = {
  ...{ transactionNumber: null, cardTail: null, refundMessage: null, offers: [] },
  ...{ deliveredCount: null, debitCentimes: null, cards: [], errorCode: null },
} as const

const candidate = { status: 'FULFILLED', orderedAtMs: startMs, quantity: 3, unitCentimes: centimes(240_000) }
export const candidates = [
  { ...candidate, serviceId: 'order-1' },
  { ...candidate, serviceId: 'order-2' },
]

/** The entry that stands for an event of the sale's table, after `attempts` attempts. */
export function entryFor(event: SaleEvent, ref: Ref, attempts = 1): SaleEntryBody {
  const attempt = attempts
  const serviceId = 'top-1'
  const seen = {
    kind: 'observed',
    ref,
    expected: true,
    serviceId,
    requestId: 'req-look',
    ...unreported,
  } as const
  const decided = { kind: 'decided', ref, who: 'Amina', why: 'the time fits', seen: candidates } as const
  const saw = { saw: 'their number 4711' }
  const found = {
    open: { ...seen, status: 'QUEUED' },
    fulfilled: { ...seen, ...{ status: 'FULFILLED', transactionNumber: 'TESTTRANS', cardTail: 'CARD' } },
    // A gift card order belongs to one sale, so each has an id of its own.
    partly: {
      ...{ ...seen, status: 'PARTIALLY_FILLED', serviceId: `order-${ref}` },
      ...{ deliveredCount: 1, debitCentimes: centimes(240_000) },
      cards: [{ codeTail: '9F2K', serialTail: null, sealed: 'sealed-1' }],
    },
    refunded: { ...seen, status: 'REFUNDED' },
    failed: { ...seen, status: 'FAILED', errorCode: 'PAYMENT_DECLINED' },
  }
  const bodies: Record<SaleEvent, SaleEntryBody> = {
    'attempt-started': { kind: 'attempt-started', ref, attempt: attempts + 1 },
    accepted: { kind: 'accepted', ref, attempt, serviceId, requestId: 'req-send' },
    refused: { kind: 'refused', ref, attempt, code: 'ERR_STOCK', message: 'none left', requestId: 'req-no' },
    'not-sent': { kind: 'not-sent', ref, attempt, reason: 'ECONNREFUSED' },
    doubted: { kind: 'doubted', ref, reason: 'time-out', requestId: null },
    'not-found': { kind: 'not-found', ref, lookUps: 3, requestId: 'req-404' },
    ...{ 'found-open': found.open, 'found-fulfilled': found.fulfilled, 'found-partly': found.partly },
    ...{ 'found-refunded': found.refunded, 'found-failed': found.failed },
    ...{ 'proved-open': found.open, 'proved-fulfilled': found.fulfilled, 'proved-partly': found.partly },
    ...{ 'proved-refunded': found.refunded, 'proved-failed': found.failed },
    'several-found': { kind: 'several-found', ref, candidates, requestId: 'req-list' },
    linked: { ...decided, decision: { kind: 'link', serviceId: 'order-1' } },
    released: { ...decided, decision: { kind: 'not-received' } },
    'said-delivered': { ...decided, decision: { kind: 'delivered', ...saw } },
    'said-partly': { ...decided, decision: { kind: 'partly-delivered', count: 1, ...saw } },
    'said-refunded': { ...decided, decision: { kind: 'refunded', ...saw } },
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
  'partly-fulfilled': ['doubted', 'found-partly'],
  refunded: ['accepted', 'found-refunded'],
  refused: ['refused'],
  cancelled: ['not-sent', 'cancelled'],
}

/** What the service shows of a sale that ended by a person's word. */
export const isProof = (event: SaleEvent): boolean => event.startsWith('proved-')

/** The kind of sale that can come into a state, or meet an event, that not every kind has. */
export function kindFor(stateOrEvent: SaleState | SaleEvent): OrderKind {
  if (stateOrEvent === 'found-failed' || stateOrEvent === 'proved-failed') return 'bill'
  return stateOrEvent === 'partly-fulfilled' || stateOrEvent.endsWith('-partly') ? 'gift-card' : 'internet'
}

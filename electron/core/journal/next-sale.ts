/**
 * What one entry makes of a sale and of its attempts. Pure: the same functions serve a live write, a rebuild and the
 * check at opening, so that the three cannot disagree. Refuses every step that the sale's table does not have.
 */
import { type Decision, type EndByDecision, endsByDecision } from '#shared/decisions.ts'
import { hasOfficialReceipt } from '#shared/official-receipt.ts'
import { faceValueOf, subjectOf } from '#shared/products/orders.ts'
import { unreachable } from '#shared/result.ts'
import { eventOfStatus } from '#shared/states/observed.ts'
import { nextSaleState, type SaleEvent, type SaleState } from '#shared/states/sale.ts'
import { emptyDetailFields, type Offer } from '#shared/views.ts'
import type { StoredAttempt } from './attempts.ts'
import type { KeptCard, SaleEntryBody } from './entry.ts'
import { JournalRefusal } from './faults.ts'
import type { StoredSale } from './journal.ts'

/** Entries that move a sale along its table. */
type StepBody = Exclude<SaleEntryBody, { kind: 'sale-recorded' | 'receipt-kept' }>

export interface SaleEntry {
  readonly atMs: number
  readonly body: SaleEntryBody
}

/** The sale after `entry`. Throws JournalRefusal; `sale` is undefined where the journal has none under this ref. */
export function nextSale(sale: StoredSale | undefined, entry: SaleEntry): StoredSale {
  const { body, atMs } = entry
  if (body.kind === 'sale-recorded') {
    if (sale) throw new JournalRefusal('ref-taken', body.ref)
    return recordedSale(body, atMs)
  }
  if (!sale) throw new JournalRefusal('unknown-sale', `${body.kind} of ${body.ref}`)
  if (body.kind === 'receipt-kept') return withReceipt(sale, body)
  checkAttemptNumber(sale, body)
  const state = stateAfter(sale, body)
  return { ...sale, candidates: [], ...learned(sale, atMs, body), state, changedAtMs: atMs }
}

/** A file that belongs to the sale: neither where it stands nor when it came there changes. */
function withReceipt(
  sale: StoredSale,
  { kind, receipt }: Extract<SaleEntryBody, { kind: 'receipt-kept' }>,
): StoredSale {
  if (hasOfficialReceipt(sale)) return { ...sale, officialReceipt: receipt }
  throw new JournalRefusal('step-refused', `${kind} of ${sale.ref}, which is ${sale.state}`)
}

/** A sale that is over stays where it is; what was delivered with it may come later. */
function stateAfter(sale: StoredSale, body: StepBody): SaleState {
  if (body.kind === 'observed' && hasLateDelivery(sale, body)) return sale.state
  const event = saleEventOf(sale, body)
  const state = nextSaleState(sale.state, event)
  if (state === undefined) {
    throw new JournalRefusal('step-refused', `${event} of ${body.ref}, which is ${sale.state}`)
  }
  return state
}

/** Whether an entry may end the attempt that runs: the last one is asked for then alone. */
export const endsAttempt = ({ kind }: SaleEntryBody): boolean =>
  kind === 'accepted' || kind === 'refused' || kind === 'not-sent' || kind === 'doubted'

/** The row that `entry` writes into the sale's attempts, given the last one; undefined where it writes none. */
export function nextAttempt(last: StoredAttempt | undefined, entry: SaleEntry): StoredAttempt | undefined {
  const { body, atMs } = entry
  if (body.kind === 'attempt-started') {
    const noEnd = { endedAtMs: null, outcome: null, reason: null, requestId: null }
    return { ref: body.ref, attempt: body.attempt, startedAtMs: atMs, ...noEnd }
  }
  if (!last || last.endedAtMs !== null) return undefined
  switch (body.kind) {
    case 'accepted':
      return { ...last, endedAtMs: atMs, outcome: body.kind, requestId: body.requestId }
    case 'refused':
      return { ...last, endedAtMs: atMs, outcome: body.kind, reason: body.code, requestId: body.requestId }
    case 'not-sent':
      return { ...last, endedAtMs: atMs, outcome: body.kind, reason: body.reason }
    case 'doubted':
      return { ...last, endedAtMs: atMs, outcome: body.kind, reason: body.reason, requestId: body.requestId }
    default:
      return undefined
  }
}

/** A look-up's word becomes an event by the kind of sale, a person's decision by what they decided. */
export function saleEventOf(sale: StoredSale, body: StepBody): SaleEvent {
  if (body.kind === 'observed') return eventOfFound(sale, body.status)
  return body.kind === 'decided' ? eventOfDecision[body.decision.kind] : body.kind
}

/** As the sale's own table calls what a person decided. */
export const eventOfDecision: Readonly<Record<Decision['kind'], SaleEvent>> = {
  link: 'linked',
  'not-received': 'released',
  delivered: 'said-delivered',
  'partly-delivered': 'said-partly',
  refunded: 'said-refunded',
}

/** What finding this status does to the sale: of one that ended by a person's word it is the service's own. */
export function eventOfFound(sale: StoredSale, status: string): SaleEvent {
  const event = eventOfStatus(sale.order.kind, status)
  return (endsByDecision(sale) ? proving[event] : undefined) ?? event
}

const proving: Readonly<Partial<Record<SaleEvent, SaleEvent>>> = {
  'found-open': 'proved-open',
  'found-fulfilled': 'proved-fulfilled',
  'found-partly': 'proved-partly',
  'found-refunded': 'proved-refunded',
  'found-failed': 'proved-failed',
}

/**
 * Once the service has said the same, the end is the service's; where it said another, both are kept. A part that it does
 * not count stays as the person counted it.
 */
function heldAgainst(sale: StoredSale, status: string, deliveredCount: number | null): EndByDecision | null {
  const { byDecision } = sale
  if (byDecision === null || !endsByDecision(sale)) return byDecision
  const event = eventOfFound(sale, status)
  if (event === 'proved-open') return byDecision
  const overruled = { ...byDecision, isOverruled: true }
  if (!agreeing[byDecision.end].includes(event)) return overruled
  const count = deliveredCount ?? sale.deliveredCount
  if (byDecision.count === undefined || byDecision.count === count) return null
  return count === null ? byDecision : overruled
}

/** Of an order that failed before any money moved, the money is the shop's as well. */
const agreeing: Readonly<Record<EndByDecision['end'], readonly SaleEvent[]>> = {
  delivered: ['proved-fulfilled'],
  'partly-delivered': ['proved-partly'],
  refunded: ['proved-refunded', 'proved-failed'],
}

/** Between its recording and its first attempt, one entry later in the same commit, nothing has left: `unsent`. */
function recordedSale(body: Extract<SaleEntryBody, { kind: 'sale-recorded' }>, atMs: number): StoredSale {
  const { kind: _kind, ...fields } = body
  return {
    ...fields,
    subject: subjectOf(body.order),
    valueCentimes: faceValueOf(body.order),
    state: 'unsent',
    recordedAtMs: atMs,
    changedAtMs: atMs,
    attempts: 0,
    serverStatus: null,
    serviceId: null,
    requestId: null,
    reason: null,
    ...emptyDetailFields,
    cards: [],
    candidates: [],
    byDecision: null,
    givenUp: false,
    officialReceipt: null,
    everDoubted: false,
  }
}

function checkAttemptNumber(sale: StoredSale, body: SaleEntryBody): void {
  if (!('attempt' in body)) return
  const expected = body.kind === 'attempt-started' ? sale.attempts + 1 : sale.attempts
  if (body.attempt !== expected) {
    throw new JournalRefusal('attempt-number', `${body.kind} ${body.attempt} of ${body.ref}, not ${expected}`)
  }
}

/** The fields an entry fills. What it does not say is kept, except the reason, which is always the last entry's. */
function learned(sale: StoredSale, atMs: number, body: StepBody): Partial<StoredSale> {
  switch (body.kind) {
    case 'attempt-started':
      return { attempts: body.attempt, reason: null, ...refusedWith(sale, undefined) }
    case 'accepted':
      return { serviceId: body.serviceId, requestId: body.requestId ?? sale.requestId, reason: null }
    case 'refused':
      return { requestId: body.requestId ?? sale.requestId, reason: body.code }
    case 'not-sent':
      return { reason: body.reason }
    case 'doubted':
      return { requestId: body.requestId ?? sale.requestId, reason: body.reason, everDoubted: true }
    case 'not-found':
      return {
        ...{ requestId: body.requestId ?? sale.requestId, reason: body.kind },
        ...refusedWith(sale, body.refusal),
      }
    case 'observed':
      return observed(sale, body)
    case 'several-found':
      return {
        candidates: body.candidates,
        requestId: body.requestId ?? sale.requestId,
        reason: body.kind,
        everDoubted: true,
      }
    case 'decided':
      return decided(body, atMs)
    case 'cancelled':
      return { reason: null, givenUp: true }
    default:
      return unreachable(body)
  }
}

/** A sale that no request was refused of has no such field: sales of earlier versions have none. */
const refusedWith = (
  { lastRefusal }: StoredSale,
  code: string | undefined,
): Pick<StoredSale, 'lastRefusal'> =>
  lastRefusal === undefined && code === undefined ? {} : { lastRefusal: code ?? null }

function decided(
  { decision, who, why }: Extract<SaleEntryBody, { kind: 'decided' }>,
  atMs: number,
): Partial<StoredSale> {
  if (decision.kind === 'link') return { serviceId: decision.serviceId, reason: null }
  if (decision.kind === 'not-received') return { reason: decision.kind }
  const { kind: end, saw } = decision
  const counted = decision.kind === 'partly-delivered' ? { count: decision.count } : {}
  return { reason: null, byDecision: { end, ...counted, who, saw, why, atMs, isOverruled: false } }
}

function observed(sale: StoredSale, body: Extract<SaleEntryBody, { kind: 'observed' }>): Partial<StoredSale> {
  return {
    serverStatus: body.status,
    serviceId: body.serviceId ?? sale.serviceId,
    transactionNumber: body.transactionNumber ?? sale.transactionNumber,
    cardTail: body.cardTail ?? sale.cardTail,
    refundMessage: body.refundMessage ?? sale.refundMessage,
    offers: body.offers.length > 0 ? body.offers : sale.offers,
    deliveredCount: body.deliveredCount ?? sale.deliveredCount,
    debitCentimes: body.debitCentimes ?? sale.debitCentimes,
    cards: body.cards.length > 0 ? body.cards : sale.cards,
    requestId: body.requestId ?? sale.requestId,
    reason: body.errorCode,
    byDecision: heldAgainst(sale, body.status, body.deliveredCount),
    // The customer learned that it came to nothing, as of a sale that was given up.
    givenUp: sale.givenUp || sale.state === 'refused',
  }
}

// What was delivered with a sale that is over, and is reported later than its end: codes of cards, offers. Pure. Invariant: such
// an entry ends nothing anew and takes nothing away; it only brings the sale more of what the service has delivered.

interface ReportedDelivery {
  readonly status: string
  readonly cards: readonly KeptCard[]
  readonly offers: readonly Offer[]
}

/** States in which the customer has what was ordered, or some of it. */
export const deliveredStates: readonly SaleState[] = ['fulfilled', 'partly-fulfilled']

/** Whether this answer, of a sale that was delivered, brings more of its delivery than the journal holds. */
export const hasLateDelivery = (sale: StoredSale, { status, cards, offers }: ReportedDelivery): boolean =>
  deliveredStates.includes(sale.state) &&
  status === sale.serverStatus &&
  (bringsMore(sale.cards, cards) || (sale.offers.length === 0 && offers.length > 0))

/** Codes that are sealed are never given up for codes that are not: only the whole code is of use to the customer. */
const bringsMore = (kept: readonly KeptCard[], reported: readonly KeptCard[]): boolean => {
  const more = sealedIn(reported) - sealedIn(kept)
  return more > 0 || (more === 0 && reported.length > kept.length)
}

/** Whether what was kept would lose a code, or the end of one, if this answer's cards took its place. */
export const losesCards = (kept: readonly KeptCard[], reported: readonly KeptCard[]): boolean =>
  bringsMore(reported, kept)

/** How many of the cards have their whole code. */
export const sealedIn = (cards: readonly KeptCard[]): number =>
  cards.filter(({ sealed }) => sealed !== null).length

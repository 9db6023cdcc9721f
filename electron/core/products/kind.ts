/**
 * What is particular to a kind of sale, and nothing else: how its request is sent, how it is looked at, and what a record
 * of the service says of it. One machinery does the rest for all kinds.
 */
import type { AppError } from '#shared/app-error.ts'
import type { CommandInput } from '#shared/ipc/commands.ts'
import { platformPageSize } from '#shared/limits.ts'
import type { Centimes } from '#shared/money.ts'
import type { Subscriber } from '#shared/products/internet.ts'
import type { Order, OrderKind, OrderOf, RequestOf } from '#shared/products/orders.ts'
import type { OrderSide } from '#shared/reconciliation.ts'
import type { Ref } from '#shared/ref.ts'
import { err, type Result } from '#shared/result.ts'
import type { ServiceHost } from '#shared/service-errors.ts'
import { type Candidate, emptyDetailFields } from '#shared/views.ts'
import type { ServiceCalls, ServiceClient } from '../api/client.ts'
import type { CallOutcome } from '../api/outcome.ts'
import type { AccountTransaction, GiftCardOrder, Page, PageFilter, Row } from '../api/platform-records.ts'
import { type CallFailure, isNotFound } from '../call-error.ts'
import type { KeptCard } from '../journal/entry.ts'
import type { StoredSale } from '../journal/journal.ts'
import type { SlipLine, SlipTextLine } from '../receipt/document.ts'
import type { Label } from '../receipt/lines.ts'
import { askedBetween, joined, type TimeWindow } from '../sale/time-window.ts'
import type { OrderList } from './order-list.ts'

/** What an answer says beside the status, as an `observed` entry holds it; what it leaves out is null, or empty. */
export type OrderDetails = Pick<StoredSale, keyof typeof emptyDetailFields> & {
  readonly cards: readonly KeptCard[]
  readonly errorCode: string | null
}

export const noDetails: OrderDetails = { ...emptyDetailFields, cards: [], errorCode: null }

/** An order of the service's that was found, held against the sale that it was looked up for. */
export interface FoundOrder {
  /** The service's own word, or the one of its words that its counts say in place of `word`. */
  readonly status: string
  readonly word?: string
  readonly serviceId: string | null
  readonly details: OrderDetails
  /** The first field in which the order contradicts what the sale sent; null where nothing does. */
  readonly contradiction: string | null
  /** The first field that it names otherwise under the sale's own id: no contradiction where the service answered that id. */
  readonly namesOtherwise?: string
}

/** How a sale is looked at: what is asked of the service. */
export type Way =
  /** By the sale's ref. Its path is not in the document and has to prove itself before its absence is believed. */
  | 'by-ref'
  /** By the service's own id. */
  | 'by-id'
  /** Among the service's list of orders. */
  | 'by-list'

export type Ways = readonly [Way, ...Way[]]

export type Look =
  | { readonly kind: 'found'; readonly order: FoundOrder; readonly requestId: string | null }
  /** The service answered, and holds no order that can be this sale's. */
  | { readonly kind: 'absent'; readonly requestId: string | null }
  /** One order or more of which only a person can say whose they are. */
  | { readonly kind: 'several'; readonly candidates: readonly Candidate[]; readonly requestId: string | null }
  /** The service answered, and something in its answer may or may not be this sale's: neither found nor absent. */
  | {
      readonly kind: 'unclear'
      readonly why: string
      /** Orders that a person may choose between where looks do not end the doubt. */
      readonly candidates?: readonly Candidate[]
      readonly requestId: string | null
    }
  /** No answer that can be used. */
  | { readonly kind: 'no-answer'; readonly failure: CallFailure }

/** An attempt whose request may have reached the service. Times by the machine's clock, as the journal has them. */
export interface PastAttempt {
  readonly startedAtMs: number
  /** Null while it runs, and where its process died. */
  readonly endedAtMs: number | null
  /** By how much the service's clock was ahead when it started; null where that was not known, or in doubt. */
  readonly serverOffsetMs: number | null
  /** The journal holds no such attempt: there may have been one in a time of which entries were lost. */
  readonly isSupposed?: boolean
  /** Its own answer said that the order is made: the order was made while it was under way, and not later. */
  readonly isAccepted?: true
  /** Between which it was where that was in doubt; of a supposed one: what else is known of it, whenever that was. */
  readonly otherOffsetsMs?: readonly number[]
}

/** The address to which requests of a kind go now; undefined in training, which has another at each start. */
export type AddressOf = (kind: OrderKind) => string | undefined

/** A sale that may turn out to hold an order of the service's. */
export interface Claimant {
  readonly attempts: readonly PastAttempt[]
  /** Every time of which entries were lost: an order of then may be of a sale that was lost as well. */
  readonly losses: readonly PastAttempt[]
  /** Orders that a person has said are not this sale's. */
  readonly ruledOut: ReadonlySet<string>
  /** The service's own refs of the sale's order, as its acknowledgements named them. */
  readonly serviceRefs: ReadonlySet<string>
}

/** Another sale of the same thing whose order is not known either. */
export interface Rival extends Claimant {
  /** What may be either's is left to it: its own answer may name the order at any moment, or the other sale was given up. */
  readonly comesFirst: boolean
}

/** Whether other counters use the account's key, see key-use.ts. */
export interface KeyUse {
  /** Whether an order of a time since then, by the service's clock, may be another counter's although it fits alone. */
  mayBeShared(sinceMs: number): boolean
  /** What a list, or the account's history, has shown of the account: an order or a payment that is nobody's here is noted. */
  noteOrders(rows: readonly Row<GiftCardOrder>[]): void
  noteMovements(rows: readonly Row<AccountTransaction>[]): void
}

/** What a kind needs to look: the calls, and what the journal knows of this sale and of others. */
export interface MatchContext {
  /** Looks go out behind the counter's own calls. */
  readonly client: ServiceCalls & Pick<ServiceClient, 'serverOffsetMs'>
  claimantOf(ref: Ref): Claimant
  readonly addressOf: AddressOf
  /** A request of the sale's may be where nobody asks any more: what is not found now says nothing of it. */
  wasSentElsewhere(sale: StoredSale): boolean
  /** The open sales of the same thing whose order is not known either. */
  rivals(sale: StoredSale): readonly Rival[]
  /** Another sale of the same thing is being sent, at whatever price: its answer may name an order yet. */
  isOrderedNow(sale: StoredSale): boolean
  /** Which of these orders of the service's belong to other sales already. */
  claimed(serviceIds: readonly string[], by: Ref): ReadonlySet<string>
  /** The sales of any kind that the service knows by this id. */
  holders(serviceId: string): readonly StoredSale[]
  /** The newest sale of the kind that the service has given an id. */
  findNewestKnown(kind: OrderKind): StoredSale | undefined
  /** The sales that were recorded or changed in this time, by the machine's clock. */
  listRecordedOrChanged(time: TimeWindow): readonly StoredSale[]
  readonly keyUse: KeyUse
  /** Seals a card's code for the journal, bound to its sale; null where no key can be had. */
  seal(ref: Ref, text: string): string | null
}

/** A sale of one kind: the journal takes none whose request is not its order's. */
export type SaleOf<Kind extends OrderKind> = StoredSale & {
  readonly order: OrderOf<Kind>
  readonly request: RequestOf<Kind>
}

/** What an acknowledgement calls an order. */
export interface ServiceNames {
  /** The service's own id, null where it names none. */
  readonly serviceId: string | null
  /** The ref that it keeps the order under, where it names one. */
  readonly serviceRef?: string
}

export interface SaleKind<Kind extends OrderKind = OrderKind> {
  /** Where its requests go. */
  readonly host: ServiceHost
  /** Sends the committed request. Answers what the service calls the order. */
  send(client: ServiceClient, sale: SaleOf<Kind>): Promise<CallOutcome<ServiceNames>>
  /** The ways to look at a sale as it stands, the best first; the next one is asked where one finds nothing. */
  ways(sale: SaleOf<Kind>): Ways
  look(sale: SaleOf<Kind>, way: Way, matchContext: MatchContext): Promise<Look>
  /** Whether the journal lacks something of this sale's delivery, which the service holds. Missing where a status says all. */
  lacksOfDelivery?(sale: SaleOf<Kind>): boolean
  /** Whether the service may give the money of a delivered sale back: it is looked at for a while. Missing where its end is final. */
  readonly mayBeRefundedLate?: true
  /** The list of its orders; missing where the document shows none. */
  readonly list?: OrderList<Kind>
  /** The order of this id, which a person says is the sale's, held against it. Only for kinds whose looks find several. */
  lookToLink?(sale: SaleOf<Kind>, serviceId: string, matchContext: MatchContext): Promise<Look>
  /** The questions that ask for the sale's order when the books are compared, the best first; each answers what it found. */
  asks(
    client: ServiceCalls,
    sale: SaleOf<Kind>,
  ): readonly (() => Promise<CallOutcome<OrderSide | undefined>>)[]
  /** Whether the document shows the path of the last of them, so that an absence needs no proof. */
  readonly isAskedByDocument?: true
  /** The amounts at which the service may list what was ordered, the face value first; null where its price may change. */
  facesOf(sale: SaleOf<Kind>): readonly Centimes[] | null
  /** How long after the time that its list states an order is paid. */
  readonly paidWithinMs: number
  /** What the sale is for, as the customer checks it first. */
  subjectLine(order: OrderOf<Kind>, label: Label): SlipTextLine
  /** What was bought, in the order in which it is read, with every amount that the price is made of. */
  orderLines(sale: SaleOf<Kind>, label: Label): readonly SlipLine[]
  /** Customers show the slip to somebody else, as a proof that they have paid: it says how, and has room for a stamp. */
  readonly isProofOfPayment?: true
  /** Look-ups that must have found nothing before an order is believed absent, and the time that they must span. */
  readonly absence: Absence
}

interface Absence {
  readonly lookUps: number
  /** After this no request of the sale's can land any more: a person's word that nothing came is taken. */
  readonly spanMs: number
  /** How much longer the service may show nothing of what it took: without a person it is believed absent after that. */
  readonly silentMs: number
}

/**
 * Where a second request under the same name cannot become a second order: the service refuses it. Work of up to 45 seconds
 * is usual (service-api.md, "Limits"), and what is worked at may not be shown yet.
 */
export const absenceOfNamed: Absence = { lookUps: 3, spanMs: 60_000, silentMs: 0 }

// What a call's end means to a kind of sale: a look, or the service's name for the order.

/** A look that found the order. */
export type Found = Extract<Look, { kind: 'found' }>

/** The look that asked for one record. Only the service's own "not found" is an absence. */
export function lookOf<Record>(outcome: CallOutcome<Record>, describe: (record: Record) => FoundOrder): Look {
  const { requestId } = outcome.evidence
  if (outcome.kind === 'accepted') return { kind: 'found', order: describe(outcome.value), requestId }
  return isNotFound(outcome) ? { kind: 'absent', requestId } : { kind: 'no-answer', failure: outcome }
}

const HTTP_NOT_FOUND = 404
/** A server's page in place of a path that the service does not have: another way may show the order. */
export const isPageNotFound = (look: Look): boolean =>
  look.kind === 'no-answer' && look.failure.evidence.httpStatus === HTTP_NOT_FOUND

/** The record that came is called otherwise than was asked: the sale's by another name, or another sale's. */
export const isOfAnotherName = (look: Look): boolean =>
  look.kind === 'no-answer' && look.failure.kind === 'in-doubt' && look.failure.reason === 'answer-disagrees'

/** The same end of a call, with what is read in its answer in place of the answer. */
export const readIn = <Answer, Value>(
  outcome: CallOutcome<Answer>,
  read: (answer: Answer) => Value,
): CallOutcome<Value> => (outcome.kind === 'accepted' ? { ...outcome, value: read(outcome.value) } : outcome)

/** The first of these fields that the record states otherwise. What it leaves out contradicts nothing. */
export const firstContradiction = (fields: Readonly<Record<string, boolean>>): string | null =>
  Object.keys(fields).find((field) => fields[field]) ?? null

export const differs = <Value>(theirs: Value | null, ours: Value): boolean =>
  theirs !== null && theirs !== ours

/** Of a row and of a look at the same order: the row, unless the look is this sale's too and has more of what `count` counts. */
export function fuller(row: Found, look: Look, count: (details: OrderDetails) => number): Found {
  const isMore = look.kind === 'found' && count(look.order.details) > count(row.order.details)
  return isMore && look.order.contradiction === null ? look : row
}

// Reads a list of the platform's to its end. Owns the bound: a list that is longer has not been read, and proves nothing.

/** A thousand orders are more than a shop makes in a day. */
const MAX_PAGES = 10

type Read<Item> =
  | { readonly kind: 'rows'; readonly rows: readonly Row<Item>[]; readonly requestId: string | null }
  | Extract<Look, { kind: 'no-answer' | 'unclear' }>

/** Every row of every page. One that moves to the next page while it is read may come twice. */
export async function readPages<Item>(
  readPage: (asked: Pick<PageFilter, 'page' | 'pageSize'>) => Promise<CallOutcome<Page<Item>>>,
): Promise<Read<Item>> {
  const rows: Row<Item>[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const outcome = await readPage({ page, pageSize: platformPageSize.max })
    if (outcome.kind !== 'accepted') return { kind: 'no-answer', failure: outcome }
    const { value, evidence } = outcome
    rows.push(...value.rows)
    if (page >= value.pageCount) return { kind: 'rows', rows, requestId: evidence.requestId }
    if (page === MAX_PAGES || value.pageCount > MAX_PAGES)
      return { kind: 'unclear', why: 'list-too-long', requestId: evidence.requestId }
  }
  return { kind: 'unclear', why: 'list-too-long', requestId: null }
}

/**
 * Every row of a list of these times, read for each of them alone: between a request and one that was sent a day later there may
 * be very many. No rows where there are no times.
 */
export async function readAround<Item>(
  times: readonly TimeWindow[],
  readPage: (asked: PageFilter) => Promise<CallOutcome<Page<Item>>>,
): Promise<Read<Item>> {
  const rows: Row<Item>[] = []
  let requestId: string | null = null
  for (const time of joined(times)) {
    const read = await readPages((page) => readPage({ ...page, ...askedBetween(time) }))
    if (read.kind !== 'rows') return read
    rows.push(...read.rows)
    requestId = read.requestId
  }
  return { kind: 'rows', rows, requestId }
}

/** An order that is paid as it is made: its time may be stated in another zone than that of the payment. */
export const PAID_AT_ONCE_MS = 3_600_000

// What a sale would be and what it would come to: the order as it would be committed, its price and its cost.

/** How long a review may be confirmed. */
export const REVIEW_LASTS_MS = 10 * 60_000

export type ReviewInput = CommandInput<'sale.review'>
export type ReviewInputOf<Kind extends ReviewInput['kind']> = Extract<ReviewInput, { kind: Kind }>

export interface Quote {
  readonly order: Order
  readonly subscriber: Subscriber | null
  /** What it is sold at where the shop has no rule for it (see shared/till/prices.ts), and what it costs the shop. */
  readonly baseCentimes: Centimes
  readonly costCentimes: Centimes
}

export type Quoted = Result<Quote, AppError>

/** What was asked for cannot be sold as it stands. The words are in the locales, under `sell.problem`. */
export const cannotSell = (field: string, problem: string): Result<never, AppError> =>
  err({ kind: 'invalid-input', field, problem })

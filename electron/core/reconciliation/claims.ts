/**
 * What must have moved on the account for the journal's sales, and what may have moved for the orders of others. Reads, and
 * changes nothing.
 */
import { endsByDecision } from '#shared/decisions.ts'
import { CENTIMES_PER_DINAR, type Centimes, centimes, sumCentimes, zeroCentimes } from '#shared/money.ts'
import { fitsMask } from '#shared/phone.ts'
import { type OrderKind, productOf, products } from '#shared/products/orders.ts'
import { type OrderSide, shopDaySpan } from '#shared/reconciliation.ts'
import type { Ref } from '#shared/ref.ts'
import { eventOfStatus } from '#shared/states/observed.ts'
import type { Entry } from '../journal/entry.ts'
import type { Journal, StoredSale } from '../journal/journal.ts'
import { offsetsIn } from '../journal/losses.ts'
import { deliveredStates } from '../journal/next-sale.ts'
import type { Steps } from '../journal/steps.ts'
import { kindOf, saleKinds } from '../products/kinds.ts'
import { around, isWithin, type TimeWindow } from '../sale/time-window.ts'
import { endsOf, SETTLES_WITHIN_MS } from './judge.ts'
import { type Claim, settle } from './matching.ts'
import { type NamedSales, orderName, saleOfOrder } from './names.ts'
import { OVERLAP_MS } from './read-page.ts'
import { expectedDebit } from './sides.ts'
import type { Workbook } from './workbook.ts'

export interface ClaimParts {
  readonly workbook: Pick<Workbook, 'rows'>
  readonly journal: NamedSales & Pick<Journal, 'readEntries'>
  /** By how much the service's clock is ahead of the counter's. */
  readonly offsetMs: number
  readonly nowMs: () => number
  /** Kinds of sale whose movements name sales by what was answered. */
  readonly named: ReadonlySet<OrderKind>
  /** Kinds of which the history, on whatever day, shows what came back as such: under a debit's word nothing did. */
  readonly refundedKinds: ReadonlySet<OrderKind>
}

export interface OwnClaim extends Claim {
  /** A sale's ref, or an order's name. */
  readonly owner: string
  /** What is listed as debited under a sale's own names: there is no claim for it. */
  readonly paidCentimes: Centimes
}

/** Those that were recorded or changed on these days. */
export function* salesIn(
  days: readonly string[],
  { journal }: Pick<ClaimParts, 'journal'>,
): Steps<readonly StoredSale[]> {
  const refs = new Set<Ref>()
  for (const day of days) {
    for (const ref of journal.reconciled.listRefsRecordedOrChanged(shopDaySpan(day))) refs.add(ref)
    yield
  }
  const sales: StoredSale[] = []
  for (const ref of refs) {
    const sale = journal.readSale(ref)
    if (sale) sales.push(sale)
    yield
  }
  return sales
}

/**
 * What the times of two clocks that are held against each other may be off, and their rounding: the clock that dates movements
 * need not be the one of the answers.
 */
export const SLACK_MS = 5 * 60_000

/** The money of a refund may come later than its word: by how much is not in the document. */
const BACK_WITHIN_MS = 60 * 60_000

export function* claimsOfSales(sales: readonly StoredSale[], parts: ClaimParts): Steps<readonly OwnClaim[]> {
  const claims: OwnClaim[] = []
  for (const sale of sales) {
    claims.push(...claimsOfSale(sale, parts))
    yield
  }
  return claims
}

function claimsOfSale(
  sale: StoredSale,
  { workbook, journal, offsetMs, nowMs, named, refundedKinds }: ClaimParts,
): readonly OwnClaim[] {
  const { ref, serviceId, order, recordedAtMs, changedAtMs, state } = sale
  const names = [ref, serviceId].filter((name) => name !== null)
  const debits = workbook.rows.findMovements(names).filter(({ side }) => side.direction !== 'in')
  const hasDebit = debits.length > 0
  const listed = workbook.rows.findOrders(names).map(({ side }) => side)
  const isGivenBack = listed.some(({ kind, status }) => eventOfStatus(kind, status) === 'found-refunded')
  const entries = journal.readEntries(ref)
  const offsets = [...new Set([offsetMs, ...entries.flatMap(({ body }) => offsetsIn(body))])]
  // Where a sale ended before it was made the clock was set back, and nobody knows when it ended.
  const isOver = !openStates.includes(state) && changedAtMs >= recordedAtMs
  // What is listed as given back may have been so at any time since.
  const isBackBy = isOver && !isGivenBack && Math.max(...offsets) - Math.min(...offsets) <= SLACK_MS
  const hasUnknownName = !hasDebit && mayHaveUnknownName(answeredId(sale, entries), order.kind, named)
  const hasFee = productOf(order).feeOf(order) !== null
  // By the service's clock, for each of its distances that were known meanwhile. A sale that has ended was debited before.
  const within = (afterMs: number, hasEnded: boolean) =>
    offsets.map((aheadMs) => ({
      fromMs: recordedAtMs + aheadMs - SLACK_MS,
      toMs: afterMs + (hasEnded ? changedAtMs + aheadMs : nowMs() + offsetMs),
    }))
  // When the money of what counts as delivered came back nobody here knows: it may be any debit of the amount.
  const kept = state === 'fulfilled' ? null : keptOf(sale, listed)
  const own = {
    ...{ owner: ref, kind: order.kind, hasUnknownName, hasFee },
    paidCentimes: sumCentimes(debits.map(({ side }) => side.amountCentimes)),
    underDebitsWord: backUnderDebitsWord(kept, order.kind, within(BACK_WITHIN_MS, isOver), refundedKinds),
  }
  return movedFor(sale, listed, isGivenBack)
    .filter(({ direction, amounts }) => amounts.length > 0 && !(direction === 'out' && hasDebit))
    .map((moved) => ({
      ...{ ...own, ...moved },
      windows:
        moved.direction === 'in' ? within(BACK_WITHIN_MS, isBackBy) : within(SETTLES_WITHIN_MS, isOver),
    }))
}

const backUnderDebitsWord = (
  keptCentimes: Centimes | null,
  kind: OrderKind,
  windows: readonly TimeWindow[],
  refundedKinds: ReadonlySet<OrderKind>,
): Claim['underDebitsWord'] =>
  keptCentimes === null || refundedKinds.has(kind) ? null : { keptCentimes, windows }

/** The id that the service answered the order with; null where no answer came, whatever its record was found to have. */
const answeredId = ({ serviceId }: StoredSale, entries: readonly Entry[]): string | null =>
  entries.some(({ body }) => body.kind === 'accepted') ? serviceId : null

/** The service may have a name for it that its records do not show: what its answer said, where no answer came. */
const mayHaveUnknownName = (id: string | null, kind: OrderKind, named: ReadonlySet<OrderKind>): boolean =>
  id === null || !named.has(kind)

/**
 * What of its debit a sale, or an order of nobody, is to have kept, where it ended without all of it; null for any other. `orders`:
 * the service's, under its names. A list lags, and has words of its own: that a sale is over is known here, unless a person said it.
 */
export function keptOf(sale: StoredSale | null, orders: readonly OrderSide[]): Centimes | null {
  const events = orders.map(({ kind, status }) => eventOfStatus(kind, status))
  if (events.includes('found-refunded')) return zeroCentimes
  const isOpen = events.includes('found-open') && (sale === null || endsByDecision(sale))
  if (isOpen || events.includes('found-fulfilled')) return null
  if (sale) return sale.state === 'refunded' || sale.state === 'partly-fulfilled' ? expectedDebit(sale) : null
  const [order] = orders
  if (!order) return null
  return events[0] === 'found-partly' ? order.debitCentimes : zeroCentimes
}

const openStates: readonly StoredSale['state'][] = ['sending', 'in-doubt', 'following']

/** What must have moved for a sale that stands so, and what may have. */
function movedFor(
  sale: StoredSale,
  listed: readonly OrderSide[],
  isGivenBack: boolean,
): readonly Pick<Claim, 'direction' | 'amounts' | 'isDue'>[] {
  const { state, costCentimes: cost } = sale
  const net = expectedDebit(sale)
  const out = (isDue: boolean, ...amounts: readonly (Centimes | null)[]) =>
    ({ direction: 'out', isDue, amounts: realOf(amounts) }) as const
  const back = (...amounts: readonly (Centimes | null)[]) =>
    ({ direction: 'in', isDue: false, amounts: realOf(amounts) }) as const
  if (state === 'fulfilled') return [out(true, net), ...(isGivenBack ? [back(net)] : [])]
  // All is debited and the rest given back, or only what was delivered is debited.
  if (state === 'partly-fulfilled')
    return [out(true, net, cost), back(net === null ? null : centimes(cost - net))]
  if (state !== 'refunded' && !openStates.includes(state)) return []
  const held = mayBeHeld(sale, listed)
  return [out(false, ...held), back(...held)]
}

/**
 * What may have been debited before it was given back: what the service says, or its cost as it was worked out here, which the
 * service may have rounded to the dinar either way.
 */
function mayBeHeld(
  { costCentimes: cost, debitCentimes }: StoredSale,
  listed: readonly OrderSide[],
): readonly Centimes[] {
  const reported = realOf([debitCentimes, ...listed.map((side) => side.debitCentimes)])
  if (reported.length > 0) return [cost, ...reported]
  const rest = cost % CENTIMES_PER_DINAR
  return rest === 0 ? [cost] : [cost, centimes(cost - rest), centimes(cost - rest + CENTIMES_PER_DINAR)]
}

const realOf = (amounts: readonly (Centimes | null)[]): readonly Centimes[] =>
  [...new Set(amounts.filter((amount) => amount !== null && amount > 0))] as readonly Centimes[]

const HOUR_MS = 3_600_000

/** An order with the day that lists it. */
interface OrderOfDay {
  readonly side: OrderSide
  readonly day: string
}

/** The orders of these days that name no sale of ours. */
export function* ordersOfNobody(
  days: readonly string[],
  { workbook, journal }: Pick<ClaimParts, 'workbook' | 'journal'>,
): Steps<readonly OrderOfDay[]> {
  const orders: OrderOfDay[] = []
  for (const day of days) {
    for (const { side } of workbook.rows.listOrders(day)) {
      yield
      if (!saleOfOrder(side, journal)) orders.push({ side, day })
    }
  }
  return orders
}

/** Orders that are no sale's of ours are paid for as well. */
export function claimsOfOrder(
  { side, day }: OrderOfDay,
  { offsetMs, nowMs, named, refundedKinds }: ClaimParts,
): readonly OwnClaim[] {
  const amounts = realOf([side.debitCentimes, side.faceCentimes])
  if (amounts.length === 0) return []
  const span = spanOfOrder(side, day, offsetMs)
  const hasUnknownName = mayHaveUnknownName(side.orderId, side.kind, named)
  const backByWord = { ...span, toMs: span.toMs + BACK_WITHIN_MS }
  const own = {
    ...{ owner: orderName(side), kind: side.kind, isDue: false, hasUnknownName, hasFee: false },
    paidCentimes: zeroCentimes,
    underDebitsWord: backUnderDebitsWord(keptOf(null, [side]), side.kind, [backByWord], refundedKinds),
  }
  return [
    { ...own, direction: 'out', amounts, windows: [span] },
    {
      ...own,
      direction: 'in',
      amounts: backOf(side, amounts),
      windows: [{ ...span, toMs: nowMs() + offsetMs }],
    },
  ]
}

const mayBePart = (kind: OrderKind): boolean =>
  Object.values(products[kind].statuses).some(({ means }) => means === 'partly-fulfilled')

/** What may have come back of it: of one that was delivered nothing, of one in part what was not delivered, of any other all. */
function backOf(
  { kind, status, faceCentimes, debitCentimes }: OrderSide,
  all: readonly Centimes[],
): readonly Centimes[] {
  const event = eventOfStatus(kind, status)
  if (event !== 'found-fulfilled' && event !== 'found-partly') return all
  // Of a kind that is delivered in part the service may have one word for both.
  if (!mayBePart(kind)) return []
  if (faceCentimes === null || debitCentimes === null) return all
  return realOf([centimes(faceCentimes - debitCentimes)])
}

function spanOfOrder({ kind, atMs }: OrderSide, day: string, offsetMs: number): TimeWindow {
  const { fromMs, toMs } = shopDaySpan(day)
  if (atMs === null) return { fromMs: fromMs + offsetMs - HOUR_MS, toMs: toMs + offsetMs + HOUR_MS }
  // Its time may be printed in another zone than the movements'.
  const { paidWithinMs } = saleKinds[kind]
  return { fromMs: atMs - HOUR_MS - SLACK_MS, toMs: atMs + paidWithinMs + SETTLES_WITHIN_MS }
}

/** Whether this was debited for a sale that counts as delivered. */
export const wasDebited = (sale: StoredSale, amount: Centimes): boolean =>
  deliveredStates.includes(sale.state) && expectedDebit(sale) === amount

// Which orders are the journal's own although the list names them otherwise than the service's answers did: by what was
// ordered, and when. Reads, and changes nothing. Keeps that none is taken for a sale's where the list names any of its kind as it
// was answered, each for one sale alone, and as many as possible, so that of several alike one too many is left over.

/** An order is listed with the time at which it was made, or ended. */
const WITHIN_MS = 15 * 60_000

type NamingParts = Pick<ClaimParts, 'workbook' | 'journal' | 'offsetMs'>

/**
 * The names of those of `orders`, which name no sale, that are one of `sales` each, with the sale that it may be of. The clock that
 * dates the list is the one of the answers, or the counter's own, and either may be printed in the shop's zone: the first of
 * those that name most of them.
 */
export function namedOtherwise(
  orders: readonly OrderOfDay[],
  sales: readonly StoredSale[],
  parts: NamingParts,
): ReadonlyMap<string, StoredSale> {
  const byKind = Map.groupBy(orders, ({ side }) => side.kind)
  return new Map(
    [...byKind].flatMap(([kind, ofKind]) => {
      const known = sales.filter(
        (sale) => sale.order.kind === kind && (sale.serviceId !== null || endsByDecision(sale)),
      )
      const unlisted = unlistedOf(known, parts).map((sale) => ({ ...sale, sentAtMs: sentAt(sale, parts) }))
      const clocks = [parts.offsetMs, 0].flatMap((clockMs) => [clockMs, clockMs + HOUR_MS, clockMs - HOUR_MS])
      const named = clocks.map((offsetMs) => namedByClock(ofKind, unlisted, offsetMs))
      return [...named.reduce((most, other) => (other.size > most.size ? other : most))]
    }),
  )
}

/** The sales of one kind that the list names by no name of theirs; none where it names any as it was answered. */
function unlistedOf(known: readonly StoredSale[], { workbook, journal }: NamingParts): readonly StoredSale[] {
  const isListed = ({ ref, serviceId }: StoredSale) =>
    workbook.rows.findOrders([ref, serviceId].filter((name) => name !== null)).length > 0
  // One that was found in the list has the list's name of it.
  const wasAnswered = ({ ref, serviceId }: StoredSale) =>
    journal.readEntries(ref).some(({ body }) => body.kind === 'accepted' && body.serviceId === serviceId)
  const listed = new Set(known.filter(isListed))
  if ([...listed].some(wasAnswered)) return []
  // The others can be asked for.
  const byWord = (sale: StoredSale) => Number(sale.serviceId === null)
  return known
    .filter((sale) => !listed.has(sale))
    .toSorted((a, b) => byWord(a) - byWord(b) || a.recordedAtMs - b.recordedAtMs)
}

/** Of a sale that was sent again any of its requests may have made the order. */
interface SentSale extends StoredSale {
  /** By the counter's clock. */
  readonly sentAtMs: readonly number[]
}

/** When the sale was recorded, and when each of its requests was sent, by the counter's clock. */
export const sentAt = (
  { ref, recordedAtMs }: StoredSale,
  { journal }: { readonly journal: Pick<Journal, 'readEntries'> },
): readonly number[] => [
  recordedAtMs,
  ...journal.readEntries(ref).flatMap(({ body, atMs }) => (body.kind === 'attempt-started' ? atMs : [])),
]

/** The names of those of `orders`, all of one kind, that are one of these sales each, by one clock. */
function namedByClock(
  orders: readonly OrderOfDay[],
  unlisted: readonly SentSale[],
  offsetMs: number,
): ReadonlyMap<string, StoredSale> {
  const inOrder = orders.toSorted((a, b) => (a.side.atMs ?? 0) - (b.side.atMs ?? 0))
  // One that is listed on two days is one order.
  const ofTime = new Map(
    [...Map.groupBy(inOrder, ({ side }) => orderName(side))].map(([name, ofName]) => [
      name,
      ofName.flatMap((order) => salesOfTime(unlisted, order, offsetMs).map((sale) => ({ sale, order }))),
    ]),
  )
  const saleOf = new Map<string, StoredSale>()
  // Those of the sale's amount and its end go first, and keep their sales: of sales that are alike otherwise, each has its own.
  for (const asks of fittings) {
    const taken = new Set(saleOf.values())
    const salesOf = (name: string) =>
      (ofTime.get(name) ?? [])
        .filter(({ sale, order }) => !taken.has(sale) && asks.every((isSo) => isSo(sale, order)))
        .map(({ sale }) => sale)
    const nameOf = new Map<StoredSale, string>()
    for (const name of ofTime.keys()) if (!saleOf.has(name)) settle(name, salesOf, nameOf)
    for (const [sale, name] of nameOf) saleOf.set(name, sale)
  }
  return saleOf
}

const endsAlike = (sale: StoredSale, { side }: OrderOfDay): boolean => {
  const event = eventOfStatus(side.kind, side.status)
  return event !== undefined && endsOf(sale.state).includes(event)
}

/** The service is asked about a sale to which it gave an id; of any other the person's word must not be gainsaid. */
const mayEndSo = ({ serviceId }: StoredSale, { side }: OrderOfDay): boolean =>
  serviceId !== null || eventOfStatus(side.kind, side.status) === 'found-open'

function salesOfTime(sales: readonly SentSale[], order: OrderOfDay, offsetMs: number): readonly SentSale[] {
  const windows = [timeOfOrder(order, offsetMs)]
  return sales.filter(({ sentAtMs }) => sentAtMs.some((atMs) => isWithin(windows, atMs)))
}

const isSameThing = ({ subject }: StoredSale, { side }: OrderOfDay): boolean =>
  side.subject !== null && (subject === side.subject || fitsMask(side.subject, subject))

/** A list with names of its own for orders may have one for the type as well: the product is the same. */
const isOfProduct = ({ order, subject }: StoredSale, { side }: OrderOfDay): boolean =>
  !productOf(order).isNamed && side.subject?.split('/')[0] === subject.split('/')[0]

const isWorthIt = (sale: StoredSale, { side: { faceCentimes, debitCentimes } }: OrderOfDay): boolean =>
  (faceCentimes ?? sale.valueCentimes) === sale.valueCentimes ||
  (debitCentimes !== null && debitCentimes > 0 && debitCentimes === expectedDebit(sale))

/** What was debited says no more where the order was given back, and its price may have changed since the review. */
const mayBeWorthIt = (sale: StoredSale): boolean => kindOf(sale).facesOf(sale) === null

/** From what surely is the sale's to what only may be. */
const fittings = [isSameThing, isOfProduct].flatMap((thing) =>
  [isWorthIt, mayBeWorthIt].flatMap((worth) => [endsAlike, mayEndSo].map((end) => [thing, worth, end])),
)

/** When a sale of this order was made, by the counter's clock: of one whose time cannot be read, whenever its list was asked for. */
function timeOfOrder({ side: { atMs }, day }: OrderOfDay, offsetMs: number): TimeWindow {
  if (atMs === null) return around(shopDaySpan(day), OVERLAP_MS)
  return around({ fromMs: atMs - offsetMs, toMs: atMs - offsetMs }, WITHIN_MS)
}

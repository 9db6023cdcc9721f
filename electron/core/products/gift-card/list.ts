/**
 * What the service's list of gift card orders is worth: whether it names and dates the orders that the journal knows as the
 * journal does, and when it is believed that an order is not there. Keeps that silence is believed only of a list that has
 * shown something, and only where nothing in it or in the account's history may be the order in other words.
 */
import { isDeepStrictEqual } from 'node:util'
import { giftCardWordOf } from '#shared/products/gift-card.ts'
import type { Ref } from '#shared/ref.ts'
import type { Candidate } from '#shared/views.ts'
import type { AccountTransaction, GiftCardOrder as GiftCardRecord, Row } from '../../api/platform-records.ts'
import type { StoredSale } from '../../journal/journal.ts'
import { deliveredStates } from '../../journal/next-sale.ts'
import { kindNamedBy, mayHaveCost } from '../../reconciliation/sides.ts'
import {
  around,
  askedBetween,
  DAY_MS,
  hourAround,
  hoursBeside,
  isOfOneZone,
  isWithin,
  isWithinElsewhere,
  spanOf,
  spansOf,
  sureWindowsOf,
  type TimeWindow,
  undatedBy,
  windowsOf,
} from '../../sale/time-window.ts'
import {
  type Claimant,
  differs,
  isPageNotFound,
  type Look,
  type MatchContext,
  type Rival,
  readAround,
  readPages,
  type SaleOf,
} from '../kind.ts'
import {
  besideAll,
  ENDS_AT_LAST_MS,
  isAlike,
  listedOtherwise,
  mayBeOrderedAs,
  mayHavePaid,
  type OtherPayment,
} from './match.ts'

export type GiftCardSale = SaleOf<'gift-card'>
export type Orders = readonly Row<GiftCardRecord>[]

/** A look in the list at a sale whose order is not known. */
export interface Search {
  readonly sale: GiftCardSale
  readonly matchContext: MatchContext
  readonly claimant: Claimant
  readonly rivals: readonly Rival[]
  readonly windows: readonly TimeWindow[]
  /** All windows, from the first one's beginning to the last one's end. */
  readonly span: TimeWindow
}

/** When the sale's requests can have arrived; undefined where none can. */
export const spanOfRequests = (ref: Ref, { claimantOf, client }: MatchContext): TimeWindow | undefined =>
  spanOf(windowsOf(claimantOf(ref).attempts, client.serverOffsetMs()))

export const readOrders = ({ client }: MatchContext, time: TimeWindow) =>
  readPages((page) => client.listGiftCardOrders({ ...page, ...askedBetween(time) }))

export const idsIn = (rows: readonly Row<GiftCardRecord>[]): readonly string[] =>
  rows.flatMap((row) => (row.kind === 'item' ? row.item.orderId : (row.id ?? [])))

export const isDelivered = (record: GiftCardRecord): boolean =>
  ['FULFILLED', 'PARTIALLY_FILLED'].includes(giftCardWordOf(record))

/** The orders that are other sales', or that a person said are not this one's. */
export const takenIn = (
  rows: Orders,
  { sale, matchContext, claimant }: Pick<Search, 'sale' | 'matchContext' | 'claimant'>,
): ReadonlySet<string> => new Set([...matchContext.claimed(idsIn(rows), sale.ref), ...claimant.ruledOut])

export const candidateOf = ({
  orderId,
  status,
  orderedAtMs,
  quantity,
  priceCentimes,
}: GiftCardRecord): Candidate => ({
  serviceId: orderId,
  status,
  orderedAtMs,
  quantity,
  unitCentimes: priceCentimes,
})

/**
 * Whether the list of a day in which orders of the journal's were made names any of them as its answer did, and every one that
 * is like this sale's and of its time. Where it names orders otherwise, one that is another sale's passes for one that is nobody's.
 */
export function namesKnownOrders(rows: Orders, search: Search): boolean {
  const { matchContext, span } = search
  const named = new Set(idsIn(rows))
  const newest = matchContext.findNewestKnown('gift-card')
  const sentAtMs =
    newest && (matchContext.claimantOf(newest.ref).attempts.at(-1)?.startedAtMs ?? newest.recordedAtMs)
  const isOfTheDay =
    sentAtMs !== undefined && sentAtMs + (matchContext.client.serverOffsetMs() ?? 0) >= span.fromMs - DAY_MS
  const isKnown = (serviceId: string) => cardSalesOf(serviceId, matchContext).length > 0
  return (
    answeredIn(hourAround(span), search).every((id) => named.has(id)) &&
    (!isOfTheDay || [...named].some(isKnown))
  )
}

/** Whether the list of two days names each order of the same thing that an answer has named. */
export function namesAnswered(rows: Orders, search: Search): boolean {
  const named = new Set(idsIn(rows))
  return answeredIn(around(search.span, ENDS_AT_LAST_MS), search).every((id) => named.has(id))
}

/**
 * Whether this list, or the one of the newest known order, names any order as its answer did. Before the first order nothing
 * has to be shown.
 */
export async function namesAnyAsAnswered(
  rows: Orders,
  { matchContext }: Search,
): Promise<boolean | Extract<Look, { kind: 'no-answer' }>> {
  const isNamed = (id: string) => cardSalesOf(id, matchContext).some((sale) => isAnswered(sale, matchContext))
  const newest = matchContext.findNewestKnown('gift-card')
  if (!newest || idsIn(rows).some(isNamed)) return true
  const read = await readAroundKnown(newest, matchContext)
  if (read?.kind === 'no-answer') return read
  return read?.kind === 'rows' && idsIn(read.rows).some(isNamed)
}

/** The ids that answers gave of other sales of the same thing whose requests left in this time. */
const answeredIn = (time: TimeWindow, search: Search): readonly string[] =>
  orderedIn(time, search, ({ request }) => isDeepStrictEqual(request, search.sale.request))
    .filter(({ other }) => isAnswered(other, search.matchContext))
    .flatMap(({ other }) => other.serviceId ?? [])

/** The journal's sales of cards that hold the order of this id. */
const cardSalesOf = (serviceId: string, { holders }: MatchContext): readonly GiftCardSale[] =>
  holders(serviceId).filter((sale): sale is GiftCardSale => sale.order.kind === 'gift-card')

/** Whether an answer named the sale's order. */
const isAnswered = ({ ref }: StoredSale, { claimantOf }: MatchContext): boolean =>
  claimantOf(ref).attempts.some(({ isAccepted }) => isAccepted)

interface OrderedBeside {
  readonly other: StoredSale
  /** When the request left that made the order, by the service's clock. */
  readonly atMs: number
}

/** The other sales, of those that are meant, whose orders were made in this time. Each may have been recorded long before. */
function orderedIn(
  time: TimeWindow,
  { sale, matchContext }: Search,
  isMeant: (other: StoredSale) => boolean = () => true,
): readonly OrderedBeside[] {
  const offsetMs = matchContext.client.serverOffsetMs() ?? 0
  return matchContext
    .listRecordedOrChanged({ fromMs: time.fromMs - offsetMs, toMs: time.toMs - offsetMs + DAY_MS })
    .filter((other) => other.ref !== sale.ref && isMeant(other))
    .flatMap((other) => {
      const sentAtMs = orderSentAt(other, matchContext)
      return sentAtMs === null ? [] : [{ other, atMs: sentAtMs + offsetMs }]
    })
    .filter(({ atMs }) => isWithin([time], atMs))
}

/** A sale that is over within this time was sent as it was recorded: its entries need not be read. */
const AT_ONCE_MS = 2 * 60_000

/** When the request left that made the order, by the machine's clock; null where it may have been any of several. */
function orderSentAt(
  { ref, recordedAtMs, changedAtMs }: StoredSale,
  { claimantOf }: MatchContext,
): number | null {
  const tookMs = changedAtMs - recordedAtMs
  if (tookMs >= 0 && tookMs < AT_ONCE_MS) return recordedAtMs
  const sent = claimantOf(ref).attempts
  const accepted = sent.filter(({ isAccepted }) => isAccepted)
  const [made, ...others] = accepted.length > 0 ? accepted : sent
  return made === undefined || others.length > 0 ? null : made.startedAtMs
}

/**
 * The day's list shows no order that fits. That is believed only where the list shows none that may be this one in
 * other words, where the account has paid for none, and where the times of the sale and of the list are known.
 */
export async function lookAbsent(rows: Orders, search: Search, requestId: string | null): Promise<Look> {
  const { sale, matchContext, claimant, windows } = search
  const isProven = showsKnownOrder(rows, matchContext)
  const { inAnotherZone, besideItsTime, otherThing } = listedOtherwise({
    order: sale.order,
    windows,
    rows,
    taken: takenIn(rows, search),
  })
  // Past a doubt one beside its time is another's, where the list's clock is known to be right. Where the sale may be sent again,
  // a later one may be its own, at the time of its end.
  const isLater = ({ orderedAtMs }: GiftCardRecord) => orderedAtMs !== null && orderedAtMs > search.span.toMs
  const later = sale.state === 'unsent' ? besideItsTime.filter(isLater) : []
  const mayBeBeside = sale.state === 'in-doubt' || !isDatedRight(rows, matchContext)
  const beside = mayBeBeside ? besideItsTime : later
  // One that is listed at its time proves that no other zone is meant.
  const displaced = isProven ? beside : [...beside, ...inAnotherZone]
  // A sale that was given up is not sent again: another type is another's, where the list names types as they were ordered.
  const typesCount = sale.state === 'cancelled' && namesTypes(rows, search)
  const isAnothers = ({ typeId }: GiftCardRecord) => typesCount && differs(typeId, sale.order.typeId)
  const shown = [...new Set([...displaced, ...otherThing])].filter((record) => !isAnothers(record))
  if (shown.length > 0)
    return { kind: 'unclear', why: 'listed-otherwise', candidates: shown.map(candidateOf), requestId }
  const witness = await askSecondWitness(rows, isProven, search)
  if (witness.kind !== 'absent') return witness
  const undated = undatedBy(claimant.attempts, matchContext.client.serverOffsetMs())
  const isFoundAtAll = isProven || (await findsNewestKnown(matchContext))
  const why = undated ?? (isFoundAtAll ? undefined : 'path-unproven')
  return why ? { ...witness, kind: 'unclear', why } : witness
}

/** Whether an order of the journal's, of the same product, is listed with its type as it was ordered. */
const namesTypes = (rows: Orders, { sale, matchContext }: Search): boolean =>
  rows.some((row) => {
    if (row.kind !== 'item' || row.item.typeId === null || row.item.productId !== sale.order.productId)
      return false
    const { item } = row
    return cardSalesOf(item.orderId, matchContext).some(({ order }) => isAlike(order, item))
  })

/**
 * Orders of the same thing some minutes beside the sale's time, which may be this one's where no order of the journal's shows that
 * the clock which dates them is right: it may put another counter's order at the time of this sale.
 */
export function listedBeside(rows: Orders, search: Search): readonly GiftCardRecord[] {
  const { sale, matchContext, windows } = search
  if (isDatedRight(rows, matchContext)) return []
  return listedOtherwise({ order: sale.order, windows, rows, taken: takenIn(rows, search) }).besideItsTime
}

/** Whether an order of the journal's shows that the clock which dates the list is right. */
const isDatedRight = (rows: Orders, { client, claimantOf, holders }: MatchContext): boolean =>
  rows.some((row) => {
    if (row.kind !== 'item' || row.item.orderedAtMs === null) return false
    const { orderId, orderedAtMs } = row.item
    return holders(orderId).some(({ ref }) => {
      // A request that landed late would hide by how much the clock is off: only an answered one dates its order.
      const answered = claimantOf(ref).attempts.filter(({ isAccepted }) => isAccepted)
      return isWithin(spansOf(answered, client.serverOffsetMs()), orderedAtMs)
    })
  })

/**
 * Whether another sale of the same thing, whose order is not known either, was made some minutes beside this order, or at its
 * time in another zone. A clock that is off by that much puts its order at the time of the sale that is looked at.
 */
export function mayBeRivals(
  rows: Orders,
  { orderId, orderedAtMs }: GiftCardRecord,
  { matchContext, rivals }: Search,
): boolean {
  if (orderedAtMs === null || isDatedRight(rows, matchContext)) return false
  const offsetMs = matchContext.client.serverOffsetMs()
  const mayBeOf = ({ attempts, ruledOut }: Rival): boolean => {
    const windows = windowsOf(attempts, offsetMs)
    const isNear = isWithin(besideAll(windows), orderedAtMs) || isWithinElsewhere(windows, orderedAtMs)
    return !ruledOut.has(orderId) && isNear
  }
  return rivals.some(mayBeOf)
}

/** Whether these rows show an order of the journal's at its own time. */
const showsKnownOrder = (rows: Orders, matchContext: MatchContext): boolean =>
  rows.some(
    (row) =>
      row.kind === 'item' &&
      cardSalesOf(row.item.orderId, matchContext).some(({ ref }) => isAtItsTime(row.item, ref, matchContext)),
  )

/**
 * Whether the order was made in the time of one of the sale's attempts, by whatever is known of the service's clock. An
 * attempt during which the clock was set seems to have lasted for hours: such a time fits in more than one zone.
 */
function isAtItsTime(
  { orderedAtMs }: GiftCardRecord,
  ref: Ref,
  { client, claimantOf }: MatchContext,
): boolean {
  if (orderedAtMs === null) return false
  return claimantOf(ref).attempts.some((attempt) => {
    const sure = sureWindowsOf([attempt], client.serverOffsetMs())
    return sure.length > 0 && sure.every((window) => isWithin([window], orderedAtMs) && isOfOneZone(window))
  })
}

/** The same, where the day has none: of the newest order that the journal knows. */
async function findsNewestKnown(matchContext: MatchContext): Promise<boolean> {
  const known = matchContext.findNewestKnown('gift-card')
  const read = known && (await readAroundKnown(known, matchContext))
  return read?.kind === 'rows' && showsKnownOrder(read.rows, matchContext)
}

/** The orders of the hour around a known one; undefined where its time is not known. */
async function readAroundKnown({ ref }: Pick<StoredSale, 'ref'>, matchContext: MatchContext) {
  const span = spanOfRequests(ref, matchContext)
  return span && readOrders(matchContext, hourAround(span))
}

/** Asked only where the list shows nothing, and believed only together with it. */
async function askSecondWitness(rows: Orders, isTimeProven: boolean, search: Search): Promise<Look> {
  const { sale, matchContext, windows } = search
  const { client, keyUse, holders } = matchContext
  const read = await readAround(windows.map(hourAround), client.listAccountTransactions)
  // The document does not show this path: where there is none, by the service's word or by a server's page, no witness will
  // ever be heard.
  if (read.kind === 'no-answer' && isPageNotFound(read))
    return { kind: 'unclear', why: 'path-unproven', requestId: read.failure.evidence.requestId }
  if (read.kind !== 'rows') return read
  const { requestId } = read
  keyUse.noteMovements(read.rows)
  const listed = rows.flatMap((row) => (row.kind === 'item' ? row.item : []))
  const ofOtherThings = listed.filter((record) => !mayBeOrderedAs(sale.order, record))
  const explained = new Set(ofOtherThings.map(({ orderId }) => orderId))
  const hasPaid = mayHavePaid(
    { order: sale.order, windows: isTimeProven ? windows : [...windows, ...windows.flatMap(hoursBeside)] },
    read.rows,
    (objectId, movement) =>
      explained.has(objectId) ||
      holders(objectId).some((other) => other.ref !== sale.ref && mayBeFor(other, movement)),
    [...otherPayments(search), ...paidForOthers(ofOtherThings, matchContext)],
  )
  return hasPaid ? { kind: 'unclear', why: 'paid-for-something', requestId } : { kind: 'absent', requestId }
}

/** The service may number the orders of each kind for themselves: a word that names a kind, or the amount, says whose it is. */
function mayBeFor(sale: StoredSale, { type, amountCentimes }: AccountTransaction): boolean {
  const kind = kindNamedBy(type)
  return kind === undefined ? mayHaveCost(sale, amountCentimes) : kind === sale.order.kind
}

/** What delivered orders of other things have cost that no sale of the journal's holds. */
const paidForOthers = (
  ofOtherThings: readonly GiftCardRecord[],
  { holders }: MatchContext,
): readonly OtherPayment[] =>
  ofOtherThings
    .filter((record) => isDelivered(record) && holders(record.orderId).length === 0)
    .flatMap(({ priceCentimes, quantity, orderedAtMs }) =>
      priceCentimes === null || quantity === null || orderedAtMs === null
        ? []
        : [{ costCentimes: priceCentimes * quantity, atMs: orderedAtMs }],
    )

/** What other sales of that time have cost: one that was given back may leave no debit, and one that is open may have none yet. */
const otherPayments = (search: Search): readonly OtherPayment[] =>
  orderedIn(hourAround(search.span), search)
    .filter(({ other }) => other.serviceId !== null && deliveredStates.includes(other.state))
    .map(({ other, atMs }) => ({ costCentimes: other.costCentimes, atMs }))

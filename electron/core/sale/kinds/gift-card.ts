/**
 * What is particular to a gift card order (service-api.md, "Gift card order"): it is sent without a ref, so a second
 * request would be a second order. Once its id is known it is read by that; until then it is looked for among the
 * service's orders, with the account's movements as second witness. The cards' codes end here: tails to show, the rest sealed.
 */
import type { Ref } from '#shared/ref.ts'
import { giftCardWordOf } from '#shared/states/gift-card.ts'
import type { Candidate } from '#shared/views.ts'
import type { GiftCard, GiftCardOrder as GiftCardRecord, Row } from '../../api/platform-records.ts'
import { tailOf } from '../../api/secret.ts'
import { isNotFound } from '../../call-error.ts'
import type { KeptCard } from '../../journal/entry.ts'
import { differs, type Found, firstContradiction, fuller, lookOf, namedBy } from './answer.ts'
import {
  listedOtherwise,
  type Match,
  matchGiftCardOrder,
  mayBeOrderedAs,
  mayHavePaid,
  type OtherPayment,
} from './gift-card-match.ts'
import {
  type Claimant,
  type FoundOrder,
  type Look,
  nothingTold,
  type Rival,
  type SaleKind,
  type SaleOf,
  type Sight,
} from './kind.ts'
import { readPages } from './pages.ts'
import {
  askedBetween,
  DAY_MS,
  dayBefore,
  hourAround,
  hoursBeside,
  isWithin,
  LANDS_WITHIN_MS,
  spanOf,
  spansOf,
  sureWindowsOf,
  type TimeWindow,
  undatedBy,
  windowsOf,
} from './time-window.ts'

type GiftCardSale = SaleOf<'gift-card'>

export const giftCardKind: SaleKind<'gift-card'> = {
  async send(client, { request }) {
    return namedBy(await client.placeGiftCardOrder(request), ({ orderId }) => orderId)
  },
  ways: ({ serviceId }) => (serviceId === null ? ['by-list'] : ['by-id', 'by-list']),
  async look(sale, way, sight) {
    const { serviceId } = sale
    if (way === 'by-list' || serviceId === null) return lookInList(sale, sight)
    const outcome = await sight.client.findGiftCardOrder(serviceId)
    return lookOf(outcome, (record) => describe(sale, record, sight))
  },
  isNamed: false,
  // A second order is the price of believing it too soon: not before a late request could no longer be told for ours.
  absence: { lookUps: 3, spanMs: LANDS_WITHIN_MS },
  lacksOfDelivery: ({ state, order, deliveredCount, cards }) =>
    cards.length < cardsToCome(state === 'fulfilled', deliveredCount, order.quantity) ||
    cards.some(({ sealed }) => sealed === null),
}

/** Of a delivery. What the service does not count is all of them where it says that all came, and one at the least otherwise. */
const cardsToCome = (isWhole: boolean, deliveredCount: number | null, quantity: number): number =>
  isWhole ? deliveredCount || quantity : (deliveredCount ?? 1)

type Orders = readonly Row<GiftCardRecord>[]

/** A look in the list at a sale whose order is not known. */
interface Search {
  readonly sale: GiftCardSale
  readonly sight: Sight
  readonly claimant: Claimant
  readonly rivals: readonly Rival[]
  readonly windows: readonly TimeWindow[]
  /** All windows, from the first one's beginning to the last one's end. */
  readonly span: TimeWindow
}

async function lookInList(sale: GiftCardSale, sight: Sight): Promise<Look> {
  const claimant = sight.claimantOf(sale.ref)
  const windows = windowsOf(claimant.attempts, sight.client.serverOffsetMs())
  const span = spanOf(windows)
  // No request can have arrived, so there is nothing to find.
  if (span === undefined) return { kind: 'absent', requestId: null }
  const near = await readOrders(sight, span)
  if (near.kind !== 'rows') return near
  const { rows, requestId } = near
  if (sale.serviceId !== null) return lookOfListed(sale, rows, sight, requestId)
  const search = { sale, sight, claimant, windows, span, rivals: sight.rivals(sale) }
  const match = findAmong(rows, search)
  if (match.kind === 'unclear') return { ...match, requestId }
  if (match.kind === 'several') return severalOf(match.records, requestId)
  // A sale that was found absent waits for the order itself: what more there is to know moves only a doubt.
  if (match.kind === 'none' && sale.state !== 'in-doubt') return { kind: 'absent', requestId }
  return lookInDay(match, search)
}

const readOrders = ({ client }: Sight, time: TimeWindow) =>
  readPages((page) => client.listGiftCardOrders({ ...page, ...askedBetween(time) }))

/**
 * The orders of a whole day tell whether others order on this account, before one that fits is taken; and whether the list
 * shows orders at the times at which they were made, before it is believed that none is there.
 */
async function lookInDay(near: Match, search: Search): Promise<Look> {
  const { sale, sight, span } = search
  const { keyUse } = sight
  const day = await readOrders(sight, dayBefore(span))
  if (day.kind === 'no-answer') return day
  if (day.kind === 'rows') keyUse.noteOrders(day.rows)
  // A list that reads the time that it is asked for in another zone shows here what it has just left out.
  const match = near.kind === 'none' && day.kind === 'rows' ? findAmong(day.rows, search) : near
  const { requestId } = day
  if (match.kind === 'unclear') return { ...match, requestId }
  if (match.kind === 'several') return severalOf(match.records, requestId)
  if (match.kind === 'none') return day.kind === 'rows' ? lookAbsent(day.rows, search, requestId) : day
  const isSure = day.kind === 'rows' && namesKnownOrders(day.rows, search) && !keyUse.mayBeShared(span.fromMs)
  return isSure ? withCards(sale, match.record, sight, requestId) : severalOf([match.record], requestId)
}

/**
 * Whether the list of a day in which orders of the journal's were made names any of them as its answer did. Where it names
 * orders otherwise, one that is another sale's passes for one that is nobody's.
 */
function namesKnownOrders(rows: Orders, { sight, span }: Search): boolean {
  const newest = sight.findNewestKnown('gift-card')
  const isOfTheDay =
    newest && newest.recordedAtMs + (sight.client.serverOffsetMs() ?? 0) >= span.fromMs - DAY_MS
  const isKnown = (serviceId: string) =>
    sight.holders(serviceId).some(({ order }) => order.kind === 'gift-card')
  return !isOfTheDay || idsIn(rows).some(isKnown)
}

function findAmong(rows: Orders, { sale, sight, claimant, rivals, windows }: Search): Match {
  const { attempts, losses, ruledOut } = claimant
  const offsetMs = sight.client.serverOffsetMs()
  const match = matchGiftCardOrder({
    ...{ order: sale.order, windows, spans: spansOf(attempts, offsetMs), rows },
    taken: new Set([...sight.claimed(idsIn(rows), sale.ref), ...ruledOut]),
    rivals: rivals.map((rival) => ({
      ...{ ruledOut: rival.ruledOut, comesFirst: rival.comesFirst },
      windows: windowsOf(rival.attempts, offsetMs),
      spans: spansOf(rival.attempts, offsetMs),
    })),
  })
  if (match.kind !== 'one') return match
  const { orderedAtMs } = match.record
  // In a time of which entries were lost, the order may be of a sale that was lost as well, even where an attempt of this
  // one is told of the same time: a person has to judge. So they have where only a clock that may have been set puts it there.
  const lost = windowsOf(losses, offsetMs)
  const sure = sureWindowsOf(attempts, offsetMs)
  const isSurelyOurs = orderedAtMs !== null && !isWithin(lost, orderedAtMs) && isWithin(sure, orderedAtMs)
  return isSurelyOurs ? match : { kind: 'several', records: [match.record] }
}

const severalOf = (records: readonly GiftCardRecord[], requestId: string | null): Look => ({
  ...{ kind: 'several', requestId },
  candidates: records.map(candidateOf),
})

/**
 * The day's list shows no order that fits. In a doubt that is believed only where the list shows none that may be this one in
 * other words, where the account has paid for none, and where the times of the sale and of the list are known.
 */
async function lookAbsent(rows: Orders, search: Search, requestId: string | null): Promise<Look> {
  const { sale, sight, claimant, windows } = search
  const isProven = showsKnownOrder(rows, sight)
  const taken = new Set([...sight.claimed(idsIn(rows), sale.ref), ...claimant.ruledOut])
  const { inAnotherZone, otherThing } = listedOtherwise({ order: sale.order, windows, rows, taken })
  // One that is listed at its time proves that no other zone is told.
  const displaced = isProven ? [] : inAnotherZone
  if (displaced.length + otherThing.length > 0) {
    const candidates = displaced.map(candidateOf)
    return { kind: 'unclear', why: 'listed-otherwise', candidates, requestId }
  }
  const witness = await askSecondWitness(rows, isProven, search)
  if (witness.kind !== 'absent') return witness
  const undated = undatedBy(claimant.attempts, sight.client.serverOffsetMs())
  const isFoundAtAll = isProven || (await findsNewestKnown(sight))
  const why = undated ?? (isFoundAtAll ? undefined : 'path-unproven')
  return why ? { ...witness, kind: 'unclear', why } : witness
}

/** Whether these rows show an order of the journal's at its own time. */
const showsKnownOrder = (rows: Orders, sight: Sight): boolean =>
  rows.some(
    (row) =>
      row.kind === 'item' &&
      sight
        .holders(row.item.orderId)
        .some(({ ref, order }) => order.kind === 'gift-card' && isAtItsTime(row.item, ref, sight)),
  )

/** Whether the order was made in the time of one of the sale's attempts, by whatever is known of the service's clock. */
function isAtItsTime({ orderedAtMs }: GiftCardRecord, ref: Ref, { client, claimantOf }: Sight): boolean {
  if (orderedAtMs === null) return false
  return claimantOf(ref).attempts.some((attempt) => {
    const sure = sureWindowsOf([attempt], client.serverOffsetMs())
    return sure.length > 0 && sure.every((window) => isWithin([window], orderedAtMs))
  })
}

/** The same, where the day has none: of the newest order that the journal knows. */
async function findsNewestKnown(sight: Sight): Promise<boolean> {
  const known = sight.findNewestKnown('gift-card')
  const span = known && spanOf(windowsOf(sight.claimantOf(known.ref).attempts, sight.client.serverOffsetMs()))
  if (span === undefined) return false
  const read = await readOrders(sight, hourAround(span))
  return read.kind === 'rows' && showsKnownOrder(read.rows, sight)
}

/** Asked only where the list shows nothing, and believed only together with it. */
async function askSecondWitness(rows: Orders, isTimeProven: boolean, search: Search): Promise<Look> {
  const { sale, sight, windows, span } = search
  const { client, keyUse, holders } = sight
  const asked = askedBetween(hourAround(span))
  const read = await readPages((page) => client.listAccountTransactions({ ...page, ...asked }))
  // The document does not show this path: where there is none, no witness will ever be heard.
  if (read.kind === 'no-answer' && isNotFound(read.failure))
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
    (objectId) => explained.has(objectId) || holders(objectId).some(({ ref }) => ref !== sale.ref),
    otherPayments(search),
  )
  return hasPaid ? { kind: 'unclear', why: 'paid-for-something', requestId } : { kind: 'absent', requestId }
}

/** What other sales of that time have cost. */
function otherPayments({ sale, sight, span }: Search): readonly OtherPayment[] {
  const offsetMs = sight.client.serverOffsetMs() ?? 0
  const { fromMs, toMs } = hourAround(span)
  return sight
    .listRecorded({ fromMs: fromMs - offsetMs, toMs: toMs - offsetMs })
    .filter(({ ref, serviceId }) => ref !== sale.ref && serviceId !== null)
    .map(({ costCentimes, recordedAtMs }) => ({ costCentimes, atMs: recordedAtMs + offsetMs }))
}

/** A row may leave out cards that were delivered: the order itself is read, and what tells more of them counts. */
async function withCards(
  sale: GiftCardSale,
  record: GiftCardRecord,
  sight: Sight,
  requestId: string | null,
): Promise<Found> {
  const row: Found = { kind: 'found', order: describe(sale, record, sight), requestId }
  const { fulfilledQuantity, cards } = record
  const status = giftCardWordOf(record)
  const toCome = cardsToCome(status === 'FULFILLED', fulfilledQuantity, sale.order.quantity)
  if (!isDelivered(record) || cards.length >= toCome) return row
  const outcome = await sight.client.findGiftCardOrder(record.orderId)
  const look = lookOf(outcome, (whole) => describe(sale, whole, sight))
  return fuller(row, look, (told) => told.cards.length)
}

const isDelivered = (record: GiftCardRecord): boolean =>
  ['FULFILLED', 'PARTIALLY_FILLED'].includes(giftCardWordOf(record))

function lookOfListed(
  sale: GiftCardSale,
  rows: readonly Row<GiftCardRecord>[],
  sight: Sight,
  requestId: string | null,
): Look {
  const row = rows.find((one) => one.kind === 'item' && one.item.orderId === sale.serviceId)
  return row?.kind === 'item'
    ? { kind: 'found', order: describe(sale, row.item, sight), requestId }
    : { kind: 'absent', requestId }
}

const idsIn = (rows: readonly Row<GiftCardRecord>[]): readonly string[] =>
  rows.flatMap((row) => (row.kind === 'item' ? row.item.orderId : (row.id ?? [])))

const candidateOf = ({
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

/** The price is no contradiction: the order names none, and it may have changed since the review. */
export function describe(
  { ref, order, serviceId }: GiftCardSale,
  record: GiftCardRecord,
  { seal }: Sight,
): FoundOrder {
  const status = giftCardWordOf({ ...record, quantity: order.quantity })
  return {
    status,
    ...(status !== record.status && { word: record.status }),
    serviceId: record.orderId,
    told: {
      ...nothingTold,
      deliveredCount: record.fulfilledQuantity,
      // Of an order that is not over it is not what was debited in the end.
      debitCentimes: isDelivered(record) ? record.fulfilledCentimes : null,
      cards: record.cards.map((card) => keep(card, (text) => seal(ref, text))),
    },
    contradiction: firstContradiction({
      product: differs(record.productId, order.productId),
      type: differs(record.typeId, order.typeId),
      quantity: differs(record.quantity, order.quantity),
      serviceId: serviceId !== null && record.orderId !== serviceId,
    }),
  }
}

function keep({ code, serial }: GiftCard, seal: (text: string) => string | null): KeptCard {
  const whole = { code: code.reveal(), serial: serial?.reveal() ?? null }
  return {
    codeTail: tailOf(whole.code) ?? '',
    serialTail: whole.serial === null ? null : tailOf(whole.serial),
    sealed: seal(JSON.stringify(whole)),
  }
}

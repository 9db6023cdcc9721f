/**
 * What is particular to a gift card order (service-api.md, "Gift card order"): it is sent without a ref, so a second
 * request would be a second order. Once its id is known it is read by that; until then it is looked for among the
 * service's orders, with the account's movements as second witness. The cards' codes end here: tails to show, the rest sealed.
 */
import { countDelivered } from '#shared/decisions.ts'
import { owedForMissing } from '#shared/display-status.ts'
import { platformPageSize } from '#shared/limits.ts'
import { type Centimes, centimes } from '#shared/money.ts'
import { giftCardWordOf } from '#shared/products/gift-card.ts'
import type { OrderSide } from '#shared/reconciliation.ts'
import { eventOfStatus } from '#shared/states/observed.ts'
import type { GiftCard, GiftCardOrder as GiftCardRecord } from '../../api/platform-records.ts'
import { tailOf } from '../../api/secret.ts'
import type { KeptCard } from '../../journal/entry.ts'
import type { SlipLine } from '../../receipt/document.ts'
import { amountLine, known, type Label, numberLine, textLine } from '../../receipt/lines.ts'
import {
  dayBefore,
  isWithin,
  LANDS_WITHIN_MS,
  spansOf,
  sureWindowsOf,
  type TimeWindow,
  windowsOf,
} from '../../sale/time-window.ts'
import {
  differs,
  type Found,
  type FoundOrder,
  firstContradiction,
  fuller,
  isPageNotFound,
  type Look,
  lookOf,
  type MatchContext,
  noDetails,
  PAID_AT_ONCE_MS,
  readIn,
  type SaleKind,
} from '../kind.ts'
import { attemptsWindow, readPlatformPage } from '../order-list.ts'
import {
  candidateOf,
  type GiftCardSale,
  isDelivered,
  listedBeside,
  lookAbsent,
  mayBeRivals,
  namesAnswered,
  namesAnyAsAnswered,
  namesKnownOrders,
  type Orders,
  readOrders,
  type Search,
  spanOfRequests,
  takenIn,
} from './list.ts'
import { ENDS_AT_LAST_MS, type Match, matchGiftCardOrder } from './match.ts'

export const giftCardKind: SaleKind<'gift-card'> = {
  host: 'platform',
  async send(client, { request }) {
    return readIn(await client.placeGiftCardOrder(request), ({ orderId: serviceId }) => ({ serviceId }))
  },
  ways: ({ serviceId }) => (serviceId === null ? ['by-list'] : ['by-id', 'by-list']),
  async look(sale, way, matchContext) {
    const { serviceId } = sale
    if (way === 'by-list' || serviceId === null) return lookInList(sale, matchContext)
    return lookById(sale, serviceId, matchContext)
  },
  async lookToLink(sale, serviceId, matchContext) {
    const named = { ...sale, serviceId }
    const look = await lookById(named, serviceId, matchContext)
    // No record, or a server's page in place of a path that the service does not have: the list may show enough.
    const isUnseen = look.kind === 'absent' || isPageNotFound(look)
    return isUnseen ? lookInListToLink(named, look, matchContext) : look
  },
  // A second order is the price of believing it too soon: not before list and history have had the time to show one that is
  // listed and debited at its end. A person who knows more is asked long before.
  absence: { lookUps: 3, spanMs: LANDS_WITHIN_MS, silentMs: ENDS_AT_LAST_MS },
  lacksOfDelivery: (sale) =>
    sale.cards.length < cardsToCome(sale.state === 'fulfilled', countDelivered(sale), sale.order.quantity) ||
    sale.cards.some(({ sealed }) => sealed === null),
  list: {
    rowsPerStep: platformPageSize.max,
    // An order whose id is not known takes a look of its own: only what is there beside it shows whose it is.
    namesOf: ({ serviceId }) => (serviceId === null ? [] : [serviceId]),
    windowOf: attemptsWindow,
    readPage: (client, asked) =>
      readPlatformPage(
        (page) => client.listGiftCardOrders(page),
        asked,
        (record) => ({
          ...{ kind: 'order', id: record.orderId, atMs: record.orderedAtMs, name: record.orderId },
          describe: (sale, matchContext) =>
            showsItsCards(record) ? describe(sale, record, matchContext) : undefined,
          side: () => sideOf(record),
        }),
      ),
  },
  asks: (client, { serviceId }) =>
    serviceId === null ? [] : [async () => readIn(await client.findGiftCardOrder(serviceId), sideOf)],
  // A card's price may change between the review and the order: what was debited counts.
  facesOf: () => null,
  paidWithinMs: PAID_AT_ONCE_MS,
  subjectLine: ({ productTitle }, label) => textLine(label('product'), productTitle),
  orderLines: (sale, label) => [
    ...known(textLine(label('region'), sale.order.region ?? '')),
    ...known(textLine(label('cardType'), sale.order.typeName)),
    numberLine(label('quantity'), String(sale.order.quantity)),
    ...unitLines(sale, label),
    ...deliveredLines(sale, label),
  ],
}

/**
 * What one card is sold at, which is not what it costs the shop; nothing where that is no whole number of centimes. Sales of
 * earlier versions were sold at what they cost.
 */
function unitLines({ pricing, priceCentimes, order }: GiftCardSale, label: Label): readonly SlipLine[] {
  const { quantity, unitCentimes } = order
  const each = pricing === undefined ? unitCentimes : priceCentimes / quantity
  return Number.isInteger(each) ? [amountLine(label('unit'), centimes(each))] : []
}

const CARDLESS_STATUSES = ['HANDLING', 'REFUNDED']

const showsItsCards = ({ status, fulfilledQuantity, cards }: GiftCardRecord): boolean =>
  fulfilledQuantity === null ? CARDLESS_STATUSES.includes(status) : cards.length === fulfilledQuantity

/** service-api.md, "Gift card order". The price of what was ordered, and what the delivered cards came to. */
function sideOf(record: GiftCardRecord): OrderSide {
  const { productId, typeId, quantity, priceCentimes } = record
  const isPriced = quantity !== null && priceCentimes !== null
  return {
    ...{ kind: 'gift-card', orderId: record.orderId, ref: null, status: giftCardWordOf(record) },
    subject: productId !== null && typeId !== null ? `${productId}/${typeId}` : null,
    faceCentimes: isPriced ? centimes(quantity * priceCentimes) : null,
    debitCentimes: debitIn(record, [priceCentimes]),
    atMs: record.orderedAtMs,
  }
}

/**
 * What the delivered cards came to, where that is so many cards at one of these prices. The document does not call it what the
 * balance was debited: at a price that nobody named it may be anything.
 */
function debitIn(
  { status, fulfilledCentimes, fulfilledQuantity, quantity }: GiftCardRecord,
  prices: readonly (Centimes | null)[],
): Centimes | null {
  const count = fulfilledQuantity ?? (status === 'FULFILLED' ? quantity : null)
  const isPriced = prices.some(
    (price) => price !== null && count !== null && price * count === fulfilledCentimes,
  )
  return isPriced ? fulfilledCentimes : null
}

/** On a slip of a partial delivery: how many cards came, and what they cost. */
function deliveredLines(sale: GiftCardSale, label: Label): readonly SlipLine[] {
  const owedCentimes = owedForMissing(sale)
  if (sale.state !== 'partly-fulfilled' || owedCentimes === null) return []
  return [
    numberLine(label('delivered'), `${countDelivered(sale)} / ${sale.order.quantity}`),
    amountLine(label('deliveredValue'), centimes(sale.priceCentimes - owedCentimes)),
  ]
}

/** Of a delivery. What the service does not count is all of them where it says that all came, and one at the least otherwise. */
const cardsToCome = (isWhole: boolean, deliveredCount: number | null, quantity: number): number =>
  isWhole ? deliveredCount || quantity : (deliveredCount ?? 1)

async function lookById(sale: GiftCardSale, serviceId: string, matchContext: MatchContext): Promise<Look> {
  const outcome = await matchContext.client.findGiftCardOrder(serviceId)
  return lookOf(outcome, (record) => describe(sale, record, matchContext))
}

/** One look goes by one distance of the two clocks: the machine's may be set while lists are read. */
function withSteadyClock(matchContext: MatchContext): MatchContext {
  const offsetMs = matchContext.client.serverOffsetMs()
  return { ...matchContext, client: { ...matchContext.client, serverOffsetMs: () => offsetMs } }
}

/** By the list alone: the order is not the sale's where it may be another's that the list calls by a name of its own. */
async function lookInListToLink(named: GiftCardSale, unseen: Look, live: MatchContext): Promise<Look> {
  const matchContext = withSteadyClock(live)
  const span = spanOfRequests(named.ref, matchContext)
  if (span === undefined) return unseen
  const day = await readOrders(matchContext, untilItsEnd(span))
  const look = lookOfListed(named, day, matchContext)
  if (day.kind !== 'rows' || look.kind !== 'found') return look.kind === 'absent' ? unseen : look
  const search = searchFor(named, matchContext, span)
  const isProven = namesAnswered(day.rows, search) && (await namesAnyAsAnswered(day.rows, search))
  if (typeof isProven !== 'boolean') return isProven
  if (!isProven) return { ...look, order: { ...look.order, contradiction: 'serviceId' } }
  const { requestId } = look
  return matchContext.isOrderedNow(named)
    ? { kind: 'unclear', why: 'perhaps-of-another-sale', requestId }
    : look
}

/** As far as the order may be dated at its end. */
const untilItsEnd = (span: TimeWindow): TimeWindow => dayBefore(span, ENDS_AT_LAST_MS)

const isDatedIn = (time: TimeWindow, row: Orders[number]): boolean =>
  row.kind === 'item' && row.item.orderedAtMs !== null && isWithin([time], row.item.orderedAtMs)

async function lookInList(sale: GiftCardSale, live: MatchContext): Promise<Look> {
  const matchContext = withSteadyClock(live)
  const span = spanOfRequests(sale.ref, matchContext)
  // No request can have arrived, so there is nothing to find.
  if (span === undefined) return { kind: 'absent', requestId: null }
  const near = await readOrders(matchContext, span)
  if (near.kind !== 'rows') return near
  if (sale.serviceId !== null) {
    const look = lookOfListed(sale, near, matchContext)
    // A list that reads the time that it is asked for in another zone shows it on the day.
    return look.kind === 'found'
      ? look
      : lookOfListed(sale, await readOrders(matchContext, untilItsEnd(span)), matchContext)
  }
  const { rows, requestId } = near
  const match = findAmong(rows, searchFor(sale, matchContext, span))
  if (match.kind === 'unclear') return { ...match, requestId }
  if (match.kind === 'several') return severalOf(match.records, requestId)
  const look = await lookInDay(rows, sale, matchContext, span)
  return sale.state === 'in-doubt' ? look : lookPastDoubt(sale, look)
}

/**
 * What a look at a sale that was found absent, or given up, is worth: orders that may be its own put it in doubt again. Anything
 * else that is unclear does so only where looks alone found it absent: it may still be sent again.
 */
function lookPastDoubt({ state, reason }: GiftCardSale, look: Look): Look {
  if (look.kind !== 'unclear') return look
  const { candidates = [], requestId } = look
  if (candidates.length > 0) return { kind: 'several', candidates, requestId }
  return state === 'unsent' && reason === 'not-found' ? look : { kind: 'absent', requestId }
}

/**
 * The orders of a whole day show whether others order on this account, before one that fits is taken; and whether the list
 * shows orders at the times at which they were made, before it is believed that none is there, at the time of its end neither.
 */
async function lookInDay(
  nearRows: Orders,
  sale: GiftCardSale,
  matchContext: MatchContext,
  span: TimeWindow,
): Promise<Look> {
  const { keyUse } = matchContext
  const day = await readOrders(matchContext, untilItsEnd(span))
  if (day.kind === 'no-answer') return day
  // What is dated later may be this sale's at its end, and proves nothing of others.
  if (day.kind === 'rows') keyUse.noteOrders(day.rows.filter((row) => isDatedIn(dayBefore(span), row)))
  const search = searchFor(sale, matchContext, span)
  const near = findAmong(nearRows, search)
  const match = day.kind === 'rows' ? laterMatch(near, findAmong(day.rows, search)) : near
  const { requestId } = day
  if (match.kind === 'unclear') return { ...match, requestId }
  if (match.kind === 'several') return severalOf(match.records, requestId)
  if (match.kind === 'none') return day.kind === 'rows' ? lookUnmatched(day.rows, search, requestId) : day
  const beside = day.kind === 'rows' ? listedBeside(day.rows, search) : []
  const isAlone = day.kind === 'rows' && beside.length === 0 && namesKnownOrders(day.rows, search)
  const isOurs = isAlone && !mayBeRivals(day.rows, match.record, search)
  const isSure = isOurs && !keyUse.mayBeShared(span.fromMs)
  return isSure
    ? withCards(sale, match.record, matchContext, requestId)
    : severalOf([match.record, ...beside], requestId)
}

/**
 * What the journal knows of the sale's claim and of the others'. Read behind the rows that are judged by it: a sale that is
 * confirmed, or a loss that is recorded, while a list is read counts.
 */
function searchFor(sale: GiftCardSale, matchContext: MatchContext, span: TimeWindow): Search {
  const claimant = matchContext.claimantOf(sale.ref)
  const windows = windowsOf(claimant.attempts, matchContext.client.serverOffsetMs())
  return { sale, matchContext, claimant, windows, span, rivals: matchContext.rivals(sale) }
}

/**
 * What two lists say together. The day's shows what a list that reads times in another zone has left out, and an order that
 * was made since the first was read; a row of another hour that cannot be read says nothing of one that fits.
 */
function laterMatch(near: Match, day: Match): Match {
  if (near.kind === 'none' || day.kind === 'several') return day
  const isAnother = near.kind === 'one' && day.kind === 'one' && near.record.orderId !== day.record.orderId
  return isAnother ? { kind: 'several', records: [near.record, day.record] } : near
}

/** What the person is asked about, by its ids: a row may move to the time at which its order ended. */
function offeredBefore(rows: Orders, search: Search): readonly GiftCardRecord[] {
  const offered = new Set(search.sale.candidates.map(({ serviceId }) => serviceId))
  const taken = takenIn(rows, search)
  return rows.flatMap((row) =>
    row.kind === 'item' && offered.has(row.item.orderId) && !taken.has(row.item.orderId) ? [row.item] : [],
  )
}

function lookUnmatched(rows: Orders, search: Search, requestId: string | null): Look | Promise<Look> {
  const offered = offeredBefore(rows, search)
  return offered.length > 0 ? severalOf(offered, requestId) : lookAbsent(rows, search, requestId)
}

function findAmong(rows: Orders, search: Search): Match {
  const { sale, matchContext, claimant, rivals, windows } = search
  const { attempts, losses } = claimant
  const offsetMs = matchContext.client.serverOffsetMs()
  const match = matchGiftCardOrder({
    ...{ order: sale.order, windows, spans: spansOf(attempts, offsetMs), rows },
    taken: takenIn(rows, search),
    rivals: rivals.map((rival) => ({
      ...{ ruledOut: rival.ruledOut, comesFirst: rival.comesFirst },
      windows: windowsOf(rival.attempts, offsetMs),
      spans: spansOf(rival.attempts, offsetMs),
    })),
  })
  if (match.kind !== 'one') return match
  const { orderedAtMs } = match.record
  // In a time of which entries were lost, the order may be of a sale that was lost as well, even where an attempt of this
  // one is recorded at that time: a person has to judge. So they have where only a clock that may have been set puts it there.
  const lost = windowsOf(losses, offsetMs)
  const sure = sureWindowsOf(attempts, offsetMs)
  const isSurelyOurs = orderedAtMs !== null && !isWithin(lost, orderedAtMs) && isWithin(sure, orderedAtMs)
  return isSurelyOurs ? match : { kind: 'several', records: [match.record] }
}

const severalOf = (records: readonly GiftCardRecord[], requestId: string | null): Look => ({
  ...{ kind: 'several', requestId },
  candidates: records.map(candidateOf),
})

/** A row may leave out cards that were delivered: the order itself is read, and counts where it shows more of them. */
async function withCards(
  sale: GiftCardSale,
  record: GiftCardRecord,
  matchContext: MatchContext,
  requestId: string | null,
): Promise<Found> {
  const row: Found = { kind: 'found', order: describe(sale, record, matchContext), requestId }
  const { fulfilledQuantity, cards } = record
  const status = giftCardWordOf(record)
  const toCome = cardsToCome(status === 'FULFILLED', fulfilledQuantity, sale.order.quantity)
  if (!isDelivered(record) || cards.length >= toCome) return row
  const outcome = await matchContext.client.findGiftCardOrder(record.orderId)
  const look = lookOf(outcome, (whole) => describe(sale, whole, matchContext))
  return fuller(row, look, (details) => details.cards.length)
}

function lookOfListed(
  sale: GiftCardSale,
  read: Awaited<ReturnType<typeof readOrders>>,
  matchContext: MatchContext,
): Look {
  if (read.kind !== 'rows') return read
  const { rows, requestId } = read
  const row = rows.find((one) => one.kind === 'item' && one.item.orderId === sale.serviceId)
  return row?.kind === 'item'
    ? { kind: 'found', order: describe(sale, row.item, matchContext), requestId }
    : { kind: 'absent', requestId }
}

/**
 * The price is no contradiction: the order names none, and it may have changed since the review. Nor are other names of the
 * thing, where the order stands under the sale's own id: that it is named as it was ordered is not in the document.
 */
export function describe(
  { ref, order, serviceId }: GiftCardSale,
  record: GiftCardRecord,
  { seal }: MatchContext,
): FoundOrder {
  const status = giftCardWordOf({ ...record, quantity: order.quantity })
  const isById = record.orderId === serviceId
  const otherThing = firstContradiction({
    product: differs(record.productId, order.productId),
    type: differs(record.typeId, order.typeId),
  })
  return {
    status,
    ...(status !== record.status && { word: record.status }),
    serviceId: record.orderId,
    details: {
      ...noDetails,
      // Of an order that is not over it is neither how many came nor what was debited in the end: a person may know better.
      deliveredCount: eventOfStatus(order.kind, status) === 'found-open' ? null : record.fulfilledQuantity,
      debitCentimes: isDelivered(record) ? debitIn(record, [record.priceCentimes, order.unitCentimes]) : null,
      cards: record.cards.map((card) => keep(card, (text) => seal(ref, text))),
    },
    ...(isById && otherThing !== null && { namesOtherwise: otherThing }),
    contradiction:
      (isById ? null : otherThing) ??
      firstContradiction({
        quantity: differs(record.quantity, order.quantity),
        serviceId: serviceId !== null && !isById,
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

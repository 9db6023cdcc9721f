/**
 * What is particular to a gift card order (service-api.md, "Gift card order"): it is sent without a ref, so a second
 * request would be a second order. Once its id is known it is read by that; until then it is looked for among the
 * service's orders, with the account's movements as second witness. The cards' codes end here: tails to show, the rest sealed.
 */
import type { Candidate } from '#shared/views.ts'
import type { GiftCard, GiftCardOrder as GiftCardRecord, Row } from '../../api/platform-records.ts'
import { tailOf } from '../../api/secret.ts'
import { isNotFound } from '../../call-error.ts'
import type { KeptCard } from '../../journal/entry.ts'
import { differs, type Found, firstContradiction, fuller, lookOf, namedBy } from './answer.ts'
import { type Match, matchGiftCardOrder, mayHavePaid } from './gift-card-match.ts'
import { type FoundOrder, type Look, nothingTold, type SaleKind, type SaleOf, type Sight } from './kind.ts'
import { readPages } from './pages.ts'
import {
  askedBetween,
  isWithin,
  LANDS_WITHIN_MS,
  spanOf,
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

async function lookInList(sale: GiftCardSale, sight: Sight): Promise<Look> {
  const { client } = sight
  const { attempts } = sight.claimantOf(sale.ref)
  const serverOffsetMs = client.serverOffsetMs()
  const windows = windowsOf(attempts, serverOffsetMs)
  const span = spanOf(windows)
  // No request can have arrived, so there is nothing to find.
  if (span === undefined) return { kind: 'absent', requestId: null }
  const asked = askedBetween(span)
  const read = await readPages((page) => client.listGiftCardOrders({ ...page, ...asked }))
  if (read.kind !== 'rows') return read
  const { rows, requestId } = read
  if (sale.serviceId !== null) return lookOfListed(sale, rows, sight, requestId)

  const match = findAmong(sale, windows, rows, sight)
  switch (match.kind) {
    case 'one':
      return withCards(sale, match.record, sight, requestId)
    case 'several':
      return { kind: 'several', candidates: match.records.map(candidateOf), requestId }
    case 'unclear':
      return { ...match, requestId }
    case 'none':
      break
  }
  const look = await askSecondWitness(sale, windows, rows, sight)
  // Like the witness, it moves only a doubt.
  const why = sale.state === 'in-doubt' ? undatedBy(attempts, serverOffsetMs) : undefined
  return look.kind === 'absent' && why ? { ...look, kind: 'unclear', why } : look
}

function findAmong(
  sale: GiftCardSale,
  windows: readonly TimeWindow[],
  rows: readonly Row<GiftCardRecord>[],
  { client, claimantOf, strongerClaimants, claimed, sharedKey }: Sight,
): Match {
  const { order, ref } = sale
  const rivals = strongerClaimants(sale).map(({ attempts, ruledOut }) => ({
    windows: windowsOf(attempts, client.serverOffsetMs()),
    ruledOut,
  }))
  const { attempts, losses, ruledOut } = claimantOf(ref)
  const taken = new Set([...claimed(idsIn(rows), ref), ...ruledOut])
  const match = matchGiftCardOrder({ order, windows, rows, taken, rivals, sharedKey: sharedKey() })
  if (match.kind !== 'one') return match
  const { orderedAtMs } = match.record
  // In a time of which entries were lost, the order may be of a sale that was lost as well, even where an attempt of this
  // one is told of the same time: a person has to judge. So they have where only a clock that may have been set puts it there.
  const offsetMs = client.serverOffsetMs()
  const lost = windowsOf(losses, offsetMs)
  const sure = sureWindowsOf(attempts, offsetMs)
  const isSurelyOurs = orderedAtMs !== null && !isWithin(lost, orderedAtMs) && isWithin(sure, orderedAtMs)
  return isSurelyOurs ? match : { kind: 'several', records: [match.record] }
}

/** Asked only where the list shows nothing, and believed only together with it. */
async function askSecondWitness(
  sale: GiftCardSale,
  windows: readonly TimeWindow[],
  rows: readonly Row<GiftCardRecord>[],
  { client, claimed }: Sight,
): Promise<Look> {
  const span = spanOf(windows)
  // What a witness knows beside the list moves only a doubt: a sale that was found absent waits for the order itself.
  if (sale.state !== 'in-doubt' || span === undefined) return { kind: 'absent', requestId: null }
  const asked = askedBetween(span)
  const read = await readPages((page) => client.listAccountTransactions({ ...page, ...asked }))
  // The document does not show this path: where there is none, no witness will ever be heard.
  if (read.kind === 'no-answer' && isNotFound(read.failure))
    return { kind: 'unclear', why: 'path-unproven', requestId: read.failure.evidence.requestId }
  if (read.kind !== 'rows') return read
  const { requestId } = read
  const named = read.rows.flatMap((row) => (row.kind === 'item' ? (row.item.objectId ?? []) : []))
  const explained = new Set([...claimed(named, sale.ref), ...idsIn(rows)])
  return mayHavePaid({ order: sale.order, windows }, read.rows, explained)
    ? { kind: 'unclear', why: 'paid-for-something', requestId }
    : { kind: 'absent', requestId }
}

/** A row may leave out cards that were delivered: the order itself is read, and what tells more of them counts. */
async function withCards(
  sale: GiftCardSale,
  record: GiftCardRecord,
  sight: Sight,
  requestId: string | null,
): Promise<Found> {
  const row: Found = { kind: 'found', order: describe(sale, record, sight), requestId }
  const { status, fulfilledQuantity, cards } = record
  const toCome = cardsToCome(status === 'FULFILLED', fulfilledQuantity, sale.order.quantity)
  if (!isDelivered(record) || cards.length >= toCome) return row
  const outcome = await sight.client.findGiftCardOrder(record.orderId)
  const look = lookOf(outcome, (whole) => describe(sale, whole, sight))
  return fuller(row, look, (told) => told.cards.length)
}

const isDelivered = ({ status }: GiftCardRecord): boolean =>
  status === 'FULFILLED' || status === 'PARTIALLY_FILLED'

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
  return {
    status: record.status,
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

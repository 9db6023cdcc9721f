/**
 * What is particular to a mobile top-up (service-api.md, "Mobile top-up record"): it is sent and known again by the sale's
 * ref, and its list is a second source. The list may show orders that are over and no others, so what it shows counts and
 * what it does not show proves nothing. A menu plan is a top-up of no amount, whose result is the offers.
 */
import { platformPageSize } from '#shared/limits.ts'
import { groupNumber, parseMobileNumber } from '#shared/phone.ts'
import { faceValueOf } from '#shared/products/orders.ts'
import type { OrderSide } from '#shared/reconciliation.ts'
import { isRef, namesAnother, type Ref } from '#shared/ref.ts'
import type { SaleState } from '#shared/states/sale.ts'
import type { CallOutcome } from '../../api/outcome.ts'
import type { MobileRecord } from '../../api/platform-records.ts'
import { amountLine, inPlaceOf, known, numberLine, textLine, transactionLine } from '../../receipt/lines.ts'
import { windowsOf } from '../../sale/time-window.ts'
import {
  absenceOfNamed,
  differs,
  type Found,
  type FoundOrder,
  firstContradiction,
  fuller,
  type Look,
  lookOf,
  type MatchContext,
  noDetails,
  PAID_AT_ONCE_MS,
  readAround,
  readIn,
  type SaleKind,
  type SaleOf,
} from '../kind.ts'
import { attemptsWindow, readPlatformPage } from '../order-list.ts'

/** Of the offers of a menu, as many as are read out at a counter. */
const MOST_OFFERS = 12

export const mobileKind: SaleKind<'mobile'> = {
  host: 'platform',
  async send(client, { request }) {
    const outcome = await client.sendMobile(request)
    return readIn(outcome, ({ topupId, topupRef }) => ({ serviceId: topupId, serviceRef: topupRef }))
  },
  ways: ({ state, serviceId }) =>
    namedStates.includes(state) && serviceId !== null
      ? ['by-id', 'by-ref', 'by-list']
      : ['by-ref', 'by-list'],
  async look(sale, way, matchContext) {
    const { ref, serviceId } = sale
    const { client } = matchContext
    if (way === 'by-list') return lookInList(sale, matchContext)
    return way === 'by-id' && serviceId !== null
      ? lookOf(await client.findMobileById(serviceId), (record) => describe(sale, record, matchContext))
      : lookOf(await client.findMobileByRef(ref), (record) => describeFound(sale, record, matchContext))
  },
  absence: absenceOfNamed,
  lacksOfDelivery: ({ order, offers }) => order.planKind === 'menu' && offers.length === 0,
  list: {
    rowsPerStep: platformPageSize.max,
    namesOf: ({ ref, serviceId }) => (serviceId === null ? [ref] : [ref, serviceId]),
    windowOf: attemptsWindow,
    readPage: (client, asked) =>
      readPlatformPage(
        (page) => client.listMobileTopups(page),
        asked,
        (record) => ({
          ...{ kind: 'order', id: record.topupId ?? record.ref, atMs: record.createdAtMs },
          name: isRef(record.ref) ? record.ref : record.topupId,
          // A menu plan's result is its offers: a row without them says half of it.
          describe: (sale, matchContext) =>
            sale.order.planKind === 'menu' && record.offers.length === 0
              ? undefined
              : describe(sale, record, matchContext),
          side: () => sideOf(record),
        }),
      ),
  },
  asks: (client, { ref, serviceId }) => {
    const sideIn = async (asked: Promise<CallOutcome<MobileRecord>>) => readIn(await asked, sideOf)
    const byRef = () => sideIn(client.findMobileByRef(ref))
    return serviceId === null ? [byRef] : [() => sideIn(client.findMobileById(serviceId)), byRef]
  },
  // A menu plan has no amount.
  facesOf: ({ order }) => (order.planKind === 'menu' ? null : [faceValueOf(order)]),
  paidWithinMs: PAID_AT_ONCE_MS,
  subjectLine: ({ number }, label) => numberLine(label('mobile'), groupNumber(number)),
  orderLines: (sale, label) => [
    ...known(textLine(label('operator'), sale.order.operator ?? '')),
    ...known(textLine(label('plan'), sale.order.planName)),
    ...transactionLine(sale, label),
    ...sale.offers
      .slice(0, MOST_OFFERS)
      .map(({ name, amountCentimes }, place) =>
        amountLine(inPlaceOf(label('offer'), `${place + 1} · ${name}`), amountCentimes),
      ),
    amountLine(label('amount'), sale.order.amountCentimes),
  ],
}

/** service-api.md, "Mobile top-up record". */
function sideOf(record: MobileRecord): OrderSide {
  const number = record.number === null ? undefined : parseMobileNumber(record.number)
  return {
    ...{ kind: 'mobile', orderId: record.topupId, ref: record.ref, status: record.status },
    subject: number?.ok ? number.value : record.number,
    faceCentimes: record.amountCentimes,
    debitCentimes: record.debitCentimes,
    atMs: record.createdAtMs,
  }
}

/** The service holds the order under the id that it gave, or held it to its end. */
const namedStates: readonly SaleState[] = ['following', 'fulfilled', 'refunded']

async function lookInList(sale: SaleOf<'mobile'>, matchContext: MatchContext): Promise<Look> {
  const { client, claimantOf } = matchContext
  const { attempts, serviceRefs } = claimantOf(sale.ref)
  const windows = windowsOf(attempts, client.serverOffsetMs())
  // Where no request can have arrived, none is listed.
  const read = await readAround(windows, client.listMobileTopups)
  if (read.kind !== 'rows') return read
  const { rows, requestId } = read
  const items = rows.flatMap((row) => (row.kind === 'item' ? [row.item] : []))
  const byId = (item: MobileRecord) => sale.serviceId !== null && item.topupId === sale.serviceId
  const ours = items.find((item) => namesOrder(item, sale.ref, serviceRefs)) ?? items.find(byId)
  if (ours) {
    const order = describe(sale, ours, matchContext)
    return withOffers(sale, ours, matchContext, { kind: 'found', order, requestId })
  }
  const unreadable = rows.some((row) => row.kind === 'unreadable')
  return unreadable ? { kind: 'unclear', why: 'unreadable-row', requestId } : { kind: 'absent', requestId }
}

/** A row may leave out what a menu plan was sent for. The way by ref brought nothing before, so the order is read by its id. */
async function withOffers(
  sale: SaleOf<'mobile'>,
  { topupId, status, offers }: MobileRecord,
  matchContext: MatchContext,
  row: Found,
): Promise<Found> {
  const isWhole = sale.order.planKind !== 'menu' || status !== 'FULFILLED' || offers.length > 0
  if (isWhole || topupId === null) return row
  const outcome = await matchContext.client.findMobileById(topupId)
  const look = lookOf(outcome, (record) => describe(sale, record, matchContext))
  return fuller(row, look, (details) => details.offers.length)
}

export function describe(
  sale: SaleOf<'mobile'>,
  record: MobileRecord,
  { claimantOf }: Pick<MatchContext, 'claimantOf'>,
): FoundOrder {
  const { order, ref, serviceId } = sale
  const isOfAnotherId = serviceId !== null && differs(record.topupId, serviceId)
  const isOfAnotherPlan = differs(record.planCode, order.planCode)
  const isNamed =
    (serviceId !== null && record.topupId === serviceId) ||
    namesOrder(record, ref, claimantOf(ref).serviceRefs)
  const isDelivered = record.status === 'FULFILLED'
  return {
    status: record.status,
    serviceId: record.topupId,
    details: {
      ...noDetails,
      refundMessage: record.refundMessage,
      offers: [...record.offers],
      // Of an order that is not over, or was given back, it is not what was debited in the end.
      debitCentimes: isDelivered ? record.debitCentimes : null,
    },
    ...(isNamed && isOfAnotherPlan && { namesOtherwise: 'planCode' }),
    contradiction: firstContradiction({
      ref: namesAnother(record.ref, ref),
      number: record.number !== null && isAnotherNumber(record.number, order.number),
      amount: order.planKind !== 'menu' && differs(record.amountCentimes, order.amountCentimes),
      // A record that names a ref of the order is ours, whatever id it has.
      serviceId: isOfAnotherId && !isNamed,
      // That a record has the plan by the code that was sent is not in the document.
      planCode: isOfAnotherPlan && !isNamed,
    }),
  }
}

/**
 * What the service shows of the sale's own ref. Its record may have a ref and an id of its own, and neither was answered to the
 * send: it is the sale's all the same, unless it is another sale's.
 */
function describeFound(sale: SaleOf<'mobile'>, record: MobileRecord, matchContext: MatchContext): FoundOrder {
  const found = describe(sale, record, matchContext)
  const isOurs =
    ['serviceId', 'planCode'].includes(found.contradiction ?? '') &&
    record.topupId !== null &&
    matchContext.holders(record.topupId).every(({ ref }) => ref === sale.ref)
  return isOurs ? { ...found, contradiction: null } : found
}

/** Whether the record names the ref that we gave the order, or the one that the service answered. */
const namesOrder = (record: MobileRecord, ref: Ref, serviceRefs: ReadonlySet<string>): boolean =>
  record.ref !== null && (record.ref === ref || serviceRefs.has(record.ref))

/** The same number may be written with or without its country code; one that is masked, or cannot be read, is no other. */
function isAnotherNumber(recordNumber: string, number: string): boolean {
  const read = parseMobileNumber(recordNumber)
  return read.ok ? read.value !== number : read.error === 'not-mobile'
}

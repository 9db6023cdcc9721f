/**
 * The service's lists as sweeps read them, kind by kind. Keeps that a row is used only for what it says in full: where it
 * leaves something out that a look at the order itself would tell, it says nothing. Internet cards have no list in the
 * document, and a gift card order whose id is not known takes a look of its own: only what is there beside it tells whose
 * it is.
 */

import { billListLimit, platformPageSize } from '#shared/limits.ts'
import type { OrderKind } from '#shared/orders.ts'
import { isRef } from '#shared/ref.ts'
import type { CallOutcome } from '../api/outcome.ts'
import type { GiftCardOrder, Page, Row } from '../api/platform-records.ts'
import type { StoredSale } from '../journal/journal.ts'
import { DISCOVERY_LASTS_MS, DISCOVERY_WAITS_MS } from './bill-discoveries.ts'
import { describe as describeBill } from './kinds/bill.ts'
import { describe as describeGiftCards } from './kinds/gift-card.ts'
import type { FoundOrder, MatchContext, SaleOf } from './kinds/kind.ts'
import { describe as describeMobile } from './kinds/mobile.ts'
import { askedBetween, spanOf, type TimeWindow, windowsOf } from './kinds/time-window.ts'
import { REVIEW_LASTS_MS } from './review.ts'

/** A row of a list: whose it is, by a name that the sale has as well, and what it says of that sale. */
interface ListedRow<Kind extends OrderKind> {
  readonly name: string
  /** undefined where the row does not say it in full. */
  describe(sale: SaleOf<Kind>, matchContext: MatchContext): FoundOrder | undefined
}

export interface ListedPage<Kind extends OrderKind = OrderKind> {
  readonly rows: readonly ListedRow<Kind>[]
  readonly pageCount: number
}

export interface SweepList<Kind extends OrderKind = OrderKind> {
  /** What a row may know this sale by; none where no row can. */
  namesOf(sale: SaleOf<Kind>): readonly string[]
  /** When the service can have made what its list dates; undefined where no request can have arrived. */
  windowOf(sale: SaleOf<Kind>, matchContext: MatchContext): TimeWindow | undefined
  /** One page, counted from 1, by one call. */
  readPage(
    client: MatchContext['client'],
    window: TimeWindow,
    page: number,
  ): Promise<CallOutcome<ListedPage<Kind>>>
}

const mobileList: SweepList<'mobile'> = {
  namesOf: ({ ref, serviceId }) => (serviceId === null ? [ref] : [ref, serviceId]),
  windowOf: attemptsWindow,
  readPage: async (client, window, page) =>
    rowsOf(await client.listMobileTopups(pageAsked(window, page)), (record) => ({
      name: isRef(record.ref) ? record.ref : record.topupId,
      // A menu plan's result is its offers: a row without them tells half of it.
      describe: (sale) =>
        sale.order.planKind === 'menu' && record.offers.length === 0
          ? undefined
          : describeMobile(sale, record),
    })),
}

const giftCardList: SweepList<'gift-card'> = {
  namesOf: ({ serviceId }) => (serviceId === null ? [] : [serviceId]),
  windowOf: attemptsWindow,
  readPage: async (client, window, page) =>
    rowsOf(await client.listGiftCardOrders(pageAsked(window, page)), (record) => ({
      name: record.orderId,
      describe: (sale, matchContext) =>
        tellsItsCards(record) ? describeGiftCards(sale, record, matchContext) : undefined,
    })),
}

const CARDLESS_STATUSES = ['HANDLING', 'REFUNDED']

const tellsItsCards = ({ status, fulfilledQuantity, cards }: GiftCardOrder): boolean =>
  fulfilledQuantity === null ? CARDLESS_STATUSES.includes(status) : cards.length === fulfilledQuantity

/** From a discovery's beginning to the confirmation of what it found: the list dates a payment by its discovery. */
const DISCOVERED_BEFORE_MS =
  DISCOVERY_WAITS_MS.reduce((sum, waitMs) => sum + waitMs, 0) + DISCOVERY_LASTS_MS + REVIEW_LASTS_MS

const billList: SweepList<'bill'> = {
  namesOf: ({ order }) => [order.transactionId],
  windowOf(sale, { client, claimantOf }) {
    const { recordedAtMs } = sale
    const [first = { serverOffsetMs: null }] = claimantOf(sale.ref).attempts
    const confirmed = { ...first, startedAtMs: recordedAtMs, endedAtMs: recordedAtMs }
    const span = spanOf(windowsOf([confirmed], client.serverOffsetMs()))
    return span && { ...span, fromMs: span.fromMs - DISCOVERED_BEFORE_MS }
  },
  async readPage(client, window, page) {
    const limit = billListLimit.max
    const outcome = await client.listBills({ ...askedBetween(window), limit, offset: (page - 1) * limit })
    if (outcome.kind !== 'accepted') return outcome
    const { rows, totalCount } = outcome.value
    const listed = rows.flatMap((row) => (row.kind === 'transaction' ? [row.transaction] : []))
    const value = {
      rows: listed.map((transaction) => ({
        name: transaction.transactionId,
        // Rows may come without their bills, and one without a payment would be an absence.
        describe: (sale: SaleOf<'bill'>) =>
          transaction.payment.kind === 'told' ? describeBill(sale, transaction) : undefined,
      })),
      pageCount: Math.ceil(totalCount / limit),
    }
    return { ...outcome, value }
  },
}

const lists: { readonly [Kind in OrderKind]: SweepList<Kind> | undefined } = {
  internet: undefined,
  mobile: mobileList,
  'gift-card': giftCardList,
  bill: billList,
}

/** The list of a sale's kind, where there is one. It takes sales of that kind alone. */
export const listOf = (kind: OrderKind): SweepList | undefined => lists[kind] as SweepList | undefined

function attemptsWindow({ ref }: StoredSale, { client, claimantOf }: MatchContext): TimeWindow | undefined {
  return spanOf(windowsOf(claimantOf(ref).attempts, client.serverOffsetMs()))
}

const pageAsked = (window: TimeWindow, page: number) => ({
  ...{ page, pageSize: platformPageSize.max },
  ...askedBetween(window),
})

/** What can be read of a page. An unreadable row says nothing, and neither does one without a name. */
function rowsOf<Item, Kind extends OrderKind>(
  outcome: CallOutcome<Page<Item>>,
  read: (item: Item) => { readonly name: string | null; readonly describe: ListedRow<Kind>['describe'] },
): CallOutcome<ListedPage<Kind>> {
  if (outcome.kind !== 'accepted') return outcome
  const named = (row: Row<Item>): readonly ListedRow<Kind>[] => {
    if (row.kind === 'unreadable') return []
    const { name, describe } = read(row.item)
    return name === null ? [] : [{ name, describe }]
  }
  return {
    ...outcome,
    value: { rows: outcome.value.rows.flatMap(named), pageCount: outcome.value.pageCount },
  }
}

/**
 * The service's lists of orders, as sweeps and the comparison of the books read them, kind by kind. Keeps that a row is used
 * only for what it says in full: where it leaves something out that a look at the order itself would show, it says nothing of
 * a sale.
 */
import { platformPageSize } from '#shared/limits.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import type { OrderSide } from '#shared/reconciliation.ts'
import type { ServiceCalls } from '../api/client.ts'
import type { CallOutcome } from '../api/outcome.ts'
import type { Page, PageFilter } from '../api/platform-records.ts'
import type { StoredSale } from '../journal/journal.ts'
import { spanOf, type TimeWindow, windowsOf } from '../sale/time-window.ts'
import type { FoundOrder, MatchContext, SaleOf } from './kind.ts'

/** What is asked of a list. */
export interface ListAsked {
  /** Where to go on, as the page before said; 1 at the beginning. */
  readonly at: number
  /** ISO 8601. */
  readonly from: string
  readonly to: string
}

interface UnreadableRow {
  readonly kind: 'unreadable'
  readonly id: string | null
}

export interface ListPage<Listed> {
  readonly rows: readonly (Listed | UnreadableRow)[]
  /** The page and the place on it of the first row, which is all that identifies a row without an id. */
  readonly page: number
  readonly firstPlace: number
  readonly pageCount: number
  /** Of the whole list, by the service's own count. */
  readonly totalCount: number
  /** Null behind the last page. */
  readonly next: number | null
}

/** A row of an order. */
export interface ListedOrder<Kind extends OrderKind> {
  readonly kind: 'order'
  /** What it calls itself in the list. */
  readonly id: string | null
  readonly atMs: number | null
  /** A name that the sale has as well; null where it states none. */
  readonly name: string | null
  /** What it says of its sale; undefined where it does not say it in full. */
  describe(sale: SaleOf<Kind>, matchContext: MatchContext): FoundOrder | undefined
  /** What it says for a comparison; undefined where nothing was ordered by it. */
  side(): OrderSide | undefined
}

export interface OrderList<Kind extends OrderKind = OrderKind> {
  /** What a row may know this sale by; none where no row can. */
  namesOf(sale: SaleOf<Kind>): readonly string[]
  /** When the service can have made what its list dates; undefined where no request can have arrived. */
  windowOf(sale: SaleOf<Kind>, matchContext: MatchContext): TimeWindow | undefined
  /** One page, by one call. */
  readPage(client: ServiceCalls, asked: ListAsked): Promise<CallOutcome<ListPage<ListedOrder<Kind>>>>
  /** How many rows lie between one place to go on at and the next. */
  readonly rowsPerStep: number
}

/** A page of a list of the platform's. */
export async function readPlatformPage<Item, Listed>(
  read: (asked: PageFilter) => Promise<CallOutcome<Page<Item>>>,
  { at, from, to }: ListAsked,
  listedOf: (item: Item) => Listed,
): Promise<CallOutcome<ListPage<Listed>>> {
  const outcome = await read({ page: at, pageSize: platformPageSize.max, from, to })
  if (outcome.kind !== 'accepted') return outcome
  const { rows, page, pageCount, totalCount } = outcome.value
  const value = {
    rows: rows.map((row) => (row.kind === 'item' ? listedOf(row.item) : row)),
    ...{ page, firstPlace: 0, pageCount, totalCount },
    next: page < pageCount ? page + 1 : null,
  }
  return { ...outcome, value }
}

/** From the first attempt that may have arrived to the last. */
export const attemptsWindow = (
  { ref }: StoredSale,
  { client, claimantOf }: MatchContext,
): TimeWindow | undefined => spanOf(windowsOf(claimantOf(ref).attempts, client.serverOffsetMs()))

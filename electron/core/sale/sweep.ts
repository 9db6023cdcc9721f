/**
 * Looks at many sales by reading the service's list of their kind, where that takes far fewer calls than a look at each.
 * Owns which sales are swept together and how long a sweep goes on. What a row shows of a sale goes through its visit like
 * any look; a sale that no row shows is looked at by itself, because a list may leave open orders out.
 */
import { billListLimit, platformPageSize } from '#shared/limits.ts'
import type { OrderKind } from '#shared/orders.ts'
import { isRef, type Ref } from '#shared/ref.ts'
import type { CallOutcome } from '../api/outcome.ts'
import type { GiftCardOrder, Page, Row } from '../api/platform-records.ts'
import type { CallFailure } from '../call-error.ts'
import type { StoredSale } from '../journal/journal.ts'
import { DISCOVERY_LASTS_MS, DISCOVERY_WAITS_MS } from '../products/bill/discoveries.ts'
import { describe as describeBill } from '../products/bill/kind.ts'
import { describe as describeGiftCards } from '../products/gift-card/kind.ts'
import type { FoundOrder, MatchContext, SaleOf } from '../products/kind.ts'
import { describe as describeMobile } from '../products/mobile/kind.ts'
import type { BeginSweep, Sweep, SweptPage } from '../schedule/backlog.ts'
import type { FoundLook } from './look-up.ts'
import { REVIEW_LASTS_MS } from './review.ts'
import type { SaleRepository } from './sale-repository.ts'
import { askedBetween, spanOf, type TimeWindow, windowsOf } from './time-window.ts'

/** A page has to be worth this many looks: a list is read to its end only where it is no longer than that allows. */
const SALES_PER_PAGE = 10
/** Fewer sales of a kind and of a time are not swept. */
const MIN_SALES = 2 * SALES_PER_PAGE
/** Sales further apart in time are swept separately: what was sold in between would be read in vain. */
const MAX_GAP_MS = 60 * 60_000

interface SweepOptions {
  readonly repository: SaleRepository
  readonly matchContext: MatchContext
  onFailure(failure: CallFailure): void
}

/** A sale with its place in the list of its kind. */
interface Placed {
  readonly sale: StoredSale
  readonly list: SweepList
  readonly window: TimeWindow
}

type Run = readonly [Placed, ...Placed[]]

export function createSweeps({ repository, matchContext, onFailure }: SweepOptions): BeginSweep<FoundLook> {
  return (due) => {
    const placed = due.flatMap((ref) => placeOf(repository.read(ref), matchContext) ?? [])
    const runs = runsOf(placed).filter((run) => run.length >= MIN_SALES)
    const keptForSweeps = new Set(runs.flat().map(({ sale }) => sale.ref))
    const passed = due.filter((ref) => !keptForSweeps.has(ref))
    const largest = runs.toSorted((a, b) => b.length - a.length)[0]
    return largest === undefined
      ? { taken: [], passed, readPage: async () => ({ seen: new Map(), isLast: true }) }
      : sweepOf(largest, passed, { matchContext, onFailure })
  }
}

function placeOf(sale: StoredSale | undefined, matchContext: MatchContext): Placed | undefined {
  const list = sale && listOf(sale.order.kind)
  if (!list || list.namesOf(sale).length === 0) return undefined
  const window = list.windowOf(sale, matchContext)
  return window && { sale, list, window }
}

/** Sales of one kind, each made not long after the one before. */
function runsOf(placed: readonly Placed[]): readonly Run[] {
  const runs: [Placed, ...Placed[]][] = []
  const lastOfKind = new Map<SweepList, [Placed, ...Placed[]]>()
  for (const one of placed.toSorted((a, b) => a.window.fromMs - b.window.fromMs)) {
    const run = lastOfKind.get(one.list)
    const before = run?.at(-1)
    if (run && before && one.window.fromMs - before.window.toMs <= MAX_GAP_MS) run.push(one)
    else {
      const begun: [Placed, ...Placed[]] = [one]
      runs.push(begun)
      lastOfKind.set(one.list, begun)
    }
  }
  return runs
}

function sweepOf(
  run: Run,
  passed: readonly Ref[],
  { matchContext, onFailure }: Omit<SweepOptions, 'repository'>,
): Sweep<FoundLook> {
  const [{ list, window: first }] = run
  const window = spanOf(run.map((one) => one.window)) ?? first
  const maxPages = Math.floor(run.length / SALES_PER_PAGE)
  const unseen = new Map(run.flatMap(({ sale }) => list.namesOf(sale).map((name) => [name, sale] as const)))
  let page = 0

  async function readPage(): Promise<SweptPage<FoundLook>> {
    page += 1
    const outcome = await list.readPage(matchContext.client, window, page)
    if (outcome.kind !== 'accepted') {
      onFailure(outcome)
      return { seen: new Map(), isLast: true }
    }
    const { rows, pageCount } = outcome.value
    const { requestId } = outcome.evidence
    const seen = new Map<Ref, FoundLook>()
    for (const row of rows) {
      const sale = unseen.get(row.name)
      const order = sale && row.describe(sale, matchContext)
      if (!order) continue
      for (const name of list.namesOf(sale)) unseen.delete(name)
      seen.set(sale.ref, { kind: 'found', order, requestId })
    }
    return { seen, isLast: unseen.size === 0 || page >= pageCount || pageCount > maxPages }
  }

  return { taken: run.map(({ sale }) => sale.ref), passed, readPage }
}

// The service's lists as sweeps read them, kind by kind. Keeps that a row is used only for what it says in full: where it
// leaves something out that a look at the order itself would tell, it says nothing. Internet cards have no list in the
// document, and a gift card order whose id is not known takes a look of its own: only what is there beside it tells whose
// it is.

/** A row of a list: whose it is, by a name that the sale has as well, and what it says of that sale. */
interface ListedRow<Kind extends OrderKind> {
  readonly name: string
  /** undefined where the row does not say it in full. */
  describe(sale: SaleOf<Kind>, matchContext: MatchContext): FoundOrder | undefined
}

interface ListedPage<Kind extends OrderKind = OrderKind> {
  readonly rows: readonly ListedRow<Kind>[]
  readonly pageCount: number
}

interface SweepList<Kind extends OrderKind = OrderKind> {
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
      describe: (sale, matchContext) =>
        sale.order.planKind === 'menu' && record.offers.length === 0
          ? undefined
          : describeMobile(sale, record, matchContext),
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
const listOf = (kind: OrderKind): SweepList | undefined => lists[kind] as SweepList | undefined

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

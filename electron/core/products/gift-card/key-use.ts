/**
 * Whether somebody else orders with this account's key: another counter's order passes for one of ours, since the service
 * knows no ref of a gift card order. Owns the proof. An order or a payment of the account's that no sale of this journal can
 * be the reason of proves that the key is shared; one that is like an order of ours at its time may be that one taken twice, and
 * proves nothing either way. That it is not is believed only of a journal that was there for a whole
 * day before a sale, while neither the list of that day, which is read each time, nor the comparison of the books shows any.
 */
import type { Centimes } from '#shared/money.ts'
import { type OrderKind, products } from '#shared/products/orders.ts'
import type { SaleState } from '#shared/states/sale.ts'
import type { GiftCardOrder } from '../../api/platform-records.ts'
import type { Journal, StoredSale } from '../../journal/journal.ts'
import { MAX_LISTED_SALES } from '../../journal/sales.ts'
import { directionOf, kindNamedBy, mayHaveCost } from '../../reconciliation/sides.ts'
import { DAY_MS, isWithin, type TimeWindow, ZONES_WITHIN_MS } from '../../sale/time-window.ts'
import type { KeyUse, MatchContext } from '../kind.ts'
import { mayBeOrderedAs } from './match.ts'

/** What proved it, for the log. */
export type ForeignRow = { readonly order: string } | { readonly movement: string }

interface KeyUseOptions {
  readonly journal: Journal
  readonly holders: MatchContext['holders']
  /** By how much the service's clock is ahead; null where it is not known. */
  serverOffsetMs(): number | null
  /** The training service is this machine's own: nobody else can have its key. */
  readonly isTraining: boolean
  /** It is known by now: a person said so, or it was found. */
  mayBeShared(): boolean
  /** The comparison of the books shows what may be another counter's. */
  showsOthers(): boolean
  onForeign(row: ForeignRow): void
}

/** The states of sales that may hold an order of which nothing is known. */
const statesWithoutOrder: readonly SaleState[] = ['sending', 'in-doubt', 'unsent', 'cancelled', 'refused']

/** An order that is ours and was taken twice is of about its time; the list may state that in the next zone. */
const TWICE_WITHIN_MS = 75 * 60_000

type Sales = Pick<Journal, 'reconciled' | 'readSale'>

/** Sales of ours that were recorded, or changed as one that is sent later does, about one of these moments, each once. */
function listNear({ reconciled, readSale }: Sales, moments: readonly number[]): readonly StoredSale[] {
  const refs = moments.flatMap((atMs) =>
    reconciled.listRefsRecordedOrChanged({ fromMs: atMs - TWICE_WITHIN_MS, toMs: atMs + TWICE_WITHIN_MS }),
  )
  return [...new Set(refs)].flatMap((ref) => readSale(ref) ?? [])
}

const hasOrder = ({ serviceId }: StoredSale): boolean => serviceId !== null

const isOrderedTwice = (record: GiftCardOrder, held: readonly StoredSale[]): boolean =>
  held.some(
    ({ order }) =>
      order.kind === 'gift-card' &&
      (record.quantity ?? order.quantity) === order.quantity &&
      mayBeOrderedAs(order, record),
  )

/** Whether the service called the sale's order by a ref of its own. */
const hasOtherRef = ({ ref }: StoredSale, journal: Pick<Journal, 'readEntries'>): boolean =>
  journal
    .readEntries(ref)
    .some(({ body }) => body.kind === 'accepted' && body.serviceRef !== undefined && body.serviceRef !== ref)

interface Paid {
  readonly type: string
  readonly amountCentimes: Centimes
}

/** Only what the service does not know by a ref of ours can be taken twice. */
const isPaidTwice = (
  { type, amountCentimes }: Paid,
  held: readonly StoredSale[],
  journal: Pick<Journal, 'readEntries'>,
): boolean =>
  held
    .filter(({ order, costCentimes }) => mayPayFor(type, order.kind) && costCentimes === amountCentimes)
    .some((sale) => !products[sale.order.kind].isNamed || hasOtherRef(sale, journal))

/** What was debited for a sale that was found by its ref goes by an id that no answer named. */
const isPaidUnanswered = (
  { type, amountCentimes }: Paid,
  sales: readonly StoredSale[],
  journal: Pick<Journal, 'readEntries'>,
): boolean =>
  sales
    .filter((sale) => mayPayFor(type, sale.order.kind) && mayHaveCost(sale, amountCentimes))
    .some(({ ref }) => !journal.readEntries(ref).some(({ body }) => body.kind === 'accepted'))

const isOurs = (paid: Paid, near: readonly StoredSale[], journal: Pick<Journal, 'readEntries'>): boolean =>
  isPaidTwice(paid, near.filter(hasOrder), journal) || isPaidUnanswered(paid, near, journal)

/** The service may have one word for what it debits for several kinds. */
const mayPayFor = (word: string, kind: OrderKind): boolean => (kindNamedBy(word) ?? kind) === kind

const kindsOf = (sales: readonly StoredSale[]): readonly OrderKind[] => sales.map(({ order }) => order.kind)

/** What the service listed, with the moments by the machine's clock at which it may have been. */
type Moved<Listed> = Listed & { readonly moments: readonly number[] }

/** Those of a time of the journal's, by each clock that the machine had lately: what is of before it was set was recorded by another. */
const journalledBy = <Listed extends { readonly atMs: number }>(
  offsets: readonly number[],
  rows: readonly Listed[],
  { reconciled }: Pick<Journal, 'reconciled'>,
): readonly Moved<Listed>[] =>
  rows
    .map((one) => ({ ...one, moments: offsets.map((offsetMs) => one.atMs - offsetMs) }))
    .filter(({ moments }) => Math.min(...moments) >= reconciled.createdAtMs)

const isOfTime = (time: TimeWindow, { moments }: Moved<object>): boolean =>
  moments.some((atMs) => isWithin([time], atMs))

export function createKeyUse(options: KeyUseOptions): KeyUse {
  const { journal, holders, isTraining, mayBeShared, showsOthers, onForeign } = options
  const offsetMs = () => options.serverOffsetMs() ?? 0

  const journalled = <Listed extends { readonly atMs: number }>(rows: readonly Listed[]) =>
    rows.length === 0 ? [] : journalledBy([offsetMs(), ...journal.reconciled.listOffsets()], rows, journal)

  /** Sales that may hold an order of this time, in whatever zone it was stated. */
  function listWithoutOrder(sinceMs: number): readonly (StoredSale & { readonly time: TimeWindow })[] {
    const changedSinceMs = Math.max(0, sinceMs - ZONES_WITHIN_MS)
    const listed = journal.listSales({ states: statesWithoutOrder, changedSinceMs, limit: MAX_LISTED_SALES })
    return [...listed, ...journal.listDecided(changedSinceMs)]
      .filter(({ serviceId }) => serviceId === null)
      .map((sale) => ({
        ...sale,
        time: { fromMs: sale.recordedAtMs - ZONES_WITHIN_MS, toMs: sale.changedAtMs + ZONES_WITHIN_MS },
      }))
  }

  /** The list that was read last showed an order that may be another counter's, or one of ours twice. */
  let mayShowOthers = false

  return {
    mayBeShared: (sinceMs) =>
      mayBeShared() ||
      mayShowOthers ||
      (!isTraining && (sinceMs - offsetMs() - DAY_MS < journal.reconciled.createdAtMs || showsOthers())),
    noteOrders(rows) {
      if (mayBeShared()) return
      const dated = rows.flatMap((row) =>
        row.kind === 'item' && row.item.orderedAtMs !== null
          ? [{ ...row.item, atMs: row.item.orderedAtMs }]
          : [],
      )
      const held = new Set(
        journal.listClaims(dated.map(({ orderId }) => orderId)).map((sale) => sale.serviceId),
      )
      const strange = journalled(dated.filter(({ orderId }) => !held.has(orderId)))
      mayShowOthers = false
      if (strange.length === 0) return
      const sales = listWithoutOrder(Math.min(...strange.flatMap(({ moments }) => moments)))
      const foreign = strange.filter(
        (record) =>
          !sales.some(
            ({ order, time }) =>
              order.kind === 'gift-card' && isOfTime(time, record) && mayBeOrderedAs(order, record),
          ),
      )
      mayShowOthers = foreign.length > 0
      const proof = foreign.find(
        (record) => !isOrderedTwice(record, listNear(journal, record.moments).filter(hasOrder)),
      )
      if (proof) onForeign({ order: proof.orderId })
    },
    noteMovements(rows) {
      if (mayBeShared()) return
      const named = rows.flatMap((row) =>
        row.kind === 'item' && row.item.objectId !== null && directionOf(row.item) !== 'in'
          ? [{ ...row.item, kinds: kindsOf(holders(row.item.objectId)) }]
          : [],
      )
      // A word whose movements were seen to name orders by the ids that we know them by names another's as well.
      const words = new Set(named.flatMap(({ type, kinds }) => (kinds.length > 0 ? type : [])))
      const strange = journalled(named.filter(({ type, kinds }) => kinds.length === 0 && words.has(type)))
      if (strange.length === 0) return
      const sales = listWithoutOrder(Math.min(...strange.flatMap(({ moments }) => moments)))
      const foreign = strange.find(
        (paid) =>
          !sales.some(({ order, time }) => mayPayFor(paid.type, order.kind) && isOfTime(time, paid)) &&
          !isOurs(paid, listNear(journal, paid.moments), journal),
      )
      if (foreign?.objectId) onForeign({ movement: foreign.objectId })
    },
  }
}

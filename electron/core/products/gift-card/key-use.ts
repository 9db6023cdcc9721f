/**
 * Whether somebody else orders with this account's key: another counter's order passes for one of ours, since the service
 * knows no ref of a gift card order. Owns the proof. An order or a payment of the account's that no sale of this journal can
 * be the reason of proves that the key is shared. That it is not is believed only of a journal that was there for a whole
 * day before a sale, while the list of that day, which is read each time, shows no such order.
 */
import type { OrderKind } from '#shared/orders.ts'
import type { SaleState } from '#shared/states/sale.ts'
import type { Journal, StoredSale } from '../../journal/journal.ts'
import { MAX_LISTED_SALES } from '../../journal/sales.ts'
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
  /** The shop's setting. */
  sharedKey(): boolean
  onForeign(row: ForeignRow): void
}

/** The states of sales that may hold an order of which nothing is known. */
const statesWithoutOrder: readonly SaleState[] = ['sending', 'in-doubt', 'unsent', 'cancelled', 'refused']

export function createKeyUse(options: KeyUseOptions): KeyUse {
  const { journal, holders, isTraining, sharedKey, onForeign } = options
  /** The service's time by the machine's clock. */
  const here = (atMs: number) => atMs - (options.serverOffsetMs() ?? 0)

  /** Sales that may hold an order of this time, in whatever zone it was told. */
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

  const isJournalled = (atMs: number) => atMs >= journal.reconciled.createdAtMs

  const kindsOf = (objectId: string): readonly OrderKind[] => holders(objectId).map(({ order }) => order.kind)

  return {
    mayBeShared: (sinceMs) =>
      sharedKey() || (!isTraining && here(sinceMs) - DAY_MS < journal.reconciled.createdAtMs),
    noteOrders(rows) {
      if (sharedKey()) return
      const dated = rows.flatMap((row) =>
        row.kind === 'item' && row.item.orderedAtMs !== null
          ? [{ ...row.item, atMs: here(row.item.orderedAtMs) }]
          : [],
      )
      const held = new Set(
        journal.listClaims(dated.map(({ orderId }) => orderId)).map((sale) => sale.serviceId),
      )
      const strange = dated.filter(({ orderId, atMs }) => !held.has(orderId) && isJournalled(atMs))
      if (strange.length === 0) return
      const sales = listWithoutOrder(Math.min(...strange.map(({ atMs }) => atMs)))
      const foreign = strange.find(
        (record) =>
          !sales.some(
            ({ order, time }) =>
              order.kind === 'gift-card' && isWithin([time], record.atMs) && mayBeOrderedAs(order, record),
          ),
      )
      if (foreign) onForeign({ order: foreign.orderId })
    },
    noteMovements(rows) {
      if (sharedKey()) return
      const named = rows.flatMap((row) =>
        row.kind === 'item' && row.item.objectId !== null
          ? [{ ...row.item, kinds: kindsOf(row.item.objectId), atMs: here(row.item.atMs) }]
          : [],
      )
      // A word whose movements were seen to name orders by the ids that we know them by names another's as well.
      const wordKinds = new Map(
        named.flatMap(({ type, kinds: [kind] }) => (kind ? [[type, kind] as const] : [])),
      )
      const strange = named.filter(
        ({ type, kinds, atMs }) => kinds.length === 0 && wordKinds.has(type) && isJournalled(atMs),
      )
      if (strange.length === 0) return
      const sales = listWithoutOrder(Math.min(...strange.map(({ atMs }) => atMs)))
      const foreign = strange.find(
        ({ type, atMs }) =>
          !sales.some(({ order, time }) => order.kind === wordKinds.get(type) && isWithin([time], atMs)),
      )
      if (foreign?.objectId) onForeign({ movement: foreign.objectId })
    },
  }
}

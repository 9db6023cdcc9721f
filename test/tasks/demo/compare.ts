/** Holds the shop's journal against the service's ledger, order by order, to the centime, and says which endings it has not. */
import { randomUUID } from 'node:crypto'
import type { StoredSale } from '#core/journal/journal.ts'
import { openJournal } from '#core/journal/open.ts'
import { type Centimes, centimesFromDinars, formatDinars, sumCentimes } from '#shared/money.ts'
import { productOf } from '#shared/products/orders.ts'
import type { Meaning } from '#shared/products/product.ts'
import type { Ref } from '#shared/ref.ts'
import type { SaleState } from '#shared/states/sale.ts'
import { valueOfSale } from '#shared/till/sale-value.ts'
import type { Ledger } from '#training/ledger.ts'
import { endingsMissed } from './endings.ts'

export interface Comparison {
  readonly sales: readonly { readonly ref: string; readonly state: SaleState; readonly costDinars: string }[]
  /** What the journal says these sales cost the shop, refunds taken off; the same by the service's ledger. */
  readonly journalDinars: string
  readonly ledgerDinars: string
  /** Empty where both agree. */
  readonly differences: readonly string[]
  /** The endings that the day should have met and has not. */
  readonly missed: readonly string[]
}

/** Reads the journal of a counter that has ended; every check of its opening included. Throws where it does not open. */
export function compareBooks(journalFolder: string, ledger: Ledger): Comparison {
  const opened = openJournal({
    folder: journalFolder,
    name: 'training-training',
    environment: 'training',
    account: 'training',
    nowMs: Date.now,
    newId: randomUUID,
  })
  if (!opened.ok)
    throw new Error(`the journal does not open: ${opened.error.problem}, ${opened.error.detail}`)
  const sales = opened.value.listSales({ limit: 10_000 })
  const entries = opened.value.readEntries()
  opened.value.close()
  const stateOf = (ref: Ref) => sales.find((sale) => sale.ref === ref)?.state
  const netOfJournal = sumCentimes(sales.map(netOfSale))
  const netOfLedger = sumCentimes(ledger.movements.filter(isOfSale).map(netOfMovement))
  return {
    sales: sales.map(({ ref, state, costCentimes }) => ({
      ref,
      state,
      costDinars: formatDinars(costCentimes),
    })),
    journalDinars: formatDinars(netOfJournal),
    ledgerDinars: formatDinars(netOfLedger),
    differences: [
      ...sales.flatMap((sale) => differencesOf(sale, ledger)),
      ...ledger.orders
        .filter((order) => !sales.some((sale) => isOf(order, sale)))
        .map((order) => `${order.ref}: at the service, not in the journal`),
      ...(netOfJournal === netOfLedger ? [] : ['the sums differ']),
    ],
    missed: endingsMissed(entries, { stateOf, ledger }),
  }
}

/** What a sale has cost the shop in the end: nothing unless the service holds the order and its money. */
const netOfSale = (sale: StoredSale): Centimes =>
  sale.state === 'following' ? sale.costCentimes : valueOfSale(sale, null).costCentimes

/** What comes in from outside, by a payment link, is no sale's. */
const isOfSale = ({ type }: Ledger['movements'][number]): boolean => type !== 'CREDIT'

function netOfMovement({ type, amount }: Ledger['movements'][number]): Centimes {
  const read = centimesFromDinars(type === 'DEBIT' ? amount : -amount)
  if (!read.ok) throw new Error(`the ledger holds ${amount}, which is no amount`)
  return read.value
}

const meantAtService: Partial<Readonly<Record<SaleState, readonly Meaning[]>>> = {
  following: ['handling', 'queued', 'unknown'],
  fulfilled: ['fulfilled'],
  'partly-fulfilled': ['partly-fulfilled'],
  refunded: ['refunded'],
}

/** By its ref, or by the order's own id: some orders have no ref. */
const isOf = (order: Ledger['orders'][number], { ref, serviceId }: StoredSale): boolean =>
  order.ref === ref || order.id === serviceId

function differencesOf(sale: StoredSale, { orders }: Ledger): readonly string[] {
  const { ref, state } = sale
  const found = orders.filter((order) => isOf(order, sale))
  // A sale that was refused may have an order that failed.
  const expected = meantAtService[state] ?? ['failed']
  if (found.length > 1) return [`${ref}: ${found.length} orders at the service`]
  const [order] = found
  if (order === undefined)
    return state in meantAtService ? [`${ref}: ${state} in the journal, unknown at the service`] : []
  const meant = productOf(sale.order).statuses[order.status]?.means
  if (meant !== undefined && expected.includes(meant)) return []
  return [`${ref}: ${state} in the journal, ${order.status} at the service`]
}

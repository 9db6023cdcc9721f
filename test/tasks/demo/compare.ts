/** Holds the shop's journal against the service's ledger, order by order, to the centime. */
import { randomUUID } from 'node:crypto'
import type { StoredSale } from '#core/journal/journal.ts'
import { openJournal } from '#core/journal/open.ts'
import { type Centimes, centimesFromDinars, formatDinars, sumCentimes, zeroCentimes } from '#shared/money.ts'
import type { SaleState } from '#shared/states/sale.ts'
import type { Ledger } from '#training/ledger.ts'

export interface Comparison {
  readonly sales: readonly { readonly ref: string; readonly state: SaleState; readonly costDinars: string }[]
  /** What the journal says these sales cost the shop, refunds taken off; the same by the service's ledger. */
  readonly journalDinars: string
  readonly ledgerDinars: string
  /** Empty where both agree. */
  readonly differences: readonly string[]
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
  opened.value.close()
  const netOfJournal = sumCentimes(sales.map(netOfSale))
  const netOfLedger = sumCentimes(ledger.movements.map(netOfMovement))
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
        .filter((order) => !sales.some((sale) => sale.ref === order.ref))
        .map((order) => `${order.ref}: at the service, not in the journal`),
      ...(netOfJournal === netOfLedger ? [] : ['the sums differ']),
    ],
  }
}

/** What a sale has cost the shop in the end: nothing unless the service holds the order and its money. */
const netOfSale = ({ state, costCentimes }: StoredSale): Centimes =>
  state === 'following' || state === 'fulfilled' ? costCentimes : zeroCentimes

function netOfMovement({ type, amount }: Ledger['movements'][number]): Centimes {
  const read = centimesFromDinars(type === 'DEBIT' ? amount : -amount)
  if (!read.ok) throw new Error(`the ledger holds ${amount}, which is no amount`)
  return read.value
}

const stateAtService: Partial<Readonly<Record<SaleState, readonly string[]>>> = {
  following: ['HANDLING', 'QUEUED'],
  fulfilled: ['FULFILLED'],
  refunded: ['REFUNDED'],
}

function differencesOf({ ref, state }: StoredSale, { orders }: Ledger): readonly string[] {
  const found = orders.filter((order) => order.ref === ref)
  const expected = stateAtService[state]
  if (found.length > 1) return [`${ref}: ${found.length} orders at the service`]
  const [order] = found
  if (order === undefined) return expected ? [`${ref}: ${state} in the journal, unknown at the service`] : []
  if (expected?.includes(order.status)) return []
  return [`${ref}: ${state} in the journal, ${order.status} at the service`]
}

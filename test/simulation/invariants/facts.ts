/** What the two sides hold at one moment, and which order of the service's belongs to which sale. */
import type { StoredSale } from '#core/journal/journal.ts'
import type { Ledger } from '#training/ledger.ts'
import { endOfWord, kindOf } from '../kinds/kinds.ts'
import type { Postings } from '../line/postings.ts'
import type { ServiceOrder } from '../service/service.ts'
import { findClaimants, hasTwinOfAnother } from './claims.ts'

export interface Facts {
  readonly ledger: Ledger
  readonly sales: readonly StoredSale[]
  readonly postings: Pick<
    Postings,
    'originOf' | 'isTimely' | 'isAwaited' | 'isMisled' | 'isTwin' | 'isForgotten'
  >
  /** The sales that explain each order, by its id. */
  readonly claimants: ReadonlyMap<string, readonly StoredSale[]>
}

/** The service's books without what nobody at this counter has ordered. */
export const withoutOthers = (ledger: Ledger, { isAnothers }: Pick<Postings, 'isAnothers'>): Ledger => ({
  ...ledger,
  orders: ledger.orders.filter(({ id }) => !isAnothers(id)),
  movements: ledger.movements.filter(({ orderId }) => !isAnothers(orderId)),
})

export const factsFrom = (parts: Omit<Facts, 'claimants'>): Facts => ({
  ...parts,
  claimants: findClaimants(parts.ledger.orders, parts.sales, parts.postings),
})

/** Orders that no sale has asked for: a request was delivered twice, each made one, and nobody took this one or it is left over for it. */
export const spareOrders = ({ ledger, sales, claimants, postings }: Facts): readonly string[] => {
  const isLeftOver = (id: string) =>
    sales.some(
      (sale) => sale.ref === postings.originOf(id) && hasTwinOfAnother(sale, ledger.orders, postings),
    )
  return ledger.orders
    .map(({ id }) => id)
    .filter((id) => (claimants.get(id)?.length ?? 0) === 0 && (postings.isTwin(id) || isLeftOver(id)))
}

export const ordersOf = ({ ledger, claimants }: Facts, sale: StoredSale): readonly ServiceOrder[] =>
  ledger.orders.filter(({ id }) => claimants.get(id)?.some(({ ref }) => ref === sale.ref))

/** What an order has cost in the end, debits less refunds, and how often it was debited. */
export function netOf({ movements }: Ledger, orderId: string) {
  const own = movements.filter((movement) => movement.orderId === orderId)
  const sum = (type: string) =>
    own.filter((one) => one.type === type).reduce((total, { amount }) => total + Math.round(amount * 100), 0)
  return {
    netCentimes: sum('DEBIT') - sum('REFUND'),
    debits: own.filter(({ type }) => type === 'DEBIT').length,
    refunds: own.filter(({ type }) => type === 'REFUND').length,
  }
}

/** Whether an order failed and the account never moved for it: nobody who knows nothing of it needs to hear of it. */
export function cameToNothing({ orders, movements }: Ledger, orderId: string): boolean {
  const order = orders.find(({ id }) => id === orderId)
  const isRefused = order !== undefined && endOfWord(kindOf(order.kind), order.status) === 'refused'
  return isRefused && movements.every((movement) => movement.orderId !== orderId)
}

/** How many cards of an order were paid for in the end: those that came. */
export const cardsPaid = (ledger: Ledger, { id, value }: Pick<ServiceOrder, 'id' | 'value'>): number =>
  Math.round(netOf(ledger, id).netCentimes / Math.round(value * 100))

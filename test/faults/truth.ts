/**
 * The sales of all counters held against the service's own ledger, which is the truth. Pure. Owns what has to be so once the
 * line is good and the service has ended its work.
 */
import { displayStatusOf } from '#shared/display-status.ts'
import { faceValueOf, productOf } from '#shared/products/orders.ts'
import type { SaleView } from '#shared/views.ts'
import { ownIdOf } from '#training/ids.ts'
import type { Ledger } from '#training/ledger.ts'
import { netOf } from '../simulation/invariants/facts.ts'
import { endOfWord, kindOf } from '../simulation/kinds/kinds.ts'

export type Order = Ledger['orders'][number]

/** An order of a kind without a ref, and the request that made it. */
export interface UnnamedOrder {
  readonly orderId: string
  readonly request: object
}

export interface Side {
  readonly sales: readonly SaleView[]
  /** Those that requests of this counter have made. */
  readonly unnamed: readonly UnnamedOrder[]
}

/** The ids by which the service calls an order: the one that it answered with, and the one that its rows may show. */
export const namesOf = ({ id }: Order): readonly string[] => [id, ownIdOf(id)]

/** Its orders by its names, by its transaction, and by what a person saw who said how it ended. */
export const ordersOf = ({ orders }: Pick<Ledger, 'orders'>, sale: SaleView): readonly Order[] =>
  orders.filter(
    (order) =>
      namesOf(order).some((name) => name === sale.serviceId || name === sale.byDecision?.saw) ||
      order.ref === sale.ref ||
      (sale.order.kind === 'bill' && order.id === sale.order.transactionId),
  )

/** How a sale has to stand whose order this is; undefined while the service works on it. */
export const endOf = ({ kind, status }: Order): SaleView['state'] | undefined =>
  // Ends are called as the sale's states are.
  endOfWord(kindOf(kind), status) as SaleView['state'] | undefined

/** States of a sale of which the service holds nothing. */
const nothingHeld: readonly SaleView['state'][] = ['refused', 'cancelled']

/** In what a sale does not say what the ledger says; undefined where it does. */
export function problemOf(ledger: Ledger, sale: SaleView): string | undefined {
  const { ref, state, debitCentimes, reason } = sale
  const shown = `${sale.order.kind} ${ref} is ${state} (${reason ?? sale.serverStatus})`
  const [order, second] = ordersOf(ledger, sale)
  if (second) return `${shown} and has two orders`
  if (!order) return nothingHeld.includes(state) ? undefined : `${shown} and the service holds nothing`
  const end = endOf(order)
  // What costs nothing is over either way.
  const isOver = order.cost === 0 && (state === 'fulfilled' || state === 'refunded')
  // A person who says that the money is back may mean that it never went.
  const isMeant = sale.byDecision !== null && state === 'refunded' && end === 'refused'
  // Of an order that has not ended a person who is asked can say nothing yet.
  const isOpen = end === undefined && sale.decidable
  if (state !== (end ?? 'following') && !isOver && !isMeant && !isOpen)
    return `${shown} and ${order.status} at the service`
  const { netCentimes, debits } = netOf(ledger, order.id)
  if (debits > 1) return `${shown} and is debited ${debits} times`
  const isDebitRight = debitCentimes === null || debitCentimes === netCentimes || end === undefined
  return isDebitRight
    ? undefined
    : `${shown}, with a debit of ${debitCentimes}, and ${netCentimes} were taken`
}

/** Orders that not exactly one sale of all counters explains. */
export function unexplained(ledger: Ledger, sides: readonly Side[]) {
  const sales = sides.flatMap((side) => side.sales)
  const claims = new Map<string, string[]>()
  for (const sale of sales)
    for (const { id } of ordersOf(ledger, sale)) claims.set(id, [...(claims.get(id) ?? []), sale.ref])
  /** A request that arrived twice made one order more than there are sales: of orders alike nobody can say which it is. */
  const isSurplus = (order: Order) => {
    const side = sides.find(({ unnamed }) => unnamed.some(({ orderId }) => orderId === order.id))
    if (!side) return false
    const alike = ledger.orders.filter((one) => isAlike(one, order)).map(({ id }) => id)
    const own = side.unnamed.filter(({ orderId }) => alike.includes(orderId))
    const twins = own.length - new Set(own.map(({ request }) => request)).size
    return own.filter(({ orderId }) => !claims.has(orderId) && isPaid(orderId)).length <= twins
  }
  const isPaid = (orderId: string) => netOf(ledger, orderId).netCentimes > 0
  return ledger.orders.flatMap((order) => {
    const claimants = claims.get(order.id) ?? []
    // An order that cost nothing in the end, or came of a request that the line repeated, breaks no promise by itself.
    const isBroken = claimants.length > 1 || (isPaid(order.id) && !isSurplus(order))
    return claimants.length === 1 ? [] : { order, claimants, isPaid: isPaid(order.id), isBroken }
  })
}

export const isAlike = (one: Order, other: Order): boolean =>
  one.kind === other.kind && one.number === other.number && one.value === other.value

/**
 * Orders of sales that a person ended, or is asked about: the journal has no id of the order, or its record shows something
 * else for good. They may be found, and need not be.
 */
export const leftToPerson = (ledger: Ledger, sides: readonly Side[]) =>
  sides
    .flatMap(({ sales }) => sales.filter((sale) => sale.byDecision || sale.decidable))
    .flatMap((sale) => ordersOf(ledger, sale).map((order) => ({ order, isPaid: false })))

/** Orders of this counter's requests that fit the sale and that no sale has taken. */
export function freeOrders(
  ledger: Ledger,
  sale: SaleView,
  own: Side,
  all: readonly Side[],
): readonly Order[] {
  const taken = new Set(
    all.flatMap(({ sales }) => sales.flatMap(({ serviceId, byDecision }) => [serviceId, byDecision?.saw])),
  )
  const made = new Set(own.unnamed.map(({ orderId }) => orderId))
  const quantity = productOf(sale.order).quantityOf(sale.order)
  // As many of what costs as much each; what is listed without a quantity may be of any.
  const isOffered = (order: Order) =>
    Math.round(order.value * 100) * quantity === faceValueOf(sale.order) &&
    sale.candidates.some(
      (one) => namesOf(order).includes(one.serviceId) && (one.quantity ?? quantity) === quantity,
    )
  return ledger.orders.filter(
    (order) =>
      order.kind === sale.order.kind &&
      made.has(order.id) &&
      !namesOf(order).some((name) => taken.has(name)) &&
      // What was delivered in part has cost less. What is offered may be another thing, listed by other names.
      (isOffered(order) || Math.round(order.cost * 100) === sale.costCentimes),
  )
}

/** A sale that had ended stands otherwise: only the service's own word against a person's may do that, and a bill's refund. */
export function isOtherEnd(before: SaleView | undefined, after: SaleView): boolean {
  const ends: readonly SaleView['state'][] = ['fulfilled', 'partly-fulfilled', 'refunded']
  if (after.order.kind === 'bill' && before?.state === 'fulfilled' && after.state === 'refunded') return false
  return before?.byDecision === null && ends.includes(before.state) && after.state !== before.state
}

/** Display statuses that say for certain that the service holds nothing. */
const certainlyNothing: readonly string[] = ['refused', 'unsent']

/**
 * Whether a sale is shown to have come to nothing while the service has long held an order under its name, and its money.
 * The counter's clock was never ahead by more than `aheadMs`.
 */
export function isShownWrongly(ledger: Ledger, sale: SaleView, aheadMs: number): boolean {
  if (!certainlyNothing.includes(displayStatusOf(sale))) return false
  const saidAtMs = sale.changedAtMs - aheadMs
  return ordersOf(ledger, sale).some(
    ({ id, createdAt }) => Date.parse(createdAt) < saidAtMs && netOf(ledger, id).netCentimes > 0,
  )
}

/** Card codes that two sales were given. */
export function sharedCodes(codesBySale: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const owners = new Map<string, string>()
  return [...codesBySale].flatMap(([ref, codes]) =>
    codes.flatMap((code) => {
      const owner = owners.get(code)
      owners.set(code, ref)
      return owner === undefined ? [] : `the same card for ${owner} and ${ref}`
    }),
  )
}

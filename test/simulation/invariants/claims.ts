/**
 * Which sales explain which orders of the service's. Pure. An order that the service knows by a name of ours is the sale's
 * of that name, and of whoever says that it is theirs. One without a name belongs to nobody by nature: of two that are alike
 * a sale may take the other's, as long as each has one in the end; so what no sale has taken yet goes to a sale that still
 * lacks one.
 */
import { isDeepStrictEqual } from 'node:util'
import type { StoredSale } from '#core/journal/journal.ts'
import { ownIdOf } from '#training/ids.ts'
import { serviceIdOf } from '../journal-file.ts'
import type { Postings } from '../line/postings.ts'
import type { ServiceOrder } from '../service/service.ts'

type Origins = Pick<Postings, 'originOf' | 'isTwin'>
type Claimants = Map<string, readonly StoredSale[]>

/** The ids by which the service calls an order: the one that it answered with, and the one that its rows may show. */
export const namesOf = ({ id }: Pick<ServiceOrder, 'id'>): readonly string[] => [id, ownIdOf(id)]
export const isCalled = (order: Pick<ServiceOrder, 'id'>, id: string | null): boolean =>
  id !== null && namesOf(order).includes(id)
/** Whether two ids may be names of one order. */
export const isOneOrder = (id: string, other: string): boolean =>
  isCalled({ id }, other) || isCalled({ id: other }, id)

const hasName = ({ kind }: ServiceOrder): boolean => kind !== 'gift-card'

export function findClaimants(
  orders: readonly ServiceOrder[],
  sales: readonly StoredSale[],
  origins: Origins,
): Claimants {
  const claimants: Claimants = new Map(
    orders.map((order) => [order.id, sales.filter((sale) => claims(sale, order, origins))]),
  )
  for (const [order, sale] of giveAway(orders, sales, origins)) claimants.set(order.id, [sale])
  return claimants
}

const claims = (sale: StoredSale, order: ServiceOrder, origins: Origins): boolean =>
  isCalled(order, serviceIdOf(sale)) ||
  (hasName(order) && (sale.ref === order.ref || sale.ref === origins.originOf(order.id)))

/** The orders that no sale has taken: each to the sale whose request made it, or to one like it that has none. */
function giveAway(
  orders: readonly ServiceOrder[],
  sales: readonly StoredSale[],
  origins: Origins,
): readonly (readonly [ServiceOrder, StoredSale])[] {
  const taken = new Set(sales.map(serviceIdOf))
  const free = orders.filter((order) => !hasName(order) && !namesOf(order).some((id) => taken.has(id)))
  const lacking = new Set(
    sales.filter((sale) => sale.order.kind === 'gift-card' && serviceIdOf(sale) === null),
  )
  const given: (readonly [ServiceOrder, StoredSale])[] = []
  const give = (order: ServiceOrder, sale: StoredSale) => {
    lacking.delete(sale)
    given.push([order, sale])
  }
  const originSale = ({ id }: ServiceOrder) => sales.find(({ ref }) => ref === origins.originOf(id))
  const orphans: ServiceOrder[] = []
  for (const order of free) {
    const origin = originSale(order)
    if (origin !== undefined && lacking.has(origin)) give(order, origin)
    else orphans.push(order)
  }
  // Of twins whose sale has one the other is nobody's.
  for (const order of orphans.filter(({ id }) => !origins.isTwin(id))) {
    const origin = originSale(order)
    const other = [...lacking].find((sale) => isDeepStrictEqual(sale.request, origin?.request))
    // Where nobody lacks one, a sale has two; but where it has another's twin, its own is what is left over.
    const heir = other ?? (origin && hasTwinOfAnother(origin, orders, origins) ? undefined : origin)
    if (heir !== undefined) give(order, heir)
  }
  return given
}

/** Whether the order of this sale is one of two that a request of another sale made: of orders alike nothing shows whose is whose. */
export const hasTwinOfAnother = (
  sale: StoredSale,
  orders: readonly ServiceOrder[],
  origins: Origins,
): boolean =>
  orders.some(
    (order) =>
      isCalled(order, serviceIdOf(sale)) &&
      origins.isTwin(order.id) &&
      origins.originOf(order.id) !== sale.ref,
  )

/**
 * A service for counting that holds many orders of all kinds, all over, and shows them in its lists and one by one. The
 * incomplete orders are left out of their list, or lack there what a look at the order itself has.
 */
import { dinarsOf, sumCentimes } from '#shared/money.ts'
import type { OrderOf } from '#shared/products/orders.ts'
import type { Ref } from '#shared/ref.ts'
import { type Answer, failure, startCountingService, success } from './counting-service.ts'
import { orderOf } from './journal-entries.ts'

export interface HeldOrder {
  readonly kind: 'internet' | 'mobile' | 'gift-card' | 'bill'
  readonly ref: Ref
  readonly serviceId: string
  readonly atMs: number
  readonly isIncomplete: boolean
  /** A mobile order that the service has under another number. */
  readonly number?: string
}

type ListKind = 'mobile' | 'gift-card' | 'bill'

const records: Readonly<Record<HeldOrder['kind'], (held: HeldOrder, isRow: boolean) => object>> = {
  internet: ({ serviceId }) => ({ topupId: serviceId, status: 'FULFILLED' }),
  mobile: ({ ref, serviceId, atMs, number = orderOf(ref).mobile.number }) => {
    const { planCode, amountCentimes } = orderOf(ref).mobile
    const amount = dinarsOf(amountCentimes)
    return {
      ...{ _id: serviceId, ref, status: 'FULFILLED', plan_code: planCode, MSSIDN: number },
      ...{ topup_amount: amount, balance_amount: amount, created_at: new Date(atMs).toISOString() },
    }
  },
  'gift-card': ({ ref, serviceId, atMs, isIncomplete }, isRow) => {
    const { productId, typeId, quantity, unitCentimes } = orderOf(ref)['gift-card']
    const price = dinarsOf(unitCentimes)
    const cards = Array.from({ length: quantity }, (_, place) => ({ value: `CARD-${place}`, serial: 'S' }))
    return {
      ...{ _id: serviceId, product: productId, type: typeId, quantity, price_per_card: price },
      ...{ status: 'FULFILLED', fulfilled_quantity: quantity, fulfilled_amount: price * quantity },
      ...{ time: new Date(atMs).toISOString(), cards: isRow && isIncomplete ? [] : cards },
    }
  },
  bill: ({ ref, atMs, isIncomplete }, isRow) => {
    const at = new Date(atMs).toISOString()
    return {
      ...{ transactionId: orderOf(ref).bill.transactionId, ref, type: 'payment', status: 'SUCCESS' },
      ...{ partner: 'ADE', account: { reference: '0123456789' }, currency: 'DZD', operationId: 'OP' },
      ...{ createdAt: at, updatedAt: at, completedAt: at },
      ...(isRow && isIncomplete ? {} : paymentOf(orderOf(ref).bill)),
    }
  },
}

function paymentOf({ bills, feeCentimes }: OrderOf<'bill'>) {
  const selected = bills.map(({ billId, amountCentimes, feeCentimes: fee }) => ({
    ...{ billId, amount: dinarsOf(amountCentimes), fee: dinarsOf(fee) },
  }))
  const sum = sumCentimes(bills.map(({ amountCentimes }) => amountCentimes))
  return {
    selectedBill: { billId: selected[0]?.billId, amount: dinarsOf(sum), fee: dinarsOf(feeCentimes) },
    selectedBills: selected,
    total: dinarsOf(sumCentimes([sum, feeCentimes])),
  }
}

const listPaths: Readonly<Record<string, ListKind>> = {
  '/v3/mobile/list': 'mobile',
  '/v3/gift-cards/list': 'gift-card',
  '/v3/bills/transactions': 'bill',
}

export const isList = (path: string): boolean => Object.hasOwn(listPaths, path)

/** Starts it until the test is over. A card that is sold over the counter meanwhile is delivered at once. */
export function startListingService(nowMs: () => number, held: readonly HeldOrder[]) {
  const byName = new Map(held.flatMap((order) => [order.ref, order.serviceId].map((name) => [name, order])))
  const sold = new Set<string>()

  function list(kind: ListKind, query: URLSearchParams): Answer {
    const [from, to] = ['from', 'to'].map((name) => Date.parse(query.get(name) ?? ''))
    const all = held
      .filter((order) => order.kind === kind && !(kind === 'mobile' && order.isIncomplete))
      .filter(({ atMs }) => !(atMs < Number(from)) && !(atMs > Number(to)))
      .toReversed()
    const pageSize = Number(query.get('pageSize') ?? query.get('limit'))
    const page = Number(query.get('page') ?? 1)
    const start = kind === 'bill' ? Number(query.get('offset')) : (page - 1) * pageSize
    const rows = all.slice(start, start + pageSize).map((order) => records[kind](order, true))
    if (kind === 'bill') return success(rows, { meta: { total: all.length, limit: pageSize, offset: start } })
    const totalPages = Math.max(1, Math.ceil(all.length / pageSize))
    return success({ items: rows, pagination: { page, pageSize, totalPages, totalResults: all.length } })
  }

  return startCountingService(nowMs, ({ path, query, body }) => {
    const kind = listPaths[path]
    if (kind) return list(kind, query)
    const name = path === '/v3/internet/send' ? String(JSON.parse(body).ref) : (path.split('/').at(-1) ?? '')
    if (path === '/v3/internet/send') sold.add(name)
    if (path === '/v3/internet/send') return success({ topupId: name, topupRef: name })
    if (sold.has(name)) return success({ topupId: name, status: 'FULFILLED' })
    const order = byName.get(name)
    return order ? success(records[order.kind](order, false)) : failure(404, 'NOT_FOUND')
  })
}

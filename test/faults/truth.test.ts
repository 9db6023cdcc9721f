/** Which orders no sale explains, where a request without a ref arrived twice and a person chose among orders alike. */
import { expect, test } from 'vitest'
import { centimes } from '#shared/money.ts'
import type { Ledger } from '#training/ledger.ts'
import { saleOf } from '../support/bridge.ts'
import { freeOrders, type Side, unexplained } from './truth.ts'

const order = (id: string, value = 5): Ledger['orders'][number] => ({
  ...{ id, ref: '', environment: 'production', kind: 'gift-card', number: 'steam-us', value, cost: 46.02 },
  ...{ status: 'FULFILLED', createdAt: '2026-01-05T08:02:10.000Z' },
})
const ledgerOf = (...orders: Ledger['orders']): Ledger => ({
  orders,
  movements: orders.map(({ id, cost }) => ({
    ...{ orderId: id, ref: '', type: 'DEBIT', amount: cost, environment: 'production' },
    ...{ simulated: false, at: '2026-01-05T08:02:10.000Z' },
  })),
  openingBalances: { sandbox: 0, production: 0 },
  balances: { sandbox: 0, production: 0 },
})
const cards = { kind: 'gift-card', sku: 'steam-us-5' } as const
const claiming = (seed: number, serviceId: string) =>
  saleOf(seed, { serviceId, costCentimes: centimes(4_602) })
const [asked, askedTwice] = [cards, { ...cards }]
const idsOf = (ledger: Ledger, side: Side) =>
  unexplained(ledger, [side])
    .filter(({ isBroken }) => isBroken)
    .map(({ order: { id } }) => id)

test('one order of those alike is left over for each request that arrived twice, whichever it is', () => {
  const ledger = ledgerOf(order('own'), order('first'), order('twin'))
  const unnamed = [
    { orderId: 'own', request: asked },
    { orderId: 'first', request: askedTwice },
    { orderId: 'twin', request: askedTwice },
  ]
  expect(idsOf(ledger, { unnamed, sales: [claiming(1, 'twin'), claiming(2, 'first')] })).toEqual([])
  expect(idsOf(ledger, { unnamed, sales: [claiming(2, 'first')] })).toEqual(['own', 'twin'])
})

test('an order of other goods is not what a repeated request left over, and one of no request of ours neither', () => {
  const ledger = ledgerOf(order('own', 10), order('first'), order('twin'), order('strange'))
  const unnamed = [
    { orderId: 'own', request: asked },
    { orderId: 'first', request: askedTwice },
    { orderId: 'twin', request: askedTwice },
  ]
  expect(idsOf(ledger, { unnamed, sales: [claiming(1, 'twin'), claiming(2, 'first')] })).toEqual([
    'own',
    'strange',
  ])
})

test('an order of four cards is not one that a sale of one card may be given as its own, though each costs the same', () => {
  const ledger = ledgerOf(order('four'), { ...order('one'), cost: 4 })
  const candidates = ['four', 'one'].map((serviceId) => ({
    ...{ serviceId, status: 'FULFILLED', orderedAtMs: null, unitCentimes: centimes(500) },
    quantity: serviceId === 'four' ? 4 : 1,
  }))
  const unnamed = ['four', 'one'].map((orderId) => ({ orderId, request: cards }))
  const sale = saleOf(1, {
    order: {
      ...{ kind: 'gift-card', productId: 'steam-us', productTitle: 'Steam', typeId: 'steam-us-5' },
      ...{ typeName: '5 $', quantity: 1, unitCentimes: centimes(500) },
    },
    ...{ costCentimes: centimes(450), candidates },
  })
  const side = { unnamed, sales: [] }
  expect(freeOrders(ledger, sale, side, [side]).map(({ id }) => id)).toEqual(['one'])
})

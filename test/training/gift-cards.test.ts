/** Gift cards: catalog, stock and price, orders without a ref, the practice types, what money goes back. */
import { describe, expect, test } from 'vitest'
import { giftCardPractice } from '#shared/practice.ts'
import { serviceForEachTest } from '../support/service-hooks.ts'
import type { Caller } from '../support/training-calls.ts'

const { service, clock, sandbox, production } = serviceForEachTest()

const order = { productId: 'playstation-fr', typeId: 'psn-fr-10', quantity: 2 }
const place = (over: Readonly<Record<string, unknown>> = {}, from = sandbox) =>
  from.post('/v3/gift-cards/placeOrder', { ...order, ...over })
const read = async (id: string, from = sandbox) =>
  (await from.get(`/v3/gift-cards/checkOrder/${id}`)).body.data
const balance = async () => (await production.get('/v3/account/balance')).body.data.balance

describe('the catalog', () => {
  test('has its totals at the top of the envelope and products by category', async () => {
    const { body } = await sandbox.get('/v3/gift-cards/catalog')
    const { categories } = body.data
    const products = categories.flatMap((category: { products: unknown[] }) => category.products)
    expect(body).toMatchObject({
      success: true,
      totalCategories: categories.length,
      totalProducts: products.length,
      meta: { timestamp: expect.any(String) },
    })
    for (const product of products) {
      expect(product).toEqual({
        id: expect.any(String),
        title: expect.any(String),
        enabled: expect.any(Boolean),
        ...('region' in product ? { region: expect.any(String) } : {}),
      })
    }
    const ids = products.map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(products.some(({ enabled }: { enabled: boolean }) => !enabled)).toBe(true)
  })

  test('leads to the types of each product, with price and stock', async () => {
    const { body } = await sandbox.get('/v3/gift-cards/checkProduct/steam-us')
    expect(body.data).toEqual({
      productId: 'steam-us',
      productTitle: 'Steam',
      types: [
        { id: 'steam-us-5', name: '5 USD', price: 1_150.5, quantity: 25 },
        { id: 'steam-us-50', name: '50 USD', price: 11_400, quantity: 0 },
      ],
    })
    const unknown = await sandbox.get('/v3/gift-cards/checkProduct/nothing')
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('an order', () => {
  test('is acknowledged by its id, HANDLING, and then delivered card by card', async () => {
    const { status, body } = await place()
    expect(status).toBe(200)
    expect(body.data).toEqual({ orderId: expect.stringMatching(/^[0-9a-f]{24}$/) })
    const { orderId } = body.data
    const begun = {
      _id: orderId,
      quantity: 2,
      price_per_card: 2_450,
      time: '2026-10-05T08:00:00.000Z',
      fulfilled_quantity: 0,
      fulfilled_amount: 0,
      cards: [],
      status: 'HANDLING',
      product: 'playstation-fr',
      type: 'psn-fr-10',
    }
    expect(await read(orderId)).toEqual(begun)
    clock.pass(2_999)
    expect((await read(orderId)).status).toBe('HANDLING')
    clock.pass(1)
    expect(await read(orderId)).toEqual({
      ...begun,
      status: 'FULFILLED',
      fulfilled_quantity: 2,
      fulfilled_amount: 4_900,
      cards: [
        { value: 'TESTCARD-1', serial: 'TESTSERIAL-1' },
        { value: 'TESTCARD-2', serial: 'TESTSERIAL-2' },
      ],
    })
  })

  test('carries no ref, so that the same request twice is two orders', async () => {
    const [first, second] = [await place({}, production), await place({}, production)]
    expect(first.body.data.orderId).not.toBe(second.body.data.orderId)
    expect(await balance()).toBe(50_000 - 2 * 4_900)
    clock.pass(3_000)
    const codes = [
      ...(await read(first.body.data.orderId, production)).cards,
      ...(await read(second.body.data.orderId, production)).cards,
    ].map(({ value }: { value: string }) => value)
    expect(new Set(codes).size).toBe(4)
    expect(codes.every((code) => /^\d{16}$/.test(code))).toBe(true)
    expect((await sandbox.get(`/v3/gift-cards/checkOrder/${first.body.data.orderId}`)).status).toBe(404)
  })

  test.each([
    ['no product', { productId: undefined }, 'productId'],
    ['an unknown product', { productId: 'nothing' }, 'productId'],
    ['a product that is off', { productId: 'xbox-us', typeId: 'xbox-us-10' }, 'productId'],
    ['no type', { typeId: undefined }, 'typeId'],
    ["another product's type", { typeId: 'steam-us-5' }, 'typeId'],
    ['no quantity', { quantity: undefined }, 'quantity'],
    ['none', { quantity: 0 }, 'quantity'],
    ['half a card', { quantity: 1.5 }, 'quantity'],
    ['a quantity as text', { quantity: '2' }, 'quantity'],
  ])('of %s is refused and names the field', async (_, over, field) => {
    const { status, body } = await place(over)
    expect([status, body.error.code, body.error.details.field]).toEqual([400, 'ERR_VALIDATION', field])
    expect((await service.ledger()).orders).toEqual([])
  })

  test('past the stock is refused, to the sandbox by the full stock, in production by what is left', async () => {
    const tooMany = await place({ quantity: 26 })
    expect([tooMany.status, tooMany.body.error.code]).toEqual([400, 'ERR_STOCK'])
    const sold = await place({ productId: 'steam-us', typeId: 'steam-us-50', quantity: 1 })
    expect(sold.body.error.code).toBe('ERR_STOCK')
    const cheap = { productId: 'steam-us', typeId: 'steam-us-5' }
    expect((await place({ ...cheap, quantity: 20 }, production)).status).toBe(200)
    expect((await place({ ...cheap, quantity: 6 }, production)).body.error.code).toBe('ERR_STOCK')
    const left = async (from: Caller) =>
      (await from.get('/v3/gift-cards/checkProduct/steam-us')).body.data.types[0].quantity
    expect([await left(production), await left(sandbox)]).toEqual([5, 25])
  })

  test('past the balance is refused with both amounts', async () => {
    const { status, body } = await place({ quantity: 25 }, production)
    expect([status, body.error.code]).toEqual([403, 'INSUFFICIENT_BALANCE'])
    expect(body.error.details).toEqual({ required: 61_250, available: 50_000 })
  })
})

describe('the practice types', () => {
  test.each([
    ['TEST_REFUND', 4, 'REFUNDED', 0],
    ['TEST_PARTIAL', 4, 'PARTIALLY_FILLED', 2],
    ['TEST_PARTIAL', 5, 'PARTIALLY_FILLED', 2],
    ['TEST_PARTIAL', 1, 'REFUNDED', 0],
  ])(
    '%s of %i ends %s with %i cards, and the rest of the money and cards comes back',
    async (typeId, quantity, status, delivered) => {
      const over = { productId: 'training-cards', typeId, quantity }
      const { orderId } = (await place(over, production)).body.data
      expect(await balance()).toBe(50_000 - quantity * 500)
      clock.pass(3_000)
      const ended = await read(orderId, production)
      expect(ended).toMatchObject({
        status,
        fulfilled_quantity: delivered,
        fulfilled_amount: delivered * 500,
      })
      expect(ended.cards).toHaveLength(delivered)
      expect(await balance()).toBe(50_000 - delivered * 500)
      const { types } = (await production.get('/v3/gift-cards/checkProduct/training-cards')).body.data
      const card = types.find(({ id }: { id: string }) => id === typeId)
      expect(card.quantity).toBe(25 - delivered)
      const { movements } = await service.ledger()
      expect(movements.map(({ type, amount }) => [type, amount])).toEqual([
        ['DEBIT', quantity * 500],
        ['REFUND', (quantity - delivered) * 500],
      ])
    },
  )

  test.each(giftCardPractice)('$typeId is taken for any product', async ({ typeId, ending }) => {
    const { orderId } = (await place({ typeId })).body.data
    clock.pass(3_000)
    const { status } = await read(orderId)
    expect(status).toBe(ending === 'refunded' ? 'REFUNDED' : 'PARTIALLY_FILLED')
  })
})

test('an unknown order is NOT_FOUND, and so is a top-up under its id', async () => {
  const { topupId } = (await sandbox.send()).body.data
  for (const id of ['nothing', topupId]) {
    const { status, body } = await sandbox.get(`/v3/gift-cards/checkOrder/${id}`)
    expect([status, body.error.code]).toEqual([404, 'NOT_FOUND'])
  }
})

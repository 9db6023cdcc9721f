/** One good call of each endpoint of gift cards, with a good answer to it. */
import { answerWith, nothing, page, pagination, type Rows } from './row.ts'

const order = {
  _id: 'o1',
  quantity: 2,
  price_per_card: 2450.5,
  time: '2026-10-05T08:00:00Z',
  fulfilled_quantity: 1,
  fulfilled_amount: 2450.5,
  cards: [{ value: 'SECRET-CODE', serial: 'SECRET-SERIAL' }],
  status: 'PARTIALLY_FILLED',
  product: 'psn',
  type: 'psn-10',
}
const orderValue = {
  orderId: 'o1',
  status: 'PARTIALLY_FILLED',
  productId: 'psn',
  typeId: 'psn-10',
  quantity: 2,
  fulfilledQuantity: 1,
  priceCentimes: 245_050,
  fulfilledCentimes: 245_050,
  orderedAtMs: Date.UTC(2026, 9, 5, 8),
  unreadableCardCount: 0,
}
const category = { title: 'Jeux', products: [{ id: 'psn', title: 'PSN', enabled: true }] }
const stock = {
  productId: 'psn',
  productTitle: 'PSN',
  types: [{ id: 'psn-10', name: '10 EUR', price: 2450.5, quantity: 3 }],
}

export const giftCardsRequests = {
  readGiftCardCatalog: {
    ...nothing,
    ask: (client) => client.readGiftCardCatalog(),
    line: 'GET /v3/gift-cards/catalog',
    answer: answerWith({ categories: [category] }),
    value: {
      categories: [
        {
          title: 'Jeux',
          products: [{ productId: 'psn', title: 'PSN', isEnabled: true, region: null }],
        },
      ],
      unreadableCount: 0,
    },
    broken: answerWith({ categories: null }),
  },
  checkGiftCardProduct: {
    ask: (client) => client.checkGiftCardProduct('psn'),
    line: 'GET /v3/gift-cards/checkProduct/psn',
    body: '',
    answer: answerWith(stock),
    value: {
      productId: 'psn',
      title: 'PSN',
      types: [{ typeId: 'psn-10', name: '10 EUR', priceCentimes: 245_050, stockCount: 3 }],
      unreadableCount: 0,
    },
    broken: answerWith({ ...stock, types: 'none' }),
    astray: answerWith({ ...stock, productId: 'steam' }),
  },
  placeGiftCardOrder: {
    ...nothing,
    ask: (client) => client.placeGiftCardOrder({ productId: 'psn', typeId: 'psn-10', quantity: 2 }),
    line: 'POST /v3/gift-cards/placeOrder',
    body: '{"productId":"psn","typeId":"psn-10","quantity":2}',
    answer: answerWith({ orderId: 'o1' }),
    value: { orderId: 'o1' },
    broken: answerWith({ orderId: 1 }),
  },
  findGiftCardOrder: {
    ask: (client) => client.findGiftCardOrder('o1'),
    line: 'GET /v3/gift-cards/checkOrder/o1',
    body: '',
    answer: answerWith(order),
    value: orderValue,
    broken: answerWith({ ...order, _id: undefined }),
    astray: answerWith({ ...order, _id: 'o2' }),
  },
  listGiftCardOrders: {
    ask: (client) => client.listGiftCardOrders({ from: '2026-10-01' }),
    line: 'GET /v3/gift-cards/list?from=2026-10-01',
    body: '',
    answer: page(order),
    value: { totalCount: 1, rows: [{ kind: 'item', item: orderValue }] },
    broken: answerWith({ items: [order], pagination: { ...pagination, page: '1' } }),
    astray: page(order, { page: 3 }),
  },
} as const satisfies Rows

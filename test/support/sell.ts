/** What a cashier sells in the tests of the engine: one thing of each kind, always the same. */
import { centimes } from '#shared/money.ts'
import type { OrderKind } from '#shared/products/orders.ts'
import type { SaleView } from '#shared/views.ts'
import type { Counter } from './core.ts'

/** Where the request of each kind goes, and what looks at it. */
export const endpoints: Readonly<
  Record<OrderKind, { readonly send: string; readonly looks: readonly string[] }>
> = {
  internet: { send: '/v3/internet/send', looks: ['/v3/internet/check-'] },
  mobile: { send: '/v3/mobile/send', looks: ['/v3/mobile/check-', '/v3/mobile/list'] },
  'gift-card': {
    send: '/v3/gift-cards/placeOrder',
    looks: ['/v3/gift-cards/checkOrder', '/v3/gift-cards/list', '/v3/account/transactions'],
  },
  bill: { send: '/v3/bills/pay', looks: ['/v3/bills/transactions/'] },
}

type Seller = Pick<Counter, 'sell' | 'sellOrder' | 'payBills'>

/** Sells this kind, and it is delivered. `place` (0 to 9) chooses between bills: each is paid once. */
export const sellOne: Readonly<Record<OrderKind, (counter: Seller, place?: number) => Promise<SaleView>>> = {
  internet: ({ sell }) => sell('023456789'),
  mobile: ({ sellOrder }) =>
    sellOrder({
      ...{ kind: 'mobile', planCode: 'PREPAID_DJEZZY', number: '0770123456' },
      amountCentimes: centimes(50_000),
    }),
  'gift-card': ({ sellOrder }) =>
    sellOrder({ kind: 'gift-card', productId: 'steam-us', typeId: 'steam-us-5', quantity: 2 }),
  bill: ({ payBills }, place = 0) =>
    payBills({ partner: 'Algérie Télécom', account: { phoneNumber: `02400000${place}` } }),
}

/** The answers that the calls are measured on: of the document's shapes, as long as they are at a shop that sells all day. */
import type { ServiceClient } from '#core/api/client.ts'
import type { CallOutcome } from '#core/api/outcome.ts'
import { makeRef } from '#shared/ref.ts'

export interface BenchAnswer {
  /** Empty for one that is only asked for, and not measured. */
  readonly what: string
  readonly path: string
  readonly body: object
  readonly ask: (client: ServiceClient) => Promise<CallOutcome<unknown>>
  /** Calls of one round. */
  readonly calls: number
}

const PAGE = 100
const refOf = (number: number) => makeRef(1_770_000_000_000 + number, new Uint8Array(10).fill(number))
const ref = refOf(1)
const meta = { timestamp: '2026-10-05T08:00:00.000Z' }
const envelope = (data: unknown) => ({ success: true, data, meta, requestId: 'req_01JB8Z5T9M3Q' })
const times = <Item>(count: number, make: (at: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, at) => make(at))
const idOf = (number: number) => (0x6543_21ab_cdef + number).toString(16).padStart(24, '0')
const pageOf = (items: readonly unknown[]) =>
  envelope({ items, pagination: { page: 1, pageSize: PAGE, totalPages: 9, totalResults: 874 } })

const mobile = (at: number) => ({
  _id: idOf(at),
  ref: refOf(at),
  status: at % 10 === 7 ? 'REFUNDED' : 'FULFILLED',
  plan_code: 'PREPAID_DJEZZY',
  MSSIDN: `07701234${String(at).padStart(2, '0')}`,
  topup_amount: 1000 + at,
  balance_amount: 962.5,
  created_at: '2026-10-05T08:00:00.000Z',
  ...(at % 10 === 7
    ? {
        refund_message: 'تم استرجاع المبلغ',
        suggested_offers: [{ typename: 'Facture', plan_code: 'FACTURE_DJEZZY', amount: 100 }],
      }
    : {}),
})

const giftCardOrder = (at: number) => ({
  _id: idOf(at),
  quantity: 2,
  price_per_card: 2450.5,
  time: '2026-10-05T08:00:00.000Z',
  fulfilled_quantity: 2,
  fulfilled_amount: 4901,
  cards: times(2, (card) => ({ value: `CODE-${at}-${card}-7F3K`, serial: `SN-${at}-${card}-000123` })),
  status: 'FULFILLED',
  product: 'playstation-france',
  type: 'playstation-france-10',
})

const movement = (at: number) => ({
  _id: idOf(at),
  type: 'FLEXY',
  operation: 'OUT',
  amount: 96.25,
  oldBalance: 100_000 - at,
  newBalance: 99_903.75 - at,
  objid: idOf(at),
  note: null,
  time: '2026-10-05T08:00:00.000Z',
})

const bill = (at: number) => ({
  transactionId: idOf(at),
  ref: refOf(at),
  type: 'payment',
  status: 'SUCCESS',
  partner: 'SONELGAZ',
  account: { contractNumber: '1234567890' },
  currency: 'DZD',
  selectedBill: { billId: `b-${at}`, amount: 3250.75, fee: 30, label: 'Facture', period: '2026-T3' },
  total: 3280.75,
  receiptUrl: `https://bills.example/v3/bills/transactions/${idOf(at)}/receipt`,
  operationId: `op-${at}`,
  createdAt: '2026-10-05T08:00:00.000Z',
  updatedAt: '2026-10-05T08:00:30.000Z',
  completedAt: '2026-10-05T08:00:30.000Z',
})

const internet = {
  _id: idOf(1),
  topupId: idOf(1),
  ref,
  status: 'FULFILLED',
  type: 'ADSL',
  number: '023456789',
  value: 1000,
  card_code: '98765432101234',
  num_trans: '20261005080000123',
  created_at: '2026-10-05T08:00:00.000Z',
}

const category = (at: number) => ({
  title: `Category ${at}`,
  products: times(20, (product) => ({
    id: `product-${at}-${product}-france`,
    title: `Carte cadeau ${at}-${product} pour la France`,
    enabled: product % 9 !== 0,
    region: 'France',
  })),
})

const key = {
  key: 'the-id-of-the-key',
  isEnabled: true,
  type: 'SANDBOX',
  allowedips: [],
  scope: 'READ-WRITE',
}

export const answers: readonly BenchAnswer[] = [
  {
    what: '',
    path: '/v3/validate',
    body: envelope({ username: '0550', apiKey: key }),
    ask: (client) => client.validateKey(),
    calls: 1,
  },
  {
    what: 'a mobile top-up by its ref',
    path: `/v3/mobile/check-ref/${ref}`,
    body: envelope(mobile(1)),
    ask: (client) => client.findMobileByRef(ref),
    calls: 100,
  },
  {
    what: 'an internet card by its ref',
    path: `/v3/internet/check-ref/${ref}`,
    body: envelope(internet),
    ask: (client) => client.findInternetByRef(ref),
    calls: 100,
  },
  {
    what: 'a list of 100 mobile top-ups',
    path: '/v3/mobile/list',
    body: pageOf(times(PAGE, mobile)),
    ask: (client) => client.listMobileTopups({ pageSize: PAGE }),
    calls: 25,
  },
  {
    what: 'a list of 100 gift card orders',
    path: '/v3/gift-cards/list',
    body: pageOf(times(PAGE, giftCardOrder)),
    ask: (client) => client.listGiftCardOrders({ pageSize: PAGE }),
    calls: 25,
  },
  {
    what: 'a list of 100 movements',
    path: '/v3/account/transactions',
    body: pageOf(times(PAGE, movement)),
    ask: (client) => client.listAccountTransactions({ pageSize: PAGE }),
    calls: 25,
  },
  {
    what: 'a list of 100 bill transactions',
    path: '/v3/bills/transactions',
    body: { ...envelope(times(PAGE, bill)), meta: { ...meta, total: 874, limit: PAGE, offset: 0 } },
    ask: (client) => client.listBills({ limit: PAGE }),
    calls: 25,
  },
  {
    what: 'the catalogue of 340 gift cards',
    path: '/v3/gift-cards/catalog',
    body: envelope({ categories: times(17, category) }),
    ask: (client) => client.readGiftCardCatalog(),
    calls: 25,
  },
]

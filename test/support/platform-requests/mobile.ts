/** One good call of each endpoint of mobile top-ups, with a good answer to it. */
import { answerWith, nothing, page, pageValue, pagination, type Rows, ref, strangeRef } from './row.ts'

const plan = { code: 'PREPAID_DJEZZY', name: 'Djezzy', operator: 'Djezzy', isEnabled: true, cost: 0.9625 }
const mobileRecord = {
  _id: 't1',
  ref,
  status: 'REFUNDED',
  plan_code: 'PREPAID_DJEZZY',
  MSSIDN: '0770123456',
  topup_amount: 100,
  balance_amount: 96.25,
  created_at: '2026-10-05T08:00:00Z',
  refund_message: 'تم استرجاع المبلغ',
  suggested_offers: [{ typename: 'Facture', plan_code: 'FACTURE_DJEZZY', amount: 100 }],
  follow_orderid: null,
  retry_orderid: 7,
}
const mobileValue = {
  topupId: 't1',
  ref,
  status: 'REFUNDED',
  planCode: 'PREPAID_DJEZZY',
  number: '0770123456',
  amountCentimes: 10_000,
  debitCentimes: 9_625,
  createdAtMs: Date.UTC(2026, 9, 5, 8),
  refundMessage: 'تم استرجاع المبلغ',
  offers: [{ name: 'Facture', planCode: 'FACTURE_DJEZZY', amountCentimes: 10_000 }],
  followOrderId: null,
  retryOrderId: '7',
}
const span = { from: '2026-10-01', to: '2026-10-05T23:59:59+01:00' }

export const mobileRequests = {
  listMobilePlans: {
    ...nothing,
    ask: (client) => client.listMobilePlans(),
    line: 'GET /v3/mobile/plans',
    answer: answerWith({ dynamicPlans: [{ ...plan, min_amount: 40, max_amount: 5000 }], fixedPlans: [] }),
    value: {
      plans: [
        {
          kind: 'dynamic',
          code: 'PREPAID_DJEZZY',
          name: 'Djezzy',
          operatorName: 'Djezzy',
          operator: 'Djezzy',
          isWholesale: false,
          isEnabled: true,
          costMillionths: 962_500,
          minCentimes: 4_000,
          maxCentimes: 500_000,
        },
      ],
      unreadableCount: 0,
    },
    broken: answerWith({ dynamicPlans: [] }),
  },
  listMobileTopups: {
    ask: (client) => client.listMobileTopups(span),
    line: 'GET /v3/mobile/list?from=2026-10-01&to=2026-10-05T23%3A59%3A59%2B01%3A00',
    body: '',
    answer: page(mobileRecord),
    value: pageValue(mobileValue),
    broken: answerWith({ items: {}, pagination }),
    astray: page(mobileRecord, { pageSize: 0 }),
  },
  sendMobile: {
    ask: (client) =>
      client.sendMobile({ plan_code: 'PREPAID_DJEZZY', MSSIDN: '0770123456', amount: 100, ref }),
    line: 'POST /v3/mobile/send',
    body: `{"plan_code":"PREPAID_DJEZZY","MSSIDN":"0770123456","amount":100,"ref":"${ref}"}`,
    answer: answerWith({ topupId: 't1', topupRef: ref, newBalance: 903.75 }),
    value: { topupId: 't1', topupRef: ref, newBalanceCentimes: 90_375 },
    broken: answerWith({ topupId: null, topupRef: ref }),
    astray: answerWith({ topupId: 't1', topupRef: strangeRef }),
  },
  findMobileByRef: {
    ask: (client) => client.findMobileByRef(ref),
    line: `GET /v3/mobile/check-ref/${ref}`,
    body: '',
    answer: answerWith(mobileRecord),
    value: mobileValue,
    broken: answerWith({ ...mobileRecord, status: '' }),
    astray: answerWith({ ...mobileRecord, ref: strangeRef }),
  },
  findMobileById: {
    ask: (client) => client.findMobileById('t1'),
    line: 'GET /v3/mobile/check-id/t1',
    body: '',
    answer: answerWith(mobileRecord),
    value: mobileValue,
    broken: answerWith({ ...mobileRecord, status: '' }),
    astray: answerWith({ ...mobileRecord, _id: 't2' }),
  },
} as const satisfies Rows

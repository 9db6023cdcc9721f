/** One good call of each endpoint of payment links, with a good answer to it. */
import { answerWith, nothing, type Rows } from './row.ts'

const paymentRef = 'PAY-A1B2C3-D4E5'
const linkStatus = {
  status: 'CONFIRMED',
  message: 'paid',
  paymentRef,
  transactionDetails: {
    amount: 1500,
    currency: 'DZD',
    isSandbox: true,
    createdDate: '2026-10-05T08:00:00Z',
  },
}

export const paymentLinksRequests = {
  checkPaymentLink: {
    ask: (client) => client.checkPaymentLink(paymentRef),
    line: `GET /v3/paylink/checkPayment/${paymentRef}`,
    body: '',
    answer: answerWith(linkStatus),
    value: {
      paymentRef,
      status: 'CONFIRMED',
      message: 'paid',
      amountCentimes: 150_000,
      isSandbox: true,
      createdAtMs: Date.UTC(2026, 9, 5, 8),
    },
    broken: answerWith({ ...linkStatus, status: 1 }),
    astray: answerWith({ ...linkStatus, paymentRef: 'PAY-A1B2C3-D4E6' }),
  },
  createPaymentLink: {
    ...nothing,
    ask: (client) => client.createPaymentLink({ productInfo: { title: 'Carte', amount: 1500 } }),
    line: 'POST /v3/paylink/createLink',
    body: '{"productInfo":{"title":"Carte","amount":1500}}',
    answer: answerWith({ paymentUrl: 'https://pay.example/x', paymentRef }),
    value: { paymentUrl: 'https://pay.example/x', paymentRef },
    broken: answerWith({ paymentUrl: 'javascript:pay()', paymentRef }),
  },
} as const satisfies Rows

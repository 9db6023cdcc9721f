/** One good call of each bill endpoint, by the method's name, with a good answer to it. */

import type { CallOutcome } from '#core/api/outcome.ts'
import type { billCalls } from '#core/products/bill/endpoints.ts'
import {
  envelope,
  listEnvelope,
  sampleFiles,
  sampleIds,
  samplePayRef,
  sampleRef,
  sampleTransactions,
} from './bill-samples.ts'
import { fileAnswer, httpAnswer } from './raw-service.ts'

/** The calls of bills. */
export type BillCalls = ReturnType<typeof billCalls>

export interface BillRequest {
  readonly ask: (client: BillCalls) => Promise<CallOutcome<unknown>>
  /** Method and path with its query. */
  readonly line: string
  /** The JSON body, empty for a GET. */
  readonly body: string
  /** A whole answer that is accepted. */
  readonly answer: string | Buffer
  /** A 200 whose body breaks the endpoint's schema. */
  readonly broken: string | Buffer
}

const transactionId = sampleIds.transaction
const account = { contractNumber: '123456' }
const acknowledged = (status: string) => envelope({ transactionId, ref: sampleRef, status })
const jsonRow = (good: string, bad: string) => ({
  answer: httpAnswer(200, good),
  broken: httpAnswer(200, bad),
})

export const billRequests: Readonly<Record<keyof BillCalls, BillRequest>> = {
  validateBillKey: {
    ask: (client) => client.validateBillKey(),
    line: 'GET /v3/validate',
    body: '',
    ...jsonRow(
      envelope({ account: { id: 'a-1', status: 'ACTIVE', currency: 'DZD' }, key: { type: 'SANDBOX' } }),
      envelope({ account: { id: 'a-1', status: 'ACTIVE', currency: 'EUR' }, key: { type: 'SANDBOX' } }),
    ),
  },
  listBillPartners: {
    ask: (client) => client.listBillPartners(),
    line: 'GET /v3/partners',
    body: '',
    ...jsonRow(envelope({ ADE: { status: 'ACTIVE' } }), envelope([{ status: 'ACTIVE' }])),
  },
  discoverBills: {
    ask: (client) => client.discoverBills({ partner: 'SONELGAZ', account, ref: sampleRef }),
    line: 'POST /v3/bills/discover',
    body: JSON.stringify({ partner: 'SONELGAZ', account, ref: sampleRef }),
    ...jsonRow(acknowledged('PENDING'), acknowledged('READY')),
  },
  payBills: {
    ask: (client) => client.payBills({ transactionId, billIds: ['b-1', 'b-2'], ref: samplePayRef }),
    line: 'POST /v3/bills/pay',
    body: JSON.stringify({ transactionId, billIds: ['b-1', 'b-2'], ref: samplePayRef }),
    ...jsonRow(acknowledged('PROCESSING'), acknowledged('SUCCESS')),
  },
  findBill: {
    ask: (client) => client.findBill(transactionId),
    line: `GET /v3/bills/transactions/${transactionId}`,
    body: '',
    ...jsonRow(envelope(sampleTransactions.ready), envelope({ ...sampleTransactions.ready, status: null })),
  },
  findBillByRef: {
    ask: (client) => client.findBillByRef(sampleRef, 'SONELGAZ'),
    line: `GET /v3/bills/transactions/by-ref?ref=${sampleRef}&partner=SONELGAZ`,
    body: '',
    ...jsonRow(
      envelope(sampleTransactions.success),
      envelope({ ...sampleTransactions.success, currency: 'EUR' }),
    ),
  },
  listBills: {
    ask: (client) =>
      client.listBills({ status: 'SUCCESS', partner: 'SONELGAZ', from: '2026-09-01', limit: 5 }),
    line: 'GET /v3/bills/transactions?status=SUCCESS&partner=SONELGAZ&from=2026-09-01&limit=5',
    body: '',
    ...jsonRow(
      listEnvelope([sampleTransactions.success], { limit: 5 }),
      envelope([sampleTransactions.success]),
    ),
  },
  downloadReceipt: {
    ask: (client) => client.downloadReceipt(transactionId),
    line: `GET /v3/bills/transactions/${transactionId}/receipt`,
    body: '',
    answer: fileAnswer(sampleFiles.pdf, {
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="recu.pdf"',
      'x-request-id': 'req-1',
    }),
    broken: fileAnswer(sampleFiles.pdf, { 'content-type': 'image/png' }),
  },
}

export const billMethods = Object.keys(billRequests) as readonly (keyof BillCalls)[]

/** Bodies of the bill host as its document shows them, for tests that play them on the wire. */
import { makeRef } from '#shared/ref.ts'

export const sampleIds = {
  transaction: '65f0c1d2e3a4b5c6d7e8f901',
  other: '65f0c1d2e3a4b5c6d7e8f902',
} as const

export const sampleRef = makeRef(1_780_000_000_000, new Uint8Array(10).fill(7))
export const samplePayRef = makeRef(1_780_000_000_001, new Uint8Array(10).fill(8))

export const sampleBill = { billId: 'b-1', amount: 1200, fee: 30, label: 'Facture', period: '03/2026' }
const secondBill = { billId: 'b-2', amount: 850.5, fee: 30 }

/** What every transaction has. */
const common = {
  transactionId: sampleIds.transaction,
  ref: sampleRef,
  partner: 'SONELGAZ',
  account: { contractNumber: '123456' },
  currency: 'DZD',
  createdAt: '2026-09-01T08:00:00.000Z',
  updatedAt: '2026-09-01T08:00:05.000Z',
  completedAt: null,
}

/** A transaction of each kind, by the document's table of fields. */
export const sampleTransactions = {
  pending: { ...common, type: 'discovery', status: 'PENDING' },
  ready: {
    ...common,
    type: 'discovery',
    status: 'READY',
    bills: [sampleBill, secondBill],
    completedAt: '2026-09-01T08:00:05.000Z',
  },
  processing: { ...common, type: 'payment', status: 'PROCESSING', selectedBill: sampleBill, total: 1230 },
  success: {
    ...common,
    type: 'payment',
    status: 'SUCCESS',
    selectedBill: { billId: 'b-1', amount: 2050.5, fee: 30 },
    selectedBills: [sampleBill, secondBill],
    total: 2080.5,
    operationId: 'OP-77',
    receiptUrl: `https://bills.example/v3/bills/transactions/${sampleIds.transaction}/receipt`,
    completedAt: '2026-09-01T08:00:09.000Z',
  },
  refunded: {
    ...common,
    type: 'payment',
    status: 'REFUNDED',
    selectedBill: sampleBill,
    total: 1230,
    error: { code: 'PAYMENT_DECLINED', message: 'declined by the biller' },
  },
} as const

export const envelope = (data: unknown, meta: object = {}): string =>
  JSON.stringify({
    success: true,
    data,
    meta: { timestamp: '2026-09-01T08:00:10.000Z', ...meta },
    requestId: 'req-1',
  })

export const listEnvelope = (rows: readonly unknown[], paging: object = {}): string =>
  envelope(rows, { total: rows.length, limit: 20, offset: 0, ...paging })

/** The beginnings of real files, which is all that a type is judged by. */
export const sampleFiles = {
  pdf: Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n1 0 obj\n<<>>\nendobj\n%%EOF\n', 'latin1'),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]),
  unknown: Buffer.from('a file of some other kind'),
} as const

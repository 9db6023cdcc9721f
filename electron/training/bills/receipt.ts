/**
 * GET /v3/bills/transactions/{transactionId}/receipt: the file of a payment that succeeded (service-api.md). Each biller
 * has a type of its own, so that every type of the document can be met.
 */
import { receiptMaxAgeMs } from '#shared/limits.ts'
import { centimes, dinarsOf } from '#shared/money.ts'
import { billers } from '#shared/products/bill.ts'
import type { FoundFile, Reply } from '../answer.ts'
import type { Behaviour } from '../behaviour/behaviour.ts'
import type { Call } from '../call.ts'
import { refusals } from './guards.ts'
import { receiptReadyAtMs, transactionStep } from './outcome.ts'
import { writeJpeg, writePdf, writePng } from './receipt-files.ts'
import { operationIdOf, paidLines } from './record.ts'
import { type BillPayment, type BillTransaction, findTransaction } from './transactions.ts'

const kinds = {
  pdf: { contentType: 'application/pdf', extension: 'pdf', write: writePdf },
  png: { contentType: 'image/png', extension: 'png', write: writePng },
  jpeg: { contentType: 'image/jpeg', extension: 'jpg', write: writeJpeg },
  /** A file that nobody identified: its text as it is. */
  odd: {
    contentType: 'application/octet-stream',
    extension: 'bin',
    write: (lines: readonly string[]) => Buffer.from(lines.join('\n')),
  },
} as const

/** The raw file, or NOT_FOUND: not SUCCESS, not owned, of the other environment, or not there yet. */
export function downloadReceipt({ store, holder, params, nowMs, behaviour }: Call): Reply {
  const transaction = findTransaction(store, holder.environment, params['transactionId'] ?? '')
  if (!transaction?.payment) return refusals.notFound('No such receipt')
  const { status, sinceMs } = transactionStep(transaction, nowMs)
  const lateMs = behaviour.receiptTime === 'with-status' ? 0 : LATE_RECEIPT_MS
  const readyAtMs = lateMs + receiptReadyAtMs(transaction.ending, sinceMs, transaction.payment.speed)
  if (status !== 'SUCCESS' || nowMs < readyAtMs) return refusals.notFound('No such receipt')
  return receiptFile(transaction, transaction.payment, sinceMs, behaviour)
}

const LATE_RECEIPT_MS = 600_000

function receiptFile(
  transaction: BillTransaction,
  payment: BillPayment,
  paidAtMs: number,
  { receiptName }: Behaviour,
): FoundFile {
  const { id, partner, ending } = transaction
  const { contentType, extension, write } =
    kinds[ending === 'paid-odd-receipt' ? 'odd' : billers[partner].practiceReceipt]
  return {
    ok: true,
    bytes: write(receiptLines(transaction, payment, paidAtMs)),
    headers: {
      'Content-Type': contentType,
      'Content-Disposition':
        receiptName === 'plain'
          ? `attachment; filename="receipt-${id}.${extension}"`
          : `attachment; filename*=UTF-8''re%C3%A7u-${id}.${extension}`,
      'Cache-Control': `private, max-age=${receiptMaxAgeMs / MS_PER_SECOND}`,
      'X-Content-Type-Options': 'nosniff',
    },
  }
}

const MS_PER_SECOND = 1_000

function receiptLines(
  transaction: BillTransaction,
  payment: BillPayment,
  paidAtMs: number,
): readonly string[] {
  const { id, partner, accountValue } = transaction
  const { amountCentimes, feeCentimes } = payment
  const bills = paidLines(transaction).map(
    ({ label, period, amountCentimes: amount }) => `${label} ${period}: ${written(amount)}`,
  )
  return [
    'TRAINING RECEIPT - NO MONEY WAS PAID TO A BILLER',
    `${partner} - ${accountValue}`,
    ...bills,
    `Amount: ${written(amountCentimes)}`,
    `Fee: ${written(feeCentimes)}`,
    `Total: ${written(centimes(amountCentimes + feeCentimes))}`,
    `Operation: ${operationIdOf(id)}`,
    `Transaction: ${id}`,
    `Paid at: ${new Date(paidAtMs).toISOString()}`,
  ]
}

const written = (amountCentimes: BillPayment['amountCentimes']) =>
  `${dinarsOf(amountCentimes).toFixed(2)} DZD`

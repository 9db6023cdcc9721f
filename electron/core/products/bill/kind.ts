/**
 * What is particular to a bill payment (service-api.md, "POST /v3/bills/pay"): it happens in the transaction that its
 * discovery made, and is read there. One transaction is paid by one sale at the most, which the journal sees to, so a
 * payment in it is this sale's as long as it is of the bills that were sent.
 */
import { isDeepStrictEqual } from 'node:util'
import { billListLimit } from '#shared/limits.ts'
import { type Centimes, sumCentimes, zeroCentimes } from '#shared/money.ts'
import { groupNumber, landlineNumberShape } from '#shared/phone.ts'
import { faceValueOf } from '#shared/products/orders.ts'
import type { OrderSide } from '#shared/reconciliation.ts'
import type { ServiceCalls } from '../../api/client.ts'
import type { CallOutcome } from '../../api/outcome.ts'
import {
  amountLine,
  cleanText,
  codeLine,
  inPlaceOf,
  known,
  numberLine,
  textLine,
} from '../../receipt/lines.ts'
import { spanOf, windowsOf } from '../../sale/time-window.ts'
import {
  absenceOfNamed,
  type FoundOrder,
  type Look,
  noDetails,
  REVIEW_LASTS_MS,
  readIn,
  type SaleKind,
  type SaleOf,
} from '../kind.ts'
import type { ListAsked, ListedOrder, ListPage } from '../order-list.ts'
import { DISCOVERY_LASTS_MS, DISCOVERY_WAITS_MS } from './discoveries.ts'
import type { BillPayment, BillTransaction } from './records.ts'

export const billKind: SaleKind<'bill'> = {
  host: 'bills',
  async send(client, { request }) {
    return readIn(await client.payBills(request), ({ transactionId: serviceId }) => ({ serviceId }))
  },
  ways: () => ['by-id'],
  async look(sale, _way, { client }): Promise<Look> {
    const outcome = await client.findBill(sale.order.transactionId)
    const { requestId } = outcome.evidence
    // The transaction was there when its bills were discovered: that it is not there now says nothing of the payment.
    if (outcome.kind !== 'accepted') return { kind: 'no-answer', failure: outcome }
    if (outcome.value.payment.kind === 'none') return { kind: 'absent', requestId }
    return { kind: 'found', order: describe(sale, outcome.value), requestId }
  },
  mayBeRefundedLate: true,
  absence: absenceOfNamed,
  list: {
    rowsPerStep: 1,
    namesOf: ({ order }) => [order.transactionId],
    windowOf(sale, { client, claimantOf }) {
      const { recordedAtMs } = sale
      const [first = { serverOffsetMs: null }] = claimantOf(sale.ref).attempts
      const confirmed = { ...first, startedAtMs: recordedAtMs, endedAtMs: recordedAtMs }
      const span = spanOf(windowsOf([confirmed], client.serverOffsetMs()))
      return span && { ...span, fromMs: span.fromMs - DISCOVERED_BEFORE_MS }
    },
    readPage,
  },
  asks: (client, { order }) => [async () => readIn(await client.findBill(order.transactionId), sideOf)],
  isAskedByDocument: true,
  facesOf: ({ order }) => [faceValueOf(order)],
  // A bill's time is that of its discovery, and it is paid later.
  paidWithinMs: 24 * 3_600_000,
  isProofOfPayment: true,
  subjectLine: ({ accountNumber }, label) =>
    landlineNumberShape.test(accountNumber)
      ? numberLine(label('account'), groupNumber(accountNumber))
      : codeLine(label('account'), accountNumber),
  orderLines({ order: { bills, partner, feeCentimes }, transactionNumber }, label) {
    return [
      textLine(label('partner'), partner),
      ...known(codeLine(label('operation'), transactionNumber ?? '')),
      ...bills.map(({ label: name, period, amountCentimes }, place) => {
        const number = bills.length > 1 ? `${place + 1}/${bills.length}` : null
        const words = [number, period, name].map((one) => cleanText(one ?? '')).filter((one) => one !== '')
        return amountLine(inPlaceOf(label('bill'), words.join(' · ')), amountCentimes)
      }),
      amountLine(label('fee'), feeCentimes),
    ]
  },
}

/** From a discovery's beginning to the confirmation of what it found: the list dates a payment by its discovery. */
const DISCOVERED_BEFORE_MS =
  DISCOVERY_WAITS_MS.reduce((sum, waitMs) => sum + waitMs, 0) + DISCOVERY_LASTS_MS + REVIEW_LASTS_MS

/** The list is cut by offset: `at` counts its rows from 1. */
async function readPage(
  client: ServiceCalls,
  { at, from, to }: ListAsked,
): Promise<CallOutcome<ListPage<ListedOrder<'bill'>>>> {
  const outcome = await client.listBills({ from, to, limit: billListLimit.max, offset: at - 1 })
  return readIn(outcome, ({ rows, totalCount }) => {
    const behind = at + rows.length
    return {
      rows: rows.map((row) =>
        row.kind === 'transaction'
          ? listedIn(row.transaction)
          : { kind: 'unreadable', id: row.transactionId },
      ),
      ...{ page: 0, firstPlace: at, totalCount, pageCount: Math.ceil(totalCount / billListLimit.max) },
      next: rows.length > 0 && behind <= totalCount ? behind : null,
    }
  })
}

const listedIn = (transaction: BillTransaction): ListedOrder<'bill'> => ({
  ...{ kind: 'order', id: transaction.transactionId, atMs: transaction.createdAtMs },
  name: transaction.transactionId,
  // Rows may come without their bills, and one without a payment would be an absence.
  describe: (sale) => (transaction.payment.kind === 'known' ? describe(sale, transaction) : undefined),
  side: () => sideOf(transaction),
})

/** service-api.md, "Bill payment transaction"; undefined where nothing was paid in it. The record's ref is its discovery's. */
function sideOf(transaction: BillTransaction): OrderSide | undefined {
  const { payment, accountNumber, partner } = transaction
  if (payment.kind === 'none') return undefined
  const paid = payment.kind === 'known' ? payment : undefined
  return {
    ...{ kind: 'bill', orderId: transaction.transactionId, ref: null, status: transaction.status },
    subject: accountNumber === null ? partner : `${partner}/${accountNumber}`,
    faceCentimes: paid?.bill.amountCentimes ?? null,
    debitCentimes: paid?.totalCentimes ?? null,
    atMs: transaction.createdAtMs,
  }
}

export function describe(sale: SaleOf<'bill'>, transaction: BillTransaction): FoundOrder {
  const { status, payment, operationId, error } = transaction
  return {
    status,
    serviceId: transaction.transactionId,
    details: {
      ...noDetails,
      transactionNumber: operationId,
      debitCentimes: debitIn(sale, transaction),
      errorCode: error?.code ?? null,
    },
    contradiction: paysOtherBills(sale, payment) ? 'bills' : null,
  }
}

/** Money moved only in SUCCESS and REFUNDED, and in REFUNDED it came back: of a debit that was seen before, nothing is left. */
function debitIn(sale: SaleOf<'bill'>, { status, payment }: BillTransaction): Centimes | null {
  if (status === 'REFUNDED' && sale.debitCentimes !== null) return zeroCentimes
  return status === 'SUCCESS' && payment.kind === 'known' ? payment.totalCentimes : null
}

/**
 * Figures that cannot be used contradict nothing: the status stands. Nor does another id at the amount that was to be paid: that
 * a payment names its bills as they were listed is not in the document.
 */
function paysOtherBills({ order: { bills } }: SaleOf<'bill'>, payment: BillPayment): boolean {
  if (payment.kind !== 'known') return false
  const idsOf = (all: readonly { readonly billId: string }[]) => all.map(({ billId }) => billId).toSorted()
  const sum = sumCentimes(bills.map(({ amountCentimes }) => amountCentimes))
  return payment.bill.amountCentimes !== sum && !isDeepStrictEqual(idsOf(payment.bills), idsOf(bills))
}

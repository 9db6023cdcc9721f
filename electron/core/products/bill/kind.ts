/**
 * What is particular to a bill payment (service-api.md, "POST /v3/bills/pay"): it happens in the transaction that its
 * discovery made, and is read there. One transaction is paid by one sale at the most, which the journal sees to, so a
 * payment in it is this sale's as long as it is of the bills that were sent.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Centimes, sumCentimes, zeroCentimes } from '#shared/money.ts'
import {
  absenceOfNamed,
  type FoundOrder,
  type Look,
  namedBy,
  nothingTold,
  type SaleKind,
  type SaleOf,
} from '../kind.ts'
import type { BillPayment, BillTransaction } from './records.ts'

export const billKind: SaleKind<'bill'> = {
  async send(client, { request }) {
    return namedBy(await client.payBills(request), ({ transactionId: serviceId }) => ({ serviceId }))
  },
  ways: () => ['by-id'],
  async look(sale, _way, { client }): Promise<Look> {
    const outcome = await client.findBill(sale.order.transactionId)
    const { requestId } = outcome.evidence
    // The transaction was there when its bills were discovered: that it is not there now tells nothing of the payment.
    if (outcome.kind !== 'accepted') return { kind: 'no-answer', failure: outcome }
    if (outcome.value.payment.kind === 'none') return { kind: 'absent', requestId }
    return { kind: 'found', order: describe(sale, outcome.value), requestId }
  },
  mayBeRefundedLate: true,
  absence: absenceOfNamed,
}

export function describe(sale: SaleOf<'bill'>, transaction: BillTransaction): FoundOrder {
  const { status, payment, operationId, error } = transaction
  return {
    status,
    serviceId: transaction.transactionId,
    told: {
      ...nothingTold,
      transactionNumber: operationId,
      debitCentimes: debitIn(sale, transaction),
      errorCode: error?.code ?? null,
    },
    contradiction: paysOtherBills(sale, payment) ? 'bills' : null,
  }
}

/** Money moved only in SUCCESS and REFUNDED, and in REFUNDED it came back: of a debit that was told before, nothing is left. */
function debitIn(sale: SaleOf<'bill'>, { status, payment }: BillTransaction): Centimes | null {
  if (status === 'REFUNDED' && sale.debitCentimes !== null) return zeroCentimes
  return status === 'SUCCESS' && payment.kind === 'told' ? payment.totalCentimes : null
}

/**
 * Figures that cannot be used contradict nothing: the status stands. Nor does another id at the amount that was to be paid: that
 * a payment names its bills as they were listed is not in the document.
 */
function paysOtherBills({ order: { bills } }: SaleOf<'bill'>, payment: BillPayment): boolean {
  if (payment.kind !== 'told') return false
  const idsOf = (all: readonly { readonly billId: string }[]) => all.map(({ billId }) => billId).toSorted()
  const sum = sumCentimes(bills.map(({ amountCentimes }) => amountCentimes))
  return payment.bill.amountCentimes !== sum && !isDeepStrictEqual(idsOf(payment.bills), idsOf(bills))
}

/**
 * Bills of one discovery, paid as one order: their amounts and one fee on the sum, which is what the account is debited
 * (service-api.md, "POST /v3/bills/pay", rules 5 and 6).
 */

import type { AppError } from '#shared/app-error.ts'
import { sumCentimes } from '#shared/money.ts'
import { feeOfOrder, meetsOrderMinimum } from '#shared/products/bill.ts'
import type { OrderedBill } from '#shared/products/bill-order.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { StoredSale } from '../../journal/journal.ts'
import { cannotSell, type Quoted, type ReviewInputOf } from '../kind.ts'
import type { BillDiscoveries } from './discoveries.ts'

/** `findPayment`: the sale that pays a transaction already, whatever became of it. */
export function quoteBills(
  { discoveryRef, billIds }: ReviewInputOf<'bill'>,
  discoveries: BillDiscoveries,
  findPayment: (transactionId: string) => StoredSale | undefined,
): Quoted {
  const discovery = discoveries.find(discoveryRef)
  if (!discovery) return err({ kind: 'review-expired' })
  const { partner, accountNumber, transactionId } = discovery
  const paying = findPayment(transactionId)
  if (paying) return err(takenBy(paying))
  const bills = pickBills(discovery.bills, billIds)
  if (!bills.ok) return bills
  const amounts = bills.value.map(({ amountCentimes }) => amountCentimes)
  if (!meetsOrderMinimum(partner, amounts)) return cannotSell('billIds', 'below-minimum')
  // What is debited in the end is what the transaction says.
  const { feeCentimes } = feeOfOrder(partner, bills.value)
  const totalCentimes = sumCentimes([...amounts, feeCentimes])
  return ok({
    order: {
      kind: 'bill',
      partner,
      accountNumber,
      discoveryRef,
      transactionId,
      bills: [...bills.value],
      feeCentimes,
    },
    subscriber: null,
    baseCentimes: totalCentimes,
    costCentimes: totalCentimes,
  })
}

/** A sale that ended without a payment leaves nothing to look at: the account is asked anew. */
function takenBy({ state, ref }: StoredSale): AppError {
  const isOver = state === 'refused' || state === 'cancelled'
  return isOver ? { kind: 'review-expired', ref } : { kind: 'not-allowed-now', state, action: 'review', ref }
}

/** In the order in which they are to be paid. */
function pickBills(
  discovered: readonly OrderedBill[],
  billIds: readonly string[],
): Result<readonly OrderedBill[], AppError> {
  const bills = billIds.flatMap((id) => discovered.find(({ billId }) => billId === id) ?? [])
  return bills.length === billIds.length ? ok(bills) : cannotSell('billIds', 'no-such-bill')
}

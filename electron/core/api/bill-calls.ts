/** Bill payment as typed calls: the part of the client that speaks to the bill host. */
import type { BillPartner } from '#shared/bill-partners.ts'
import type { Ref } from '#shared/ref.ts'
import type {
  BillAcknowledgement,
  BillDiscoverBody,
  BillKeyRecord,
  BillList,
  BillListFilter,
  BillPayBody,
  BillReceipt,
  BillTransaction,
  PartnerMap,
} from './bill-records.ts'
import type { Call } from './call.ts'
import { listBillPartners, validateBillKey } from './endpoints/bill-account.ts'
import { downloadReceipt } from './endpoints/bill-receipt.ts'
import { discoverBills, findBill, findBillByRef, listBills, payBills } from './endpoints/bills.ts'
import type { BindingReason } from './key-account-binding.ts'
import type { CallOutcome } from './outcome.ts'

/** One method an endpoint. None throws, none sends a POST twice. */
export interface BillCalls {
  validateBillKey(): Promise<CallOutcome<BillKeyRecord>>
  listBillPartners(): Promise<CallOutcome<PartnerMap>>
  /** Begins a discovery. In doubt is settled by findBillByRef. */
  discoverBills(body: BillDiscoverBody): Promise<CallOutcome<BillAcknowledgement>>
  /** Begins a payment of discovered bills. In doubt is settled by findBill: a payment's own ref finds nothing. */
  payBills(body: BillPayBody): Promise<CallOutcome<BillAcknowledgement>>
  findBill(transactionId: string): Promise<CallOutcome<BillTransaction>>
  /** Looks a transaction up by its discovery's ref. */
  findBillByRef(ref: Ref, partner: BillPartner): Promise<CallOutcome<BillTransaction>>
  listBills(filter?: BillListFilter): Promise<CallOutcome<BillList>>
  /** The receipt of a SUCCESS. Refused with NOT_FOUND while it is not ready yet, so that it is asked for again. */
  downloadReceipt(transactionId: string): Promise<CallOutcome<BillReceipt>>
}

export const createBillCalls = (call: Call): BillCalls => ({
  validateBillKey: () => call(validateBillKey, {}),
  listBillPartners: () => call(listBillPartners, {}),
  discoverBills: ({ partner, account, ref }) =>
    onceNamed(call, () => call(discoverBills, { partner, account, ref })),
  payBills: (body) => onceNamed(call, () => call(payBills, body)),
  findBill: (transactionId) => call(findBill, { transactionId }),
  findBillByRef: (ref, partner) => call(findBillByRef, { ref, partner }),
  listBills: (filter = {}) => call(listBills, filter),
  downloadReceipt: (transactionId) => call(downloadReceipt, { transactionId }),
})

const notNamed: BindingReason = 'bill-host-unknown'

/** Begins what the bill host works at. A host that has not named this key's environment is asked first; nothing left before. */
async function onceNamed<Value>(
  call: Call,
  begin: () => Promise<CallOutcome<Value>>,
): Promise<CallOutcome<Value>> {
  const outcome = await begin()
  if (outcome.kind !== 'not-sent' || outcome.reason !== notNamed) return outcome
  const named = await call(validateBillKey, {})
  return named.kind === 'accepted' ? begin() : outcome
}

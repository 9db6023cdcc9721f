/** The one identifier of a bill account that people know it by, out of all that its form asks for. */
import type { BillAccount } from '#shared/bill-account.ts'

/** As it was given: on slips, on screens, and as what two payments of one account have in common. */
export function accountNumberOf(account: BillAccount): string {
  if ('reference' in account) return account.reference
  if ('contractNumber' in account) return account.contractNumber
  if ('aadlNumber' in account) return account.aadlNumber
  if ('electronic_payment_key' in account) return account.electronic_payment_key
  if ('phoneNumber' in account) return account.phoneNumber
  if ('phone_number' in account) return account.phone_number
  if ('sonelgaz' in account) return account.sonelgaz.invoice_number
  if ('ade' in account) return account.ade.sub_id
  if ('seaal' in account) return account.seaal.code_client
  return account.aadl.codeloc
}

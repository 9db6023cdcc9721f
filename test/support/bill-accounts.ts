/** Accounts of bill payment by the one field that the practice rows look at; what else a form asks for is there. */
import type { BillAccount } from '#shared/products/bill-account.ts'

/** SONELGAZ. */
export const invoice = (invoice_number: string): BillAccount => ({
  sonelgaz: { invoice_number, amount_without_stamp: '1', ebb_key: 'k' },
})

/** SEAAL. */
export const client = (code_client: string): BillAccount => ({ seaal: { code_client, code_contrat: '1234' } })

/** Algérie Télécom. */
export const line = (phoneNumber: string): BillAccount => ({ phoneNumber })

/** Which billers are open (service-api.md, "GET /v3/partners"): a fixed map for the sandbox, a live one for production. */
import * as z from 'zod'
import { type BillPartner, billPartners, type PartnerStatus, partnerStatuses } from '#shared/bill-partners.ts'
import { found, type Reply } from '../answer.ts'
import type { Call } from '../call.ts'
import type { Environment } from '../keys.ts'
import type { Store } from '../store.ts'

/** GET /v3/partners: every biller by its exact name, with its status. */
export const readPartners = ({ store, holder }: Call): Reply =>
  found(
    Object.fromEntries(
      billPartners.map((partner) => [
        partner,
        { status: isOpen(store, holder.environment, partner) ? 'ACTIVE' : 'UNAVAILABLE' },
      ]),
    ),
  )

/** Whether discoveries and payments are taken for this biller. */
export function isOpen(store: Store, environment: Environment, partner: BillPartner): boolean {
  if (environment === 'sandbox') return true
  const status = store.prepare('SELECT status FROM bill_partners WHERE partner = ?').pluck().get(partner)
  return status !== 'UNAVAILABLE'
}

export const partnerSwitchSchema = z.strictObject({
  partner: z.enum(billPartners),
  status: z.enum(partnerStatuses),
})

/** Switches a biller off or on for the production key, as the control channel asks. */
export function switchPartner(store: Store, partner: BillPartner, status: PartnerStatus): void {
  store.prepare('INSERT OR REPLACE INTO bill_partners VALUES (?, ?)').run(partner, status)
}

/** POST /v3/bills/discover: asks a biller what an account owes (service-api.md). */
import * as z from 'zod'
import { serviceRefSchema } from '#shared/ids.ts'
import { transactionIdCharacters } from '#shared/limits.ts'
import { type BillPartner, billPartners, type PartnerStatus, partnerStatuses } from '#shared/products/bill.ts'
import { billAccountSchema, fitsPartner } from '#shared/products/bill-account.ts'
import { found, type Refusal, type Reply } from '../answer.ts'
import { paceOf } from '../behaviour/times.ts'
import { type Call, isRefusal, readFields } from '../call.ts'
import { newHexId } from '../ids.ts'
import type { Environment } from '../keys.ts'
import type { Store } from '../store.ts'
import { guardOfBill, isAccountUnderWay, isRefTaken, refusals } from './guards.ts'
import { endingAt, type TransactionEnding } from './outcome.ts'
import { type Owed, whatIsOwed } from './owed.ts'
import { insertTransaction } from './transactions.ts'

const partnerRule = `must be exactly one of ${billPartners.join(', ')}`
const bodySchema = z.object({
  partner: z.enum(billPartners, partnerRule),
  account: billAccountSchema,
  ref: serviceRefSchema,
})
type Body = z.infer<typeof bodySchema>

/**
 * Takes a discovery and acknowledges it. Refuses, in this order: ERR_VALIDATION, DUPLICATED_REF, INVALID_ACCOUNT,
 * PARTNER_UNAVAILABLE, PAYMENT_IN_PROGRESS, BILL_ALREADY_PAID.
 */
export function discoverBills(call: Call): Reply {
  const body = readFields(call.host, bodySchema, call.body)
  if (isRefusal(body)) return body
  const owed = whatIsOwed(body.partner, body.account, call)
  return call.store.transaction(() => refuseDiscovery(call, body, owed) ?? take(call, body, owed)).immediate()
}

function refuseDiscovery(call: Call, { partner, account, ref }: Body, owed: Owed): Refusal | undefined {
  const { store } = call
  const { environment } = call.holder
  if (isRefTaken(call, { partner, ref })) return refusals.duplicatedRef()
  const atOnce = call.behaviour.accountRefusals === 'at-once'
  if (!fitsPartner(partner, account) || (atOnce && owed.ending === 'invalid-account')) {
    return refusals.invalidAccount(partner)
  }
  if (!isOpen(store, environment, partner)) return refusals.partnerUnavailable(partner)
  const accountKey = { partner, accountField: owed.field, accountValue: owed.value }
  if (owed.ending === 'in-progress' || isAccountUnderWay(call, accountKey)) {
    return refusals.paymentInProgress()
  }
  return atOnce && isSettled(call, owed) ? refusals.alreadyPaid() : undefined
}

const isSettled = (call: Call, owed: Owed): boolean =>
  owed.ending === 'already-paid' || (owed.bills.length > 0 && unpaidBills(call, owed).length === 0)

/** What is not refused at once is reported by the discovery itself, which fails. */
function endingOf(call: Call, owed: Owed): TransactionEnding {
  if (owed.ending === 'invalid-account') return 'discovery-invalid'
  return isSettled(call, owed) ? 'discovery-settled' : endingAt(owed.ending, call.behaviour)
}

/** A paid facture simply stops being listed. */
const unpaidBills = (call: Call, { bills }: Owed) =>
  bills.filter(({ billId }) => guardOfBill(call, billId) !== 'paid')

function take(call: Call, { partner, ref }: Body, owed: Owed): Reply {
  const { store, holder, nowMs, speed, randomBytes, behaviour } = call
  const id = newHexId(randomBytes, transactionIdCharacters)
  insertTransaction(store, {
    id,
    environment: holder.environment,
    partner,
    ref,
    accountField: owed.field,
    accountValue: owed.value,
    ending: endingOf(call, owed),
    createdAtMs: nowMs,
    speed: speed / paceOf[behaviour.discoveryPace],
    lines: unpaidBills(call, owed),
  })
  return found({ transactionId: id, ref, status: 'PENDING' })
}

// Which billers are open (service-api.md, "GET /v3/partners"): a fixed map for the sandbox, a live one for production.

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

/**
 * What an account owes at a biller: sends a discovery, follows it to its end, and remembers what it found for the review.
 * A discovery moves no money, so it leaves no trace in the journal; its memory is bounded and forgotten after its time.
 */

import type { AppError } from '#shared/app-error.ts'
import type { BillPartner } from '#shared/products/bill.ts'
import { type BillAccount, fitsPartner } from '#shared/products/bill-account.ts'
import type { BillersView, DiscoveryView } from '#shared/products/bill-order.ts'
import type { Ref } from '#shared/ref.ts'
import { err, ok, type Result } from '#shared/result.ts'
import type { ServiceClient } from '../../api/client.ts'
import type { CallOutcome } from '../../api/outcome.ts'
import { answered, type CallFailure, callError, isNotFound, type OnFailure } from '../../call-error.ts'
import type { Clock, RefSource } from '../../ports.ts'
import { isRecent } from '../../sale/time-window.ts'
import type { BillTransaction } from './records.ts'

/** The waits before each look at a discovery under way, in milliseconds: after the last one it has taken too long. */
export const DISCOVERY_WAITS_MS: readonly number[] = [
  ...[1_000, 1_000, 1_000, 2_000, 2_000, 3_000, 5_000, 5_000, 10_000, 10_000],
]
/** Bills may be paid elsewhere meanwhile: the service refuses those, and the cashier asks anew. */
export const DISCOVERY_LASTS_MS = 10 * 60_000
/** A discovery whose answer was lost, and which its ref does not find, was not taken. */
const NOT_TAKEN_AFTER_LOOKS = 3
/** Past this the oldest is forgotten: its review answers `review-expired`. */
const MAX_DISCOVERIES = 100

export interface BillDiscoveries {
  /** Which billers can be asked now (service-api.md, GET /v3/partners), and with which forms. */
  listPartners(): Promise<Result<BillersView, AppError>>
  /** Sends one discovery under a ref of its own and waits for its end (service-api.md, POST /v3/bills/discover). */
  discover(asked: { partner: BillPartner; account: BillAccount }): Promise<Result<DiscoveryView, AppError>>
  /** What a discovery found, where it may still be reviewed. */
  find(discoveryRef: Ref): DiscoveryView | undefined
}

interface BillDiscoveriesOptions {
  readonly client: Pick<ServiceClient, 'listBillPartners' | 'discoverBills' | 'findBill' | 'findBillByRef'>
  readonly clock: Clock
  readonly refs: RefSource
  readonly onFailure: OnFailure
  /** The forms that the profile lets each biller be asked with. */
  readonly forms: BillersView['forms']
}

/** A discovery that was sent. Its transaction is not known where the answer to it was lost. */
interface Sent {
  readonly ref: Ref
  readonly partner: BillPartner
  readonly transactionId: string | null
}

export function createBillDiscoveries({
  client,
  clock,
  refs,
  onFailure,
  forms,
}: BillDiscoveriesOptions): BillDiscoveries {
  const found = new Map<Ref, { readonly view: DiscoveryView; readonly atMs: number }>()

  const wait = (delayMs: number): Promise<void> =>
    new Promise((resolve) => void clock.after(delayMs, resolve))

  const look = ({ ref, partner, transactionId }: Sent): Promise<CallOutcome<BillTransaction>> =>
    transactionId === null ? client.findBillByRef(ref, partner) : client.findBill(transactionId)

  /** Looks until the discovery has ended; a look that brings no answer is not its end. */
  async function follow(sent: Sent): Promise<Result<BillTransaction, AppError>> {
    let notFoundLooks = 0
    let last = unreachable('discovery-pending')
    for (const delayMs of DISCOVERY_WAITS_MS) {
      await wait(delayMs)
      const outcome = await look(sent)
      if (outcome.kind !== 'accepted') onFailure(outcome)
      if (isNotFound(outcome)) notFoundLooks += 1
      const end = endOf(sent, outcome, notFoundLooks)
      if (end) return end
      last = outcome.kind === 'accepted' ? unreachable('discovery-pending') : unreachable(reasonOf(outcome))
    }
    return last
  }

  function remember(view: DiscoveryView, atMs: number): void {
    found.set(view.discoveryRef, { view, atMs })
    const [oldest] = found.keys()
    if (found.size > MAX_DISCOVERIES && oldest !== undefined) found.delete(oldest)
  }

  return {
    async listPartners() {
      const partners = answered(await client.listBillPartners(), onFailure)
      return partners.ok ? ok({ partners: partners.value, forms }) : partners
    },
    async discover({ partner, account }) {
      if (!fitsPartner(partner, account)) {
        return err({ kind: 'invalid-input', field: 'account', problem: 'not-this-partner' })
      }
      const ref = refs.newRef()
      const outcome = await client.discoverBills({ partner, account, ref })
      if (outcome.kind !== 'accepted') onFailure(outcome)
      // A lost answer is settled by the ref, never by a second discovery.
      if (outcome.kind === 'refused' || outcome.kind === 'not-sent') return err(callError(outcome))
      const transactionId = outcome.kind === 'accepted' ? outcome.value.transactionId : null
      const ended = await follow({ ref, partner, transactionId })
      if (!ended.ok) return ended
      const atMs = clock.nowMs()
      const view: DiscoveryView = {
        discoveryRef: ref,
        transactionId: ended.value.transactionId,
        partner,
        accountNumber: accountNumberOf(account),
        bills: (ended.value.bills ?? []).map(({ breakdown: _breakdown, ...bill }) => bill),
        expiresAtMs: atMs + DISCOVERY_LASTS_MS,
      }
      remember(view, atMs)
      return ok(view)
    },
    find(discoveryRef) {
      const known = found.get(discoveryRef)
      return known && isRecent(known.atMs, clock.nowMs(), DISCOVERY_LASTS_MS) ? known.view : undefined
    },
  }
}

/** How a look ends the discovery, or undefined where there is more to come. Pure. */
function endOf(
  sent: Sent,
  outcome: CallOutcome<BillTransaction>,
  notFoundLooks: number,
): Result<BillTransaction, AppError> | undefined {
  if (isNotFound(outcome)) {
    return notFoundLooks >= NOT_TAKEN_AFTER_LOOKS ? unreachable('NOT_FOUND') : undefined
  }
  if (outcome.kind === 'refused') return err(callError(outcome))
  if (outcome.kind !== 'accepted') return undefined
  const { ref, partner, status, error } = outcome.value
  if (ref !== sent.ref || partner !== sent.partner) return unreachable('answer-disagrees')
  if (status === 'READY') return ok(outcome.value)
  if (status !== 'FAILED') return undefined
  // The service's word for why, which no request id goes with: it is the biller's answer, not this call's.
  return err({ kind: 'refused', code: error?.code ?? status, message: error?.message ?? '' })
}

const unreachable = (reason: string): Result<never, AppError> => err({ kind: 'unreachable', reason })

const reasonOf = (failure: CallFailure): string =>
  failure.kind === 'refused' ? failure.refusal.code : failure.reason

// The one identifier of a bill account that people know it by, out of all that its form asks for.

/** As it was given: on slips, on screens, and as what two payments of one account have in common. */
function accountNumberOf(account: BillAccount): string {
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

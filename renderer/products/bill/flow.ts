/** How a payment of bills is put together: the biller, the account at it, what it owes, which of it is paid. */

import { billIds } from '#shared/limits.ts'
import { type Centimes, sumCentimes } from '#shared/money.ts'
import {
  type BillPartner,
  billPartners,
  feeOfOrder,
  meetsOrderMinimum,
  type OrderFee,
  type PartnerStatus,
} from '#shared/products/bill.ts'
import { type BillForm, formsOfPartner } from '#shared/products/bill-account.ts'
import type { BillField, BillFieldProblem } from '#shared/products/bill-fields.ts'
import type { BillersView, DiscoveryView, OrderedBill } from '#shared/products/bill-order.ts'
import type { EntryOf } from '../../features/sell/service-steps.ts'

const entry = { kind: 'entry', service: 'bill' } as const
type Entry = EntryOf<typeof entry.service>

/** A biller is to be picked. */
export interface BillerStepState extends Entry {
  readonly at: 'biller'
  /** Null until it was read: a biller that nothing is known of may be asked all the same. */
  readonly billers: BillersView | null
  /** A payment key that was scanned before its biller was picked: the biller that is picked is asked with it. */
  readonly scanned: string | null
}

export type TypedFields = Readonly<Partial<Record<BillField, string>>>
type FieldProblems = Readonly<Partial<Record<BillField, BillFieldProblem>>>

/** The account is typed, field by field. */
export interface AccountStepState extends Entry {
  readonly at: 'account'
  readonly from: BillerStepState
  readonly partner: BillPartner
  readonly form: BillForm
  readonly typed: TypedFields
  readonly problems: FieldProblems
  /** The field that is typed into, counted from 0 among those of the form. */
  readonly place: number
  /** A text that was put into the form of its shape already: who puts it elsewhere means it. */
  readonly moved: string | null
}

/** The biller is asked what the account owes. */
export interface AskingStepState extends Entry {
  readonly at: 'asking'
  readonly from: AccountStepState
  /** The digits typed meanwhile: they mark bills once those are there. */
  readonly digits: readonly number[]
}

/** Bills are to be chosen of those that the account owes. */
export interface BillsStepState extends Entry {
  readonly at: 'bills'
  readonly from: AccountStepState
  readonly discovery: DiscoveryView
  /** Ids of the chosen bills, in the order of the list. */
  readonly chosen: readonly string[]
  /** The amounts are too old to be paid by. */
  readonly isExpired: boolean
  readonly isPricing: boolean
}

export type BillStep = BillerStepState | AccountStepState | AskingStepState | BillsStepState

/** The account has to be asked for anew: the screen's own clock says so, or the core's. */
export const isTooOld = ({ isExpired, error }: BillsStepState): boolean =>
  isExpired || error?.kind === 'review-expired'

export const firstBillStep: BillerStepState = {
  ...entry,
  at: 'biller',
  billers: null,
  scanned: null,
  error: null,
}

export function backInBills(step: BillStep): BillStep {
  switch (step.at) {
    case 'biller':
      return step.scanned === null ? step : { ...step, scanned: null }
    case 'account':
    case 'asking':
      return step.from
    case 'bills':
      return step.isPricing ? { ...step, isPricing: false } : step.from
  }
}

/** Whether a biller can be asked now; undefined where that is not known. */
export const statusOf = ({ billers }: BillerStepState, partner: BillPartner): PartnerStatus | undefined =>
  billers?.partners[partner]

/** The biller that a digit key picks: 1 for the first, none for one that is down. */
export function billerAt(step: BillerStepState, digit: number): BillPartner | undefined {
  const partner = billPartners[digit - 1]
  return partner !== undefined && canPick(step, partner) ? partner : undefined
}

/** One that is down cannot be asked, and one that is not asked with payment keys not with the one that was scanned. */
export const canPick = (step: BillerStepState, partner: BillPartner): boolean =>
  statusOf(step, partner) !== 'UNAVAILABLE' && (step.scanned === null || takesScan(step, partner))

const takesScan = (step: BillerStepState, partner: BillPartner): boolean =>
  formsFor(step, partner).includes('electronic_payment_key')

/** The forms that a biller may be asked with, the one to offer first at the front. */
export const formsFor = ({ billers }: BillerStepState, partner: BillPartner): readonly BillForm[] =>
  billers?.forms[partner] ?? formsOfPartner[partner]

// Which bills of a discovery are paid together, and what they come to. Pure.

/** The digits 1 to 9 mark the first nine bills, 0 all of them. */
export const digitKeys = 9

const idsOf = (bills: readonly OrderedBill[]): readonly string[] => bills.map(({ billId }) => billId)

/** The bills that one payment can settle, from the first. */
const most = ({ bills }: DiscoveryView): readonly string[] => idsOf(bills.slice(0, billIds.maxCount))

/** What is chosen from the start: the bill, where there is one only. */
export const firstChoice = (discovery: DiscoveryView): readonly string[] =>
  discovery.bills.length === 1 ? most(discovery) : []

/** The choice with one bill more or less. A single bill stays chosen, and no more are than one payment can settle. */
export function toggleBill(
  discovery: DiscoveryView,
  chosen: readonly string[],
  billId: string,
): readonly string[] {
  if (discovery.bills.length <= 1) return chosen
  const wanted = (id: string) => (id === billId ? !chosen.includes(id) : chosen.includes(id))
  const next = idsOf(discovery.bills).filter(wanted)
  return next.length > billIds.maxCount ? chosen : next
}

/** All bills, or none where all are chosen already. */
function toggleAll(discovery: DiscoveryView, chosen: readonly string[]): readonly string[] {
  const all = most(discovery)
  return chosen.length < all.length ? all : firstChoice(discovery)
}

/** What a digit key makes of the choice: 0 for all, 1 for the first; no more than the keys show. */
export function toggleByDigit(
  discovery: DiscoveryView,
  chosen: readonly string[],
  digit: number,
): readonly string[] {
  if (digit === 0) return toggleAll(discovery, chosen)
  const bill = digit <= digitKeys ? discovery.bills[digit - 1] : undefined
  return bill === undefined ? chosen : toggleBill(discovery, chosen, bill.billId)
}

/** What the chosen bills come to. */
export interface Totals extends OrderFee {
  readonly count: number
  readonly amountCentimes: Centimes
  readonly totalCentimes: Centimes
  /** Why they cannot be paid as they are. */
  readonly problem: 'none-chosen' | 'below-minimum' | null
}

export function totalsOf({ discovery, chosen }: Pick<BillsStepState, 'discovery' | 'chosen'>): Totals {
  const { partner } = discovery
  const bills = discovery.bills.filter(({ billId }) => chosen.includes(billId))
  const amounts = bills.map((bill) => bill.amountCentimes)
  const fee = feeOfOrder(partner, bills)
  const amountCentimes = sumCentimes(amounts)
  return {
    ...fee,
    count: bills.length,
    amountCentimes,
    totalCentimes: sumCentimes([amountCentimes, fee.feeCentimes]),
    problem: problemOf(bills.length, meetsOrderMinimum(partner, amounts)),
  }
}

function problemOf(count: number, reachesMinimum: boolean): Totals['problem'] {
  if (count === 0) return 'none-chosen'
  return reachesMinimum ? null : 'below-minimum'
}

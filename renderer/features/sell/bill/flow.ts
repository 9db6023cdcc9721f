/** How a payment of bills is put together: the biller, the account at it, what it owes, which of it is paid. */
import type { AppError } from '#shared/app-error.ts'
import { type BillForm, formsOfPartner } from '#shared/bill-account.ts'
import type { BillField, BillFieldProblem } from '#shared/bill-fields.ts'
import { type BillPartner, billPartners, type PartnerStatus } from '#shared/bill-partners.ts'
import type { BillersView, DiscoveryView } from '#shared/on-sale.ts'

const entry = { kind: 'entry', service: 'bill' } as const
type Entry = typeof entry & { readonly error: AppError | null }

/** A biller is to be picked. */
export interface BillerStep extends Entry {
  readonly at: 'biller'
  /** Null until it was read: a biller that nothing is known of may be asked all the same. */
  readonly billers: BillersView | null
  /** A payment key that was scanned before its biller was picked: the biller that is picked is asked with it. */
  readonly scanned: string | null
}

export type TypedFields = Readonly<Partial<Record<BillField, string>>>
export type FieldProblems = Readonly<Partial<Record<BillField, BillFieldProblem>>>

/** The account is typed, field by field. */
export interface AccountStep extends Entry {
  readonly at: 'account'
  readonly from: BillerStep
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
export interface AskingStep extends Entry {
  readonly at: 'asking'
  readonly from: AccountStep
  /** The digits typed meanwhile: they mark bills once those are there. */
  readonly digits: readonly number[]
}

/** Bills are to be chosen of those that the account owes. */
export interface BillsStep extends Entry {
  readonly at: 'bills'
  readonly from: AccountStep
  readonly discovery: DiscoveryView
  /** Ids of the chosen bills, in the order of the list. */
  readonly chosen: readonly string[]
  /** The amounts are too old to be paid by. */
  readonly isExpired: boolean
  readonly isPricing: boolean
}

export type BillStep = BillerStep | AccountStep | AskingStep | BillsStep

/** The account has to be asked for anew: the screen's own clock says so, or the core's. */
export const isTooOld = ({ isExpired, error }: BillsStep): boolean =>
  isExpired || error?.kind === 'review-expired'

export const firstBillStep: BillerStep = {
  ...entry,
  at: 'biller',
  billers: null,
  scanned: null,
  error: null,
}

export const billManners = {
  biller: 'choosing',
  account: 'typing',
  asking: 'waiting',
  bills: 'marking',
} as const

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
export const statusOf = ({ billers }: BillerStep, partner: BillPartner): PartnerStatus | undefined =>
  billers?.partners[partner]

/** The biller that a digit key picks: 1 for the first, none for one that is down. */
export function billerAt(step: BillerStep, digit: number): BillPartner | undefined {
  const partner = billPartners[digit - 1]
  return partner !== undefined && canPick(step, partner) ? partner : undefined
}

/** One that is down cannot be asked, and one that is not asked with payment keys not with the one that was scanned. */
export const canPick = (step: BillerStep, partner: BillPartner): boolean =>
  statusOf(step, partner) !== 'UNAVAILABLE' && (step.scanned === null || takesScan(step, partner))

const takesScan = (step: BillerStep, partner: BillPartner): boolean =>
  formsFor(step, partner).includes('electronic_payment_key')

/** The forms that a biller may be asked with, the one to offer first at the front. */
export const formsFor = ({ billers }: BillerStep, partner: BillPartner): readonly BillForm[] =>
  billers?.forms[partner] ?? formsOfPartner[partner]

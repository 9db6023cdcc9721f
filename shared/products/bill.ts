/**
 * A bill payment transaction at the service, verbatim from service-api.md, "States and transitions". Observed, never
 * stepped: an observation is judged by `reachable` over `billObservedTable`. A discovery becomes the payment in place.
 */
import { seaalOrderMinimumCentimes } from '../limits.ts'
import { type Centimes, centimes, sumCentimes } from '../money.ts'
import type { ServerRow } from '../transition.ts'
import type { BillForm } from './bill-account.ts'
import type { ChipFace } from './product.ts'

export const billServerStates = [
  'PENDING',
  'READY',
  'PROCESSING',
  'UNKNOWN',
  'SUCCESS',
  'FAILED',
  'REFUNDED',
] as const
export type BillServerState = (typeof billServerStates)[number]

export const billTransactionTypes = ['discovery', 'payment'] as const
type BillTransactionType = (typeof billTransactionTypes)[number]

/** The states that a transaction of each type can be in. */
export const billStatesOfType: Readonly<Record<BillTransactionType, readonly BillServerState[]>> = {
  discovery: ['PENDING', 'READY', 'FAILED'],
  payment: ['PROCESSING', 'SUCCESS', 'FAILED', 'REFUNDED', 'UNKNOWN'],
}

export const billServerTable: readonly ServerRow<
  BillServerState,
  BillServerState | '(none)' | 'a payment state'
>[] = [
  {
    from: '(none)',
    movedBy: 'POST /v3/bills/discover accepted',
    condition: 'partner ACTIVE, account acceptable',
    to: 'PENDING',
    also: 'type discovery',
  },
  {
    from: 'PENDING',
    movedBy: 'discovery finishes',
    condition: '',
    to: 'READY',
    also: 'bills filled (possibly empty); completedAt set',
  },
  { from: 'PENDING', movedBy: 'discovery fails', condition: '', to: 'FAILED', also: '' },
  {
    from: 'READY',
    movedBy: 'POST /v3/bills/pay accepted',
    condition: 'billId(s) all on this transaction; guards pass',
    to: 'PROCESSING',
    also: 'type becomes payment; selectedBill and total set',
  },
  {
    from: 'PROCESSING',
    movedBy: 'payment confirmed',
    condition: '',
    to: 'SUCCESS',
    also: 'receiptUrl and operationId set; completedAt set',
  },
  {
    from: 'PROCESSING',
    movedBy: 'payment declined or failed',
    condition: '',
    to: 'FAILED',
    also: 'error set; completedAt set; no money moved',
  },
  {
    from: 'PROCESSING',
    movedBy: 'outcome unconfirmed',
    condition: '',
    to: 'UNKNOWN',
    also: 'completedAt set; keep polling, never treat as failure',
  },
  {
    from: 'a payment state',
    movedBy: 'refund completed',
    condition: '',
    to: 'REFUNDED',
    also: 'error set; completedAt set',
  },
]

/** The states after which the service changes nothing more. */
export const billFinalStates: readonly BillServerState[] = ['SUCCESS', 'FAILED', 'REFUNDED']

/** "Money moved only in SUCCESS and REFUNDED": in REFUNDED it came back. */
export const billMoneyMovedStates: readonly BillServerState[] = ['SUCCESS', 'REFUNDED']

/**
 * What one observation may follow another. The document leaves open from where REFUNDED is entered, and how UNKNOWN
 * ends: public practice shows SUCCESS or REFUNDED. FAILED moved no money, so nothing of it can be refunded.
 */
export const billObservedTable: readonly {
  readonly from: BillServerState | '(none)'
  readonly to: BillServerState
}[] = [
  ...billServerTable.flatMap(({ from, to }) => (from === 'a payment state' ? [] : [{ from, to }])),
  { from: 'UNKNOWN', to: 'SUCCESS' },
  { from: 'PROCESSING', to: 'REFUNDED' },
  { from: 'UNKNOWN', to: 'REFUNDED' },
  { from: 'SUCCESS', to: 'REFUNDED' },
]

/** The codes of a transaction's own error ("Bill payment error codes", rule 3). */
export const billTransactionErrors = [
  'PAYMENT_DECLINED',
  'PARTNER_UNAVAILABLE',
  'INVALID_ACCOUNT',
  'BILL_ALREADY_PAID',
] as const
export type BillTransactionError = (typeof billTransactionErrors)[number]

export const partnerStatuses = ['ACTIVE', 'UNAVAILABLE'] as const
export type PartnerStatus = (typeof partnerStatuses)[number]

// What a bill payment will probably cost beside the bills: service-api.md, "Fees". An estimate, for the screen before
// the service has said its figure: the document does not show how fees are rounded (here: half a centime upwards), nor
// AADL's rule (here: unknown, and never guessed). What is paid is always the fee that the service returned.

export interface FeeRule {
  /** Hundredths of a per cent of the amount. */
  readonly rateBasisPoints: number
  readonly minCentimes: Centimes
  readonly maxCentimes: Centimes
}

const ruleOf = (minDinars: number, maxDinars: number): FeeRule => ({
  rateBasisPoints: 50,
  minCentimes: centimes(minDinars * 100),
  maxCentimes: centimes(maxDinars * 100),
})

/** What is known of a biller. */
interface Biller {
  /** The forms of its accounts, the most usual first. `phone_number` is read, and never offered. */
  readonly forms: readonly BillForm[]
  /** The key that carries the identifier in a transaction ("Account key in a transaction, per partner"). */
  readonly transactionKey: string
  /** null where the document shows no rule. */
  readonly fee: FeeRule | null
  /** The least that an order of its bills must come to, without the fee (rule 6); null where there is none. */
  readonly orderMinimumCentimes: Centimes | null
  /** What else people call it: in Arabic first. */
  readonly otherNames: readonly [arabic: string, ...others: string[]]
  readonly chip: ChipFace
  /** Whether its accounts are telephone numbers, which are shown in groups. */
  readonly isTelephone: boolean
  /** What its receipts are in training. */
  readonly practiceReceipt: 'pdf' | 'png' | 'jpeg'
}

/** What most billers have in common. */
const usual: Omit<Biller, 'forms' | 'transactionKey' | 'otherNames' | 'chip'> = {
  ...{ fee: ruleOf(30, 60), orderMinimumCentimes: null, isTelephone: false, practiceReceipt: 'pdf' },
}

/**
 * The billers, in the order of their tabs, by the exact values that the service knows them by (service-api.md, "POST
 * /v3/bills/discover"): accents included, capitals as they stand.
 */
const rows = {
  ADE: {
    ...{ ...usual, forms: ['reference', 'electronic_payment_key', 'ade'], transactionKey: 'reference' },
    chip: { initials: 'AD', tone: 'blue' },
    otherNames: ['الجزائرية للمياه', 'Algérienne des eaux', 'eau'],
  },
  SONELGAZ: {
    ...{ ...usual, forms: ['contractNumber', 'sonelgaz'], transactionKey: 'contractNumber' },
    chip: { initials: 'SG', tone: 'red' },
    otherNames: ['سونلغاز', 'électricité', 'gaz', 'كهرباء', 'غاز'],
  },
  SEAAL: {
    ...{ ...usual, forms: ['reference', 'electronic_payment_key', 'seaal'], transactionKey: 'codeClient' },
    ...{ orderMinimumCentimes: seaalOrderMinimumCentimes, practiceReceipt: 'png' },
    chip: { initials: 'SE', tone: 'pink' },
    otherNames: ['سيال', 'eau', 'ماء'],
  },
  AADL: {
    ...{ ...usual, forms: ['aadlNumber', 'aadl'], transactionKey: 'codeloc' },
    ...{ fee: null, practiceReceipt: 'jpeg' },
    chip: { initials: 'AA', tone: 'brown' },
    otherNames: ['عدل', 'loyer', 'كراء'],
  },
  'Algérie Télécom': {
    ...{ ...usual, forms: ['phoneNumber'], transactionKey: 'phoneNumber' },
    ...{ fee: ruleOf(10, 50), isTelephone: true },
    // It sells lines as well, which have the same mark.
    chip: { initials: 'AT', tone: 'teal' },
    otherNames: ['اتصالات الجزائر', 'Idoom', 'téléphone', 'هاتف'],
  },
} satisfies Readonly<Record<string, Biller>>

export type BillPartner = keyof typeof rows
export const billers: Readonly<Record<BillPartner, Biller>> = rows
export const billPartners = Object.keys(billers) as readonly BillPartner[]

export const isBillPartner = (value: unknown): value is BillPartner =>
  billPartners.some((partner) => partner === value)

/** The same of each biller, under its name. */
export const eachBiller = <Value>(make: (partner: BillPartner) => Value): Record<BillPartner, Value> =>
  Object.fromEntries(billPartners.map((partner) => [partner, make(partner)])) as Record<BillPartner, Value>

/** The keys of identifiers in transactions. The document names a further biller, facture, which no request may ask for. */
export const transactionAccountKeys = {
  ...eachBiller((partner) => billers[partner].transactionKey),
  facture: 'facture',
}

const BASIS_POINTS = 10_000

/**
 * The fee of an order of bills: computed once, on the sum of their amounts ("POST /v3/bills/pay", rule 5), and clamped
 * between the biller's bounds. null where there is no rule, or nothing is selected.
 */
export function estimateFee(partner: BillPartner, amounts: readonly Centimes[]): Centimes | null {
  const rule = billers[partner].fee
  if (rule === null || amounts.length === 0) return null
  return feeOn(sumCentimes(amounts), rule)
}

export interface OrderFee {
  readonly feeCentimes: Centimes
  /** The service says its figure only once it is paid. */
  readonly isEstimate: boolean
}

/**
 * What an order of these bills will be charged beside their amounts: the service's own figure for one bill; for several
 * its rule on their sum, and where it shows none (AADL) the sum of the figures that it gave, which is rather too much than
 * too little.
 */
export function feeOfOrder(
  partner: BillPartner,
  bills: readonly { readonly amountCentimes: Centimes; readonly feeCentimes: Centimes }[],
): OrderFee {
  const fees = sumCentimes(bills.map((bill) => bill.feeCentimes))
  if (bills.length <= 1) return { feeCentimes: fees, isEstimate: false }
  const amounts = bills.map((bill) => bill.amountCentimes)
  return { feeCentimes: estimateFee(partner, amounts) ?? fees, isEstimate: true }
}

/** A rule's fee on an amount, to the centime, half a centime upwards. */
export function feeOn(amount: Centimes, rule: FeeRule): Centimes {
  const share = Math.floor((amount * rule.rateBasisPoints + BASIS_POINTS / 2) / BASIS_POINTS)
  return centimes(Math.min(Math.max(share, rule.minCentimes), rule.maxCentimes))
}

/** Whether the selected bills together reach the biller's minimum; each of them may be below it. */
export function meetsOrderMinimum(partner: BillPartner, amounts: readonly Centimes[]): boolean {
  const minimum = billers[partner].orderMinimumCentimes
  return minimum === null || sumCentimes(amounts) >= minimum
}

/**
 * Accounts to practise bill payment with, as data: what each owes and how its payment ends. The training service acts by
 * this table and the training help shows it, so that the two cannot differ. The first part is seen at the
 * service's own sandbox; the second is ours, for endings that the first does not reach.
 */
import { type Centimes, centimes } from '../money.ts'
import type { BillPartner } from './bill.ts'
import type { BillField } from './bill-fields.ts'

export const billPracticeEndings = [
  /** SUCCESS. */
  'paid',
  /** SUCCESS, and the receipt is not there at once. */
  'paid-late-receipt',
  /** SUCCESS, with a receipt of a type that nobody can name. */
  'paid-odd-receipt',
  /** FAILED, PAYMENT_DECLINED: no money moved. */
  'declined',
  /** UNKNOWN for a minute, then SUCCESS. */
  'unknown-paid',
  /** UNKNOWN for a minute, then REFUNDED. */
  'unknown-refunded',
  /** The discovery is refused: INVALID_ACCOUNT. */
  'invalid-account',
  /** The discovery is refused: PAYMENT_IN_PROGRESS, of a payment made elsewhere. */
  'in-progress',
  /** The discovery is refused: BILL_ALREADY_PAID. */
  'already-paid',
  /** The discovery is taken and ends in FAILED. */
  'discovery-fails',
  /** The payment is refused: PARTNER_UNAVAILABLE; the bills stay payable. */
  'unavailable-at-payment',
] as const
export type BillPracticeEnding = (typeof billPracticeEndings)[number]

export interface BillPractice {
  readonly partner: BillPartner
  /** The field of the request's account that decides, and its value. */
  readonly field: BillField
  readonly value: string
  /** What is owed, bill by bill. Empty: nothing is. */
  readonly owedCentimes: readonly Centimes[]
  readonly ending: BillPracticeEnding
  readonly ours: boolean
}

/** Any other well-formed account owes this, and pays it. */
export const usualBillCentimes: Centimes = centimes(50_000)

const usual: readonly number[] = [usualBillCentimes]

const accounts =
  (partner: BillPartner, field: BillField, ours: boolean) =>
  (value: string, ending: BillPracticeEnding, owed: readonly number[] = usual): BillPractice => ({
    partner,
    field,
    value,
    owedCentimes: owed.map(centimes),
    ending,
    ours,
  })

const ade = accounts('ADE', 'electronic_payment_key', false)
const sonelgaz = accounts('SONELGAZ', 'sonelgaz.invoice_number', false)
const contract = accounts('SONELGAZ', 'contractNumber', true)
const seaal = accounts('SEAAL', 'seaal.code_client', false)
const line = accounts('Algérie Télécom', 'phoneNumber', false)
const ourLine = accounts('Algérie Télécom', 'phoneNumber', true)

export const billPractice: readonly BillPractice[] = [
  ade('0123456789012345678901234', 'paid', [44_339]),
  ade('0123456789012340000000002', 'paid', []),
  /** A contract owes what the invoice of the same number says. */
  contract('9876543210', 'paid', [120_000, 85_000]),
  contract('4004004004', 'declined'),
  contract('6006006006', 'unknown-refunded', [90_000]),
  sonelgaz('9876543210', 'paid', [120_000, 85_000]),
  sonelgaz('4004004004', 'declined'),
  sonelgaz('6006006006', 'unknown-refunded', [90_000]),
  seaal('100001', 'paid', [20_000, 64_075, 125_050, 310_000, 1_450_025]),
  seaal('100002', 'paid', [76_520]),
  seaal('100003', 'paid', []),
  seaal('100004', 'declined'),
  seaal('100005', 'invalid-account'),
  line('023456789', 'paid', [30_000]),
  ourLine('030000001', 'unknown-paid'),
  ourLine('030000002', 'discovery-fails'),
  ourLine('030000003', 'already-paid'),
  ourLine('030000004', 'in-progress'),
  ourLine('030000005', 'unavailable-at-payment'),
  ourLine('030000006', 'paid-late-receipt'),
  ourLine('030000007', 'paid-odd-receipt'),
  /** Below the floor of a discovery: owed, and not listed. */
  ourLine('030000008', 'paid', [15_000]),
  /** With a fee that is no whole number of dinars. */
  ourLine('030000009', 'paid', [345_678]),
]

/** The row of an account, or undefined for one that owes the usual bill. */
export const findBillPractice = (
  partner: BillPartner,
  field: BillField,
  value: string,
): BillPractice | undefined =>
  billPractice.find((one) => one.partner === partner && one.field === field && one.value === value)

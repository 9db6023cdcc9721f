/**
 * What a scanned or pasted text of a bill is, by its shape alone. Only a shape that the document gives exactly counts: a
 * reference may be of any characters (service-api.md, "POST /v3/bills/discover"), so most texts are what the field says.
 */
import { type BillForm, formsOfPartner } from './bill-account.ts'
import { type BillPartner, billPartners } from './bill-partners.ts'
import { electronicPaymentKeyCharacters } from './limits.ts'

/** The key has no form but its own field, so its form and its field have one name. */
export interface RecognisedBillText {
  readonly form: Extract<BillForm, 'electronic_payment_key'>
  /** As the field is to hold it: without blanks and the marks that a copy carries. */
  readonly value: string
}

const paymentKeyShape = new RegExp(`^[0-9]{${electronicPaymentKeyCharacters}}$`)

/** What was scanned before any biller was picked: the billers that take a text of this shape, in the order of their tabs. */
export interface RecognisedBillScan extends RecognisedBillText {
  readonly partners: readonly BillPartner[]
}

/** Undefined where the shape tells nothing. One key may be of several billers: a person has to say of which. */
export function recogniseBillScan(text: string): RecognisedBillScan | undefined {
  const found = billPartners.flatMap((partner) => {
    const recognised = recogniseBillText(partner, text)
    return recognised === undefined ? [] : [{ partner, recognised }]
  })
  const [first] = found
  return first && { ...first.recognised, partners: found.map(({ partner }) => partner) }
}

/**
 * The form of this biller that the text belongs to, or undefined where its shape does not tell. Pure; any text may be
 * asked. `offered`: the forms that the biller may be asked with.
 */
export function recogniseBillText(
  partner: BillPartner,
  text: string,
  offered: readonly BillForm[] = formsOfPartner[partner],
): RecognisedBillText | undefined {
  const value = text.replace(/[\s\p{Cf}]/gu, '')
  const form = 'electronic_payment_key'
  return offered.includes(form) && paymentKeyShape.test(value) ? { form, value } : undefined
}

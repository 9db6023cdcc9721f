/** The accounts to practise bill payment with, each as a form that is filled in. */
import { type BillForm, billForms, fieldsOfForm } from '#shared/bill-account.ts'
import type { BillField } from '#shared/bill-fields.ts'
import type { BillPartner } from '#shared/bill-partners.ts'
import { type BillPractice, billPractice } from '#shared/bill-practice.ts'
import type { TypedFields } from './flow.ts'

/** What else their forms ask for: any well-formed value does. */
const besides: TypedFields = {
  'sonelgaz.amount_without_stamp': '1200.00',
  'sonelgaz.ebb_key': '0123456789',
  'seaal.code_contrat': '1234567',
}

export interface PracticeAccount {
  readonly practice: BillPractice
  readonly form: BillForm
  readonly typed: TypedFields
}

/** Those of one biller that can be asked about in one of these forms. */
export const practiceAccountsOf = (
  partner: BillPartner,
  forms: readonly BillForm[],
): readonly PracticeAccount[] =>
  billPractice
    .filter((practice) => practice.partner === partner)
    .map((practice) => accountOf(practice))
    .filter(({ form }) => forms.includes(form))

function accountOf(practice: BillPractice): PracticeAccount {
  const { field, value } = practice
  const form = formOf(field)
  const others = fieldsOfForm(form).map((other) => [other, besides[other] ?? ''] as const)
  return { practice, form, typed: { ...Object.fromEntries(others), [field]: value } }
}

function formOf(field: BillField): BillForm {
  const form = billForms.find((one) => fieldsOfForm(one).includes(field))
  if (form === undefined) throw new TypeError(`no form has the field ${field}`)
  return form
}

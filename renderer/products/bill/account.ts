/** The account of a bill while it is typed: each change of the step, pure. */

import { inWesternDigits } from '#shared/folded-text.ts'
import type { BillPartner } from '#shared/products/bill.ts'
import {
  type BillForm,
  billForms,
  type FailedBillField,
  fieldsOfForm,
  type RecognisedBillText,
  recogniseBillText,
} from '#shared/products/bill-account.ts'
import { type BillField, type BillFieldRule, billFieldRules } from '#shared/products/bill-fields.ts'
import type { BillersView } from '#shared/products/bill-order.ts'
import { type BillPractice, billPractice } from '#shared/products/bill-practice.ts'
import { cleanDigits } from '../../features/sell/typed-number.ts'
import {
  type AccountStepState,
  type BillerStepState,
  firstBillStep,
  formsFor,
  type TypedFields,
} from './flow.ts'

const { kind, service } = firstBillStep

/** The account's first field, empty. */
export function accountStepOf(from: BillerStepState, partner: BillPartner): AccountStepState {
  // No list of forms is empty.
  const [form = 'reference'] = formsFor(from, partner)
  const blank = { typed: {}, problems: {}, place: 0, moved: null, error: null } as const
  return { kind, service, at: 'account', from, partner, form, ...blank }
}

/** The field that is typed into. */
export const fieldIn = ({ form, place }: AccountStepState): BillField | undefined => fieldsOfForm(form)[place]

/** What stands in the field that is typed into. */
export function textIn(step: AccountStepState): string {
  const field = fieldIn(step)
  return field === undefined ? '' : (step.typed[field] ?? '')
}

export const isLastField = ({ form, place }: AccountStepState): boolean =>
  place >= fieldsOfForm(form).length - 1

/** The cashier went to this field; one of another form changes nothing. */
export function atField(step: AccountStepState, field: BillField): AccountStepState {
  const place = fieldsOfForm(step.form).indexOf(field)
  return place === -1 || place === step.place ? step : { ...step, place }
}

/** What was typed into a field stands there, and is no longer wrong before it is looked at again. */
export function withTyped(step: AccountStepState, field: BillField, text: string): AccountStepState {
  const { [field]: _solved, ...problems } = step.problems
  const typed = { ...step.typed, [field]: typedField(field, text) }
  return { ...atField(step, field), typed, problems, error: null }
}

/** What is wrong is shown under each field; the cashier stands at the first. */
export function withProblems(step: AccountStepState, failed: readonly FailedBillField[]): AccountStepState {
  const problems = Object.fromEntries(failed.map(({ field, problem }) => [field, problem]))
  const [first] = failed
  return { ...(first === undefined ? step : atField(step, first.field)), problems, error: null }
}

/** A form that is filled in already: only Enter is missing. */
export const filled = (step: AccountStepState, form: BillForm, typed: TypedFields): AccountStepState => ({
  ...step,
  form,
  typed,
  problems: {},
  error: null,
  place: fieldsOfForm(form).length - 1,
})

/**
 * The same account in another form. What stands in the only field of one goes into the empty only field of the other: it
 * was typed into the wrong one.
 */
export function withForm(step: AccountStepState, form: BillForm): AccountStepState {
  if (form === step.form) return step
  const [from, ...moreFrom] = fieldsOfForm(step.form)
  const [to, ...moreTo] = fieldsOfForm(form)
  const text = from === undefined ? undefined : step.typed[from]
  const carries = to !== undefined && moreFrom.length === 0 && moreTo.length === 0 && !step.typed[to]
  const typed = carries && text ? { ...step.typed, [to]: text } : step.typed
  return { ...step, form, typed, problems: {}, place: 0, error: null }
}

/** The form up or down from the one that is chosen; the same at either end. */
export function formBeside(step: AccountStepState, by: 1 | -1): BillForm {
  const forms = formsFor(step.from, step.partner)
  return forms[forms.indexOf(step.form) + by] ?? step.form
}

/** The same account once it is known which forms the billers may be asked with. */
export function withBillers(step: AccountStepState, billers: BillersView): AccountStepState {
  const from = { ...step.from, billers }
  const [first = step.form, ...more] = formsFor(from, step.partner)
  return [first, ...more].includes(step.form) ? { ...step, from } : { ...withForm(step, first), from }
}

/**
 * The account with a text in the form of its shape, and no longer in the field that it was put into; undefined where it
 * belongs to its field. A text is moved once: who puts it back means it.
 */
export function withRecognised(step: AccountStepState, text: string): AccountStepState | undefined {
  const recognised = recogniseBillText(step.partner, text, formsFor(step.from, step.partner))
  const stays = recognised?.form === step.form || recognised?.value === step.moved
  return recognised === undefined || stays ? undefined : moved(step, recognised)
}

function moved(step: AccountStepState, { form, value }: RecognisedBillText): AccountStepState {
  const left = fieldIn(step)
  const typed = { ...step.typed, ...(left === undefined ? {} : { [left]: '' }), [form]: value }
  return { ...step, form, typed, problems: {}, place: 0, moved: value, error: null }
}

// What stands in a field of a bill's account while it is typed: tidied as far as its shape leaves no doubt.

/** Longer than any field may be, so that a text that is too long is reported and not cut. */
const maxTypedLength = 100

/** Reads a key press, a paste or a scan into the field's text. Total: whatever was typed, something stands there. */
function typedField(field: BillField, text: string): string {
  const rule: BillFieldRule = billFieldRules[field]
  const western = inWesternDigits(text).slice(0, maxTypedLength)
  if (rule.shape === 'landline') return cleanDigits(western)
  return rule.shape === 'month' ? typedMonth(western) : western
}

/** `3/2026`, `03-2026` and `032026` stand as `03/2026`; the year may still be missing. */
function typedMonth(text: string): string {
  const [, month, year = ''] = /^\s*(\d{1,2})[/.\-\s]+(\d{0,4})/.exec(text) ?? []
  if (month !== undefined) return `${month.padStart(2, '0')}/${year}`
  const digits = text.replace(/\D/g, '').slice(0, 6)
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}

// The accounts to practise bill payment with, each as a form that is filled in.

/** What else their forms ask for: any well-formed value does. */
const besides: TypedFields = {
  'sonelgaz.amount_without_stamp': '1200.00',
  'sonelgaz.ebb_key': '0123456789',
  'seaal.code_contrat': '1234567',
}

interface PracticeAccount {
  readonly practice: BillPractice
  readonly form: BillForm
  readonly typed: TypedFields
}

/**
 * Those of one biller in the form that is chosen: what is said of them is true as they are typed there. Where it has none,
 * those of its other forms.
 */
export function practiceAccountsOf(
  partner: BillPartner,
  chosen: BillForm,
  forms: readonly BillForm[],
): readonly PracticeAccount[] {
  const all = billPractice
    .filter((practice) => practice.partner === partner)
    .map((practice) => accountOf(practice))
    .filter(({ form }) => forms.includes(form))
  const ofChosen = all.filter(({ form }) => form === chosen)
  return ofChosen.length > 0 ? ofChosen : all
}

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

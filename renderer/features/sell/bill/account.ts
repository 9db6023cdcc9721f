/** The account of a bill while it is typed: each change of the step, pure. */
import { type BillForm, type FailedBillField, fieldsOfForm } from '#shared/bill-account.ts'
import type { BillField } from '#shared/bill-fields.ts'
import type { BillPartner } from '#shared/bill-partners.ts'
import { type RecognisedBillText, recogniseBillText } from '#shared/bill-text.ts'
import type { BillersView } from '#shared/on-sale.ts'
import { type AccountStep, type BillerStep, firstBillStep, formsFor, type TypedFields } from './flow.ts'
import { typedField } from './typed-field.ts'

const { kind, service } = firstBillStep

/** The account's first field, empty. */
export function accountStepOf(from: BillerStep, partner: BillPartner): AccountStep {
  // No list of forms is empty.
  const [form = 'reference'] = formsFor(from, partner)
  const blank = { typed: {}, problems: {}, place: 0, moved: null, error: null } as const
  return { kind, service, at: 'account', from, partner, form, ...blank }
}

/** The field that is typed into. */
export const fieldIn = ({ form, place }: AccountStep): BillField | undefined => fieldsOfForm(form)[place]

export const isLastField = ({ form, place }: AccountStep): boolean => place >= fieldsOfForm(form).length - 1

/** The cashier went to this field; one of another form changes nothing. */
export function atField(step: AccountStep, field: BillField): AccountStep {
  const place = fieldsOfForm(step.form).indexOf(field)
  return place === -1 || place === step.place ? step : { ...step, place }
}

/** What was typed into a field stands there, and is no longer wrong before it is looked at again. */
export function withTyped(step: AccountStep, field: BillField, text: string): AccountStep {
  const { [field]: _solved, ...problems } = step.problems
  const typed = { ...step.typed, [field]: typedField(field, text) }
  return { ...atField(step, field), typed, problems, error: null }
}

/** What is wrong is told under each field; the cashier stands at the first. */
export function withProblems(step: AccountStep, failed: readonly FailedBillField[]): AccountStep {
  const problems = Object.fromEntries(failed.map(({ field, problem }) => [field, problem]))
  const [first] = failed
  return { ...(first === undefined ? step : atField(step, first.field)), problems, error: null }
}

/** A form that is filled in already: only Enter is missing. */
export const filled = (step: AccountStep, form: BillForm, typed: TypedFields): AccountStep => ({
  ...{ ...step, form, typed, problems: {}, error: null },
  place: fieldsOfForm(form).length - 1,
})

/**
 * The same account in another form. What stands in the only field of one goes into the empty only field of the other: it
 * was typed into the wrong one.
 */
export function withForm(step: AccountStep, form: BillForm): AccountStep {
  if (form === step.form) return step
  const [from, ...moreFrom] = fieldsOfForm(step.form)
  const [to, ...moreTo] = fieldsOfForm(form)
  const text = from === undefined ? undefined : step.typed[from]
  const carries = to !== undefined && moreFrom.length === 0 && moreTo.length === 0 && !step.typed[to]
  const typed = carries && text ? { ...step.typed, [to]: text } : step.typed
  return { ...step, form, typed, problems: {}, place: 0, error: null }
}

/** The form up or down from the one that is chosen; the same at either end. */
export function formBeside(step: AccountStep, by: 1 | -1): BillForm {
  const forms = formsFor(step.from, step.partner)
  return forms[forms.indexOf(step.form) + by] ?? step.form
}

/** The same account once it is known which forms the billers may be asked with. */
export function withBillers(step: AccountStep, billers: BillersView): AccountStep {
  const from = { ...step.from, billers }
  const [first = step.form, ...more] = formsFor(from, step.partner)
  return [first, ...more].includes(step.form) ? { ...step, from } : { ...withForm(step, first), from }
}

/**
 * The account with a text in the form of its shape, and no longer in the field that it was put into; undefined where it
 * belongs to its field. A text is moved once: who puts it back means it.
 */
export function withRecognised(step: AccountStep, text: string): AccountStep | undefined {
  const recognised = recogniseBillText(step.partner, text, formsFor(step.from, step.partner))
  const stays = recognised?.form === step.form || recognised?.value === step.moved
  return recognised === undefined || stays ? undefined : moved(step, recognised)
}

function moved(step: AccountStep, { form, value }: RecognisedBillText): AccountStep {
  const left = fieldIn(step)
  const typed = { ...step.typed, ...(left === undefined ? {} : { [left]: '' }), [form]: value }
  return { ...step, form, typed, problems: {}, place: 0, moved: value, error: null }
}

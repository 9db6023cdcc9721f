/**
 * The account of a bill discovery: which forms each biller has, and the rule that a request carries exactly one slot
 * (service-api.md, "POST /v3/bills/discover", "Slot rule"). A value of type BillAccount has exactly one form, filled by
 * its rules.
 */
import * as z from 'zod'
import { electronicPaymentKeyCharacters } from '../limits.ts'
import { err, ok, type Result } from '../result.ts'
import { type BillPartner, billers, billPartners, eachBiller } from './bill.ts'
import {
  type BillField,
  type BillFieldProblem,
  billFieldMessage,
  billFieldProblem,
  billFieldRules,
  parseBillField,
} from './bill-fields.ts'

/** Every way to name an account, by its key in the request, with the slot that it fills. */
export const billFormSlots = {
  reference: 'identifier',
  contractNumber: 'identifier',
  aadlNumber: 'identifier',
  electronic_payment_key: 'identifier',
  phoneNumber: 'phone',
  phone_number: 'phone',
  sonelgaz: 'sonelgaz',
  ade: 'ade',
  seaal: 'seaal',
  aadl: 'aadl',
} as const
export type BillForm = keyof typeof billFormSlots
export const billForms = Object.keys(billFormSlots) as readonly BillForm[]

export const formsOfPartner: Readonly<Record<BillPartner, readonly BillForm[]>> = eachBiller(
  (partner) => billers[partner].forms,
)

/** The fields of a form, in the order in which they are asked: one of its own name, or all of its nested ones. */
export const fieldsOfForm = (form: BillForm): readonly BillField[] =>
  billFieldNames.filter((field) => field === form || field.startsWith(`${form}.`))

const billFieldNames = Object.keys(billFieldRules) as readonly BillField[]

/** A field as a request carries it, checked by its rule; the issue's `params.problem` is the rule's own word. */
const wire = (field: BillField) =>
  z.unknown().transform((value, context): string => {
    const problem = billFieldProblem(field, value)
    if (problem === undefined && typeof value === 'string') return value
    const fieldProblem = problem ?? 'not-text'
    context.addIssue({
      code: 'custom',
      message: billFieldMessage(field, fieldProblem),
      params: { problem: fieldProblem },
    })
    return z.NEVER
  })

const notAnObject = 'must be an object'

const formSchemas = {
  reference: z.object({ reference: wire('reference') }),
  contractNumber: z.object({ contractNumber: wire('contractNumber') }),
  aadlNumber: z.object({ aadlNumber: wire('aadlNumber') }),
  electronic_payment_key: z.object({ electronic_payment_key: wire('electronic_payment_key') }),
  phoneNumber: z.object({ phoneNumber: wire('phoneNumber') }),
  phone_number: z.object({ phone_number: wire('phone_number') }),
  sonelgaz: z.object({
    sonelgaz: z.object(
      {
        invoice_number: wire('sonelgaz.invoice_number'),
        amount_without_stamp: wire('sonelgaz.amount_without_stamp'),
        ebb_key: wire('sonelgaz.ebb_key'),
      },
      notAnObject,
    ),
  }),
  ade: z.object({
    ade: z.object(
      {
        sub_id: wire('ade.sub_id'),
        period: wire('ade.period'),
        amount: wire('ade.amount'),
        pay_key: wire('ade.pay_key'),
      },
      notAnObject,
    ),
  }),
  seaal: z.object({
    seaal: z.object(
      { code_client: wire('seaal.code_client'), code_contrat: wire('seaal.code_contrat') },
      notAnObject,
    ),
  }),
  aadl: z.object({ aadl: z.object({ codeloc: wire('aadl.codeloc') }, notAnObject) }),
} as const satisfies Readonly<Record<BillForm, z.ZodType>>

export type BillAccount = z.output<(typeof formSchemas)[BillForm]>

/**
 * The `account` of a discovery as it is on the wire. Every failed field is an issue of its own, with its path, a sentence
 * and the rule's word in `params.problem`. Two names of one slot are refused like two slots: nothing says which of them
 * the service would take. Fields that no form has are left out.
 */
export const billAccountSchema: z.ZodType<BillAccount> = z.unknown().transform((given, context) => {
  const object = z.record(z.string(), z.unknown()).safeParse(given)
  if (!object.success) {
    context.addIssue({ code: 'custom', message: notAnObject })
    return z.NEVER
  }
  const named = billForms.filter((form) => object.data[form] !== undefined)
  const read = named.map((form) => formSchemas[form].safeParse(object.data))
  for (const issue of read.flatMap(({ error }) => error?.issues ?? [])) context.addIssue({ ...issue })
  const [only, ...more] = read
  if (only === undefined || more.length > 0) {
    context.addIssue({ code: 'custom', message: slotMessage(named), params: { problem: 'slots' } })
    return z.NEVER
  }
  return only.success ? only.data : z.NEVER
})

function slotMessage(named: readonly BillForm[]): string {
  if (named.length === 0) return 'must carry exactly one identifier'
  return `must carry exactly one identifier, not ${named.join(' and ')}`
}

/** The form that an account has. */
export function formOfAccount(account: BillAccount): BillForm {
  const form = billForms.find((name) => Object.hasOwn(account, name))
  if (form === undefined) throw new TypeError('an account without a form')
  return form
}

/**
 * Whether this biller can be asked with this account: one of its own forms, or the other spelling of one (phone_number).
 * A form of another biller is well-formed all the same; the service answers it INVALID_ACCOUNT.
 */
export function fitsPartner(partner: BillPartner, account: BillAccount): boolean {
  const form = formOfAccount(account)
  return formsOfPartner[partner].includes(form === 'phone_number' ? 'phoneNumber' : form)
}

export interface FailedBillField {
  readonly field: BillField
  readonly problem: BillFieldProblem
}

/**
 * Makes an account from what was typed into the fields of a form, or names every field that does not fit. A field that
 * was not touched is missing.
 */
export function parseBillForm(
  form: BillForm,
  typed: Readonly<Partial<Record<BillField, string>>>,
): Result<BillAccount, readonly FailedBillField[]> {
  const read = fieldsOfForm(form).map((field) => ({
    field,
    value: parseBillField(field, typed[field] ?? ''),
  }))
  const failed = read.flatMap(({ field, value }) => (value.ok ? [] : [{ field, problem: value.error }]))
  if (failed.length > 0) return err(failed)
  const values = read.flatMap(({ field, value }): readonly (readonly [string, string])[] =>
    value.ok ? [[field.slice(field.indexOf('.') + 1), value.value]] : [],
  )
  const nested = fieldsOfForm(form).some((field) => field !== form)
  const account = nested ? { [form]: Object.fromEntries(values) } : Object.fromEntries(values)
  return ok(formSchemas[form].parse(account))
}

// What a scanned or pasted text of a bill is, by its shape alone. Only a shape that the document gives exactly counts: a
// reference may be of any characters (service-api.md, "POST /v3/bills/discover"), so most texts are what the field says.

/** The key has no form but its own field, so its form and its field have one name. */
export interface RecognisedBillText {
  readonly form: Extract<BillForm, 'electronic_payment_key'>
  /** As the field is to hold it: without blanks and the marks that a copy carries. */
  readonly value: string
}

const paymentKeyShape = new RegExp(`^[0-9]{${electronicPaymentKeyCharacters}}$`)

/** What was scanned before any biller was picked: the billers that take a text of this shape, in the order of their tabs. */
interface RecognisedBillScan extends RecognisedBillText {
  readonly partners: readonly BillPartner[]
}

/** Undefined where the shape says nothing. One key may be of several billers: a person has to say of which. */
export function recogniseBillScan(text: string): RecognisedBillScan | undefined {
  const found = billPartners.flatMap((partner) => {
    const recognised = recogniseBillText(partner, text)
    return recognised === undefined ? [] : [{ partner, recognised }]
  })
  const [first] = found
  return first && { ...first.recognised, partners: found.map(({ partner }) => partner) }
}

/**
 * The form of this biller that the text belongs to, or undefined where its shape does not say. Pure; any text may be
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

/**
 * The fields that name an account at a biller, as data: service-api.md, "Identifier per partner" and "Alternative forms",
 * with `aadl` from public practice. One table serves the forms, the client and the training service, so that what one
 * accepts the other does.
 */
import { electronicPaymentKeyCharacters, identifierMaxCharacters } from '../limits.ts'
import { landlineRequestShape, parseLandlineNumber } from '../phone.ts'
import { err, ok, type Result } from '../result.ts'

/** What a value may be made of. `text` is anything that prints. */
export type BillFieldShape = 'text' | 'digits' | 'alphanumeric' | 'month' | 'landline'

export interface BillFieldRule {
  readonly minCharacters: number
  readonly maxCharacters: number
  readonly shape: BillFieldShape
}

const upTo = (maxCharacters: number): BillFieldRule => ({ minCharacters: 1, maxCharacters, shape: 'text' })
const exactly = (characters: number): BillFieldRule => ({
  minCharacters: characters,
  maxCharacters: characters,
  shape: 'text',
})
/** Nine characters in the national form, twelve after +213. */
const landline: BillFieldRule = { minCharacters: 9, maxCharacters: 12, shape: 'landline' }

/** Every field, by its path in the request's `account`. */
export const billFieldRules = {
  reference: upTo(identifierMaxCharacters),
  contractNumber: upTo(identifierMaxCharacters),
  aadlNumber: upTo(identifierMaxCharacters),
  electronic_payment_key: exactly(electronicPaymentKeyCharacters),
  phoneNumber: landline,
  phone_number: landline,
  'sonelgaz.invoice_number': upTo(20),
  'sonelgaz.amount_without_stamp': upTo(20),
  'sonelgaz.ebb_key': upTo(30),
  'ade.sub_id': exactly(12),
  'ade.period': { minCharacters: 7, maxCharacters: 7, shape: 'month' },
  'ade.amount': upTo(20),
  'ade.pay_key': exactly(7),
  'seaal.code_client': { minCharacters: 2, maxCharacters: 6, shape: 'alphanumeric' },
  'seaal.code_contrat': { minCharacters: 2, maxCharacters: 10, shape: 'digits' },
  'aadl.codeloc': { minCharacters: 6, maxCharacters: 20, shape: 'digits' },
} as const satisfies Readonly<Record<string, BillFieldRule>>
export type BillField = keyof typeof billFieldRules

export const billFieldProblems = [
  'missing',
  'not-text',
  'not-printable',
  'too-short',
  'too-long',
  'wrong-length',
  'not-digits',
  'not-alphanumeric',
  'not-a-month',
  'not-a-landline',
] as const
export type BillFieldProblem = (typeof billFieldProblems)[number]

const shapes: Readonly<
  Record<BillFieldShape, { readonly fits: RegExp; readonly problem: BillFieldProblem }>
> = {
  /** No control, format or unpaired character: it would be lost or changed on the way. */
  text: { fits: /^[^\p{C}\p{Zl}\p{Zp}]*$/u, problem: 'not-printable' },
  digits: { fits: /^[0-9]*$/, problem: 'not-digits' },
  alphanumeric: { fits: /^[0-9A-Za-z]*$/, problem: 'not-alphanumeric' },
  /** MM/YYYY. */
  month: { fits: /^(?:0[1-9]|1[0-2])\/[0-9]{4}$/, problem: 'not-a-month' },
  landline: { fits: landlineRequestShape, problem: 'not-a-landline' },
}

/** What is wrong with a value as a request carries it, or undefined where it fits. Total: any value may be asked. */
export function billFieldProblem(field: BillField, value: unknown): BillFieldProblem | undefined {
  if (value === undefined || value === null) return 'missing'
  if (typeof value !== 'string') return 'not-text'
  if (value.trim() === '') return 'missing'
  const rule: BillFieldRule = billFieldRules[field]
  const shape = shapes[rule.shape]
  if (!shape.fits.test(value)) return shape.problem
  return lengthProblem(rule, value)
}

function lengthProblem(rule: BillFieldRule, value: string): BillFieldProblem | undefined {
  const fits = value.length >= rule.minCharacters && value.length <= rule.maxCharacters
  if (fits) return undefined
  if (rule.minCharacters === rule.maxCharacters) return 'wrong-length'
  return value.length < rule.minCharacters ? 'too-short' : 'too-long'
}

/**
 * Reads what was typed or pasted into a field of a form. Spaces around it go; where the shape leaves no room for any,
 * those inside go too; a landline takes its national form, which every practice accepts.
 */
export function parseBillField(field: BillField, typed: string): Result<string, BillFieldProblem> {
  const value = cleanTyped(billFieldRules[field], typed)
  const problem = billFieldProblem(field, value)
  return problem === undefined ? ok(value) : err(problem)
}

/** The invisible marks of direction that text copied from an Arabic page carries. */
const invisible = /\p{Cf}/gu

function cleanTyped(rule: BillFieldRule, typed: string): string {
  if (rule.shape === 'landline') {
    const parsed = parseLandlineNumber(typed)
    return parsed.ok ? parsed.value : typed.trim()
  }
  const solid = rule.shape !== 'text' || rule.minCharacters === rule.maxCharacters
  const visible = typed.replace(invisible, '')
  return solid ? visible.replace(/\s/g, '') : visible.trim()
}

/** A rule in the words of a refusal, after the field's name: "must be exactly 25 characters". */
export function billFieldMessage(field: BillField, problem: BillFieldProblem): string {
  const { minCharacters, maxCharacters }: BillFieldRule = billFieldRules[field]
  switch (problem) {
    case 'missing':
      return 'is required'
    case 'not-text':
      return 'must be a string'
    case 'not-printable':
      return 'must hold printable characters only'
    case 'too-short':
      return `must be at least ${minCharacters} characters`
    case 'too-long':
      return `must be at most ${maxCharacters} characters`
    case 'wrong-length':
      return `must be exactly ${maxCharacters} characters`
    case 'not-digits':
      return 'must hold digits only'
    case 'not-alphanumeric':
      return 'must hold letters and digits only'
    case 'not-a-month':
      return 'must be MM/YYYY'
    case 'not-a-landline':
      return 'must be 0 or +213, one digit 2 to 4, then 7 digits'
  }
}

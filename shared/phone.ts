/**
 * Numbers as cashiers type or paste them and as the service wants them: internet lines (service-api.md, "Internet send
 * body"), mobiles (MSSIDN) and the landlines of Algérie Télécom's bills ("POST /v3/bills/discover"). One place serves the
 * forms, the client and the training service.
 */
import { err, ok, type Result } from './result.ts'

export const internetTypes = ['ADSL', '4G'] as const
export type InternetType = (typeof internetTypes)[number]

/** The exact shapes on the wire: ADSL `0[0-9]{8}`; 4G `213[0-9]{9}`, country code included, no plus sign. */
export const internetNumberShape: Readonly<Record<InternetType, RegExp>> = {
  ADSL: /^0[0-9]{8}$/,
  '4G': /^213[0-9]{9}$/,
}

export interface InternetNumber {
  readonly type: InternetType
  readonly number: string
}

export type NumberProblem = 'empty' | 'not-digits' | 'too-short' | 'too-long' | 'not-this-type'

/**
 * Reads what was typed or pasted ("023 45 67 89", "+213 23 45 67 89", "0213…") into the wire form. Without `type` the
 * shape decides: nine digits from 0 are an ADSL line, twelve from 213 (or ten from 0) a 4G line.
 */
export function parseInternetNumber(
  typed: string,
  type?: InternetType,
): Result<InternetNumber, NumberProblem> {
  const digits = digitsTyped(typed)
  if (digits === '') return err('empty')
  if (!/^[0-9]+$/.test(digits)) return err('not-digits')
  const candidates = internetTypes.map((one) => ({ type: one, number: wireForm(digits, one) }))
  const fitting = candidates.filter((one) => internetNumberShape[one.type].test(one.number))
  const chosen = fitting.find((one) => type === undefined || one.type === type)
  if (chosen) return ok(chosen)
  if (fitting.length > 0) return err('not-this-type')
  return err(digits.length < 9 || (digits.startsWith('213') && digits.length < 12) ? 'too-short' : 'too-long')
}

function wireForm(digits: string, type: InternetType): string {
  if (type === 'ADSL') return /^213[0-9]{8}$/.test(digits) ? `0${digits.slice(3)}` : digits
  if (/^0[0-9]{9}$/.test(digits)) return `213${digits.slice(1)}`
  return digits
}

/**
 * What was typed without the marks that people put between digits, without the invisible ones that text copied from an
 * Arabic page carries, and without the ways to write +213 but one.
 */
const digitsTyped = (typed: string): string =>
  withoutMarks(typed)
    .replace(/^\+/, '')
    .replace(/^00213/, '213')

const withoutMarks = (typed: string): string => typed.replace(/[\s\p{Cf}.\-()/]/gu, '')

export const operators = ['Mobilis', 'Djezzy', 'Ooredoo'] as const
export type Operator = (typeof operators)[number]

/** The exact shape of an MSSIDN on the wire: ten digits from 0. */
export const mobileNumberShape: RegExp = /^0[567][0-9]{8}$/

/** By the prefix. A number that was carried to another operator keeps its prefix, so this is a hint, never a rule. */
const operatorByPrefix: Readonly<Record<string, Operator>> = {
  '05': 'Ooredoo',
  '06': 'Mobilis',
  '07': 'Djezzy',
}

/** The operator that a mobile number in its wire form probably belongs to, or undefined for any other text. */
export const operatorHint = (number: string): Operator | undefined =>
  mobileNumberShape.test(number) ? operatorByPrefix[number.slice(0, 2)] : undefined

export type MobileProblem = 'empty' | 'not-digits' | 'too-short' | 'too-long' | 'not-mobile'

/** Reads "0661 23 45 67", "+213 661 23 45 67", "00213661…" into the wire form `0661234567`. */
export function parseMobileNumber(typed: string): Result<string, MobileProblem> {
  const read = nationalForm(typed, 10)
  if (!read.ok) return read
  return mobileNumberShape.test(read.value) ? read : err('not-mobile')
}

/**
 * Reads a mobile of Algeria in any of its forms, or a number of another country from its `+` or `00` on, into the digits that it
 * is dialled by from abroad: `213661234567`, `33612345678`. Undefined for any other text.
 */
export function parseInternationalNumber(typed: string): string | undefined {
  const mobile = parseMobileNumber(typed)
  if (mobile.ok) return `213${mobile.value.slice(1)}`
  const [, abroad] = /^(?:\+|00)([1-9][0-9]{7,14})$/.exec(withoutMarks(typed)) ?? []
  return abroad?.startsWith('213') ? undefined : abroad
}

/** The shape that the document gives for a landline in a request: `0` or `+213`, one digit 2 to 4, then 7 digits. */
export const landlineRequestShape: RegExp = /^(?:0|\+213)[2-4][0-9]{7}$/

/** The national form alone, which every practice accepts and which is therefore the one that is sent. */
export const landlineNumberShape: RegExp = /^0[2-4][0-9]{7}$/

export type LandlineProblem = 'empty' | 'not-digits' | 'too-short' | 'too-long' | 'not-landline'

/** Reads "023 45 67 89", "+213 23 45 67 89", "0021323…" into the national form `023456789`. */
export function parseLandlineNumber(typed: string): Result<string, LandlineProblem> {
  const read = nationalForm(typed, 9)
  if (!read.ok) return read
  return landlineNumberShape.test(read.value) ? read : err('not-landline')
}

/** Digits from 0, `length` of them. */
function nationalForm(
  typed: string,
  length: number,
): Result<string, 'empty' | 'not-digits' | 'too-short' | 'too-long'> {
  const digits = digitsTyped(typed).replace(/^2130?/, '0')
  if (digits === '') return err('empty')
  if (!/^[0-9]+$/.test(digits)) return err('not-digits')
  if (digits.length !== length) return err(digits.length < length ? 'too-short' : 'too-long')
  return ok(digits)
}

/** Groups a number for reading aloud: `023 45 67 89`, `213 661 23 45 67`, others in pairs from the end. */
export function groupNumber(number: string): string {
  const head = number.startsWith('213') ? 6 : number.length % 2 === 0 ? 4 : 3
  const pairs = number.slice(head).replace(/(\d{2})(?=\d)/g, '$1 ')
  const start = number.startsWith('213') ? `213 ${number.slice(3, 6)}` : number.slice(0, head)
  return `${start} ${pairs}`.trim()
}

/** As a customer says it: a line of 4G begins with 0 and not with the country code that the service wants. */
export const spokenNumber = (number: string): string =>
  internetNumberShape['4G'].test(number) ? `0${number.slice(3)}` : number

/** `0661 •• •• 67`: enough for who knows the number, too little for who reads it over the counter. */
export function maskNumber(number: string): string {
  const groups = groupNumber(number).split(' ')
  const shownAtStart = number.startsWith('213') ? 2 : 1
  return groups
    .map((group, place) =>
      place < shownAtStart || place === groups.length - 1 ? group : '•'.repeat(group.length),
    )
    .join(' ')
}

/** Whether a number with some of its digits hidden, as in `0661***045`, may be this one. */
export function fitsMask(masked: string, number: string): boolean {
  const shown = /^(?:\+?213)?([0-9]*)[*•xX.]+([0-9]*)$/.exec(masked.replace(/ /g, ''))
  if (!shown) return false
  const [, start = '', end = ''] = shown
  const national = number.replace(/^213/, '')
  const isAtStart = [national, national.replace(/^0/, '')].some((form) => form.startsWith(start))
  return isAtStart && national.endsWith(end)
}

/**
 * Numbers as cashiers type or paste them and as the service wants them (service-api.md, "Internet send body").
 * One place serves the forms, the client and the training service.
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
  const digits = typed
    .replace(/[\s\u00a0\u202f.\-()/]/g, '')
    .replace(/^\+/, '')
    .replace(/^00213/, '213')
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

/** Groups a number for reading aloud: `023 45 67 89`, `213 661 23 45 67`, others in pairs from the end. */
export function groupNumber(number: string): string {
  const head = number.startsWith('213') ? 6 : number.length % 2 === 0 ? 4 : 3
  const pairs = number.slice(head).replace(/(\d{2})(?=\d)/g, '$1 ')
  const start = number.startsWith('213') ? `213 ${number.slice(3, 6)}` : number.slice(0, head)
  return `${start} ${pairs}`.trim()
}

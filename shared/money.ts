/**
 * Money is a whole number of centimes of the Algerian dinar, in a brand of its own. Owns: the ways in (from JSON, from
 * a form), the ways out (to JSON, to a person), and the bound that keeps every sum exact.
 */
import * as z from 'zod'
import { err, ok, type Result } from './result.ts'

/** Whole centimes, |value| ≤ 10¹³ (a hundred milliards of dinars), so that any sum of 900 amounts stays exact. */
export type Centimes = number & { readonly __brand: 'Centimes' }

const MAX_CENTIMES = 10_000_000_000_000

export const zeroCentimes = 0 as Centimes

/** Brands a whole number of centimes. Throws RangeError for anything else: a caller that holds one has a bug. */
export function centimes(value: number): Centimes {
  if (!isCentimes(value)) throw new RangeError(`not a whole number of centimes: ${value}`)
  return value
}

export function isCentimes(value: unknown): value is Centimes {
  return Number.isSafeInteger(value) && Math.abs(value as number) <= MAX_CENTIMES
}

export const centimesSchema = z.custom<Centimes>(isCentimes, 'not a whole number of centimes')

/**
 * Reads an amount in dinars as the service sends it (a JSON number, service-api.md "Response envelope") or as a form
 * gives it ("1 200,50"). More than two decimals is an error and never a rounding; what is left beside them by the binary
 * arithmetic of whoever made the number (487.5000000000001) are no decimals.
 */
export function centimesFromDinars(value: number | string): Result<Centimes, 'not-an-amount'> {
  return typeof value === 'number' ? fromNumber(value) : fromText(value)
}

function fromText(value: string): Result<Centimes, 'not-an-amount'> {
  const parts = /^(-?)(\d{1,11})(?:\.(\d{1,2}))?$/.exec(
    value.replace(/[\s\u202f\u00a0]/g, '').replace(',', '.'),
  )
  if (!parts) return err('not-an-amount')
  const [, sign, whole = '', fraction = ''] = parts
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  const signed = sign === '-' && amount !== 0 ? -amount : amount
  return isCentimes(signed) ? ok(signed) : err('not-an-amount')
}

export const CENTIMES_PER_DINAR = 100

/** Far more than sums in binary fractions are off by, and far less than a third decimal, in dinars. */
const NOISE = 1e-6

/** Exact: below the bound a double gives the centimes of a decimal with two places, and two decimals from three. */
function fromNumber(value: number): Result<Centimes, 'not-an-amount'> {
  const nearest = Math.round(value * 100)
  const isNear = Math.abs(value - nearest / 100) < NOISE
  if (!isNear || Math.abs(nearest) >= MAX_CENTIMES) return err('not-an-amount')
  return ok((nearest === 0 ? 0 : nearest) as Centimes)
}

/**
 * Reads what moved on the account, or stands on it, to the nearest centime, half a centime away from zero. The service need not
 * have rounded it: a top-up costs its face times a multiplier of several decimals (service-api.md, "Mobile plan").
 */
export function nearestCentimes(dinars: number): Result<Centimes, 'not-an-amount'> {
  const nearest = Math.sign(dinars) * Math.round(Number((Math.abs(dinars) * 100).toFixed(4)))
  return isCentimes(nearest) ? ok((nearest === 0 ? 0 : nearest) as Centimes) : err('not-an-amount')
}

/** The JSON number of dinars for a request: exact, because the value has at most two decimals. */
export const dinarsOf = (amount: Centimes): number => amount / 100

/** Adds amounts and keeps the brand and its bound. */
export function sumCentimes(amounts: readonly Centimes[]): Centimes {
  return centimes(amounts.reduce((sum, amount) => sum + amount, 0))
}

const GROUP = '\u00a0'

/** Writes how many for a person: digits grouped with U+00A0, so that "1 200" is not broken apart in right-to-left text. */
export const formatCount = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, GROUP)

/**
 * Writes an amount for a person, without its currency: grouped as a count is, decimals only where there are centimes.
 * Digits are Western in all three languages, as on Algerian price tags.
 */
export function formatDinars(amount: Centimes): string {
  const absolute = Math.abs(amount)
  const whole = formatCount(Math.floor(absolute / 100))
  const fraction = absolute % 100
  const decimals = fraction === 0 ? '' : `,${String(fraction).padStart(2, '0')}`
  return `${amount < 0 ? '\u2212' : ''}${whole}${decimals}`
}

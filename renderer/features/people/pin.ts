/** A PIN as it is typed: digits of any keyboard become Western ones, all else is left out. Pure. */
import { inWesternDigits } from '#shared/folded-text.ts'
import { pinSchema } from '#shared/till/people.ts'

export const pinMaxDigits = 12

export const pinDigits = (typed: string): string =>
  inWesternDigits(typed).replace(/\D/g, '').slice(0, pinMaxDigits)

export const isWholePin = (pin: string): boolean => pinSchema.safeParse(pin).success

/** What is left of a wait, rounded up: whole minutes, and the seconds of the last one. */
export function waitOf(leftMs: number): { readonly unit: 'minutes' | 'seconds'; readonly count: number } {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return seconds < 60
    ? { unit: 'seconds', count: seconds }
    : { unit: 'minutes', count: Math.ceil(seconds / 60) }
}

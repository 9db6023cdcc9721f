/** What is made of a typed text as a mobile top-up: the number with its operator, and the amount behind it. Pure. */
import { type FavouriteOf, favouriteOf } from '#shared/favourites.ts'
import { centimesFromDinars } from '#shared/money.ts'
import { type Operator, operatorHint, parseMobileNumber } from '#shared/phone.ts'
import type { Order } from '#shared/products/orders.ts'
import {
  type Fit,
  nationalDigits,
  type Reader,
  type Reading,
  splitNumber,
} from '../../features/sell/reading.ts'

export interface MobileTake {
  /** As far as it is typed, in the national form. */
  readonly number: string
  readonly operator: Operator | null
  /** Whole dinars and up to two decimals, as typed; null: the plan and the amount are chosen next. */
  readonly amount: string | null
  /** What was sold before, to be sold again. */
  readonly favourite?: FavouriteOf<'mobile'>
}

/** What customers ask for most, in dinars. */
export const usualAmounts = ['100', '200', '500', '1000', '2000'] as const

export const numberLength = 10

function read(text: string): readonly Reading<MobileTake>[] {
  const whole = splitNumber(text, (digits) => parseMobileNumber(digits).ok)
  if (whole === undefined) return begun(text)
  const parsed = parseMobileNumber(whole.number)
  if (!parsed.ok) return []
  const number = parsed.value
  const reading = (amount: string | null, fit: Fit = 'whole'): Reading<MobileTake> => ({
    id: amount ?? 'plans',
    fit,
    number,
    take: { number, operator: operatorHint(number) ?? null, amount },
  })
  if (whole.rest === '') return [reading(null), ...usualAmounts.map((amount) => reading(amount))]
  const amount = whole.rest.replace('.', ',')
  const isAmount = /^[\d,]+$/.test(amount) && centimesFromDinars(amount).ok && Number.parseFloat(amount) > 0
  return isAmount ? [reading(amount), reading(null, 'possible')] : []
}

/** A number whose prefix names its operator already: its amounts are those of the whole number, under the same ids. */
function begun(text: string): readonly Reading<MobileTake>[] {
  const number = nationalDigits(text)
  if (number === undefined || !/^0[567]/.test(number) || number.length >= numberLength) return []
  const operator = operatorHint(number.padEnd(numberLength, '0')) ?? null
  return [
    { id: 'begun', fit: 'begun', take: { number, operator, amount: null } },
    ...usualAmounts.map(
      (amount) => ({ id: amount, fit: 'ahead', take: { number, operator, amount } }) as const,
    ),
  ]
}

function again(order: Order): MobileTake | null {
  if (order.kind !== 'mobile') return null
  const favourite = favouriteOf(order)
  if (favourite?.kind !== 'mobile') return null
  return { number: order.number, operator: order.operator, amount: null, favourite }
}

export const mobileReader: Reader<MobileTake> = { read, again }

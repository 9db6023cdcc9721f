/** What is made of a typed text as an internet card: the number of a line. Pure. */
import { type FavouriteOf, favouriteOf } from '#shared/favourites.ts'
import { type InternetType, parseInternetNumber, parseMobileNumber } from '#shared/phone.ts'
import type { Order } from '#shared/products/orders.ts'
import { digitsOf, nationalDigits, type Reader, type Reading } from '../../features/sell/reading.ts'

export interface InternetTake {
  /** As typed, without blanks. */
  readonly digits: string
  /** Null while the number is not whole. */
  readonly type: InternetType | null
  /** What was sold before, to be sold again. */
  readonly favourite?: FavouriteOf<'internet'>
}

/** Of the number of an ADSL line. */
export const adslLength = 9

function read(text: string): readonly Reading<InternetTake>[] {
  const digits = digitsOf(text)
  const national = nationalDigits(text)
  if (digits === undefined || national === undefined) return []
  const parsed = parseInternetNumber(digits)
  if (!parsed.ok) {
    const isBegun = /^0[2-4]/.test(national) && national.length < adslLength
    return isBegun ? [{ id: 'begun', fit: 'begun', take: { digits: national, type: null } }] : []
  }
  const { type, number } = parsed.value
  // A mobile number of one digit too few looks like an ADSL line's.
  if (type === 'ADSL' && !/^0[2-4]/.test(number)) return []
  // A mobile number may be a 4G line's: a person says so.
  const isSure = type === 'ADSL' || !parseMobileNumber(digits).ok
  return [{ id: type, fit: isSure ? 'whole' : 'possible', number, take: { digits, type } }]
}

function again(order: Order): InternetTake | null {
  if (order.kind !== 'internet') return null
  const favourite = favouriteOf(order)
  if (favourite?.kind !== 'internet') return null
  return { digits: order.number, type: order.type, favourite }
}

export const internetReader: Reader<InternetTake> = { read, again }

/**
 * What is typed into the fields of a number and of an amount: which characters count, how they are grouped while typing,
 * what of it is an amount.
 */
import type { FavouriteOf } from '#shared/favourites.ts'
import { inWesternDigits } from '#shared/folded-text.ts'
import { parseMobileNumber } from '#shared/phone.ts'
import type { Favourite } from '#shared/products/orders.ts'
import { splitNumber } from './reading.ts'

/** More than the longest number with its country code and both zeros; the rest of a paste is dropped. */
export const maxTypedLength = 20

/** Keeps digits and a leading plus sign; Arabic and Persian digits become Western ones. */
export function cleanDigits(text: string): string {
  const western = inWesternDigits(text)
  const plus = /^\s*\+/.test(western) ? '+' : ''
  return (plus + western.replace(/[^0-9]/g, '')).slice(0, maxTypedLength)
}

/** What stands in the field of a number: its digits as typed and, behind a mobile number that is whole, an amount. */
export interface TypedNumber {
  readonly digits: string
  /** In dinars as typed. Empty: a blank was typed, and no amount yet. */
  readonly askedAmount?: string | undefined
}

/** The same where a favourite of a kind is sold to the number as soon as it is typed. */
export interface TypedNumberFor<Kind extends Favourite['kind']> extends TypedNumber {
  readonly favourite?: FavouriteOf<Kind> | undefined
}

/** The field's text. */
export const textOfNumber = ({ digits, askedAmount }: TypedNumber): string =>
  askedAmount === undefined ? digits : `${digits} ${askedAmount}`

/** What stands in the field once `text` was typed over `before`. Blanks within a number are nobody's; the one behind it is. */
export function numberTyped(before: TypedNumber, text: string): TypedNumber {
  const typed = inWesternDigits(text)
  const split = splitNumber(typed, (digits) => parseMobileNumber(digits).ok)
  if (split === undefined || (split.rest === '' && !/\s$/.test(typed))) return { digits: cleanDigits(typed) }
  return {
    digits: cleanDigits(split.number),
    askedAmount: typedAmount(before.askedAmount ?? '', split.rest),
  }
}

/** More than the largest amount with its centimes; the rest of a paste is dropped. */
const maxAmountLength = 12

/**
 * What stands in an amount's field once `text` was typed over `before`: digits and one comma; blanks go, Arabic digits become
 * Western ones. A second comma that is typed is not taken: the first would go, and centimes become dinars. Of the commas of a
 * paste the last counts.
 */
export function typedAmount(before: string, text: string): string {
  const typed = inWesternDigits(text)
    .replace(/[.\u066b]/g, ',')
    .replace(/[^0-9,]/g, '')
  if (isCommaTooMany(before, typed)) return before
  return typed.replace(/,(?=.*,)/g, '').slice(0, maxAmountLength)
}

/** One comma was added, perhaps over a selection, to what has one still. */
function isCommaTooMany(before: string, typed: string): boolean {
  const commas = [...typed.matchAll(/,/g)].map(({ index }) => index)
  const isAdded = (at: number): boolean =>
    before.startsWith(typed.slice(0, at)) && before.endsWith(typed.slice(at + 1))
  return commas.length > 1 && typed.length <= before.length + 1 && commas.some(isAdded)
}

/** Groups unfinished digits as the finished number will be read: `023 45 6`, `0661 23 45 67`, `213 661 2`. */
export function groupTyped(digits: string): string {
  const [plus, bare] = digits.startsWith('+') ? ['+', digits.slice(1)] : ['', digits]
  const heads = headsOf(bare)
  const parts: string[] = []
  let rest = bare
  for (const size of heads) {
    if (rest === '') break
    parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return plus + [...parts, ...(rest.match(/.{1,2}/g) ?? [])].join(' ')
}

function headsOf(bare: string): readonly number[] {
  if (bare.startsWith('213')) return bare.length > 11 ? [3, 3] : [3, 2]
  if (bare.startsWith('00213')) return [5, bare.length > 13 ? 3 : 2]
  return bare.length > 9 || /^0[567]/.test(bare) ? [4] : [3]
}

// What the field shows: a number in groups while it is typed, and the rest as it was typed.

/** Stands between the groups of a number, and nobody types it. */
const groupBlank = '\u00a0'

/** Groups the digits before the first blank; a text with letters stands as it is. */
export function shownText(text: string): string {
  const [, number = '', rest = ''] = /^(\+?\d*)(.*)$/su.exec(text) ?? []
  if (/\p{L}/u.test(text) || !/^(?:\s[\d\s.,]*)?$/.test(rest)) return text
  return groupTyped(number).replaceAll(' ', groupBlank) + rest
}

/** What was typed, without the blanks of the groups. */
export const typedText = (shown: string): string => shown.replaceAll(groupBlank, '')

/** Where the caret stands behind so many typed characters. */
export function placeIn(shown: string, count: number): number {
  let seen = 0
  for (let place = 0; place < shown.length; place += 1) {
    if (seen === count) return place
    if (shown[place] !== groupBlank) seen += 1
  }
  return shown.length
}
